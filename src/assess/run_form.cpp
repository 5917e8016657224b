#include "assess/run_form.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "evaluate/track/run_keys.h"
#include "runs/task.h"
#include "text/escape.h"
#include "text/nearest.h"
#include "text/numbers.h"
#include "text/trim.h"
#include "text/unicode.h"

namespace fovea::assess {

namespace {

using FormJson = nlohmann::ordered_json;

constexpr std::size_t kLongestText = 200;
constexpr std::size_t kLongestLongText = 2000;
constexpr double kMostNumber = 1e9;
constexpr std::array<std::string_view, 3> kBeside = {"publish", "replace", "file"};

std::optional<bool> flag_in(std::string_view text) {
  if (text == "1" || text == "true" || text == "yes") return true;
  if (text == "0" || text == "false" || text == "no" || text.empty()) return false;
  return std::nullopt;
}

std::string_view kind_name(RunKeyKind kind) {
  switch (kind) {
    case RunKeyKind::kLongText:
      return "long";
    case RunKeyKind::kTask:
    case RunKeyKind::kChoice:
      return "choice";
    case RunKeyKind::kFlag:
      return "flag";
    case RunKeyKind::kNumber:
      return "number";
    case RunKeyKind::kText:
    case RunKeyKind::kSeveral:
    case RunKeyKind::kFile:
      break;
  }
  return "text";
}

/// The answers in `text`, as the table spells them, joined by commas; nothing when one of them is not offered.
std::optional<std::string> chosen_in(const RunKey& key, std::string_view text) {
  constexpr std::string_view kBetween = ", +";
  std::string out;
  for (std::size_t begin = text.find_first_not_of(kBetween); begin < text.size();
       begin = text.find_first_not_of(kBetween, begin)) {
    const std::size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
    const auto known = offered(key, text.substr(begin, end - begin));
    if (!known || (key.kind == RunKeyKind::kChoice && !out.empty())) return std::nullopt;
    out += fmt::format("{}{}", out.empty() ? "" : ", ", *known);
    begin = end;
  }
  return out.empty() ? std::nullopt : std::optional(std::move(out));
}

/// Puts the value of a key into the form; what is wrong with it, or nothing.
std::string put(const RunKey& key, const std::string& text, FormJson& form) {
  const std::string name(key.name);
  if (key.kind == RunKeyKind::kFlag) {
    const auto flag = flag_in(text);
    if (!flag) return fmt::format("found {} = {}, expected yes or no", name, quote(text));
    form[name] = *flag;
  } else if (key.kind == RunKeyKind::kNumber) {
    const auto number = parse_number(text);
    if (!number || *number < 0 || *number > kMostNumber)
      return fmt::format("found {} = {}, expected a number, 0 or more", name, quote(text));
    if (name == "topk") {
      const auto whole = parse_integer(text);
      if (!whole || *whole < 1)
        return fmt::format("found topk = {}, expected a whole number, 1 or more", quote(text));
      form[name] = *whole;
    } else {
      form[name] = *number;
    }
  } else if (key.kind == RunKeyKind::kTask) {
    const Task* const task = task_named(text);
    if (task == nullptr)
      return fmt::format("found the task {}, expected one of {}", quote(text), task_names());
    form[name] = task->name;
  } else if (key.kind == RunKeyKind::kChoice || key.kind == RunKeyKind::kSeveral) {
    const auto chosen = chosen_in(key, text);
    if (!chosen)
      return fmt::format("found {} = {}, expected {} {}", name, quote(text),
                         key.kind == RunKeyKind::kChoice ? "one of" : "one or more of", key.offers);
    form[name] = *chosen;
  } else {
    const std::size_t most = key.kind == RunKeyKind::kLongText ? kLongestLongText : kLongestText;
    if (text.size() > most)
      return fmt::format("found {} bytes for {}, expected at most {}", text.size(), name, most);
    form[name] = text;
  }
  return {};
}

/// The names of the values of a query.
std::vector<std::string_view> names_in(std::string_view target) {
  std::vector<std::string_view> out;
  const std::size_t mark = target.find('?');
  if (mark == std::string_view::npos) return out;
  target.remove_prefix(mark + 1);
  while (!target.empty()) {
    const std::string_view pair = target.substr(0, target.find('&'));
    if (!pair.empty()) out.push_back(pair.substr(0, pair.find('=')));
    target.remove_prefix(std::min(pair.size() + 1, target.size()));
  }
  return out;
}

}  // namespace

ReadForm read_run_form(const Request& request) {
  ReadForm out;
  std::vector<std::string_view> known(kBeside.begin(), kBeside.end());
  for (const RunKey& key : run_keys()) {
    if (!key.question.empty()) known.push_back(key.name);
  }
  for (const std::string_view name : names_in(request.target)) {
    if (std::ranges::find(known, name) != known.end()) continue;
    out.fault = fmt::format("found the key {}, expected one of {}{}", quote(name), fmt::join(known, ", "),
                            did_you_mean(name, known));
    return out;
  }
  FormJson form = FormJson::object();
  for (const RunKey& key : run_keys()) {
    if (key.question.empty()) continue;
    const auto given = request.query(key.name);
    const std::string text = given ? std::string(trim(*given)) : std::string();
    if (const std::string unfit = unfit_for_xml(text); !unfit.empty()) {
      out.fault =
          fmt::format("found the character {} in {}, expected text that XML can hold", unfit, key.name);
    } else if (text.empty() && key.required) {
      out.fault = fmt::format("found no {}, expected one: {}", key.name, key.question);
    } else if (!text.empty()) {
      out.fault = put(key, text, form);
    }
    if (!out.fault.empty()) return out;
  }
  out.name = form["name"].get<std::string>();
  form.erase("name");
  out.fault = fault_of_run_name(out.name);
  for (const auto& [name, value] :
       {std::pair<std::string_view, bool*>{"publish", &out.publish}, {"replace", &out.replace}}) {
    const auto flag = flag_in(request.query(name).value_or(""));
    if (flag) *value = *flag;
    if (!flag && out.fault.empty())
      out.fault = fmt::format("found another value for {}, expected yes or no", name);
  }
  out.file = request.query("file").value_or("").substr(0, kLongestText);
  // A part of a character is none: the event, which is JSON, would say something else than the row.
  out.file.resize(find_malformed_utf8(out.file).value_or(out.file.size()));
  if (out.file.empty() || !is_xml_text(out.file)) out.file = out.name;
  out.json = form.dump(-1, ' ', false, FormJson::error_handler_t::replace);
  return out;
}

FormJson run_form_json() {
  FormJson out = FormJson::array();
  for (const RunKey& key : run_keys()) {
    if (key.question.empty()) continue;
    FormJson row{{"key", key.name},
                 {"kind", kind_name(key.kind)},
                 {"question", key.question},
                 {"required", key.required}};
    row["offers"] = offers_of(key);
    if (key.kind == RunKeyKind::kTask) {
      for (const Task& task : all_tasks()) row["offers"].push_back(task.name);
    }
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace fovea::assess
