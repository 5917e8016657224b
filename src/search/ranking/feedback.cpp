#include "search/ranking/feedback.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "search/analysis/analyser.h"
#include "search/analysis/stop_words.h"
#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr std::string_view kFeedbackKind = "fovea feedback 1\n";

bool lends_before(const FeedbackDocument& a, const FeedbackDocument& b) {
  return a.score != b.score ? a.score > b.score : a.id > b.id;
}

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
  // The same words twice: as the index has them, and with Snowball's stopped.
  Analyser analyser(index.facts().analysis);
  AnalysisSettings settings = index.facts().analysis;
  Diagnostics none;
  const auto stop = stop_list("snowball", none);
  settings.stop_words.insert(settings.stop_words.end(), stop->begin(), stop->end());
  Analyser stopping(settings);
  AnalysedDocument indexed;
  AnalysedDocument stopped;
  Feedback lent;
  for (const Answer& each : best.first(std::min(documents, best.size()))) {
    const auto number = index.find(each.id);
    if (!number) continue;
    const auto document = collection.find(each.id);
    if (!document)
      throw std::invalid_argument(fmt::format("{} has no document {}, which {} was made from",
                                              collection.path(), quote(each.id), index.path()));
    const std::string text = document->text();
    analyser.analyse(text, document->tree(), indexed);
    stopping.analyse(text, document->tree(), stopped);
    FeedbackDocument lender{each.id, each.score, index.length(*number), {}};
    for (std::size_t i = 0; i < indexed.words.size(); ++i) {
      const std::uint32_t term = indexed.words[i].term;
      lender.words.push_back({std::string(term == kStopped ? std::string_view() : analyser.term(term)),
                              stopped.words[i].term == kStopped});
    }
    lent.documents.push_back(std::move(lender));
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
