#include "cli/serve_words.h"

#include <initializer_list>

#include "cli/own_command.h"
#include "pools/methods/method.h"

namespace fovea::cli {

namespace {

/// What is shown of a run without a single good row, in a file: no more would be read.
constexpr const char* kMostFaultsShown = "100000";

std::vector<std::string> own(std::initializer_list<std::string> more) {
  std::vector<std::string> words = own_words();
  words.insert(words.end(), more);
  return words;
}

}  // namespace

std::vector<std::string> check_words(const assess::CheckCommand& command) {
  // One thread: people are judging beside it.
  std::vector<std::string> words =
      own({"check", "--task", std::string(command.task->name), "--threads", "1"});
  const auto add = [&words](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  if (command.most_results) add({"--max-results", std::to_string(*command.most_results)});
  if (!command.result.empty()) add({"--result", command.result});
  if (!command.collection.empty()) add({"--collection", command.collection});
  for (const std::string& file : command.topics) add({"--topic-file", file});
  if (!command.repaired.empty()) add({"--repair", command.repaired});
  if (command.all_faults) {
    add({"--quiet", "--show", kMostFaultsShown});
  } else {
    add({"-o", "json"});
  }
  add({command.file});
  return words;
}

std::vector<std::string> pool_words(const assess::PoolCommand& command) {
  const pools::PoolSettings& settings = command.order.settings;
  std::vector<std::string> words =
      own({"pool", "build", command.track, "--quiet", "--threads", "1", "--method",
           std::string(settings.method->name), "-o", command.output});
  const auto add = [&words](const char* option, std::size_t number) {
    words.insert(words.end(), {option, std::to_string(number)});
  };
  if (command.order.budget) {
    add("--budget", *command.order.budget);
  } else if (settings.method->by_depth) {
    add("--depth", settings.depth);
  } else {
    add("--size", settings.size);
  }
  return words;
}

std::vector<std::string> report_words() {
  return own({"report", "track.toml", "-o", "report", "--quiet"});
}

std::vector<std::string> score_words(const Task& task, const Track& track,
                                     const std::vector<std::string>& runs) {
  std::vector<std::string> words =
      own({"eval", "--quiet", "-q", "--task", std::string(task.name), "-o", "csv"});
  if (track.collection) words.insert(words.end(), {"--collection", *track.collection});
  if (track.texts) words.insert(words.end(), {"--texts", *track.texts});
  words.insert(words.end(), track.judgements.begin(), track.judgements.end());
  words.insert(words.end(), runs.begin(), runs.end());
  return words;
}

}  // namespace fovea::cli
