#include "files/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/escape.h"
#include "text/unicode.h"

namespace fovea {

namespace {
constexpr std::size_t kLongestQuote = 60;
}

void Diagnostics::expected(Place place, std::string_view code, std::string_view found,
                           std::string_view expected) {
  error(std::move(place), code, fmt::format("found {}, expected {}", found, expected));
}

void Diagnostics::error(Place place, std::string_view code, std::string message) {
  add({Severity::kError, std::move(place), std::string(code), std::move(message)});
}

void Diagnostics::warning(Place place, std::string_view code, std::string message) {
  add({Severity::kWarning, std::move(place), std::string(code), std::move(message)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  ++(diagnostic.severity == Severity::kError ? errors_ : warnings_);
  ++counts_[diagnostic.code];
  if (kept_.size() < keep_) kept_.push_back(std::move(diagnostic));
}

void Diagnostics::count_more(Severity severity, std::string_view code, std::uint64_t more) {
  if (more == 0) return;
  (severity == Severity::kError ? errors_ : warnings_) += more;
  counts_[std::string(code)] += more;
}

void Diagnostics::merge(Diagnostics later) {
  errors_ += later.errors_;
  warnings_ += later.warnings_;
  for (const auto& [code, count] : later.counts_) counts_[code] += count;
  for (Diagnostic& diagnostic : later.kept_) {
    if (kept_.size() == keep_) break;
    kept_.push_back(std::move(diagnostic));
  }
}

std::uint64_t Diagnostics::count(std::string_view code) const {
  const auto it = counts_.find(code);
  return it == counts_.end() ? 0 : it->second;
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = visible(diagnostic.place.file);
  if (diagnostic.place.line > 0) text += fmt::format(":{}", diagnostic.place.line);
  if (diagnostic.place.column > 0) text += fmt::format(":{}", diagnostic.place.column);
  if (!text.empty()) text += ": ";
  if (diagnostic.severity == Severity::kWarning) text += "warning: ";
  return text + diagnostic.message;
}

std::string quote(std::string_view text) {
  std::string out = "'";
  for (std::size_t at = 0; at < text.size();) {
    if (out.size() > kLongestQuote) {
      out += "…";
      break;
    }
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text.substr(at)));
    out += visible(text.substr(at, length));
    at += length;
  }
  return out + "'";
}

std::string unquoted(std::string_view text) {
  const std::string quoted = quote(text);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace fovea
