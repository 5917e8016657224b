// Queries back to text: as NEXI, and as an outline.
#include <fmt/format.h>

#include "topics/nexi.h"

namespace fovea::nexi {

namespace {

std::string_view spelling(Comparator comparator) {
  constexpr std::string_view kSpellings[] = {"<", "<=", ">", ">=", "="};
  return kSpellings[static_cast<std::size_t>(comparator)];
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string enclosed(bool wanted, char open, const std::string& text, char close) {
  return wanted ? fmt::format("{}{}{}", open, text, close) : text;
}

std::string text_of(const Path& path) {
  std::string text;
  for (const Step& step : path) {
    text += "//";
    text += enclosed(step.names.size() > 1, '(', joined(step.names, "|"), ')');
  }
  return text;
}

std::string text_of(const Term& term) {
  const std::string_view sign = term.sign == Term::Sign::kPlus    ? "+"
                                : term.sign == Term::Sign::kMinus ? "-"
                                                                  : "";
  return fmt::format("{}{}", sign, enclosed(term.phrase, '"', joined(term.words, " "), '"'));
}

std::string text_of(const std::vector<Term>& terms) {
  std::string text;
  for (const Term& term : terms) text += fmt::format("{}{}", text.empty() ? "" : " ", text_of(term));
  return text;
}

std::string text_of_comparison(const Predicate& predicate) {
  return fmt::format(".{} {} {}", text_of(predicate.path), spelling(predicate.comparator), predicate.number);
}

bool joins(const Predicate& predicate) {
  return predicate.kind == Predicate::Kind::kAnd || predicate.kind == Predicate::Kind::kOr;
}

std::string_view connective(const Predicate& predicate) {
  return predicate.kind == Predicate::Kind::kAnd ? "and" : "or";
}

std::string text_of(const Predicate& predicate) {
  if (predicate.kind == Predicate::Kind::kComparison) return text_of_comparison(predicate);
  if (!joins(predicate))
    return fmt::format("about(.{}, {})", text_of(predicate.path), text_of(predicate.terms));
  std::string text;
  for (const Predicate& operand : predicate.operands) {
    if (!text.empty()) text += fmt::format(" {} ", connective(predicate));
    // `and` inside `or` needs no parentheses; the same connective inside itself keeps its own.
    const bool bare =
        !joins(operand) || (operand.kind == Predicate::Kind::kAnd && predicate.kind == Predicate::Kind::kOr);
    text += enclosed(!bare, '(', text_of(operand), ')');
  }
  return text;
}

void add_outline(std::string& out, const Predicate& predicate, std::size_t indent) {
  out.append(indent, ' ');
  if (joins(predicate)) {
    out += fmt::format("{}\n", connective(predicate));
    for (const Predicate& operand : predicate.operands) add_outline(out, operand, indent + 2);
  } else if (predicate.kind == Predicate::Kind::kComparison) {
    out += text_of_comparison(predicate) + "\n";
  } else {
    out += fmt::format("about .{}: {}\n", text_of(predicate.path), text_of(predicate.terms));
  }
}

}  // namespace

std::string print(const Query& query) {
  std::string text;
  for (const Part& part : query.parts) {
    text += text_of(part.path);
    if (part.filter) text += fmt::format("[{}]", text_of(*part.filter));
  }
  return text;
}

std::string outline(const Query& query) {
  std::string out;
  for (const Part& part : query.parts) {
    out += fmt::format("{} {}\n", &part == &query.parts.back() ? "target" : "support", text_of(part.path));
    if (part.filter) add_outline(out, *part.filter, 2);
  }
  return out;
}

}  // namespace fovea::nexi
