#include "runs/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "files/toml.h"

namespace fovea {

namespace {

struct EnvironmentAttribute {
  std::string_view key;
  std::string_view attribute;
};
constexpr std::array<EnvironmentAttribute, 5> kAttributes{{{"cpus", "no_cpu"},
                                                           {"ram", "ram"},
                                                           {"nodes", "no_nodes"},
                                                           {"cost", "hardware_cost"},
                                                           {"year", "hardware_year"}}};

/// A value as text; nothing for lists, tables and dates.
std::optional<std::string> fact_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return fmt::format("{}", *number);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  if (const auto flag = node.value_exact<bool>()) return *flag ? "yes" : "no";
  return std::nullopt;
}

void read_facts_of(const InputFile& file, const toml::table& table, Environment::Facts& facts,
                   Diagnostics& diagnostics) {
  for (const auto& [key, node] : table) {
    if (const auto fact = fact_of(node)) {
      facts.emplace_back(key.str(), *fact);
    } else {
      diagnostics.expected(toml_place(file, node.source()), "bad-value",
                           fmt::format("another kind of value for {}", quote(key.str())),
                           "a text or a number");
    }
  }
}

}  // namespace

Environment::Facts Environment::attributes() const {
  Facts named;
  for (const EnvironmentAttribute& each : kAttributes) {
    const auto found = std::ranges::find(hardware, each.key, &Facts::value_type::first);
    if (found != hardware.end()) named.emplace_back(each.attribute, found->second);
  }
  return named;
}

bool is_environment_attribute(std::string_view name) {
  return std::ranges::find(kAttributes, name, &EnvironmentAttribute::attribute) != kAttributes.end();
}

std::optional<Environment> read_environment(const InputFile& file, Diagnostics& diagnostics) {
  const std::uint64_t before = diagnostics.errors();
  const auto parsed = read_toml(file, "an environment", diagnostics);
  if (!parsed) return std::nullopt;
  Environment environment;
  for (const auto& [name, node] : *parsed) {
    const toml::table* const table = node.as_table();
    if (table != nullptr && name.str() == "hardware") {
      read_facts_of(file, *table, environment.hardware, diagnostics);
    } else if (table != nullptr && name.str() == "software") {
      read_facts_of(file, *table, environment.software, diagnostics);
    } else {
      diagnostics.expected(toml_place(file, node.source()), "unknown-key", quote(name.str()),
                           "the tables hardware and software");
    }
  }
  if (diagnostics.errors() != before) return std::nullopt;
  return environment;
}

}  // namespace fovea
