#include "search/analysis/roles.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "files/toml.h"

namespace fovea::search {

namespace {

using RoleTable = std::map<std::string, Role, std::less<>>;

struct RoleElements {
  Role role;
  std::string_view elements;
};

constexpr std::array<RoleElements, 6> kBuiltIn{{
    {Role::kSection, "sec ss ss1 ss2 ss3 ss4 section abstract"},
    {Role::kParagraph, "p ip1 ip2 ip3 ip4 ip5 ilrj"},
    {Role::kTitle, "title st h h1 h2 h3 h4 h5 h6 article-title"},
    {Role::kList, "list ol ul dl def-list"},
    {Role::kBlock,
     "article body bdy header front back figure fig table row tr col td th cell caption entry item li "
     "list-item dt dd def-item blockquote disp-quote pre div"},
    {Role::kJoining, "a b bold em emph i it italic link strong tt u"},
}};

/// The elements of the role that the key names.
void read_elements(const TomlEntry& entry, RoleTable& table) {
  const toml::array* const names = entry.node.as_array();
  if (names == nullptr) return entry.wrong(quote(entry.key), "a list of element names");
  for (const toml::node& node : *names) {
    const TomlEntry item = entry.item(node);
    const auto name = node.value<std::string>();
    if (!name || name->empty() || name->find_first_of(" \t\r\n") != std::string::npos) {
      item.wrong("no element name", "one in quotes");
    } else if (!table.emplace(*name, *role_named(entry.key)).second) {
      entry.in.diagnostics.error(item.place(), "bad-role", fmt::format("{} has two roles", quote(*name)));
    }
  }
}

/// By name, so that of two roles of an element the same one is told wherever they are in the file.
constexpr TomlKey<RoleTable> kRoleKeys[] = {{"block", read_elements},   {"joining", read_elements},
                                            {"list", read_elements},    {"paragraph", read_elements},
                                            {"section", read_elements}, {"title", read_elements}};

}  // namespace

Roles::Roles() {
  for (const RoleElements& known : kBuiltIn) {
    std::string_view rest = known.elements;
    while (!rest.empty()) {
      const std::string_view name = rest.substr(0, rest.find(' '));
      table_.emplace(name, known.role);
      rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    }
  }
}

std::optional<Roles> Roles::read(const InputFile& file, Diagnostics& diagnostics) {
  const auto parsed = read_toml(file, "roles of elements", diagnostics);
  if (!parsed) return std::nullopt;
  const std::uint64_t before = diagnostics.errors();
  RoleTable table;
  read_keys({file.name(), *parsed, diagnostics, "bad-role"}, kRoleKeys, table,
            {"unknown-role", "section, paragraph, title, list, block or joining"});
  if (diagnostics.errors() > before) return std::nullopt;
  return Roles(std::move(table));
}

Role Roles::role(std::string_view element) const {
  const auto found = table_.find(element);
  return found == table_.end() ? Role::kNone : found->second;
}

}  // namespace fovea::search
