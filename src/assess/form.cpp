#include "assess/form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

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

constexpr std::array<std::string_view, 6> kAnswerKinds = {"scale",   "yes-no", "choice",
                                                          "several", "number", "text"};
constexpr std::size_t kLongestAnswer = 10000;

class FormReader {
 public:
  FormReader(const std::string& file, Diagnostics& said) : file_(file), said_(said) {}

  Form read(const toml::table& table) {
    Form form;
    check_keys(table, {"id", "title", "when", "for", "question"});
    form.id = text(table, "id");
    if (form.id.empty()) wrong(table, "a form without 'id'", "a name for it");
    form.title = text(table, "title");
    form.before = one_of(table, "when", {"after", "before"}) == 1;
    form.for_authors = one_of(table, "for", {"all", "author"}) == 1;
    const toml::array* const questions = table.get_as<toml::array>("question");
    if (questions == nullptr || questions->empty()) {
      wrong(table, "a form without questions", "[[question]] tables");
      return form;
    }
    std::set<std::string> ids;
    for (const toml::node& node : *questions) {
      const toml::table* const given = node.as_table();
      if (given == nullptr) {
        wrong(node, "another kind of value for 'question'", "[[question]] tables");
        continue;
      }
      form.questions.push_back(question(*given));
      if (!ids.insert(form.questions.back().id).second)
        wrong(*given, fmt::format("the question {} again", quote(form.questions.back().id)),
              "one of each id");
    }
    return form;
  }

 private:
  FormQuestion question(const toml::table& table) {
    FormQuestion out;
    check_keys(table, {"id", "text", "type", "options", "required", "prefill"});
    out.id = text(table, "id");
    out.text = text(table, "text");
    if (out.id.empty() || out.text.empty()) wrong(table, "a question without 'id' or 'text'", "both");
    if (table.get("type") == nullptr) wrong(table, "a question without 'type'", "what an answer is");
    out.kind = static_cast<AnswerKind>(one_of(table, "type", kAnswerKinds));
    if (const toml::node* const required = table.get("required")) {
      const auto value = required->value_exact<bool>();
      value ? void(out.required = *value) : wrong(*required, "another value for 'required'", "true or false");
    }
    if (out.kind == AnswerKind::kScale) out.options = {"1", "2", "3", "4", "5"};
    if (out.kind == AnswerKind::kYesNo) out.options = {"yes", "no", "don't know"};
    if (const toml::node* const prefill = table.get("prefill")) {
      out.from_authorship = out.kind == AnswerKind::kYesNo && prefill->value<std::string>() == "authorship";
      if (!out.from_authorship) wrong(*prefill, "another value for 'prefill'", "\"authorship\", of yes-no");
    }
    if (out.kind == AnswerKind::kChoice || out.kind == AnswerKind::kSeveral) read_options(table, out);
    return out;
  }

  void read_options(const toml::table& table, FormQuestion& out) {
    const toml::array* const options = table.get_as<toml::array>("options");
    for (std::size_t i = 0; options != nullptr && i < options->size(); ++i) {
      const auto option = options->get(i)->value_exact<std::string>();
      if (!option || option->empty() || std::ranges::find(out.options, *option) != out.options.end()) {
        wrong(*options->get(i), "an option that is no text, or stands there already", "a text of its own");
      } else {
        out.options.push_back(*option);
      }
    }
    if (out.options.size() < 2) wrong(table, "a question with fewer than two options", "'options'");
  }

  void check_keys(const toml::table& table, std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : table) {
      if (std::ranges::find(known, key.str()) != known.end()) continue;
      said_.expected({file_, key.source().begin.line, key.source().begin.column}, "unknown-key",
                     fmt::format("the key {}", quote(key.str())),
                     fmt::format("one of {}", fmt::join(known, ", ")));
    }
  }

  std::string text(const toml::table& table, std::string_view key) {
    const toml::node* const node = table.get(key);
    if (node == nullptr) return "";
    if (const auto value = node->value_exact<std::string>()) return *value;
    wrong(*node, fmt::format("another kind of value for '{}'", key), "a text");
    return "";
  }

  /// The number of the value; 0, the first, where none is given.
  std::size_t one_of(const toml::table& table, std::string_view key,
                     std::span<const std::string_view> names) {
    if (table.get(key) == nullptr) return 0;
    const std::string value = text(table, key);
    const auto found = std::ranges::find(names, value);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    wrong(*table.get(key), fmt::format("{} = {}", key, quote(value)),
          fmt::format("one of {}", fmt::join(names, ", ")));
    return 0;
  }
  std::size_t one_of(const toml::table& table, std::string_view key,
                     std::initializer_list<std::string_view> names) {
    return one_of(table, key, std::span(names.begin(), names.size()));
  }

  void wrong(const toml::node& node, const std::string& found, const std::string& expected) {
    said_.expected({file_, node.source().begin.line, node.source().begin.column}, "bad-form", found,
                   expected);
  }

  const std::string& file_;
  Diagnostics& said_;
};

}  // namespace

std::string_view name_of(AnswerKind kind) {
  return kAnswerKinds[static_cast<std::size_t>(kind)];
}

const FormQuestion* Form::find(std::string_view question) const {
  const auto found = std::ranges::find(questions, question, &FormQuestion::id);
  return found == questions.end() ? nullptr : &*found;
}

std::optional<Form> read_form(const InputFile& file, Diagnostics& said) {
  const std::uint64_t errors = said.errors();
  const auto table = read_toml(file, "a form", said);
  if (!table) return std::nullopt;
  Form form = FormReader(file.name(), said).read(*table);
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
