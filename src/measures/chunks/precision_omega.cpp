// What a division of documents into chunks allows: no run is needed.
//
//     PrecisionOmega = |∪ (chunk ∩ rel)| / |∪ chunks ∪ rel|
//
// over all chunks that overlap the highlighted text of a topic: the IoU of a system that retrieves every
// chunk with relevant text and no other. "Results" of the topic are the chunks of the documents with
// highlights.
#include "measures/families.h"
#include "measures/function_measure.h"
#include "measures/views/topic_view.h"

namespace fovea {

namespace {

double precision_omega(TopicView& topic) {
  const std::span<const Article> articles = topic.articles();
  std::uint64_t covered = 0;
  std::uint64_t chunked = 0;
  std::vector<Span> hits;
  for (std::size_t a = 0; a < articles.size(); ++a) {
    if (!articles[a].relevant()) continue;
    const SpanView highlights = topic.judgements().highlights(*articles[a].judged);
    hits.clear();
    for (const std::uint32_t i : topic.results_of(a)) {
      const Span chunk = topic.span_of(i, articles[a]);
      if (overlap(highlights, chunk)) hits.push_back(chunk);
    }
    const SpanSet chunks(hits);
    covered += intersection_size(highlights, chunks);
    chunked += character_count(chunks);
  }
  if (covered == 0) return 0;
  return static_cast<double>(covered) / static_cast<double>(chunked + topic.totals().characters - covered);
}

}  // namespace

MeasureFamily chunk_measures() {
  MeasureRecord omega = {
      .name = "PrecisionOmega",
      .summary = "the best precision a chunking allows at full recall",
      .definition =
          "Asked of a chunking (index, document, begin, end, separated by tabs), not of a run: all chunks "
          "that overlap the highlighted text are retrieved, and their IoU with it is taken. What is lost is "
          "lost by the boundaries of the chunks alone.",
      .formula = "PrecisionOmega = |union(chunk and rel)| / |union(chunks) or rel|",
      .source =
          "Smith, Troynikov: Evaluating chunking strategies for retrieval, Chroma technical report 2024",
      .needs = {.highlights = true, .chunking = true},
      .examples = {{"t1 Q0 a 100 1000 200 200:100\n", "0\ta\t0\t250\n1\ta\t250\t500\n2\ta\t500\t1000\n",
                    "PrecisionOmega", 0.2,
                    "the first two chunks overlap the passage: 100 of 500 characters"}},
      .make = [](const MeasureName&, std::string&) { return measure_of(precision_omega); },
  };
  return {"Chunks (retrieval for generation)", {std::move(omega)}};
}

}  // namespace fovea
