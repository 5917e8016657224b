// How long it takes to get from a document id and an element path to a span.
//
// Usage: path_lookup COLLECTION [Google Benchmark's options]
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "collection/collection.h"

namespace {

struct Question {
  std::string document;
  std::string path;
  fovea::Span span;
};

std::vector<Question> questions_of(const fovea::Collection& collection, std::size_t count) {
  std::vector<Question> all;
  std::mt19937 random(7);
  std::uint64_t seen = 0;
  // A fair sample of all elements (reservoir).
  collection.each([&](const fovea::Document& document) {
    for (fovea::ElementIndex element = 0; element < document.tree().size(); ++element) {
      const std::uint64_t place = seen++ < count ? all.size() : random() % seen;
      if (place >= count) continue;
      Question question{std::string(document.id()), document.tree().path(element),
                        document.tree().span(element)};
      if (place == all.size()) {
        all.push_back(std::move(question));
      } else {
        all[place] = std::move(question);
      }
    }
    return true;
  });
  std::shuffle(all.begin(), all.end(), random);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  fovea::Diagnostics diagnostics;
  const auto collection = fovea::Collection::open(argc > 1 ? argv[1] : "", diagnostics);
  if (!collection) {
    fmt::print(stderr, "usage: {} COLLECTION\n", argv[0]);
    return 1;
  }
  const std::vector<Question> questions = questions_of(*collection, 20000);
  benchmark::RegisterBenchmark("id_and_path", [&](benchmark::State& state) {
    std::size_t next = 0;
    for (auto _ : state) {
      const Question& question = questions[next++ % questions.size()];
      const auto span = collection->find(question.document)->span_of(question.path);
      if (span != question.span) state.SkipWithError("wrong span");
      benchmark::DoNotOptimize(span);
    }
  });
  const auto first = collection->find(questions.front().document);
  std::vector<std::string> paths;
  for (fovea::ElementIndex element = 0; element < first->tree().size(); ++element) {
    paths.push_back(first->tree().path(element));
  }
  benchmark::RegisterBenchmark("path_in_one_document", [&](benchmark::State& state) {
    std::size_t next = 0;
    for (auto _ : state) benchmark::DoNotOptimize(first->span_of(paths[next++ % paths.size()]));
  });
  --argc;
  ++argv;
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
