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

void read_facts_of(const InputFile& file, const toml::table& table, Environment::Facts& facts,
                   Diagnostics& diagnostics) {
  for (const auto& [key, node] : table) {
    if (const auto fact = toml_text(node)) {
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
  const UnknownTomlKey unknown{.expected = "the tables hardware and software", .where = &TomlEntry::place};
  const auto row = [&](std::string_view name, Environment::Facts& facts) {
    return TomlRow{name, [&](const TomlEntry& entry) {
                     if (const toml::table* const table = entry.node.as_table())
                       return read_facts_of(file, *table, facts, diagnostics);
                     diagnostics.expected(entry.place, unknown.code, quote(entry.key), unknown.expected);
                   }};
  };
  const std::array<TomlRow, 2> rows{row("hardware", environment.hardware),
                                    row("software", environment.software)};
  read_rows(file, *parsed, rows, unknown, diagnostics);
  if (diagnostics.errors() != before) return std::nullopt;
  return environment;
}

}  // namespace fovea
