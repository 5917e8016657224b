// Writes a made-up evaluation of any size, the same for the same numbers: a passage run (8 columns), a
// document run (6 columns), INEX judgements with highlights and TREC judgements that fit both.
//
//   generate FOLDER [TOPICS [RESULTS]]       (default 1000 topics of 1500 results)
//
// The passage run keeps the rules of relevant in context: grouped by article, no overlap.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "files/output_file.h"

namespace {

constexpr unsigned kSeed = 2010;

/// The same numbers on every machine: the engine is defined by the standard, its distributions are not.
class Random {
 public:
  std::uint32_t below(std::size_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }
  void shuffle(std::vector<std::uint32_t>& values) {
    for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[below(left)]);
  }

 private:
  std::mt19937 engine_{kSeed};
};

constexpr std::uint32_t kDocumentLength = 20'000;
constexpr std::size_t kJudgedPerTopic = 750;
constexpr std::size_t kRelevantPerTopic = 100;

/// Distinct document numbers of seven or eight digits.
std::vector<std::uint32_t> draw_documents(std::size_t count, Random& random) {
  std::vector<std::uint32_t> documents;
  const std::uint32_t step = 50'000'000 / static_cast<std::uint32_t>(count);
  for (std::size_t i = 0; i < count; ++i) {
    documents.push_back(1'000'000 + static_cast<std::uint32_t>(i) * step + random.below(step));
  }
  random.shuffle(documents);
  return documents;
}

void write_document_run(fovea::OutputFile& out, std::string_view topic,
                        const std::vector<std::uint32_t>& documents, std::size_t results) {
  for (std::size_t i = 0; i < results; ++i) {
    const double score = 10'000.0 / (1.0 + 0.01 * static_cast<double>(i));
    out.write(fmt::format("{} Q0 {} {} {:.4f} bench\n", topic, documents[i], i + 1, score));
  }
}

void write_passage_run(fovea::OutputFile& out, std::string_view topic,
                       const std::vector<std::uint32_t>& documents, std::size_t results, Random& random) {
  std::size_t rank = 1;
  for (const std::uint32_t document : documents) {
    std::uint32_t at = random.below(4'000);
    for (std::size_t passages = 1 + random.below(3); passages > 0 && rank <= results; --passages, ++rank) {
      const std::uint32_t length = 50 + random.below(2'000);
      const double score = 10'000.0 / (1.0 + 0.01 * static_cast<double>(rank));
      out.write(fmt::format("{} Q0 {} {} {:.4f} bench {} {}\n", topic, document, rank, score, at, length));
      at += length + random.below(3'000);
    }
  }
}

void write_judgements(fovea::OutputFile& inex, fovea::OutputFile& trec, std::string_view topic,
                      std::vector<std::uint32_t> documents, Random& random) {
  random.shuffle(documents);
  const std::size_t judged = std::min(kJudgedPerTopic, documents.size());
  for (std::size_t i = 0; i < judged; ++i) {
    const bool relevant = i < kRelevantPerTopic;
    trec.write(fmt::format("{} 0 {} {}\n", topic, documents[i], relevant ? 1 : 0));
    if (!relevant) {
      inex.write(fmt::format("{} Q0 {} 0 {}\n", topic, documents[i], kDocumentLength));
      continue;
    }
    std::string passages;
    std::uint32_t at = random.below(3'000);
    const std::uint32_t bep = at;
    std::uint32_t highlighted = 0;
    for (std::size_t left = 1 + random.below(5); left > 0; --left) {
      const std::uint32_t length = 20 + random.below(1'500);
      passages += fmt::format(" {}:{}", at, length);
      highlighted += length;
      at += length + 1 + random.below(1'500);
    }
    inex.write(fmt::format("{} Q0 {} {} {} {}{}\n", topic, documents[i], highlighted, kDocumentLength, bep,
                           passages));
  }
}

void generate(const std::string& folder, std::size_t topics, std::size_t results) {
  fovea::OutputFile passages(folder + "/passages.run");
  fovea::OutputFile documents(folder + "/documents.run");
  fovea::OutputFile inex(folder + "/highlights.qrels");
  fovea::OutputFile trec(folder + "/documents.qrels");
  Random random;
  for (std::size_t i = 0; i < topics; ++i) {
    const std::string topic = std::to_string(2'010'000 + i);
    const auto pool = draw_documents(results, random);
    write_document_run(documents, topic, pool, results);
    write_passage_run(passages, topic, pool, results, random);
    write_judgements(inex, trec, topic, pool, random);
  }
  for (fovea::OutputFile* file : {&passages, &documents, &inex, &trec}) file->commit();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    fmt::print(stderr, "usage: {} FOLDER [TOPICS [RESULTS]]\n", argv[0]);
    return 1;
  }
  const auto number = [&](int index, std::size_t otherwise) -> std::size_t {
    return argc > index ? std::max(1UL, std::strtoul(argv[index], nullptr, 10)) : otherwise;
  };
  try {
    generate(argv[1], number(2, 1000), number(3, 1500));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
