#include "search/pipeline/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text/numbers.h"

namespace fovea::search {

namespace {

/// Articles that are ranked at least when their parts are wanted.
constexpr std::size_t kRankedArticles = 1500;

}  // namespace

std::optional<Expansion> parse_expansion(std::string_view text) {
  Expansion expansion;
  const std::size_t open = std::min(text.find('('), text.size());
  const std::string_view name = text.substr(0, open);
  if (name == "rm3") {
    expansion.kind = Expansion::Kind::kRm3;
  } else if (name == "kl") {
    expansion.kind = Expansion::Kind::kKl;
  } else if (name == "rocchio") {
    expansion.kind = Expansion::Kind::kRocchio;
    expansion.documents = 17;
    expansion.terms = 5;
  } else if (name == "ngrams") {
    expansion.kind = Expansion::Kind::kNgrams;
    expansion.terms = 50;
  } else if (name != "none") {
    return std::nullopt;
  }
  if (open == text.size()) return expansion;
  if (!text.ends_with(')') || name == "none") return std::nullopt;
  const bool rocchio = name == "rocchio";
  std::string_view rest = text.substr(open + 1, text.size() - open - 2);
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::size_t begin = std::min(part.find_first_not_of(' '), equals);
    const std::string_view key = part.substr(begin, equals - begin);
    const auto number = parse_number(part.substr(equals + 1));
    if (!number || *number < 0) return std::nullopt;
    const bool count = *number >= 1 && *number <= 1000 && *number == std::floor(*number);
    if (key == "docs" && count) {
      expansion.documents = static_cast<std::size_t>(*number);
    } else if (key == "terms" && count) {
      expansion.terms = static_cast<std::size_t>(*number);
    } else if (key == "bigrams" && name == "ngrams" && count) {
      expansion.bigrams = static_cast<std::size_t>(*number);
    } else if (key == "trigrams" && name == "ngrams" && count) {
      expansion.trigrams = static_cast<std::size_t>(*number);
    } else if (key == "original" && !rocchio && *number <= 1) {
      expansion.original = *number;
    } else if (key == "beta" && rocchio && *number <= 1000) {
      expansion.beta = *number;
    } else {
      return std::nullopt;
    }
  }
  return expansion;
}

std::string to_text(const Expansion& expansion) {
  switch (expansion.kind) {
    case Expansion::Kind::kNone:
      return "none";
    case Expansion::Kind::kRocchio:
      return fmt::format("rocchio(docs={}, terms={}, beta={})", expansion.documents, expansion.terms,
                         expansion.beta);
    case Expansion::Kind::kNgrams:
      return fmt::format("ngrams(docs={}, terms={}, bigrams={}, trigrams={}, original={})",
                         expansion.documents, expansion.terms, expansion.bigrams, expansion.trigrams,
                         expansion.original);
    case Expansion::Kind::kRm3:
    case Expansion::Kind::kKl:
      break;
  }
  return fmt::format("{}(docs={}, terms={}, original={})",
                     expansion.kind == Expansion::Kind::kRm3 ? "rm3" : "kl", expansion.documents,
                     expansion.terms, expansion.original);
}

Pipeline Pipeline::of_articles() const {
  Pipeline articles = *this;
  articles.form = AnswerForm::kArticles;
  articles.selection.group = Selection::Group::kRank;
  return articles;
}

std::size_t Pipeline::ranked() const {
  const bool whole = candidates.kind == Candidates::Kind::kArticle && score == nullptr;
  return whole ? depth : std::max(depth, kRankedArticles);
}

std::string_view Pipeline::category_element() const {
  constexpr std::string_view kElement = "element:";
  return categories.starts_with(kElement) ? std::string_view(categories).substr(kElement.size()) : "";
}

bool Pipeline::has_units() const {
  if (form == AnswerForm::kEntryPoints && (cut.bep == Cut::Bep::kHit || cut.bep == Cut::Bep::kMean))
    return true;
  const bool parts = candidates.kind != Candidates::Kind::kArticle || score != nullptr;
  return parts && (form != AnswerForm::kArticles || selection.group != Selection::Group::kRank);
}

bool Pipeline::needs_collection() const {
  return expansion.kind != Expansion::Kind::kNone || has_units() || has_limits() ||
         !category_element().empty();
}

bool Pipeline::serves_chunks() const {
  // Chunks may overlap, and a list that may not would have to know them.
  const bool listed = form == AnswerForm::kArticles ||
                      (form == AnswerForm::kList && selection.overlap == Selection::Overlap::kAllow);
  return listed && !needs_collection() && !model->traits.fields;
}

bool Pipeline::needs_positions() const {
  return phrases != Phrases::kWords || model->traits.fields || score != nullptr ||
         candidates.kind != Candidates::Kind::kArticle || has_units();
}

void apply_task(Pipeline& pipeline, const Task& task) {
  const TaskRules& rules = task.rules;
  auto& overlap = pipeline.selection.overlap;
  // These tasks rank all that was found, whatever the preset would choose of it.
  if (task.name == "thorough" || task.name == "efficiency") {
    overlap = Selection::Overlap::kAllow;
    pipeline.selection.rebuild = false;
  }
  if (!overlap) overlap = Selection::Overlap::kAllow;
  if (rules.no_overlap && overlap == Selection::Overlap::kAllow) overlap = Selection::Overlap::kBestFirst;
  if (task.name == "document") {
    pipeline.form = AnswerForm::kArticles;
  } else if (rules.one_per_article) {
    pipeline.form = AnswerForm::kEntryPoints;
  } else {
    pipeline.form = rules.grouped ? AnswerForm::kGroups : AnswerForm::kList;
  }
  const auto tighten = [](std::optional<std::uint64_t>& limit, const std::optional<std::uint64_t>& rule) {
    if (rule) limit = std::min(limit.value_or(*rule), *rule);
  };
  pipeline.fill = rules.max_chars_per_topic.has_value();
  tighten(pipeline.cut.topic, rules.max_chars_per_topic);
  tighten(pipeline.cut.article, rules.max_chars_per_article);
  if (!pipeline.cut.pad)
    pipeline.cut.pad = pipeline.form == AnswerForm::kGroups || pipeline.form == AnswerForm::kEntryPoints;
  if (rules.max_results)
    pipeline.results = std::min<std::size_t>(pipeline.results, static_cast<std::size_t>(*rules.max_results));
}

}  // namespace fovea::search
