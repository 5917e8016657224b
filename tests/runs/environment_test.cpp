// Environments of runs, and what an efficiency submission says of them.
#include "runs/environment.h"

#include <gtest/gtest.h>

#include "runs/run_format.h"
#include "runs/writer.h"

namespace fovea {
namespace {

std::string said_about_environment(std::string_view toml) {
  Diagnostics diagnostics;
  const auto environment = read_environment(InputFile::from_memory("e.toml", toml), diagnostics);
  EXPECT_EQ(environment.has_value(), diagnostics.ok());
  return diagnostics.kept().empty() ? std::string() : to_string(diagnostics.kept().front());
}

TEST(Environments, HaveFactsAboutHardwareAndSoftware) {
  Diagnostics diagnostics;
  const auto environment = read_environment(
      InputFile::from_memory("e.toml",
                             "[hardware]\nram = \"16 GB\"\ncpus = 2\nclock = 2.4\n[software]\nwarm = true\n"),
      diagnostics);
  ASSERT_TRUE(environment);
  using Facts = Environment::Facts;
  EXPECT_EQ(environment->hardware, (Facts{{"clock", "2.4"}, {"cpus", "2"}, {"ram", "16 GB"}}));
  EXPECT_EQ(environment->software, (Facts{{"warm", "yes"}}));
  EXPECT_EQ(environment->attributes(), (Facts{{"no_cpu", "2"}, {"ram", "16 GB"}}));
}

TEST(Environments, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(said_about_environment("[hardware]\nram = [1]\n"),
            "e.toml:2:7: found another kind of value for 'ram', expected a text or a number");
  EXPECT_EQ(said_about_environment("[machine]\nram = 1\n"),
            "e.toml:1:1: found 'machine', expected the tables hardware and software");
  EXPECT_EQ(said_about_environment("hardware = 1\n"),
            "e.toml:1:12: found 'hardware', expected the tables hardware and software");
  EXPECT_TRUE(said_about_environment("[hardware\n").starts_with("e.toml:1:"));
  EXPECT_EQ(said_about_environment(""), "");
}

TEST(Environments, StandInAnEfficiencySubmissionAndAreReadBack) {
  RunDetails details;
  details.id = "mine";
  details.environment = {{"no_cpu", "2"}, {"hardware_year", "2024"}};
  std::string text;
  RunWriter writer(run_formats::kXml, details, {.times = true},
                   [&text](std::string_view piece) { text += piece; });
  TopicResults topic;
  topic.topic = "7";
  Result result;
  result.doc = "a";
  result.span = {0, kMaxOffset};
  result.rank = 1;
  topic.results.push_back(result);
  TopicTimes times;
  times.total_ms = 1.5;
  writer.write(topic, &times);
  writer.finish();
  EXPECT_NE(text.find("<efficiency-submission"), std::string::npos);
  Diagnostics diagnostics;
  const auto run = Run::open(InputFile::from_memory("r.xml", text), nullptr, diagnostics);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->details().environment, details.environment);
  ASSERT_NE(run->times(0), nullptr);
  EXPECT_EQ(run->times(0)->total_ms, 1.5);
}

}  // namespace
}  // namespace fovea
