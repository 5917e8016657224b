#include "search/selection/selection.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "search/models/linear.h"
#include "search/models/unit_model.h"
#include "search/nexi/castitle_scorer.h"

namespace fovea::search {

namespace {

/// Scores of `linear`: features scaled over all units.
void weigh_features(Partial& partial, const std::vector<double>& weights) {
  struct Weighed {
    Unit& unit;
    std::span<const double> values;
  };
  std::vector<Weighed> all;
  for (ArticleUnits& article : partial.units) {
    if (article.values_each() != weights.size()) continue;
    for (std::size_t i = 0; i < article.units.size(); ++i) {
      article.units[i].score = 0;
      all.push_back({article.units[i], article.values_of(i)});
    }
  }
  const auto count = static_cast<double>(all.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    double sum = 0;
    for (const Weighed& each : all) sum += each.values[i];
    double squares = 0;
    for (const Weighed& each : all)
      squares += (each.values[i] - sum / count) * (each.values[i] - sum / count);
    const double deviation = std::sqrt(squares / count);
    if (!(deviation > 0)) continue;
    for (const Weighed& each : all)
      each.unit.score += weights[i] * ((each.values[i] - sum / count) / deviation);
  }
}

void evaluate_castitle(Partial& partial, const Structure& structure) {
  std::vector<double> best(structure.abouts.size(), 0);
  for (const ArticleUnits& article : partial.units) {
    for (std::size_t i = 0; i < std::min(best.size(), article.best.size()); ++i)
      best[i] = std::max(best[i], article.best[i]);
  }
  for (ArticleUnits& article : partial.units) {
    // Of answers with the same words, which follow each other, the best fit stays, then the outermost.
    std::vector<Unit> answers;
    double fit = 0;
    for (std::size_t i = 0; i < article.units.size(); ++i) {
      Unit& unit = article.units[i];
      const auto values = article.values_of(i);
      unit.score = castitle_value(structure, values, best);
      if (unit.score <= 0) continue;
      const bool again = !answers.empty() && answers.back().words == unit.words;
      if (again && values.front() <= fit) continue;
      if (again) answers.pop_back();
      answers.push_back(unit);
      fit = values.front();
    }
    article.units = std::move(answers);
    article.values.clear();
  }
}

/// The best of each article.
void keep_each(std::vector<Unit>& units, std::size_t each, const UnitOrder& order) {
  std::ranges::sort(units, order);
  std::map<std::uint32_t, std::size_t> kept;
  std::erase_if(units, [&](const Unit& unit) { return kept[unit.article]++ >= each; });
}

/// Whole articles are their own units.
std::vector<Unit> whole_articles(const Partial& partial) {
  std::vector<Unit> units;
  for (std::uint32_t i = 0; i < partial.articles.size(); ++i) units.push_back(whole_article(partial, i));
  return units;
}

}  // namespace

Unit whole_article(const Partial& partial, std::uint32_t article) {
  return {.span = partial.articles[article].span,
          .element = 0,
          .last_element = 0,
          .article = article,
          .score = partial.articles[article].score};
}

std::vector<Answer> make_answer(Partial partial, const Query& query, const Pipeline& pipeline) {
  const UnitOrder order(partial.articles);
  std::vector<Unit> units;
  const bool parts = pipeline.candidates.kind != Candidates::Kind::kArticle || pipeline.score != nullptr;
  if (!parts) {
    units = whole_articles(partial);
  } else {
    if (query.structure) {
      evaluate_castitle(partial, *query.structure);
    } else if (pipeline.scales_scores()) {
      weigh_features(partial, linear_weights(pipeline.score_settings));
    }
    const bool zero_is_none =
        query.structure || (pipeline.score != nullptr && pipeline.score->traits.zero_is_none);
    for (std::uint32_t i = 0; i < partial.units.size(); ++i) {
      for (const Unit& unit : partial.units[i].units) {
        if (unit.span.empty() || (zero_is_none && unit.score <= 0)) continue;
        units.push_back(unit);
        units.back().article = i;
        units.back().last_element = unit.element;
      }
    }
  }
  using Overlap = Selection::Overlap;
  const Overlap overlap = pipeline.selection.overlap.value_or(Overlap::kAllow);
  if (overlap == Overlap::kBestFirst) {
    drop_overlapping(units, order);
  } else if (overlap == Overlap::kOptimal && pipeline.cut.topic) {
    choose_optimal(units, *pipeline.cut.topic, order);
  } else if (overlap == Overlap::kOptimal) {
    std::map<std::uint32_t, std::vector<Unit>> by_article;
    for (const Unit& unit : units) by_article[unit.article].push_back(unit);
    units.clear();
    for (auto& [article, own] : by_article) {
      choose_optimal(own, pipeline.cut.article.value_or(0), order);
      units.insert(units.end(), own.begin(), own.end());
    }
  }
  if (pipeline.selection.rebuild) rebuild(units, partial);
  if (pipeline.selection.each > 0) keep_each(units, pipeline.selection.each, order);
  if (pipeline.cut.output == Cut::Output::kRange) join_ranges(units);
  std::ranges::sort(units, order);
  return cut(std::move(units), partial, query, pipeline);
}

}  // namespace fovea::search
