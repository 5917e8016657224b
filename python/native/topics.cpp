// Topics and NEXI.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "native.h"
#include "topics/nexi.h"
#include "topics/topic_file.h"

namespace fovea::python {

namespace {

/// A dict per topic, without the fields that it has not.
nb::list read_topic_files(const std::vector<std::string>& paths, std::optional<std::string_view> format) {
  const TopicFormat* chosen = nullptr;
  if (format) chosen = topic_format_named(*format);
  if (format && chosen == nullptr)
    raise("UsageError", fmt::format("found the format {}, expected one of {}", quote(*format),
                                    listed(format_names(all_topic_formats()))));
  Diagnostics said;
  const std::vector<Topic> topics = without_lock([&] { return read_topics(paths, chosen, said); });
  settle(said);
  nb::list out;
  for (const Topic& topic : topics) {
    nb::dict one;
    one["id"] = topic.id;
    for (const TopicField& field : kTopicFields) {
      if (const std::string& text = topic.*field.text; !text.empty())
        one[nb::str(field.name.data(), field.name.size())] = text;
    }
    if (!topic.query_type.empty()) one["query_type"] = topic.query_type;
    out.append(one);
  }
  return out;
}

nb::list path_of(const nexi::Path& path) {
  nb::list steps;
  for (const nexi::Step& step : path) steps.append(step.names);
  return steps;
}

nb::dict term_of(const nexi::Term& term) {
  nb::dict out;
  out["words"] = term.words;
  out["phrase"] = term.phrase;
  out["sign"] = term.sign == nexi::Term::Sign::kPlus ? "+" : term.sign == nexi::Term::Sign::kMinus ? "-" : "";
  return out;
}

std::string_view sign_of(nexi::Comparator comparator) {
  switch (comparator) {
    case nexi::Comparator::kLess:
      return "<";
    case nexi::Comparator::kLessOrEqual:
      return "<=";
    case nexi::Comparator::kGreater:
      return ">";
    case nexi::Comparator::kGreaterOrEqual:
      return ">=";
    case nexi::Comparator::kEqual:
      break;
  }
  return "=";
}

nb::dict predicate_of(const nexi::Predicate& predicate) {
  using Kind = nexi::Predicate::Kind;
  nb::dict out;
  if (predicate.kind == Kind::kAnd || predicate.kind == Kind::kOr) {
    out["kind"] = predicate.kind == Kind::kAnd ? "and" : "or";
    nb::list operands;
    for (const nexi::Predicate& operand : predicate.operands) operands.append(predicate_of(operand));
    out["operands"] = operands;
    return out;
  }
  out["kind"] = predicate.kind == Kind::kAbout ? "about" : "comparison";
  out["path"] = path_of(predicate.path);
  if (predicate.kind == Kind::kAbout) {
    nb::list terms;
    for (const nexi::Term& term : predicate.terms) terms.append(term_of(term));
    out["terms"] = terms;
  } else {
    out["comparator"] = sign_of(predicate.comparator);
    out["number"] = predicate.number;
  }
  return out;
}

/// (canonical text, outline, parts).
nb::tuple parsed_nexi(std::string_view text) {
  Diagnostics said;
  const auto query = nexi::parse(text, Place{"nexi", 1, 1}, said);
  if (!query) raise("InputError", said);
  nb::list parts;
  for (const nexi::Part& part : query->parts) {
    nb::dict one;
    one["path"] = path_of(part.path);
    one["filter"] = part.filter ? nb::object(predicate_of(*part.filter)) : nb::none();
    parts.append(one);
  }
  return nb::make_tuple(nexi::print(*query), nexi::outline(*query), parts);
}

}  // namespace

void bind_topics(nb::module_& module) {
  module.def("read_topics", &read_topic_files, nb::arg("paths"), nb::arg("format").none() = nb::none());
  module.def("parse_nexi", &parsed_nexi, nb::arg("text"));
}

}  // namespace fovea::python
