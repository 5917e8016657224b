#include "search/session/categories.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/trim.h"

namespace fovea::search {

namespace {

/// The best articles, which tell what a query is about.
constexpr std::size_t kTelling = 10;

using CategorySet = std::set<std::string>;

/// The texts of the elements of this name; an article that is not in the collection has none.
CategorySet categories_of(const Collection& collection, const std::string& id, std::string_view name) {
  CategorySet categories;
  const auto document = collection.find(id);
  if (!document) return categories;
  for (ElementIndex element = 0; element < document->tree().size(); ++element) {
    if (document->tree().name(element) != name) continue;
    const std::string text = document->text(document->tree().span(element));
    if (const std::string_view category = trim(text); !category.empty()) categories.emplace(category);
  }
  return categories;
}

/// c(d) of each article.
std::vector<double> category_shares(const std::vector<CategorySet>& articles) {
  std::map<std::string_view, double> weights;
  const std::size_t telling = std::min(kTelling, articles.size());
  for (std::size_t i = 0; i < telling; ++i) {
    for (const std::string& category : articles[i]) weights[category] += 1.0 / static_cast<double>(telling);
  }
  std::vector<double> shares;
  for (const CategorySet& categories : articles) {
    double sum = 0;
    for (const std::string& category : categories) {
      const auto weight = weights.find(category);
      if (weight != weights.end()) sum += weight->second;
    }
    shares.push_back(categories.empty() ? 0 : sum / static_cast<double>(categories.size()));
  }
  return shares;
}

/// The distance between the highest and the lowest of some scores.
class ScoreSpread {
 public:
  void add(double score) {
    least_ = std::min(least_, score);
    most_ = std::max(most_, score);
  }
  double size() const { return most_ > least_ ? most_ - least_ : 0; }

 private:
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

void add_category_scores(Partial& partial, const Query& query, const Pipeline& pipeline,
                         const Collection& collection) {
  // Articles that were not looked into stay after the others.
  const std::size_t count = partial.units.empty() ? partial.articles.size() : partial.units.size();
  std::vector<CategorySet> categories;
  ScoreSpread articles;
  ScoreSpread units;
  for (std::size_t i = 0; i < count; ++i) {
    categories.push_back(categories_of(collection, partial.articles[i].id, pipeline.category_element()));
    articles.add(partial.articles[i].score);
    if (partial.units.empty()) continue;
    for (const Unit& unit : partial.units[i].units) units.add(unit.score);
  }
  const std::vector<double> shares = category_shares(categories);
  const bool scores_units = !query.structure && !pipeline.scales_scores();
  for (std::size_t i = 0; i < count; ++i) {
    partial.articles[i].score += pipeline.category_weight * articles.size() * shares[i];
    if (partial.units.empty() || !scores_units) continue;
    for (Unit& unit : partial.units[i].units)
      unit.score += pipeline.category_weight * units.size() * shares[i];
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const Answer& first = partial.articles[a];
    const Answer& second = partial.articles[b];
    return first.score != second.score ? first.score > second.score : first.id > second.id;
  });
  Partial ordered = partial;
  for (std::size_t i = 0; i < count; ++i) {
    ordered.articles[i] = std::move(partial.articles[order[i]]);
    if (!partial.units.empty()) ordered.units[i] = std::move(partial.units[order[i]]);
  }
  partial = std::move(ordered);
}

}  // namespace fovea::search
