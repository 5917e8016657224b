#include "evaluate/compat/chunk_tools.h"

#include <fmt/format.h>

#include <algorithm>

#include "measures/function_measure.h"
#include "measures/views/topic_view.h"
#include "text/character_counts.h"

namespace fovea {

namespace {

/// What both tools divide.
struct Sums {
  std::uint64_t united = 0;      ///< reference text that some chunk covers, counted once
  std::uint64_t pairs = 0;       ///< the same, counted for every chunk that covers it
  std::uint64_t chunks = 0;      ///< characters of all chunks
  std::uint64_t references = 0;  ///< characters of all references
};

/// Over the first `rank` results, 0 meaning all.
Sums sums_of(TopicView& topic, std::size_t rank) {
  Sums sums;
  for (const JudgedDocument& document : topic.judgements().documents())
    sums.references += document.relevant_chars;
  const std::size_t count = rank == 0 ? topic.results().size() : std::min(rank, topic.results().size());
  std::vector<Span> covered;
  for (std::size_t a = 0; a < topic.articles().size(); ++a) {
    const Article& article = topic.articles()[a];
    const SpanView highlights =
        article.judged == nullptr ? SpanView() : topic.judgements().highlights(*article.judged);
    const CharacterCounts highlighted(highlights);
    covered.clear();
    for (const std::uint32_t i : topic.results_of(a)) {
      if (i >= count) break;
      const Span chunk = topic.span_of(i, article);
      sums.chunks += chunk.size();
      sums.pairs += highlighted.in(chunk);
      covered.push_back(chunk);
    }
    sums.united += intersection_size(highlights, SpanSet(covered));
  }
  return sums;
}

using Ratio = double (*)(const Sums&);

double chroma_precision(const Sums& sums) {
  return ratio(sums.united, sums.chunks);
}
double chroma_recall(const Sums& sums) {
  return ratio(sums.united, sums.references);
}
double chroma_iou(const Sums& sums) {
  return ratio(sums.united, sums.chunks + sums.references - sums.united);
}
double legalbench_precision(const Sums& sums) {
  return ratio(sums.pairs, sums.chunks);
}
double legalbench_recall(const Sums& sums) {
  return ratio(sums.pairs, sums.references);
}

/// Precision omega with chunks that touch a reference among those retrieved.
double chroma_precision_omega(TopicView& topic) {
  std::uint64_t chunked = 0;
  std::uint64_t covered = 0;
  std::vector<Span> hits;
  for (std::size_t a = 0; a < topic.articles().size(); ++a) {
    const Article& article = topic.articles()[a];
    if (!article.relevant()) continue;
    const SpanView highlights = topic.judgements().highlights(*article.judged);
    hits.clear();
    for (const std::uint32_t i : topic.results_of(a)) {
      const Span chunk = topic.span_of(i, article);
      // The first reference that ends at the chunk or behind its beginning; to touch it is enough.
      const auto reference = std::lower_bound(highlights.begin(), highlights.end(), chunk.begin,
                                              [](Span span, Offset at) { return span.end < at; });
      if (reference != highlights.end() && reference->begin <= chunk.end) hits.push_back(chunk);
    }
    const SpanSet chunks(hits);
    covered += intersection_size(highlights, chunks);
    chunked += character_count(chunks);
  }
  return ratio(covered, chunked + topic.totals().characters - covered);
}

struct Figure {
  ChunkTool tool;
  std::string_view name;
  Ratio ratio;
};
constexpr Figure kFigures[] = {
    {ChunkTool::kChroma, "charP", chroma_precision},
    {ChunkTool::kChroma, "charR", chroma_recall},
    {ChunkTool::kChroma, "IoU", chroma_iou},
    {ChunkTool::kLegalBench, "charP", legalbench_precision},
    {ChunkTool::kLegalBench, "charR", legalbench_recall},
};

}  // namespace

std::unique_ptr<const Measure> chunk_tool_measure(ChunkTool tool, const MeasureName& name, std::string& why) {
  if (name.parameters.empty()) {
    for (const Figure& figure : kFigures) {
      if (figure.tool == tool && figure.name == name.name) {
        return measure_of([ratio = figure.ratio, rank = name.rank().value_or(0)](TopicView& topic) {
          return ratio(sums_of(topic, rank));
        });
      }
    }
    if (tool == ChunkTool::kChroma && name.name == "PrecisionOmega") {
      return measure_of(chroma_precision_omega);
    }
  }
  why = tool == ChunkTool::kChroma
            ? fmt::format("chroma has no {}: only IoU, charR, charP and PrecisionOmega", to_string(name))
            : fmt::format("legalbench has no {}: only charP and charR", to_string(name));
  return nullptr;
}

std::string_view chunk_tool_defaults(ChunkTool tool) {
  return tool == ChunkTool::kChroma ? "IoU charR charP" : "charP charR";
}

}  // namespace fovea
