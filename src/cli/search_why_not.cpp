#include "cli/search_why_not.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "cli/command.h"
#include "cli/console.h"
#include "search/session/search.h"
#include "text/escape.h"

namespace fovea::cli {

namespace {

class Absence {
 public:
  Absence(const WhyNotInput& input, const search::Index& index, search::DocumentNumber number)
      : input_(input), asked_(input.findings.asked), index_(index), number_(number) {}

  void print() {
    fmt::print("{}: {}\n", visible(input_.document), reason());
    const search::Explanation explained =
        explain(index_, asked_.query, asked_.counts, input_.session.pipeline(), number_);
    fmt::print("term\ttf\tn\tscore\n");
    for (const search::TermExplanation& term : explained.terms)
      fmt::print("{}\t{}\t{}\t{:.6f}\n", visible(term.term), term.tf, term.n, term.part);
    for (std::size_t i = 0; i < asked_.query.terms.size(); ++i) {
      if (asked_.counts.terms[i].occurrences == 0)
        fmt::print("{}\t0\t0\t0.000000\n", visible(asked_.query.terms[i].text()));
    }
  }

 private:
  std::string reason() {
    const auto& answers = input_.findings.answers;
    const auto row = std::ranges::find(answers, input_.document, &search::Answer::id);
    if (row != answers.end())
      return fmt::format("is in the answer to topic {}, in row {}", visible(input_.topic),
                         row - answers.begin() + 1);
    const std::vector<search::Answer> ranked = rank_all();
    const auto place = std::ranges::find(ranked, input_.document, &search::Answer::id);
    if (place == ranked.end()) return unranked();
    const auto rank = static_cast<std::size_t>(place - ranked.begin()) + 1;
    const std::string where =
        fmt::format("is article {} of {} with {:.6f}", rank, ranked.size(), place->score);
    std::set<std::string_view> articles;
    for (const search::Answer& each : answers) articles.insert(each.id);
    if (!input_.session.pipeline().has_units())
      return fmt::format("{}; the answer {}", where, end_of_answer(articles.size()));
    if (rank > input_.session.pipeline().depth)
      return fmt::format("{}; parts are looked for in the first {}, the last of which has {:.6f}", where,
                         input_.session.pipeline().depth, ranked[input_.session.pipeline().depth - 1].score);
    return fmt::format("{}; {}; the answer {}", where, parts(), end_of_answer(articles.size()));
  }

  std::string end_of_answer(std::size_t articles) const {
    const auto& answers = input_.findings.answers;
    if (answers.empty()) return "is empty";
    return fmt::format("has {} of {}, the last of which, in {}, has {:.6f}",
                       counted(answers.size(), "row", "rows"), counted(articles, "article", "articles"),
                       visible(answers.back().id), answers.back().score);
  }

  /// Every article that can be ranked, as the preset ranks them.
  std::vector<search::Answer> rank_all() const {
    search::Pipeline all = input_.session.pipeline();
    all.candidates = {};
    all.score = nullptr;
    all.selection = {};
    all.cut = {};
    all.fill = false;
    all.form = search::AnswerForm::kArticles;
    all.expansion = {};
    all.depth = all.results = asked_.counts.documents;
    Diagnostics none;
    return input_.session.with(std::move(all), none)->search(asked_);
  }

  std::string unranked() const {
    if (asked_.query.given &&
        input_.session.pipeline().selection.group != search::Selection::Group::kReference)
      return "is not in the reference run";
    const search::Explanation explained =
        explain(index_, asked_.query, asked_.counts, input_.session.pipeline(), number_);
    bool any = false;
    for (const search::TermExplanation& term : explained.terms) any = any || term.tf > 0;
    if (!any) return "has no word of the query";
    for (const search::QueryTerm& term : asked_.query.terms) {
      if (term.required && !has(term))
        return fmt::format("has not '{}', which the query requires", term.text());
    }
    for (const search::QueryTerm& term : asked_.query.excluded) {
      if (has(term)) return fmt::format("has '{}', which the query excludes", term.text());
    }
    if (input_.session.pipeline().model->traits.impacts)
      return "is behind the end of every list of impacts that was read";
    return "has only words of the query that all documents have";
  }

  bool has(const search::QueryTerm& term) const {
    search::Query alone;
    alone.terms.push_back(term);
    const auto explained = explain(index_, alone, count(index_, alone), search::Pipeline(), number_);
    return !explained.terms.empty() && explained.terms.front().tf > 0;
  }

  /// What became of the article's candidates.
  std::string parts() const {
    search::Query alone = asked_.query;
    alone.given = {{input_.document, 0}};
    search::Pipeline pipeline = input_.session.pipeline();
    pipeline.selection.group = search::Selection::Group::kRank;
    const search::Partial partial =
        answer(index_, alone, asked_.counts, pipeline, input_.session.collection());
    if (partial.units.empty() || partial.units.front().units.empty())
      return "it has no part of the kind that the preset looks for with a word of the query";
    const auto& units = partial.units.front().units;
    const std::string found = counted(units.size(), "candidate", "candidates");
    // Scores that are made of all candidates are not known for one article.
    if (asked_.query.structure || !partial.units.front().values.empty())
      return fmt::format("none of its {} was chosen", found);
    const auto best = std::ranges::max_element(units, {}, &search::Unit::score);
    return fmt::format("the best of its {}, at {}–{}, has {:.6f}", found, best->span.begin, best->span.end,
                       best->score);
  }

  const WhyNotInput& input_;
  const search::CountedQuery& asked_;
  const search::Index& index_;
  search::DocumentNumber number_;
};

}  // namespace

int explain_absence(const WhyNotInput& input) {
  for (const search::Index& index : input.session.indexes()) {
    if (const auto number = index.find(input.document)) {
      Absence(input, index, *number).print();
      return kFine;
    }
  }
  say(fmt::format("no document {} in the index", quote(input.document)));
  return kBadInput;
}

}  // namespace fovea::cli
