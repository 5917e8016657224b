#include "evaluate/track/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <string_view>

#include "files/csv.h"
#include "files/json_records.h"
#include "text/trim.h"

namespace fovea {

namespace {

/// White space in front of JSON beyond that is not looked behind.
constexpr std::size_t kLongestBlank = 4096;

/// The answers between the semicolons.
void add_answers(const std::string& who, std::string_view field, Question& question) {
  while (!field.empty()) {
    const std::size_t end = std::min(field.find(';'), field.size());
    const std::string_view answer = trim(field.substr(0, end));
    if (!answer.empty()) question.answers.emplace_back(who, answer);
    field.remove_prefix(std::min(end + 1, field.size()));
  }
}

/// A line says what one person answered to one question about one topic; several answers are an array in its text.
void read_answer_line(const JsonValue& line, const JsonReader& reader, std::vector<Question>& questions) {
  const auto topic = reader.need_id(line, "topic");
  const auto name = reader.need_id(line, "question");
  const auto value = reader.need_id(line, "value");
  if (!topic || !name || !value) return;
  auto question = std::ranges::find(questions, *name, &Question::text);
  if (question == questions.end()) question = questions.insert(question, Question{*name, {}, true});
  JsonFault fault;
  const auto list = value->starts_with('[') ? JsonParser().parse(*value, fault) : std::nullopt;
  if (!list || !list->is(JsonValue::Kind::kArray)) return add_answers(*topic, *value, *question);
  for (const JsonValue& item : list->items) add_answers(*topic, item.id().value_or(""), *question);
}

}  // namespace

const Question* find_question(std::span<const Question> questions, std::string_view name) {
  for (const Question& question : questions) {
    if (question.text == name) return &question;
  }
  for (const Question& question : questions) {
    const std::string_view text = question.text;
    if (!name.empty() && text.starts_with(name) && text.size() > name.size() &&
        std::isalnum(static_cast<unsigned char>(text[name.size()])) == 0)
      return &question;
  }
  return nullptr;
}

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
  if (trim(input.bytes().substr(0, kLongestBlank)).starts_with('{')) {
    for_each_json_line(input, diagnostics, [&](const JsonValue& line, const JsonReader& reader) {
      read_answer_line(line, reader, questions);
    });
    return questions;
  }
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
  const bool of_topics = fields.front().text == "topic";
  for (std::size_t i = 1; i < fields.size(); ++i) questions.push_back({fields[i].text, {}, of_topics});
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
