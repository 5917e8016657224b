#include "search/nexi/path_fit.h"

#include <algorithm>
#include <array>

namespace fovea::search {

namespace {

constexpr std::array<double, 4> kFitAtDistance{1, 0.8, 0.8 * 0.8, 0.8 * 0.8 * 0.8};
constexpr double kNoFit = 0.1;

bool has_role_of_text(Role role) {
  return role == Role::kSection || role == Role::kParagraph || role == Role::kTitle || role == Role::kList;
}

}  // namespace

PathFit::PathFit(const Index& index, const nexi::Path& path) {
  const Roles& roles = index.facts().analysis.roles;
  for (const nexi::Step& step : path) {
    std::vector<bool> fits;
    for (const TagEntry& tag : index.tags()) {
      const Role role = roles.role(tag.name);
      fits.push_back(std::ranges::any_of(step.names, [&](const std::string& name) {
        return name == "*" || name == tag.name || (has_role_of_text(role) && roles.role(name) == role);
      }));
    }
    steps_.push_back(std::move(fits));
  }
}

bool PathFit::exact(const ArticleHits& article, std::uint32_t element, std::uint32_t above) const {
  if (!last(article, element)) return false;
  std::size_t left = steps_.size() - 1;
  for (std::uint32_t at = article.parents[element]; left > 0 && at != above && at != kNoElement;
       at = article.parents[at]) {
    if (steps_[left - 1][article.elements[at].name]) --left;
  }
  return left == 0;
}

std::vector<double> PathFit::vague(const ArticleHits& article) const {
  std::vector<double> fits(article.elements.size(), kNoFit);
  for (std::uint32_t element = 0; element < article.elements.size(); ++element) {
    const bool fitting = last(article, element);
    std::uint32_t at = element;
    for (const double fit : kFitAtDistance) {
      if (at == kNoElement) break;
      // Upwards both ways: this element is near one that fits, or is the one that makes others fit.
      if (last(article, at)) fits[element] = std::max(fits[element], fit);
      if (fitting) fits[at] = std::max(fits[at], fit);
      at = article.parents[at];
    }
  }
  return fits;
}

}  // namespace fovea::search
