#include "assess/returned_text.h"

#include <algorithm>
#include <utility>

#include "runs/resolve.h"
#include "runs/run.h"

namespace fovea::assess {

namespace {

SpanSet returned_by(const Run& run, std::size_t topic, std::string_view doc, const Collection* collection) {
  TopicResults found;
  Diagnostics heard_before;  // the scores say it
  run.read(topic, found, heard_before);
  std::erase_if(found.results, [&](const Result& result) { return result.doc != doc; });
  found.later_blocks.clear();
  const auto document = collection == nullptr ? std::nullopt : collection->find(doc);
  if (!document) return {};
  resolve(found, run.file(), *collection, heard_before);
  std::vector<Span> spans;
  for (const Result& result : found.results) {
    if (has_place(result))
      spans.push_back({result.span.begin, std::min(result.span.end, document->length())});
  }
  return SpanSet(std::move(spans));
}

}  // namespace

std::vector<ReturnedText> returned_text(const LiveScores& scores, std::string_view topic,
                                        std::string_view doc) {
  std::vector<ReturnedText> out;
  for (const ScoredTrackRun& run : scores.runs()) {
    for (std::size_t t = 0; t < run.run->topics(); ++t) {
      if (run.run->topic(t) != topic) continue;
      SpanSet spans = returned_by(*run.run, t, doc, scores.collection());
      if (!spans.empty()) out.push_back({run.name, std::move(spans)});
    }
  }
  return out;
}

}  // namespace fovea::assess
