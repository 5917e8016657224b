#include "search/ranking/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "search/index/impacts.h"
#include "search/ranking/element_counts.h"
#include "search/ranking/field_counts.h"
#include "search/ranking/impact_ranking.h"
#include "search/ranking/max_score.h"
#include "search/ranking/term_list.h"

namespace fovea::search {

namespace {

constexpr std::string_view kPartialKind = "fovea partial 1\n";

/// The terms of a query that the collection has, with their lists in one index.
struct Prepared {
  ScoringInput input;
  std::vector<TermList> lists;
  std::vector<std::size_t> terms;  ///< numbers in the query
  std::vector<TermList> excluded;
  std::vector<bool> brings_candidates;
  std::vector<bool> required;
  bool impossible = false;  ///< a required term is nowhere
};

Prepared prepare(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline) {
  if (all.terms.size() != query.terms.size()) throw std::invalid_argument("counts of another query");
  Prepared prepared;
  const auto given = pipeline.settings.find("df");
  const bool by_sentence = given != pipeline.settings.end() && given->second == "sentence";
  prepared.input.units = by_sentence ? all.sentences : all.documents;
  prepared.input.words = all.words;
  prepared.input.mean_length = static_cast<double>(all.words) / static_cast<double>(all.documents);
  for (std::size_t i = 0; i < kFields; ++i)
    prepared.input.mean_field_lengths[i] =
        static_cast<double>(all.field_words[i]) / static_cast<double>(all.documents);
  prepared.input.expanded = query.expanded;
  bool discerning = false;
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    const TermCounts& counts = all.terms[i];
    if (counts.occurrences == 0) {
      prepared.impossible = prepared.impossible || query.terms[i].required;
      continue;
    }
    prepared.terms.push_back(i);
    prepared.input.terms.push_back(
        {by_sentence ? counts.sentences : counts.documents, counts.occurrences, query.terms[i].weight});
    prepared.lists.push_back(find_list(index, query.terms[i]));
    prepared.required.push_back(query.terms[i].required);
    prepared.brings_candidates.push_back(counts.documents < all.documents);
    discerning = discerning || prepared.brings_candidates.back();
  }
  // A query of words that are everywhere ranks everything.
  if (!discerning) prepared.brings_candidates.assign(prepared.lists.size(), true);
  for (const QueryTerm& term : query.excluded) prepared.excluded.push_back(find_list(index, term));
  return prepared;
}

std::vector<RankedDocument> rank_impacts(const Index& index, const Prepared& prepared, const QueryCounts& all,
                                         const Pipeline& pipeline, std::uint64_t& postings_read) {
  const auto limit = [&](std::string_view name) {
    return pipeline.exhaustive
               ? 0
               : static_cast<std::uint64_t>(number_setting(kImpacts, pipeline.settings, name));
  };
  std::vector<ImpactList> lists;
  for (std::size_t i = 0; i < prepared.lists.size(); ++i) {
    if (prepared.lists[i].term != UINT64_MAX)
      lists.push_back({index.impact_list(prepared.lists[i].term),
                       least_impact(all.terms[prepared.terms[i]], limit("K"))});
  }
  return rank_by_impacts(index, lists, limit("rho"), pipeline.depth, postings_read);
}

bool before(const Answer& a, const Answer& b) {
  return a.score != b.score ? a.score > b.score : a.id > b.id;
}

}  // namespace

QueryCounts count(const Index& index, const Query& query) {
  QueryCounts counts{index.documents(),
                     index.facts().sentences,
                     index.facts().words,
                     index.facts().characters,
                     index.facts().field_words,
                     {},
                     {}};
  std::vector<TermList> lists;
  for (const QueryTerm& term : query.terms) {
    TermList list = find_list(index, term);
    counts.terms.push_back(list.counts);
    if (!query.tags.empty()) lists.push_back(std::move(list));
  }
  if (!query.tags.empty()) counts.tags = count_elements(index, query, lists);
  return counts;
}

Partial answer(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline) {
  Partial partial;
  Prepared prepared = prepare(index, query, all, pipeline);
  if (prepared.impossible || prepared.lists.empty()) return partial;
  std::vector<RankedDocument> ranked;
  if (pipeline.model->make == nullptr) {
    ranked = rank_impacts(index, prepared, all, pipeline, partial.postings_read);
  } else {
    std::optional<FieldCounts> fields;
    if (pipeline.model == &kBm25f) prepared.input.fields = &fields.emplace(index, prepared.lists);
    const auto scorer = pipeline.model->make(pipeline.settings, prepared.input);
    const RankingTask task{index,
                           *scorer,
                           prepared.lists,
                           prepared.brings_candidates,
                           prepared.required,
                           prepared.excluded,
                           pipeline.depth};
    ranked = pipeline.exhaustive ? rank_exhaustively(task, partial.postings_read)
                                 : rank_by_max_score(task, partial.postings_read);
  }
  for (const RankedDocument& each : ranked) partial.articles.push_back({index.id(each.document), each.score});
  return partial;
}

Partial merge(const Partial& a, const Partial& b, const Pipeline& pipeline) {
  Partial both;
  both.postings_read = a.postings_read + b.postings_read;
  std::ranges::merge(a.articles, b.articles, std::back_inserter(both.articles), before);
  if (both.articles.size() > pipeline.depth) both.articles.resize(pipeline.depth);
  return both;
}

std::vector<Answer> finish(Partial partial, const Pipeline& pipeline) {
  if (partial.articles.size() > pipeline.results) partial.articles.resize(pipeline.results);
  return std::move(partial.articles);
}

std::string to_bytes(const Partial& partial) {
  std::string bytes(kPartialKind);
  put_number(bytes, partial.postings_read);
  put_number(bytes, partial.articles.size());
  for (const Answer& article : partial.articles) {
    put_number(bytes, article.id.size());
    bytes += article.id;
    put_fixed(bytes, article.score);
  }
  return bytes;
}

Partial partial_from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(kPartialKind)) throw CorruptFile("this is no part of an answer");
  ByteReader reader(bytes, kPartialKind.size());
  Partial partial;
  partial.postings_read = reader.number();
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    Answer article;
    article.id = reader.bytes(reader.number());
    article.score = reader.fixed<double>();
    partial.articles.push_back(std::move(article));
  }
  if (!reader.at_end()) throw CorruptFile("something stands behind a part of an answer");
  return partial;
}

bool can_serve(const std::vector<const Index*>& indexes, const Pipeline& pipeline, Diagnostics& diagnostics) {
  const std::uint64_t before_these = diagnostics.errors();
  for (const Index* index : indexes) {
    if (!(index->facts().analysis == indexes.front()->facts().analysis)) {
      diagnostics.error({index->path()}, "other-analysis",
                        fmt::format("words are analysed in another way than in {}", indexes.front()->path()));
    }
    if (pipeline.model == &kImpacts && index->facts().impact_bits == 0)
      diagnostics.error({index->path()}, "needs-impacts", "has no impacts, which the model needs");
    if (!index->facts().positions && (pipeline.phrases != Phrases::kWords || pipeline.model == &kBm25f))
      diagnostics.error({index->path()}, "needs-positions", "has no positions, which phrases and bm25f need");
  }
  for (std::size_t i = 1; pipeline.model == &kImpacts && i < indexes.size(); ++i) {
    const IndexFacts& facts = indexes[i]->facts();
    if (facts.keep > 0 || indexes.front()->facts().keep > 0) {
      diagnostics.error(
          {indexes[i]->path()}, "several-kept",
          "impacts of several indexes cannot be added up where each keeps some of its postings");
    } else if (facts.impact_range != indexes.front()->facts().impact_range ||
               facts.impact_bits != indexes.front()->facts().impact_bits) {
      diagnostics.error(
          {indexes[i]->path()}, "several-impacts",
          fmt::format("its impacts cannot be added to those of {}: each has statistics of its own",
                      indexes.front()->path()));
    }
  }
  return diagnostics.errors() == before_these;
}

Explanation explain(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline,
                    DocumentNumber document) {
  Prepared prepared = prepare(index, query, all, pipeline);
  std::optional<FieldCounts> fields;
  if (pipeline.model == &kBm25f) prepared.input.fields = &fields.emplace(index, prepared.lists);
  Explanation explanation;
  explanation.length = index.length(document);
  const auto scorer =
      pipeline.model->make == nullptr ? nullptr : pipeline.model->make(pipeline.settings, prepared.input);
  std::vector<std::uint32_t> tfs;
  for (std::size_t i = 0; i < prepared.lists.size(); ++i) {
    const TermList& list = prepared.lists[i];
    TermExplanation term;
    term.term = query.terms[prepared.terms[i]].text();
    term.n = prepared.input.terms[i].n;
    term.cf = prepared.input.terms[i].cf;
    term.weight = prepared.input.terms[i].weight;
    if (list.counts.documents > 0) {
      PostingCursor cursor(list.postings);
      cursor.seek(document);
      if (cursor.document() == document) term.tf = cursor.tf();
    }
    if (scorer != nullptr) {
      if (term.tf > 0 || scorer->counts_absent())
        term.part = scorer->part_in(document, i, term.tf, explanation.length);
    } else if (list.term != UINT64_MAX) {
      std::vector<DocumentNumber> documents;
      for (const ImpactSegment& segment : read_segments(index.impact_list(list.term))) {
        read_segment(segment, index.documents(), documents);
        if (std::ranges::binary_search(documents, document)) term.part = segment.impact;
      }
    }
    explanation.score += term.part;
    explanation.terms.push_back(std::move(term));
  }
  return explanation;
}

}  // namespace fovea::search
