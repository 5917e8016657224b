// A table per question of the questionnaires: how often each answer was given, or, where nobody said the same, who said what.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/track/track_sections.h"

namespace fovea {

namespace {

/// Whether people wrote freely: several answered, and no two the same.
bool is_free_text(const Question& question) {
  std::set<std::string_view> different;
  for (const auto& [who, answer] : question.answers) different.insert(answer);
  return question.answers.size() > 2 && different.size() == question.answers.size();
}

Table said_by(const Question& question) {
  Table table{{"by", "answer"}, {}, 2};
  for (const auto& [who, answer] : question.answers) table.rows.push_back({who, answer});
  return table;
}

Table counted(const Question& question) {
  std::map<std::string, std::size_t> counts;
  std::set<std::string_view> people;
  for (const auto& [who, answer] : question.answers) {
    ++counts[answer];
    people.insert(who);
  }
  std::vector<std::pair<std::string, std::size_t>> order(counts.begin(), counts.end());
  std::ranges::stable_sort(order, std::greater<>(), [](const auto& entry) { return entry.second; });
  Table table{{"answer", "times", "of those who answered"}, {}, 1};
  for (const auto& [answer, times] : order) {
    table.rows.push_back(
        {answer, std::to_string(times),
         fmt::format("{:.0f} %", 100.0 * static_cast<double>(times) / static_cast<double>(people.size()))});
  }
  return table;
}

}  // namespace

Section answers_section(const TrackEvaluation& track) {
  Section section{"questionnaires", "Questionnaires"};
  std::size_t number = 0;
  for (const Question& question : track.questions) {
    ++number;
    if (question.answers.empty()) {
      section.say(fmt::format("Nobody answered: {}", question.text));
      continue;
    }
    section.add(ReportTable{fmt::format("question-{}", number), question.text,
                            is_free_text(question) ? said_by(question) : counted(question)});
  }
  return section;
}

}  // namespace fovea
