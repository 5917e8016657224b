#include "search/analysis/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "search/analysis/stemmer.h"

namespace fovea::search {

namespace {

std::vector<std::string> split_at(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(separator));
    parts.emplace_back(part);
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  return parts;
}

}  // namespace

std::string to_text(const AnalysisSettings& settings) {
  std::string roles;
  for (const auto& [name, role] : settings.roles.table()) {
    if (!roles.empty()) roles += ' ';
    roles += fmt::format("{}={}", name, name_of(role));
  }
  return fmt::format(
      "unicode\t{}\nsnowball\t{}\ntokens\t{}\nfold\t{}\nstem\t{}\nstop\t{}\nstop words\t{}\nroles\t{}\n",
      utf8proc_unicode_version(), snowball_version(), name_of(settings.tokens),
      settings.folding == Folding::kCase ? "case" : "marks", settings.stem, settings.stop,
      fmt::join(settings.stop_words, " "), roles);
}

bool read_setting(std::string_view key, std::string_view value, AnalysisSettings& settings) {
  if (key == "unicode") return value == utf8proc_unicode_version();
  if (key == "snowball") return value == snowball_version();
  if (key == "tokens") {
    const auto tokens = named<Tokens>(value);
    settings.tokens = tokens.value_or(Tokens::kWords);
    return tokens.has_value();
  }
  if (key == "fold") {
    settings.folding = value == "case" ? Folding::kCase : Folding::kMarks;
    return value == "case" || value == "marks";
  }
  if (key == "stem") {
    settings.stem = value;
    return is_stemmer(value);
  }
  if (key == "stop") {
    settings.stop = value;
    return true;
  }
  if (key == "stop words") {
    settings.stop_words = split_at(value, ' ');
    return true;
  }
  if (key != "roles") return false;
  std::map<std::string, Role, std::less<>> table;
  for (const std::string& entry : split_at(value, ' ')) {
    const std::size_t equals = entry.rfind('=');
    if (equals == std::string::npos) return false;
    const auto role = role_named(std::string_view(entry).substr(equals + 1));
    if (!role) return false;
    table.emplace(entry.substr(0, equals), *role);
  }
  settings.roles = Roles::of(std::move(table));
  return true;
}

}  // namespace fovea::search
