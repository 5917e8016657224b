#include "evaluate/topic_groups.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace fovea {

namespace {

constexpr std::array<std::string_view, 4> kGroupNames = {"all", "document", "folder", "file"};

std::string group_of(const Judgements& judgements, const JudgedDocument& document, GroupTopics by) {
  switch (by) {
    case GroupTopics::kDocument:
      return std::string(document.id);
    case GroupTopics::kFolder: {
      const std::size_t folder = document.id.find('/');
      return folder == std::string_view::npos ? std::string(".") : std::string(document.id.substr(0, folder));
    }
    case GroupTopics::kFile:
      return std::filesystem::path(judgements.file(document.file)).stem().string();
    case GroupTopics::kAll:
      break;
  }
  return "all";
}

}  // namespace

std::optional<GroupTopics> group_topics_named(std::string_view name) {
  const auto found = std::ranges::find(kGroupNames, name);
  if (found == kGroupNames.end()) return std::nullopt;
  return static_cast<GroupTopics>(found - kGroupNames.begin());
}

std::vector<std::string> groups_of(const Judgements& judgements, GroupTopics by) {
  std::vector<std::string> groups;
  for (const TopicJudgements& topic : judgements.topics()) {
    std::string& group = groups.emplace_back(by == GroupTopics::kAll ? "all" : "(none)");
    for (const JudgedDocument& document : topic.documents()) {
      if (!document.relevant() || by == GroupTopics::kAll) continue;
      const std::string own = group_of(judgements, document, by);
      if (group != "(none)" && group != own) {
        group = "(several)";
        break;
      }
      group = own;
    }
  }
  return groups;
}

}  // namespace fovea
