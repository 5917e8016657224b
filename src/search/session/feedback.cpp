#include "search/session/feedback.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "files/corrupt_file.h"
#include "search/analysis/analyser.h"
#include "search/analysis/stop_words.h"
#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr std::string_view kFeedbackKind = "fovea feedback 1\n";

bool lends_before(const FeedbackDocument& a, const FeedbackDocument& b) {
  return a.score != b.score ? a.score > b.score : a.id > b.id;
}

/// The index's analysis, with Snowball's stop list beside its own.
AnalysisSettings stopping_settings(AnalysisSettings settings) {
  Diagnostics none;
  const auto stop = stop_list("snowball", none);
  settings.stop_words.insert(settings.stop_words.end(), stop->begin(), stop->end());
  return settings;
}

/// Reads the words of documents twice: as the index has them, and with Snowball's stopped.
class LenderReader {
 public:
  LenderReader(const Index& index, const Collection& collection)
      : index_(index),
        collection_(collection),
        analyser_(index.facts().analysis),
        stopping_(stopping_settings(index.facts().analysis)) {}

  /// Words that begin in the spans; nothing for a document that the index does not hold.
  std::optional<FeedbackDocument> read(const std::string& id, double score, std::span<const Span> spans) {
    if (!index_.find(id)) return std::nullopt;
    const auto document = collection_.find(id);
    if (!document)
      throw CorruptFile(fmt::format("{} has no document {}, which {} was made from", collection_.path(),
                                    quote(id), index_.path()));
    const std::string text = document->text();
    analyser_.analyse(text, document->tree(), indexed_);
    stopping_.analyse(text, document->tree(), stopped_);
    FeedbackDocument lender{id, score, 0, {}};
    auto span = spans.begin();
    for (std::size_t i = 0; i < indexed_.words.size(); ++i) {
      const Offset begin = indexed_.words[i].span.begin;
      while (span != spans.end() && span->end <= begin) ++span;
      if (span == spans.end()) break;
      if (begin < span->begin) continue;
      const std::uint32_t term = indexed_.words[i].term;
      lender.length += term == kStopped ? 0 : 1;
      lender.words.push_back({std::string(term == kStopped ? std::string_view() : analyser_.term(term)),
                              stopped_.words[i].term == kStopped});
    }
    return lender;
  }

 private:
  const Index& index_;
  const Collection& collection_;
  Analyser analyser_;
  Analyser stopping_;
  AnalysedDocument indexed_;
  AnalysedDocument stopped_;
};

}  // namespace

std::map<std::string, std::uint32_t> FeedbackDocument::tfs() const {
  std::map<std::string, std::uint32_t> counts;
  for (const FeedbackWord& word : words) {
    if (!word.stop) ++counts[word.term];
  }
  return counts;
}

Feedback feedback(const Index& index, const Collection& collection, std::span<const Answer> best,
                  std::size_t documents) {
  LenderReader reader(index, collection);
  Feedback lent;
  for (const Answer& each : best.first(std::min(documents, best.size()))) {
    const Span whole{0, kMaxOffset};
    if (auto lender = reader.read(each.id, each.score, {&whole, 1}))
      lent.documents.push_back(std::move(*lender));
  }
  std::ranges::sort(lent.documents, lends_before);
  return lent;
}

Feedback relevance_feedback(const Index& index, const Collection& collection,
                            std::span<const RelevantText> relevant) {
  LenderReader reader(index, collection);
  Feedback lent;
  for (const RelevantText& each : relevant) {
    auto lender = reader.read(each.id, 1, each.spans);
    if (lender && lender->length > 0) lent.documents.push_back(std::move(*lender));
  }
  std::ranges::sort(lent.documents, lends_before);
  return lent;
}

Feedback merge(Feedback a, const Feedback& b) {
  a.documents.insert(a.documents.end(), b.documents.begin(), b.documents.end());
  std::ranges::sort(a.documents, lends_before);
  return a;
}

std::string to_bytes(const Feedback& feedback) {
  std::string bytes(kFeedbackKind);
  put_number(bytes, feedback.documents.size());
  for (const FeedbackDocument& document : feedback.documents) {
    put_number(bytes, document.id.size());
    bytes += document.id;
    put_fixed(bytes, document.score);
    put_number(bytes, document.length);
    put_number(bytes, document.words.size());
    for (const FeedbackWord& word : document.words) {
      put_number(bytes, 2 * word.term.size() + (word.stop ? 1 : 0));
      bytes += word.term;
    }
  }
  return bytes;
}

Feedback feedback_from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(kFeedbackKind)) throw CorruptFile("this is no feedback");
  ByteReader reader(bytes, kFeedbackKind.size());
  Feedback feedback;
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    FeedbackDocument document;
    document.id = reader.bytes(reader.number());
    document.score = reader.fixed<double>();
    document.length = reader.number32();
    for (std::uint64_t words = reader.number(); words > 0; --words) {
      const std::uint64_t head = reader.number();
      document.words.push_back({std::string(reader.bytes(head / 2)), head % 2 == 1});
    }
    feedback.documents.push_back(std::move(document));
  }
  if (!reader.at_end()) throw CorruptFile("something stands behind the feedback");
  return feedback;
}

}  // namespace fovea::search
