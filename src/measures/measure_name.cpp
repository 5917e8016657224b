#include "measures/measure_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "files/lines.h"
#include "text/numbers.h"
#include "text/span.h"
#include "text/trim.h"

namespace fovea {

namespace {

constexpr double kLargestMultiple = 1000;

/// "a, b or c", each in quotes.
std::string alternatives(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += quote(names[i]);
  }
  return text;
}

/// Recall points are known by two decimals ("0.10"), so they keep two where the shortest form has fewer.
std::string canonical_point(double value) {
  std::string text = fmt::format("{}", value);
  const std::size_t point = text.find('.');
  if (text.find('e') == std::string::npos && (point == std::string::npos || text.size() - point < 3)) {
    text = fmt::format("{:.2f}", value);
  }
  return text;
}

/// The canonical spelling of what follows `@`; nothing when it is no cutoff of that kind.
std::optional<std::string> canonical_cutoff(Cutoff kind, std::string_view text) {
  if (kind == Cutoff::kRank || kind == Cutoff::kOptionalRank) {
    const auto rank = parse_offset(text);
    if (!rank || *rank == 0) return std::nullopt;
    return fmt::format("{}", *rank);
  }
  const auto value = parse_number(text);
  if (!value || *value < 0 || text.front() == '-') return std::nullopt;
  const bool recall = kind == Cutoff::kRecall || kind == Cutoff::kOptionalRecall;
  if (recall ? *value > 1 : *value == 0 || *value > kLargestMultiple) return std::nullopt;
  return canonical_point(*value);
}

std::string_view what_cutoff(Cutoff kind) {
  switch (kind) {
    case Cutoff::kNone:
      return "no cutoff";
    case Cutoff::kRank:
    case Cutoff::kOptionalRank:
      return "a rank, 1 or more";
    case Cutoff::kRecall:
    case Cutoff::kOptionalRecall:
      return "a recall point from 0 to 1";
    case Cutoff::kMultiple:
      return "a multiple above 0";
  }
  return "";
}

/// Numbers in their shortest form, everything else as it stands.
std::string canonical_value(std::string_view text) {
  const auto number = parse_number(text);
  return number ? fmt::format("{}", *number) : std::string(text);
}

/// Whether text may stand among the parameters that trec_eval attaches to a name: a number, or name=number.
bool is_attached(std::string_view text) {
  const std::size_t equals = text.find('=');
  return parse_number(text) || (equals != std::string_view::npos && equals > 0 && equals + 1 < text.size());
}

/// True, False, and how else they are written; empty for everything else.
std::string_view canonical_flag(std::string_view text) {
  for (const std::string_view yes : {"True", "true", "1"}) {
    if (text == yes) return "True";
  }
  for (const std::string_view no : {"False", "false", "0"}) {
    if (text == no) return "False";
  }
  return {};
}

class Parser {
 public:
  Parser(std::string_view expression, const Registry& registry, Texts texts, Diagnostics& diagnostics)
      : whole_(expression),
        rest_(expression),
        registry_(registry),
        texts_(texts),
        diagnostics_(diagnostics) {}
  /// The measures of a set.
  Parser(const MeasureSet& set, const Parser& outer)
      : Parser(set.measures, outer.registry_, outer.texts_, outer.diagnostics_) {
    in_set_ = true;
  }

  bool list(std::vector<MeasureName>& out) {
    skip_blanks();
    if (rest_.empty()) return fail(rest_, "found nothing, expected a measure such as 'AP' or 'P@10'");
    while (true) {
      if (!item(out)) return false;
      const std::size_t before = rest_.size();
      skip_blanks();
      if (rest_.empty()) return true;
      if (rest_.front() == ',') {
        rest_.remove_prefix(1);
        skip_blanks();
      } else if (rest_.size() == before) {
        return fail(rest_, fmt::format("found {}, expected ',' or the end", quote(rest_.substr(0, 1))));
      }
    }
  }

 private:
  bool item(std::vector<MeasureName>& out) {
    const std::string_view word = take_until("(@, \t");
    if (word.empty()) {
      return fail(rest_, fmt::format("found {}, expected the name of a measure",
                                     rest_.empty() ? "the end" : quote(rest_.substr(0, 1))));
    }
    if (const MeasureSet* set = registry_.find_set(word)) return Parser(*set, *this).list(out);
    std::string_view attached;
    const Registry::Entry entry = resolve(word, attached);
    if (entry.record == nullptr) return unknown_name(word);
    const MeasureRecord& record = *entry.record;
    if (record.text && texts_ == Texts::kRefused) {
      if (in_set_) return true;
      return fail(word,
                  fmt::format("found {}, which is a text and no score; only the mode trec_eval prints it",
                              quote(word)));
    }

    MeasureName name{.name = std::string(record.name), .parameters = {}, .cutoff = {}};
    if (!attached.empty() && !entry.cut) return attached_parameters(record, name, word, attached, out);
    std::string_view cutoff;
    const bool listed = attached.empty() && !rest_.empty() && rest_.front() == '(';
    if (listed && !parameters(record, name, cutoff)) return false;
    const bool at = !attached.empty() || !cutoff.empty() || (!rest_.empty() && rest_.front() == '@');
    name.usual = !listed && !at;
    std::vector<std::string> cutoffs;
    if (!read_cutoffs(entry, word, cutoff.empty() ? attached : cutoff, cutoffs)) return false;
    for (std::string& one : cutoffs) {
      name.cutoff = std::move(one);
      if (!add(record, name, word, out)) return false;
    }
    return true;
  }

  bool add(const MeasureRecord& record, const MeasureName& name, std::string_view word,
           std::vector<MeasureName>& out) {
    std::string why;
    if (record.make(name, why) == nullptr) return fail(word, fmt::format("{}: {}", to_string(name), why));
    const auto there = std::find(out.begin(), out.end(), name);
    if (there == out.end()) {
      out.push_back(name);
    } else if (there->usual && !name.usual) {
      *there = name;
    }
    return true;
  }

  /// Finds the measure a word names. In trec_eval's spelling the first cutoff or parameter is attached to the
  /// name: by a point in requests ("P.5,10"), by an underscore in its output ("P_5", "iprec_at_recall_0.10").
  Registry::Entry resolve(std::string_view word, std::string_view& attached) const {
    if (const auto entry = registry_.find(word); entry.record != nullptr) return entry;
    for (const std::size_t at : {word.find('.'), word.rfind('_')}) {
      if (at == std::string_view::npos || at + 1 == word.size()) continue;
      const auto entry = registry_.find(word.substr(0, at));
      if (entry.record == nullptr) continue;
      const std::string_view behind = word.substr(at + 1);
      const bool parameter = entry.record->from_trec_eval && is_attached(behind);
      if (!entry.cut && !parameter) continue;
      attached = behind;
      return entry;
    }
    return {};
  }

  /// Parameters in trec_eval's spelling: those behind a comma belong to the list.
  bool attached_parameters(const MeasureRecord& record, MeasureName& name, std::string_view word,
                           std::string_view first, std::vector<MeasureName>& out) {
    name.as_asked = first;
    for (std::string_view text = take_further(is_attached); !text.empty(); text = take_further(is_attached)) {
      name.as_asked += fmt::format(",{}", text);
    }
    std::string why;
    if (!record.from_trec_eval(name.as_asked, name, why)) return fail(first, std::move(why));
    std::vector<std::pair<std::string, std::string>> canonical;
    for (const Parameter& parameter : record.parameters) {
      const std::string value(name.parameter(parameter.name));
      if (value.empty()) continue;
      if (!accepts(parameter, value)) {
        return fail(first, fmt::format("found {}, expected {} for {}", quote(value),
                                       expected_value(parameter), quote(parameter.name)));
      }
      if (value != parameter.default_value) canonical.emplace_back(parameter.name, value);
    }
    name.parameters = std::move(canonical);
    return add(record, name, word, out);
  }

  bool unknown_name(std::string_view word) {
    std::string message = fmt::format("found {}, which is no measure", quote(word));
    // A cutoff attached in a way that is not understood must not hide the name before it.
    const std::string_view name = word.substr(0, word.find_first_of("_.-", 1));
    auto near = registry_.nearest(word);
    if (registry_.find(name).record != nullptr) {
      near.insert(near.begin(), name);
    } else if (near.empty()) {
      near = registry_.nearest(name);
    }
    message += near.empty() ? "; 'fovea measures' lists them all"
                            : fmt::format("; did you mean {}?", alternatives(near));
    return fail(word, std::move(message));
  }

  /// `cutoff` is set where it stands among the parameters, as ir_measures has it.
  bool parameters(const MeasureRecord& record, MeasureName& name, std::string_view& cutoff) {
    std::vector<std::string> given(record.parameters.size());  // empty where a parameter is not given
    do {
      rest_.remove_prefix(1);  // '(' or ','
      skip_blanks();
      const std::string_view key = trim(take_until("=,()"), kBlanks);
      const auto parameter = std::find_if(record.parameters.begin(), record.parameters.end(),
                                          [&](const Parameter& known) { return known.name == key; });
      if (parameter == record.parameters.end() && is_cutoff_key(record, key)) {
        if (!take_equals(key)) return false;
        cutoff = take_value();
        if (cutoff.empty()) {
          return fail(rest_, fmt::format("found {}, expected {}", found_here(), what_cutoff(record.cutoff)));
        }
        continue;
      }
      if (parameter == record.parameters.end()) return unknown_parameter(record, key);
      const auto index = static_cast<std::size_t>(parameter - record.parameters.begin());
      if (!given[index].empty()) return fail(key, fmt::format("found {} twice", quote(key)));
      if (!take_equals(key)) return false;
      const std::string_view value = take_value();
      if (value.empty()) {
        return fail(rest_, fmt::format("found {}, expected a value for {}", found_here(), quote(key)));
      }
      if (!accepts(*parameter, value)) {
        return fail(value, fmt::format("found {}, expected {} for {}", quote(value),
                                       expected_value(*parameter), quote(key)));
      }
      given[index] = canonical(*parameter, value);
      if (given[index].empty()) {
        return fail(value, fmt::format("found {}, expected {} for {}", quote(value),
                                       parameter->kind == ParameterKind::kFlag ? "True or False"
                                                                               : "a list in braces, {…}",
                                       quote(key)));
      }
    } while (!rest_.empty() && rest_.front() == ',');
    if (rest_.empty() || rest_.front() != ')') {
      return fail(rest_, fmt::format("found {}, expected ',' or ')'", found_here()));
    }
    rest_.remove_prefix(1);
    for (std::size_t i = 0; i < given.size(); ++i) {
      const Parameter& parameter = record.parameters[i];
      if (!given[i].empty() && given[i] != parameter.default_value) {
        name.parameters.emplace_back(parameter.name, given[i]);
      }
    }
    return true;
  }

  /// What ir_measures calls the number behind `@`.
  static bool is_cutoff_key(const MeasureRecord& record, std::string_view key) {
    const bool recall = record.cutoff == Cutoff::kRecall || record.cutoff == Cutoff::kOptionalRecall;
    return record.cutoff != Cutoff::kNone && key == (recall ? "recall" : "cutoff");
  }

  bool take_equals(std::string_view key) {
    if (!rest_.empty() && rest_.front() == '=') {
      rest_.remove_prefix(1);
      return true;
    }
    return fail(rest_, fmt::format("found {}, expected '=' and a value for {}", found_here(), quote(key)));
  }

  /// A value, without its quotes; a list in braces with them. Empty when there is none.
  std::string_view take_value() {
    skip_blanks();
    if (rest_.empty()) return {};
    const char first = rest_.front();
    const char last = first == '{' ? '}' : first;
    if (first != '{' && first != '\'' && first != '"') return trim(take_until("=,()@"), kBlanks);
    const std::size_t end = rest_.find(last, 1);
    if (end == std::string_view::npos) return {};
    const std::string_view taken = first == '{' ? rest_.substr(0, end + 1) : rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    skip_blanks();
    return taken;
  }

  /// The canonical spelling of a value; empty when it is none of its kind.
  /// Whether a value is in the range of a parameter, or is the word that it accepts.
  static bool accepts(const Parameter& parameter, std::string_view value) {
    if (!parameter.range || (!value.empty() && value == parameter.word)) return true;
    return parameter.range->contains(parse_number(value).value_or(NAN));
  }

  static std::string canonical(const Parameter& parameter, std::string_view value) {
    if (parameter.kind == ParameterKind::kFlag) return std::string(canonical_flag(value));
    if (parameter.kind == ParameterKind::kPlain) return canonical_value(value);
    if (value.front() != '{') return {};
    std::string text;
    std::copy_if(value.begin(), value.end(), std::back_inserter(text),
                 [](char c) { return !is_blank(c) && c != '\'' && c != '"'; });
    return text;
  }

  bool unknown_parameter(const MeasureRecord& record, std::string_view key) {
    std::vector<std::string_view> known;
    known.reserve(record.parameters.size());
    for (const Parameter& parameter : record.parameters) known.push_back(parameter.name);
    const std::string found = key.empty() ? found_here() : quote(key);
    if (known.empty()) {
      return fail(key, fmt::format("found {}, but {} has no parameters", found, record.name));
    }
    return fail(key, fmt::format("found {}, expected a parameter of {}: {}", found, record.name,
                                 alternatives(known)));
  }

  /// The cutoffs of one item, [""] when it has none. Numbers behind a comma belong to the list.
  bool read_cutoffs(const Registry::Entry& entry, std::string_view word, std::string_view attached,
                    std::vector<std::string>& out) {
    const MeasureRecord& record = *entry.record;
    std::string_view text = attached;
    if (text.empty() && !rest_.empty() && rest_.front() == '@') {
      const std::string_view at = rest_.substr(0, 1);
      rest_.remove_prefix(1);
      text = take_until("(@, \t");
      if (record.cutoff == Cutoff::kNone) {
        return fail(at, fmt::format("found '@', but {} takes no cutoff", record.name));
      }
      if (text.empty()) {
        return fail(rest_, fmt::format("found {}, expected {}", found_here(), what_cutoff(record.cutoff)));
      }
    }
    if (text.empty()) return without_cutoff(entry, word, out);
    while (true) {
      // trec_eval reads a rank as C does: 23.4 is 23.
      const auto cutoff =
          canonical_cutoff(record.cutoff, attached.empty() ? text : whole_part(record.cutoff, text));
      if (!cutoff) {
        return fail(text, fmt::format("found {}, expected {} after {}", quote(text),
                                      what_cutoff(record.cutoff), record.name));
      }
      out.push_back(*cutoff);
      text = take_further([](std::string_view further) { return parse_number(further).has_value(); });
      if (text.empty()) return true;
    }
  }

  bool without_cutoff(const Registry::Entry& entry, std::string_view word, std::vector<std::string>& out) {
    const MeasureRecord& record = *entry.record;
    const bool optional = record.cutoff == Cutoff::kOptionalRank || record.cutoff == Cutoff::kOptionalRecall;
    const bool required = record.cutoff != Cutoff::kNone && (!optional || entry.cut);
    if (!required) {
      out.emplace_back();
      return true;
    }
    if (record.default_cutoffs.empty()) {
      return fail(word, fmt::format("{} needs {}: {}@{}", record.name, what_cutoff(record.cutoff),
                                    record.name, record.cutoff == Cutoff::kRank ? "10" : "0.10"));
    }
    out.assign(record.default_cutoffs.begin(), record.default_cutoffs.end());
    return true;
  }

  static std::string_view whole_part(Cutoff kind, std::string_view text) {
    const bool rank = kind == Cutoff::kRank || kind == Cutoff::kOptionalRank;
    return rank && parse_number(text) ? text.substr(0, text.find('.')) : text;
  }

  /// The word behind a comma, taken; empty, and nothing taken, when a comma and one that belongs do not follow.
  template <class Belongs>
  std::string_view take_further(const Belongs& belongs) {
    const std::string_view before = rest_;
    skip_blanks();
    if (!rest_.empty() && rest_.front() == ',') {
      rest_.remove_prefix(1);
      skip_blanks();
      const std::string_view word = take_until("(@, \t");
      if (belongs(word)) return word;
    }
    rest_ = before;
    return {};
  }

  std::string_view take_until(std::string_view stops) {
    const std::string_view taken = rest_.substr(0, rest_.find_first_of(stops));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }

  std::string found_here() const { return rest_.empty() ? "the end" : quote(rest_.substr(0, 1)); }

  /// Reports what is wrong at `where`, a view into the expression.
  bool fail(std::string_view where, std::string message) {
    diagnostics_.error(
        {.file = fmt::format("measure {}", quote(whole_)), .line = 0, .column = column_of(whole_, where)},
        "bad-measure", std::move(message));
    return false;
  }

  std::string_view whole_;
  std::string_view rest_;
  const Registry& registry_;
  Texts texts_;
  bool in_set_ = false;
  Diagnostics& diagnostics_;
};

}  // namespace

std::string_view MeasureName::parameter(std::string_view parameter) const {
  for (const auto& [key, value] : parameters) {
    if (key == parameter) return value;
  }
  return {};
}

std::optional<double> MeasureName::number(std::string_view key) const {
  return parse_number(parameter(key));
}

std::optional<std::uint32_t> MeasureName::rank() const {
  return parse_offset(cutoff);
}

std::optional<double> MeasureName::point() const {
  return parse_number(cutoff);
}

std::string expected_value(const Parameter& parameter) {
  const std::string range = parameter.range ? to_string(*parameter.range) : "a value";
  return parameter.word.empty() ? range : fmt::format("{}, or {}", range, parameter.word);
}

std::string to_string(const MeasureName& name) {
  std::string text = name.name;
  for (std::size_t i = 0; i < name.parameters.size(); ++i) {
    text += fmt::format("{}{}={}", i == 0 ? '(' : ',', name.parameters[i].first, name.parameters[i].second);
  }
  if (!name.parameters.empty()) text += ')';
  if (!name.cutoff.empty()) text += '@' + name.cutoff;
  return text;
}

std::optional<std::vector<MeasureName>> parse_measures(std::string_view expression, Diagnostics& diagnostics,
                                                       const Registry& registry, Texts texts) {
  std::vector<MeasureName> names;
  if (!Parser(expression, registry, texts, diagnostics).list(names)) return std::nullopt;
  return names;
}

std::optional<std::vector<MeasureName>> parse_measures(std::span<const std::string> expressions,
                                                       Diagnostics& diagnostics, const Registry& registry,
                                                       Texts texts) {
  std::vector<MeasureName> names;
  bool ok = true;
  for (const std::string& expression : expressions) {
    ok = Parser(expression, registry, texts, diagnostics).list(names) && ok;
  }
  if (!ok) return std::nullopt;
  return names;
}

}  // namespace fovea
