#include "evaluate/track/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>

#include "files/csv.h"
#include "text/trim.h"

namespace fovea {

namespace {

/// The answers between the semicolons.
void add_answers(const std::string& who, std::string_view field, Question& question) {
  while (!field.empty()) {
    const std::size_t end = std::min(field.find(';'), field.size());
    const std::string_view answer = trim(field.substr(0, end));
    if (!answer.empty()) question.answers.emplace_back(who, answer);
    field.remove_prefix(std::min(end + 1, field.size()));
  }
}

}  // namespace

bool is_free_text(const Question& question) {
  std::set<std::string_view> different;
  for (const auto& [who, answer] : question.answers) different.insert(answer);
  return question.answers.size() > 2 && different.size() == question.answers.size();
}

AnswerCounts count_answers(const Question& question) {
  std::map<std::string, std::size_t> counts;
  std::set<std::string_view> people;
  for (const auto& [who, answer] : question.answers) {
    ++counts[answer];
    people.insert(who);
  }
  AnswerCounts out{{counts.begin(), counts.end()}, people.size()};
  std::ranges::stable_sort(out.answers, std::greater<>(), [](const auto& entry) { return entry.second; });
  return out;
}

std::vector<Question> read_answers(const InputFile& input, Diagnostics& diagnostics) {
  std::vector<Question> questions;
  CsvReader reader(input, diagnostics);
  std::vector<CsvField> fields;
  if (!reader.next(fields)) {
    if (diagnostics.ok()) {
      diagnostics.expected({input.name(), 1, 1}, "no-questions", "an empty file",
                           "a heading: who answered, then a question in each column");
    }
    return questions;
  }
  if (fields.size() < 2) {
    diagnostics.expected(reader.place(fields.front()), "no-questions", "one column",
                         "who answered, then a question in each column");
    return questions;
  }
  for (std::size_t i = 1; i < fields.size(); ++i) questions.push_back({fields[i].text, {}});
  while (reader.next(fields)) {
    if (fields.size() != questions.size() + 1) {
      diagnostics.expected(reader.place(fields.front()), "bad-answers",
                           fmt::format("{} fields", fields.size()),
                           fmt::format("{}, as in the heading", questions.size() + 1));
      continue;
    }
    for (std::size_t i = 0; i < questions.size(); ++i)
      add_answers(fields[0].text, fields[i + 1].text, questions[i]);
  }
  return questions;
}

}  // namespace fovea
