// Evaluates two runs made in memory and compares them.
#include <fovea/fovea.h>

#include <cstdio>
#include <vector>

int main() {
  fovea::Diagnostics said;
  using Judged = std::vector<fovea::JudgementRow>;
  using Results = std::vector<fovea::ResultRow>;
  const auto judgements = fovea::make_judgements(Judged{{.topic = "1", .doc = "a", .highlights = {{0, 50}}},
                                                        {.topic = "1", .doc = "c", .highlights = {{20, 40}}},
                                                        {.topic = "2", .doc = "b", .highlights = {{10, 30}}}},
                                                 said);
  std::vector<fovea::Run> runs;
  runs.push_back(
      fovea::make_run("first", Results{{"1", "a", {{0, 50}}}, {"1", "b"}, {"2", "c"}, {"2", "b"}}));
  runs.push_back(fovea::make_run("second", Results{{"1", "b"}, {"1", "a"}, {"2", "b"}}));
  const auto scores = judgements ? fovea::evaluate(*judgements, runs, "AP", said) : std::nullopt;
  const auto pairs = scores ? fovea::compare(*scores, "AP", said) : std::nullopt;
  if (pairs) {
    for (const fovea::ScoredRun& run : scores->runs())
      std::printf("%s: AP %.4f, on topic 2 %.4f\n", run.name.c_str(), (*scores)[run.name]["AP"],
                  *(*scores)[run.name].on("2", "AP"));
    for (const fovea::ComparedRuns& pair : *pairs)
      std::printf("%s - %s: %+.4f [%.2f, %.2f]\n", pair.run.c_str(), pair.other.c_str(), pair.difference,
                  *pair.low, *pair.high);
  }
  for (const fovea::Diagnostic& one : said.kept()) std::puts(to_string(one).c_str());
  return pairs ? 0 : 2;
}
