// Chunks as units: is a relevant chunk among the first, and where does it stand?
//
// Retrieval for generation is often asked this way, and measures of documents (RR, nDCG) answer another question: a
// run over few long documents finds the right document nearly always, and the right chunk much less often. When a
// chunk is relevant is said by two parameters: more than `share` of its text is highlighted, and at least `part` of
// some one reference, a stretch of highlighted text, lies in it. A chunk that comes again is not relevant again.
//
// Hit and RR need the run alone. AP and nDCG also count what could have been found: the relevant chunks of the
// chunking that the run was made of.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "measures/families.h"
#include "measures/function_measure.h"
#include "measures/highlights/example.h"
#include "measures/views/topic_view.h"
#include "runs/chunking.h"

namespace fovea {

namespace {

struct ChunkRule {
  double share = 0;
  double part = 0;

  bool relevant(Span chunk, SpanView highlights) const {
    const auto first = std::lower_bound(highlights.begin(), highlights.end(), chunk.begin,
                                        [](Span span, Offset at) { return span.end <= at; });
    std::uint64_t found = 0;
    bool whole_enough = false;
    for (auto reference = first; reference != highlights.end() && reference->begin < chunk.end; ++reference) {
      const std::uint64_t common = intersect(*reference, chunk).size();
      found += common;
      whole_enough =
          whole_enough || static_cast<double>(common) >= part * static_cast<double>(reference->size());
    }
    return whole_enough && static_cast<double>(found) > share * static_cast<double>(chunk.size());
  }
};

bool before(Span a, Span b) {
  return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
}

struct RankedChunk {
  Span span;
  std::size_t rank = 0;  ///< from 1
};

/// The relevant chunks retrieved from an article, each once, where it stands first; in document order.
std::vector<RankedChunk> relevant_chunks_of(TopicView& topic, std::size_t a, const ChunkRule& rule) {
  const Article& article = topic.articles()[a];
  const SpanView highlights = topic.judgements().highlights(*article.judged);
  std::vector<RankedChunk> chunks;
  for (const std::uint32_t i : topic.results_of(a)) {
    if (topic.unplaced(i)) continue;
    const Span chunk = topic.span_of(i, article);
    if (rule.relevant(chunk, highlights)) chunks.push_back({chunk, i + std::size_t{1}});
  }
  std::ranges::stable_sort(chunks, before, &RankedChunk::span);
  chunks.erase(std::ranges::unique(chunks, {}, &RankedChunk::span).begin(), chunks.end());
  return chunks;
}

/// The ranks, from 1, of the relevant chunks of a topic.
std::vector<std::size_t> relevant_ranks(TopicView& topic, const ChunkRule& rule) {
  std::vector<std::size_t> ranks;
  for (const std::uint32_t a : topic.relevant_articles()) {
    for (const RankedChunk& chunk : relevant_chunks_of(topic, a, rule)) ranks.push_back(chunk.rank);
  }
  std::ranges::sort(ranks);
  return ranks;
}

/// The chunks of a document, each once, in document order.
std::vector<Span> chunks_of(const Chunking& chunking, std::string_view doc) {
  std::vector<Span> chunks;
  for (const Chunk& chunk : chunking.of(doc)) chunks.push_back(chunk.span);
  std::ranges::sort(chunks, before);
  chunks.erase(std::ranges::unique(chunks).begin(), chunks.end());
  return chunks;
}

/// How many relevant chunks there are: those of the chunking and, were it another one, those that were retrieved.
std::size_t relevant_chunks(TopicView& topic, const ChunkRule& rule) {
  std::size_t count = 0;
  for (const JudgedDocument& document : topic.judgements().documents()) {
    if (!document.relevant()) continue;
    const SpanView highlights = topic.judgements().highlights(document);
    for (const Span chunk : chunks_of(*topic.chunking(), document.id)) {
      if (rule.relevant(chunk, highlights)) ++count;
    }
  }
  std::size_t foreign = 0;
  for (const std::uint32_t a : topic.relevant_articles()) {
    const std::vector<Span> known = chunks_of(*topic.chunking(), topic.articles()[a].doc);
    for (const RankedChunk& chunk : relevant_chunks_of(topic, a, rule)) {
      if (!std::ranges::binary_search(known, chunk.span, before)) ++foreign;
    }
  }
  topic.note_foreign_chunks(foreign);
  return count + foreign;
}

/// What a measure of chunks looks at: relevant chunks by this rule, up to a rank, 0 meaning all.
struct ChunkView {
  TopicView& topic;
  ChunkRule rule;
  std::size_t rank;

  std::vector<std::size_t> ranks() const {
    std::vector<std::size_t> found = relevant_ranks(topic, rule);
    if (rank > 0) std::erase_if(found, [this](std::size_t at) { return at > rank; });
    return found;
  }
};

double chunk_hit(const ChunkView& view) {
  return view.ranks().empty() ? 0 : 1;
}

double chunk_reciprocal_rank(const ChunkView& view) {
  const std::vector<std::size_t> found = view.ranks();
  return found.empty() ? 0 : 1 / static_cast<double>(found.front());
}

double chunk_average_precision(const ChunkView& view) {
  const std::vector<std::size_t> found = view.ranks();
  double sum = 0;
  for (std::size_t i = 0; i < found.size(); ++i) sum += ratio(i + 1, found[i]);
  const std::size_t all = relevant_chunks(view.topic, view.rule);
  return all == 0 ? 0 : sum / static_cast<double>(all);
}

double chunk_discount(std::size_t rank) {
  return 1 / std::log2(static_cast<double>(rank) + 1);
}

double chunk_discounted_gain(const ChunkView& view) {
  double gain = 0;
  for (const std::size_t found : view.ranks()) gain += chunk_discount(found);
  std::size_t best = relevant_chunks(view.topic, view.rule);
  if (view.rank > 0) best = std::min(best, view.rank);
  double ideal = 0;
  for (std::size_t i = 1; i <= best; ++i) ideal += chunk_discount(i);
  return ideal == 0 ? 0 : gain / ideal;
}

template <double (*kScore)(const ChunkView&)>
std::unique_ptr<Measure> make_chunk_measure(const MeasureName& name, std::string&) {
  const ChunkRule rule{name.number("share").value_or(0), name.number("part").value_or(0)};
  return measure_of([rule, rank = std::size_t{name.rank().value_or(0)}](TopicView& topic) {
    return kScore({topic, rule, rank});
  });
}

constexpr NumberRange kShareRange{.least = 0, .most = 1};
constexpr std::string_view kUnits =
    "A chunk is relevant when more than `share` of its text is highlighted and at least `part` of some one "
    "reference (a stretch of highlighted text) lies in it; by default one highlighted character is enough. A chunk "
    "that comes again counts as not relevant.";
constexpr std::string_view kUnitSource =
    "Recall, MRR, AP and nDCG as retrieval for generation reports them, with the rule of relevance stated";

std::vector<Parameter> rule_parameters() {
  return {{"share", "0", "more than this share of the chunk's text must be highlighted", kShareRange},
          {"part", "0", "at least this part of one reference must lie in the chunk", kShareRange}};
}

MeasureRecord chunk_hit_record() {
  return {
      .name = "chunkHit",
      .summary = "whether a relevant chunk is among the first k",
      .definition = kUnits,
      .formula = "chunkHit@k = 1 if one of the first k chunks is relevant, else 0",
      .source = kUnitSource,
      .parameters = rule_parameters(),
      .cutoff = Cutoff::kRank,
      .needs = {.highlights = true},
      .examples = {{kHighlightJudgements, kHighlightRun, "chunkHit@1", 1,
                    "50 of its 100 characters are highlighted"},
                   {kHighlightJudgements, kHighlightRun, "chunkHit(share=0.5)@1", 0,
                    "50 of 100 characters are not more than half"},
                   {kHighlightJudgements, kHighlightRun, "chunkHit(part=0.5)@1", 1,
                    "50 of the 100 characters of the reference in a lie in the first chunk"}},
      .make = make_chunk_measure<chunk_hit>,
  };
}

MeasureRecord chunk_rr_record() {
  return {
      .name = "chunkRR",
      .summary = "reciprocal rank of the first relevant chunk",
      .definition = kUnits,
      .formula = "chunkRR = 1 / rank of the first relevant chunk; 0 if there is none (among the first k)",
      .source = kUnitSource,
      .parameters = rule_parameters(),
      .cutoff = Cutoff::kOptionalRank,
      .needs = {.highlights = true},
      .examples = {{kHighlightJudgements, kHighlightRun, "chunkRR", 1, "the first chunk is relevant"},
                   {kHighlightJudgements, kHighlightRun, "chunkRR(share=0.5)", 1.0 / 3,
                    "the third chunk is the first with more than half of its text highlighted"}},
      .make = make_chunk_measure<chunk_reciprocal_rank>,
  };
}

constexpr std::string_view kExampleChunking =
    "0\ta\t0\t150\n1\ta\t150\t250\n2\ta\t250\t1000\n3\tb\t0\t100\n4\tc\t0\t150\n5\tc\t150\t600\n";

MeasureRecord chunk_ap_record() {
  return {
      .name = "chunkAP",
      .summary = "average precision with chunks as units",
      .definition = kUnits,
      .formula = "chunkAP = sum over relevant chunks retrieved of P[rank] / relevant chunks of the chunking",
      .source = kUnitSource,
      .parameters = rule_parameters(),
      .cutoff = Cutoff::kOptionalRank,
      .needs = {.highlights = true, .chunks = true},
      .examples = {{kHighlightJudgements, kHighlightRun, "chunkAP", (1 + 2.0 / 3) / 4,
                    "found at ranks 1 and 3; four of the six chunks are relevant", kExampleChunking}},
      .make = make_chunk_measure<chunk_average_precision>,
  };
}

MeasureRecord chunk_ndcg_record() {
  return {
      .name = "chunkNDCG",
      .summary = "normalised discounted gain with chunks as units",
      .definition = kUnits,
      .formula =
          "chunkNDCG@k = sum over relevant chunks retrieved of 1/log2(rank+1) / the same for the relevant chunks of "
          "the chunking at the first ranks",
      .source = kUnitSource,
      .parameters = rule_parameters(),
      .cutoff = Cutoff::kOptionalRank,
      .needs = {.highlights = true, .chunks = true},
      .examples = {{kHighlightJudgements, kHighlightRun, "chunkNDCG@3", 1.5 / 2.1309297535714578,
                    "1 + 1/2 of 1 + 0.6309 + 1/2, the gain of three relevant chunks", kExampleChunking}},
      .make = make_chunk_measure<chunk_discounted_gain>,
  };
}

}  // namespace

MeasureFamily ranked_chunk_measures() {
  return {"Chunks as units (retrieval for generation)",
          {chunk_hit_record(), chunk_rr_record(), chunk_ap_record(), chunk_ndcg_record()}};
}

}  // namespace fovea
