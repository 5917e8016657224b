#include "search/analysis/roles.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "files/toml.h"

namespace fovea::search {

namespace {

struct RoleNames {
  Role role;
  std::string_view name;
  std::string_view elements;
};

constexpr std::array<RoleNames, 6> kBuiltIn{{
    {Role::kSection, "section", "sec ss ss1 ss2 ss3 ss4 section abstract"},
    {Role::kParagraph, "paragraph", "p ip1 ip2 ip3 ip4 ip5 ilrj"},
    {Role::kTitle, "title", "title st h h1 h2 h3 h4 h5 h6 article-title"},
    {Role::kList, "list", "list ol ul dl def-list"},
    {Role::kBlock, "block",
     "article body bdy header front back figure fig table row tr col td th cell caption entry item li "
     "list-item dt dd def-item blockquote disp-quote pre div"},
    {Role::kJoining, "joining", "a b bold em emph i it italic link strong tt u"},
}};

}  // namespace

std::string_view name_of(Role role) {
  for (const RoleNames& known : kBuiltIn) {
    if (known.role == role) return known.name;
  }
  return "none";
}

std::optional<Role> role_named(std::string_view name) {
  for (const RoleNames& known : kBuiltIn) {
    if (known.name == name) return known.role;
  }
  return std::nullopt;
}

Roles::Roles() {
  for (const RoleNames& known : kBuiltIn) {
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
  std::map<std::string, Role, std::less<>> table;
  const auto read_name = [&](const toml::node& item, Role role) {
    const auto name = item.value<std::string>();
    if (!name || name->empty() || name->find_first_of(" \t\r\n") != std::string::npos) {
      diagnostics.expected(toml_place(file, item.source()), "bad-role", "no element name", "one in quotes");
    } else if (!table.emplace(*name, role).second) {
      diagnostics.error(toml_place(file, item.source()), "bad-role",
                        fmt::format("{} has two roles", quote(*name)));
    }
  };
  std::vector<TomlRow> rows;
  for (const RoleNames& known : kBuiltIn) {
    rows.push_back({known.name, [&, role = known.role](const TomlEntry& entry) {
                      const toml::array* const names = entry.node.as_array();
                      if (names == nullptr)
                        return diagnostics.expected(entry.place, "bad-role", quote(entry.key),
                                                    "a list of element names");
                      for (const toml::node& item : *names) read_name(item, role);
                    }});
  }
  read_rows(file, *parsed, rows, {"unknown-role", "section, paragraph, title, list, block or joining"},
            diagnostics);
  if (diagnostics.errors() > before) return std::nullopt;
  return Roles(std::move(table));
}

Role Roles::role(std::string_view element) const {
  const auto found = table_.find(element);
  return found == table_.end() ? Role::kNone : found->second;
}

}  // namespace fovea::search
