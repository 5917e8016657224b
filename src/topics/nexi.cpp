// A recursive-descent parser: one function per rule of the grammar, each either consuming its text and giving
// the piece of the tree, or recording where and why it cannot and giving nothing.
#include "topics/nexi.h"

#include <algorithm>
#include <utility>

#include "text/numbers.h"
#include "text/unicode.h"

namespace fovea::nexi {

namespace {

/// Parentheses inside one another; far more than any topic has, far less than the stack bears.
constexpr int kMaxDepth = 100;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}

bool is_name_character(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ':';
}

bool ends_word(char c) {
  return is_space(c) || c == '"' || c == '(' || c == ')' || c == '[' || c == ']';
}

bool same_letters(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !is_space(text[end])) ++end;
    if (end > at) words.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

class Parser {
 public:
  Parser(std::string_view text, Error& error) : text_(text), error_(error) {}

  std::optional<Query> query() {
    Query query;
    auto path = this->path();
    if (!path) return std::nullopt;
    auto filter = this->filter();
    if (!filter) return std::nullopt;
    query.parts.push_back({std::move(*path), std::move(*filter)});
    if (at_end()) return query;
    path = this->path();
    if (!path) return std::nullopt;
    query.parts.push_back({std::move(*path), std::nullopt});
    if (at_end()) return query;
    if (text_[at_] != '[') return fail("'//', '[' or the end");
    filter = this->filter();
    if (!filter) return std::nullopt;
    query.parts.back().filter = std::move(*filter);
    if (!at_end()) return fail("the end: a query is A[B], A[B]C or A[B]C[D]");
    return query;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }
  bool take(std::string_view token) {
    skip_space();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  /// A keyword stands alone: `order` does not begin with `or`.
  bool take_keyword(std::string_view lower) {
    skip_space();
    const std::string_view rest = text_.substr(at_);
    if (!same_letters(rest.substr(0, lower.size()), lower)) return false;
    if (rest.size() > lower.size() && is_name_character(rest[lower.size()])) return false;
    at_ += lower.size();
    return true;
  }

  std::nullopt_t fail(std::string expected) { return fail_at(at_, std::move(expected)); }
  /// Names the word or sign that stands at `byte`.
  std::nullopt_t fail_at(std::size_t byte, std::string expected) {
    std::size_t end = byte;
    while (end < text_.size() && !ends_word(text_[end])) ++end;
    if (end == byte && byte < text_.size()) ++end;
    error_ = {byte, byte == text_.size() ? "the end" : quote(text_.substr(byte, end - byte)),
              std::move(expected)};
    return std::nullopt;
  }

  std::optional<std::string> name() {
    skip_space();
    if (take("*")) return "*";
    const std::size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '@') ++at_;
    if (at_ == text_.size() || !is_name_start(text_[at_])) {
      at_ = begin;
      return fail("an element name or '*'");
    }
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::optional<Step> step() {
    Step step;
    const bool several = take("(");
    do {
      auto name = this->name();
      if (!name) return std::nullopt;
      step.names.push_back(std::move(*name));
    } while (several && take("|"));
    if (several && !take(")")) return fail("'|' or ')'");
    return step;
  }

  /// One step or more.
  std::optional<Path> path() {
    Path path;
    if (!take("//")) return fail("'//'");
    do {
      auto step = this->step();
      if (!step) return std::nullopt;
      path.push_back(std::move(*step));
    } while (take("//"));
    return path;
  }

  /// "." alone is the element itself.
  std::optional<Path> relative_path() {
    if (!take(".")) return fail("'.', 'about(' or '('");
    skip_space();
    return text_.substr(at_).starts_with("/") ? path() : Path();
  }

  std::optional<Predicate> filter() {
    if (!take("[")) return fail("'//' or '['");
    auto predicate = any_of(0);
    if (!predicate) return std::nullopt;
    if (!take("]")) return fail("'and', 'or' or ']'");
    return predicate;
  }

  std::optional<Predicate> any_of(int depth) {
    return joined("or", Predicate::Kind::kOr, [this, depth] { return all_of(depth); });
  }
  std::optional<Predicate> all_of(int depth) {
    return joined("and", Predicate::Kind::kAnd, [this, depth] { return condition(depth); });
  }

  template <class Operand>
  std::optional<Predicate> joined(std::string_view connective, Predicate::Kind kind, Operand operand) {
    auto first = operand();
    if (!first || !take_keyword(connective)) return first;
    Predicate all;
    all.kind = kind;
    all.operands.push_back(std::move(*first));
    do {
      auto next = operand();
      if (!next) return std::nullopt;
      all.operands.push_back(std::move(*next));
    } while (take_keyword(connective));
    return all;
  }

  std::optional<Predicate> condition(int depth) {
    if (take("(")) {
      if (depth == kMaxDepth) return fail("fewer parentheses inside one another");
      auto inner = any_of(depth + 1);
      if (inner && !take(")")) return fail("'and', 'or' or ')'");
      return inner;
    }
    return take_keyword("about") ? about() : comparison();
  }

  std::optional<Predicate> about() {
    Predicate about;
    if (!take("(")) return fail("'('");
    auto path = relative_path();
    if (!path) return std::nullopt;
    about.path = std::move(*path);
    if (!take(",")) return fail("','");
    while (!take(")")) {
      auto term = this->term();
      if (!term) return std::nullopt;
      about.terms.push_back(std::move(*term));
    }
    if (about.terms.empty()) return fail_at(at_ - 1, "a word or a phrase");
    return about;
  }

  std::optional<Term> term() {
    Term term;
    if (take("+")) term.sign = Term::Sign::kPlus;
    if (term.sign == Term::Sign::kNone && take("-")) term.sign = Term::Sign::kMinus;
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with('"')) return phrase(std::move(term), rest.find('"', 1));
    if (const std::size_t close = closing_apostrophe(rest); close != std::string_view::npos) {
      return phrase(std::move(term), close);
    }
    std::size_t end = 0;
    while (end < rest.size() && !ends_word(rest[end])) ++end;
    if (end == 0 && term.sign != Term::Sign::kNone)
      return fail_at(at_ - 1, "a word or a phrase right behind it");
    if (end == 0) return fail("a word, a phrase or ')'");
    term.words.emplace_back(rest.substr(0, end));
    at_ += end;
    return term;
  }

  /// `close` is where the closing mark stands, counted from the opening one at at_.
  std::optional<Term> phrase(Term term, std::size_t close) {
    if (close == std::string_view::npos) return fail("a closing '\"' behind it");
    term.phrase = true;
    term.words = split_words(text_.substr(at_ + 1, close - 1));
    if (term.words.empty()) return fail("a phrase that is not empty");
    at_ += close + 1;
    return term;
  }

  /// 'single quotes' make a phrase too; the apostrophes of 'tis and mother's do not: the closing one ends a
  /// word.
  static std::size_t closing_apostrophe(std::string_view rest) {
    if (!rest.starts_with('\'')) return std::string_view::npos;
    for (std::size_t at = 1; at < rest.size(); ++at) {
      if (rest[at] == '\'' && (at + 1 == rest.size() || ends_word(rest[at + 1]))) return at;
      if (ends_word(rest[at]) && !is_space(rest[at])) break;
    }
    return std::string_view::npos;
  }

  std::optional<Predicate> comparison() {
    Predicate comparison;
    comparison.kind = Predicate::Kind::kComparison;
    auto path = relative_path();
    if (!path) return std::nullopt;
    comparison.path = std::move(*path);
    const auto comparator = this->comparator();
    if (!comparator) return std::nullopt;
    comparison.comparator = *comparator;
    skip_space();
    std::size_t end = at_;
    while (end < text_.size() && !ends_word(text_[end])) ++end;
    const auto number = parse_number(text_.substr(at_, end - at_));
    if (!number) return fail("a number");
    comparison.number = *number;
    at_ = end;
    return comparison;
  }

  std::optional<Comparator> comparator() {
    if (take("<=")) return Comparator::kLessOrEqual;
    if (take(">=")) return Comparator::kGreaterOrEqual;
    if (take("<")) return Comparator::kLess;
    if (take(">")) return Comparator::kGreater;
    if (take("=")) return Comparator::kEqual;
    return fail("'//', '<', '<=', '>', '>=' or '='");
  }

  std::string_view text_;
  Error& error_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<Query> parse(std::string_view text, Error& error) {
  return Parser(text, error).query();
}

std::optional<Query> parse(std::string_view text, const Place& start, Diagnostics& diagnostics) {
  Error error;
  auto query = parse(text, error);
  if (query) return query;
  const std::string_view before = text.substr(0, error.byte);
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 when there is none
  Place place = start;
  const std::uint64_t first_column = line_begin == 0 && start.column > 0 ? start.column : 1;
  place.column = first_column + count_code_points(before.substr(line_begin));
  if (place.line > 0)
    place.line += static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  diagnostics.expected(std::move(place), "bad-nexi", error.found, error.expected);
  return std::nullopt;
}

}  // namespace fovea::nexi
