#include "evaluate/topic_groups.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace fovea {

namespace {

constexpr std::array<std::string_view, 4> kGroupNames = {"all", "document", "folder", "file"};

std::string group_of(const Judgements& judgements, const JudgedDocument& document, GroupTopics by) {
  switch (by) {
    case GroupTopics::kDocument:
      return std::string(document.id);
    case GroupTopics::kFolder: {
      const std::size_t folder = document.id.find('/');
      return folder == std::string_view::npos ? std::string(".") : std::string(document.id.substr(0, folder));
    }
    case GroupTopics::kFile:
      return std::filesystem::path(judgements.file(document.file)).stem().string();
    case GroupTopics::kAll:
      break;
  }
  return "all";
}

constexpr std::string_view kByField = "topic:";
constexpr std::string_view kByAnswer = "answer:";

/// The field of a topic that has this name; nullptr when none has.
const std::string Topic::*field_named(std::string_view name) {
  if (name == "query_type") return &Topic::query_type;
  const TopicField* field = find_topic_field(name);
  return field == nullptr ? nullptr : field->text;
}

std::optional<TopicNames> names_by_field(std::string_view name, std::span<const Topic> topics,
                                         Diagnostics& diagnostics) {
  const std::string Topic::*field = field_named(name);
  if (field == nullptr) {
    std::vector<std::string_view> known{"query_type"};
    for (const TopicField& each : kTopicFields) known.push_back(each.name);
    diagnostics.expected({}, "unknown-field", quote(fmt::format("{}{}", kByField, name)),
                         fmt::format("a field of topics: {}", fmt::join(known, ", ")));
    return std::nullopt;
  }
  TopicNames names;
  for (const Topic& topic : topics) {
    if (!(topic.*field).empty()) names[topic.id] = topic.*field;
  }
  return names;
}

std::optional<TopicNames> names_by_answer(std::string_view name, std::span<const Question> questions,
                                          Diagnostics& diagnostics) {
  const Question* question = find_question(questions, name);
  if (question == nullptr) {
    std::vector<std::string_view> known;
    for (const Question& each : questions) known.push_back(each.text);
    diagnostics.expected({}, "unknown-question", quote(fmt::format("{}{}", kByAnswer, name)),
                         fmt::format("a question of the questionnaires: {}", fmt::join(known, ", ")));
    return std::nullopt;
  }
  if (!question->of_topics) {
    diagnostics.expected({}, "no-topics", fmt::format("answers of people to {}", quote(question->text)),
                         "answers about topics: a first column 'topic', or JSON lines with 'topic'");
    return std::nullopt;
  }
  std::map<std::string, std::set<std::string>> answers;
  for (const auto& [topic, answer] : question->answers) answers[topic].insert(answer);
  TopicNames names;
  for (const auto& [topic, given] : answers) names[topic] = fmt::format("{}", fmt::join(given, "; "));
  return names;
}

}  // namespace

std::optional<GroupTopics> group_topics_named(std::string_view name) {
  const auto found = std::ranges::find(kGroupNames, name);
  if (found == kGroupNames.end()) return std::nullopt;
  return static_cast<GroupTopics>(found - kGroupNames.begin());
}

std::vector<std::string> groups_of(const Judgements& judgements, GroupTopics by) {
  std::vector<std::string> groups;
  for (const TopicJudgements& topic : judgements.topics()) {
    std::string& group = groups.emplace_back(by == GroupTopics::kAll ? "all" : "(none)");
    for (const JudgedDocument& document : topic.documents()) {
      if (!document.relevant() || by == GroupTopics::kAll) continue;
      const std::string own = group_of(judgements, document, by);
      if (group != "(none)" && group != own) {
        group = "(several)";
        break;
      }
      group = own;
    }
  }
  return groups;
}

bool groups_by_names(std::string_view by) {
  return by.starts_with(kByField) || by.starts_with(kByAnswer);
}

std::optional<TopicNames> names_of_topics(std::string_view by, std::span<const Topic> topics,
                                          std::span<const Question> questions, Diagnostics& diagnostics) {
  return by.starts_with(kByField)
             ? names_by_field(by.substr(kByField.size()), topics, diagnostics)
             : names_by_answer(by.substr(std::min(by.size(), kByAnswer.size())), questions, diagnostics);
}

std::vector<std::string> groups_of(const Judgements& judgements, const TopicNames& names) {
  std::vector<std::string> groups;
  for (const TopicJudgements& topic : judgements.topics()) {
    const auto name = names.find(topic.topic());
    groups.push_back(name == names.end() ? "(none)" : name->second);
  }
  return groups;
}

}  // namespace fovea
