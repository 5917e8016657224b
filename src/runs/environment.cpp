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

constexpr std::string_view kTwoTables = "the tables hardware and software";

template <auto Facts>
void read_facts(const TomlEntry& entry, Environment& environment) {
  const toml::table* const table = entry.node.as_table();
  if (table == nullptr)
    return entry.in.diagnostics.expected(entry.place(), "unknown-key", quote(entry.key), kTwoTables);
  for (const auto& [key, node] : *table) {
    if (const auto fact = toml_text(node)) {
      (environment.*Facts).emplace_back(key.str(), *fact);
    } else {
      entry.item(node).wrong(fmt::format("another kind of value for {}", quote(key.str())),
                             "a text or a number");
    }
  }
}

constexpr TomlKey<Environment> kEnvironmentKeys[] = {{"hardware", read_facts<&Environment::hardware>},
                                                     {"software", read_facts<&Environment::software>}};

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
  read_keys({file.name(), *parsed, diagnostics}, kEnvironmentKeys, environment,
            {.expected = kTwoTables, .at_value = true});
  if (diagnostics.errors() != before) return std::nullopt;
  return environment;
}

}  // namespace fovea
