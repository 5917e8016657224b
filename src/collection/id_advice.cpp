#include "collection/id_advice.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "files/id_likeness.h"

namespace fovea {

namespace {

struct NamingRule {
  std::string_view code;
  std::string_view name;
  bool folders;    ///< the id has them
  bool extension;  ///< the id has it
};
constexpr std::array kNamingRules = {NamingRule{"ids-by-name", "name", false, false},
                                     NamingRule{"ids-by-path", "path", true, true},
                                     NamingRule{"ids-by-stem-path", "stem-path", true, false}};

/// What the rule makes of a document's source, whatever folder was named: every end of it that begins with a part.
template <class Visit>
void each_id_of(std::string_view source, const NamingRule& rule, const Visit& visit) {
  const std::size_t name = source.find_last_of("/!") + 1;
  const std::size_t dot = source.rfind('.');
  if (!rule.extension && dot != std::string_view::npos && dot > name) source = source.substr(0, dot);
  visit(source.substr(name));
  for (std::size_t at = name; rule.folders && at > 1;) {
    at = source.find_last_of("/!", at - 2);
    at = at == std::string_view::npos ? 0 : at + 1;
    visit(source.substr(at));
  }
}

struct Known {
  std::string id;
  std::string source;
};

/// An id that stands for another when the rule finds all; nothing when it does not.
std::optional<std::string> found_by(const NamingRule& rule, std::span<const std::string_view> ids,
                                    std::span<const Known> documents) {
  absl::flat_hash_map<std::string_view, std::string_view> by_rule;
  for (const Known& document : documents) {
    each_id_of(document.source, rule, [&](std::string_view id) { by_rule.try_emplace(id, document.id); });
  }
  const auto missing = [&](std::string_view id) { return !by_rule.contains(id); };
  if (std::ranges::any_of(ids, missing)) return std::nullopt;
  return std::string(by_rule.find(ids.front())->second);
}

}  // namespace

bool advise_on_ids(const std::string& file, std::span<const std::string_view> ids,
                   const Collection& collection, Diagnostics& said) {
  const auto known = [&](std::string_view id) { return collection.find(id).has_value(); };
  if (ids.empty() || std::ranges::any_of(ids, known)) return false;
  std::vector<Known> documents;
  collection.each([&](const Document& document) {
    documents.push_back({std::string(document.id()), std::string(document.source())});
    return true;
  });
  const std::string none = fmt::format("none of {} document{} is in {}", ids.size(),
                                       ids.size() == 1 ? "" : "s", collection.path());
  for (const NamingRule& rule : kNamingRules) {
    if (const auto there = found_by(rule, ids, documents)) {
      said.error({file}, rule.code,
                 fmt::format("{}; all would be, were its documents known by {}: {} is {} there", none,
                             rule.name, quote(ids.front()), quote(*there)));
      return true;
    }
  }
  std::vector<std::string_view> there;
  for (const Known& document : documents) there.emplace_back(document.id);
  const auto likeness = find_likeness(ids, there);
  if (!likeness) return false;
  said.error({file}, "ids-differ", fmt::format("{}; {}", none, to_string(*likeness, ids.size())));
  return true;
}

}  // namespace fovea
