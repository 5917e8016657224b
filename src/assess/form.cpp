#include "assess/form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "files/toml.h"
#include "text/numbers.h"

// Laid down by cmake/embed.cmake.
extern "C" {
extern const char fovea_form_b[];
extern const char fovea_form_b_end[];
extern const char fovea_form_c[];
extern const char fovea_form_c_end[];
}

namespace fovea::assess {

namespace {

constexpr std::size_t kLongestAnswer = 10000;

/// A key with two values, of which the second is true.
template <auto Member>
void read_whether(const TomlEntry& entry, Form& form, std::array<std::string_view, 2> names) {
  form.*Member = entry.one_of(names) == 1;
}

void read_prefill(const TomlEntry& entry, FormQuestion& question) {
  question.from_authorship = entry.node.value<std::string>() == "authorship";
  if (!question.from_authorship) entry.other_value("\"authorship\", of yes-no");
}

void read_required(const TomlEntry& entry, FormQuestion& question) {
  const auto value = entry.node.value_exact<bool>();
  value ? void(question.required = *value) : entry.other_value("true or false");
}

/// Options are read when the kind of the question is known.
constexpr TomlKey<FormQuestion> kQuestionKeys[] = {{"id", TomlText<&FormQuestion::id>()},
                                                   {"text", TomlText<&FormQuestion::text>()},
                                                   {"type", TomlChoice<&FormQuestion::kind>()},
                                                   {"options", [](const TomlEntry&, FormQuestion&) {}},
                                                   {"required", read_required},
                                                   {"prefill", read_prefill}};

void read_options(const TomlTable& given, FormQuestion& question) {
  const toml::array* const options = given.table.get_as<toml::array>("options");
  for (std::size_t i = 0; options != nullptr && i < options->size(); ++i) {
    const auto option = options->get(i)->value_exact<std::string>();
    if (!option || option->empty() ||
        std::ranges::find(question.options, *option) != question.options.end()) {
      given.wrong(*options->get(i), "an option that is no text, or stands there already",
                  "a text of its own");
    } else {
      question.options.push_back(*option);
    }
  }
  if (question.options.size() < 2)
    given.wrong(given.table, "a question with fewer than two options", "'options'");
}

FormQuestion read_question(const TomlTable& given) {
  FormQuestion question;
  question.kind = AnswerKind::kScale;
  read_keys(given, kQuestionKeys, question);
  if (question.id.empty() || question.text.empty())
    given.wrong(given.table, "a question without 'id' or 'text'", "both");
  if (!given.table.contains("type"))
    given.wrong(given.table, "a question without 'type'", "what an answer is");
  if (question.kind == AnswerKind::kScale) question.options = {"1", "2", "3", "4", "5"};
  if (question.kind == AnswerKind::kYesNo) question.options = {"yes", "no", "don't know"};
  if (question.from_authorship && question.kind != AnswerKind::kYesNo)
    given.wrong(*given.table.get("prefill"), "another value for 'prefill'", "\"authorship\", of yes-no");
  if (question.kind == AnswerKind::kChoice || question.kind == AnswerKind::kSeveral)
    read_options(given, question);
  return question;
}

void read_questions(const TomlEntry& entry, Form& form) {
  if (!entry.node.is_array()) return;
  for (const toml::table* const given : entry.tables()) {
    const TomlTable table = entry.in.of(*given);
    FormQuestion question = read_question(table);
    if (form.find(question.id) != nullptr)
      table.wrong(*given, fmt::format("the question {} again", quote(question.id)), "one of each id");
    form.questions.push_back(std::move(question));
  }
}

constexpr TomlKey<Form> kFormKeys[] = {{"id", TomlText<&Form::id>()},
                                       {"title", TomlText<&Form::title>()},
                                       {"when",
                                        [](const TomlEntry& entry, Form& form) {
                                          read_whether<&Form::before>(entry, form, {"after", "before"});
                                        }},
                                       {"for",
                                        [](const TomlEntry& entry, Form& form) {
                                          read_whether<&Form::for_authors>(entry, form, {"all", "author"});
                                        }},
                                       {"question", read_questions}};

}  // namespace

const FormQuestion* Form::find(std::string_view question) const {
  const auto found = std::ranges::find(questions, question, &FormQuestion::id);
  return found == questions.end() ? nullptr : &*found;
}

std::optional<Form> read_form(const InputFile& file, Diagnostics& said) {
  const std::uint64_t errors = said.errors();
  const auto table = read_toml(file, "a form", said);
  if (!table) return std::nullopt;
  Form form;
  const TomlTable given{file.name(), *table, said, "bad-form"};
  read_keys(given, kFormKeys, form);
  if (form.id.empty()) given.wrong(*table, "a form without 'id'", "a name for it");
  const toml::array* const questions = table->get_as<toml::array>("question");
  if (questions == nullptr || questions->empty())
    given.wrong(*table, "a form without questions", "[[question]] tables");
  return said.errors() == errors ? std::optional(std::move(form)) : std::nullopt;
}

std::optional<Form> open_form(const std::string& name, Diagnostics& said) {
  const auto ours = [&](const char* begin, const char* end) {
    return read_form(
        InputFile::from_memory(name, std::string_view(begin, static_cast<std::size_t>(end - begin))), said);
  };
  if (name == "inex-2010-b") return ours(fovea_form_b, fovea_form_b_end);
  if (name == "inex-2010-c") return ours(fovea_form_c, fovea_form_c_end);
  const auto file = InputFile::open(name, said);
  return file ? read_form(*file, said) : std::nullopt;
}

std::optional<std::string> fault_of(const FormQuestion& question, std::string_view value) {
  if (value.empty()) return std::nullopt;
  const auto offered = [&](std::string_view text) {
    return std::ranges::find(question.options, text) != question.options.end();
  };
  switch (question.kind) {
    case AnswerKind::kScale:
    case AnswerKind::kYesNo:
    case AnswerKind::kChoice:
      if (offered(value)) return std::nullopt;
      return fmt::format("found {}, expected one of {}", quote(value), fmt::join(question.options, ", "));
    case AnswerKind::kSeveral: {
      const auto json = nlohmann::json::parse(value, nullptr, false);
      const bool good = json.is_array() && std::ranges::all_of(json, [&](const nlohmann::json& each) {
                          return each.is_string() && offered(each.get<std::string>());
                        });
      if (good) return std::nullopt;
      return fmt::format("found {}, expected an array of {}", quote(value),
                         fmt::join(question.options, ", "));
    }
    case AnswerKind::kNumber:
      if (const auto number = parse_integer(value); number && *number >= 0) return std::nullopt;
      return fmt::format("found {}, expected a whole number, 0 or more", quote(value));
    case AnswerKind::kText:
      break;
  }
  if (value.size() <= kLongestAnswer) return std::nullopt;
  return fmt::format("found a text of {} bytes, expected {} at most", value.size(), kLongestAnswer);
}

}  // namespace fovea::assess
