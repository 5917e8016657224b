// What a stranger writes: a run from files, the same from rows in memory, scores per topic, two runs compared.
// The figures are worked out by hand, and checked.
#include <fovea/fovea.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void expect(const char* what, double found, double expected) {
  std::printf("%s: %.4f\n", what, found);
  if (std::abs(found - expected) > 1e-9) std::exit(1);
}

void print(const fovea::Diagnostics& said) {
  for (const fovea::Diagnostic& one : said.kept()) std::puts(to_string(one).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : ".";
  fovea::Diagnostics said;

  const auto judgements = fovea::read_judgements(folder + "/q.qrels", said);
  const auto run = fovea::Run::open(folder + "/a.run", said);
  if (!judgements || !run) return print(said), 1;
  const auto scores = fovea::evaluate(*judgements, *run, "AP, AgP(t2i=300)", said);
  if (!scores) return print(said), 1;
  expect("AP", (*scores)["first"]["AP"], 0.5);
  expect("AgP(t2i=300) of topic 1", *(*scores)["first"].on("1", "AgP(t2i=300)"), 0.25);
  expect("AgP(t2i=300) of topic 2", *(*scores)["first"].on("2", "AgP(t2i=300)"), 1.0 / 6);

  const auto marked = fovea::make_judgements(
      std::vector<fovea::JudgementRow>{{.topic = "1", .doc = "a", .highlights = {{0, 50}}},
                                       {.topic = "1", .doc = "c", .highlights = {{20, 40}}},
                                       {.topic = "2", .doc = "b", .highlights = {{10, 30}}}},
      said);
  using Rows = std::vector<fovea::ResultRow>;
  std::vector<fovea::Run> runs;
  runs.push_back(fovea::make_run("first", Rows{{"1", "a", {{0, 50}}}, {"1", "b"}, {"2", "c"}, {"2", "b"}}));
  runs.push_back(fovea::make_run("second", Rows{{"1", "b"}, {"1", "a"}, {"2", "b"}}));
  const auto both = marked ? fovea::evaluate(*marked, runs, "AP", said) : std::nullopt;
  const auto comparison = both ? fovea::compare(*both, "AP", said) : std::nullopt;
  if (!comparison) return print(said), 1;
  const fovea::ComparedRuns& pair = comparison->front();
  std::printf("%s against %s\n", pair.run.c_str(), pair.other.c_str());
  expect("difference", pair.difference, 0.125);  // half a point on topic 2, minus a quarter on topic 1
  // Two topics say next to nothing: Student's t would go beyond what a difference can be.
  expect("not less than", *pair.low, -1);
  expect("not more than", *pair.high, 1);
}
