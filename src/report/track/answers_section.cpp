// A table per question of the questionnaires: how often each answer was given, or, where nobody said the same, who said what.
#include <fmt/format.h>

#include "report/track/track_sections.h"

namespace fovea {

namespace {

Table said_by(const Question& question) {
  Table table{{"by", "answer"}, {}, 2};
  for (const auto& [who, answer] : question.answers) table.rows.push_back({who, answer});
  return table;
}

Table counted(const Question& question) {
  const AnswerCounts counts = count_answers(question);
  Table table{{"answer", "times", "of those who answered"}, {}, 1};
  for (const auto& [answer, times] : counts.answers) {
    table.rows.push_back(
        {answer, std::to_string(times),
         fmt::format("{:.0f} %", 100.0 * static_cast<double>(times) / static_cast<double>(counts.people))});
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
