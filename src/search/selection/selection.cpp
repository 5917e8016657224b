#include "search/selection/selection.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "search/models/linear.h"
#include "search/models/unit_model.h"
#include "search/nexi/castitle_scorer.h"

namespace fovea::search {

namespace {

/// Scores of `linear`: features scaled over all units.
void weigh_features(Partial& partial, const std::vector<double>& weights) {
  std::vector<double> sums(weights.size(), 0);
  std::vector<double> squares(weights.size(), 0);
  double count = 0;
  const auto each_unit = [&](const auto& visit) {
    for (ArticleUnits& article : partial.units) {
      for (Unit& unit : article.units) {
        if (unit.values.size() == weights.size()) visit(unit);
      }
    }
  };
  each_unit([&](const Unit& unit) {
    ++count;
    for (std::size_t i = 0; i < weights.size(); ++i) sums[i] += unit.values[i];
  });
  each_unit([&](const Unit& unit) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double off = unit.values[i] - sums[i] / count;
      squares[i] += off * off;
    }
  });
  each_unit([&](Unit& unit) {
    unit.score = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double deviation = std::sqrt(squares[i] / count);
      if (deviation > 0) unit.score += weights[i] * ((unit.values[i] - sums[i] / count) / deviation);
    }
  });
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
    for (Unit& unit : article.units) {
      unit.score = castitle_value(structure, unit.values, best);
      if (unit.score <= 0) continue;
      const bool again = !answers.empty() && answers.back().first_word == unit.first_word &&
                         answers.back().end_word == unit.end_word;
      if (!again) {
        answers.push_back(std::move(unit));
      } else if (unit.values.front() > answers.back().values.front()) {
        answers.back() = std::move(unit);
      }
    }
    article.units = std::move(answers);
  }
}

/// The best of each article.
void keep_each(std::vector<Pick>& picks, std::size_t each, const PickOrder& order) {
  std::ranges::sort(picks, order);
  std::map<std::uint32_t, std::size_t> kept;
  std::erase_if(picks, [&](const Pick& pick) { return kept[pick.article]++ >= each; });
}

/// Whole articles are their own units.
std::vector<Pick> whole_articles(const Partial& partial) {
  std::vector<Pick> picks;
  for (std::uint32_t i = 0; i < partial.articles.size(); ++i)
    picks.push_back({i, partial.articles[i].score, 0, partial.articles[i].span, 0, 0});
  return picks;
}

}  // namespace

std::vector<Answer> make_answer(Partial partial, const Query& query, const Pipeline& pipeline) {
  const PickOrder order(partial.articles);
  std::vector<Pick> picks;
  const bool parts = pipeline.candidates.kind != Candidates::Kind::kArticle || pipeline.score != nullptr;
  if (!parts) {
    picks = whole_articles(partial);
  } else {
    if (query.structure) {
      evaluate_castitle(partial, *query.structure);
    } else if (pipeline.score == &kLinear) {
      weigh_features(partial, linear_weights(pipeline.score_settings));
    }
    const bool zero_is_none = query.structure || pipeline.score == &kProximity;
    for (std::uint32_t i = 0; i < partial.units.size(); ++i) {
      for (const Unit& unit : partial.units[i].units) {
        if (unit.span.empty() || (zero_is_none && unit.score <= 0)) continue;
        picks.push_back(
            {i, unit.score, unit.first_word, unit.span, unit.element, unit.element, unit.parent, unit.next});
      }
    }
  }
  using Overlap = Selection::Overlap;
  const Overlap overlap = pipeline.selection.overlap.value_or(Overlap::kAllow);
  if (overlap == Overlap::kBestFirst) {
    drop_overlapping(picks, order);
  } else if (overlap == Overlap::kOptimal && pipeline.cut.topic) {
    choose_optimal(picks, *pipeline.cut.topic, order);
  } else if (overlap == Overlap::kOptimal) {
    std::map<std::uint32_t, std::vector<Pick>> by_article;
    for (const Pick& pick : picks) by_article[pick.article].push_back(pick);
    picks.clear();
    for (auto& [article, own] : by_article) {
      choose_optimal(own, pipeline.cut.article.value_or(0), order);
      picks.insert(picks.end(), own.begin(), own.end());
    }
  }
  if (pipeline.selection.rebuild) rebuild(picks, partial);
  if (pipeline.selection.each > 0) keep_each(picks, pipeline.selection.each, order);
  if (pipeline.cut.output == Cut::Output::kRange) join_ranges(picks);
  std::ranges::sort(picks, order);
  return cut(std::move(picks), partial, query, pipeline);
}

}  // namespace fovea::search
