#include "runs/writer.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <utility>

#include "runs/format_writer.h"
#include "runs/resolve.h"
#include "runs/run_format.h"

namespace fovea {

namespace {

/// The first result of each document, as a whole document.
void keep_first_of_each_document(TopicResults& topic, FormatWriter& writer) {
  absl::flat_hash_set<std::string_view> seen;
  std::uint64_t places = 0;
  const std::size_t before = topic.results.size();
  std::erase_if(topic.results, [&](Result& result) {
    const bool document = result.kind == ResultKind::kDocument;
    places += document ? 0 : 1;
    result.kind = ResultKind::kDocument;
    // A document that is given twice as a whole stays twice: that is what the run says.
    return !seen.insert(result.doc).second && !document;
  });
  if (places > 0) writer.miss("places in documents (written as whole documents)", places);
  if (const std::size_t dropped = before - topic.results.size(); dropped > 0) {
    writer.miss("further results of a document that stands above already", dropped);
  }
}

/// Readers of TREC runs go by score. Where that is not the order of the results, they get scores that say it.
void make_scores_say_the_order(TopicResults& topic, FormatWriter& writer) {
  TopicResults by_score = topic;
  put_in_order(by_score, RankOrder::kScore);
  const bool same = std::equal(topic.results.begin(), topic.results.end(), by_score.results.begin(),
                               [](const Result& a, const Result& b) { return a.doc == b.doc; });
  if (same) return;
  auto score = static_cast<double>(topic.results.size());
  for (Result& result : topic.results) result.score = score--;
  writer.miss("scores of topics that are ranked otherwise (descending numbers are written)");
}

/// Rows have a rank; a run that gives none gets the positions.
void number_if_unranked(TopicResults& topic) {
  const bool unranked = std::all_of(topic.results.begin(), topic.results.end(),
                                    [](const Result& result) { return result.rank == 0; });
  if (!unranked) return;
  std::int32_t rank = 0;
  for (Result& result : topic.results) result.rank = ++rank;
}

}  // namespace

RunWriter::RunWriter(const RunFormat& format, const RunDetails& details, Options options, Sink sink)
    : writer_(format.write(options.mixed)), format_(&format), options_(options), sink_(std::move(sink)) {
  writer_->begin(details, options.times);
}
RunWriter::RunWriter(RunWriter&&) noexcept = default;
RunWriter& RunWriter::operator=(RunWriter&&) noexcept = default;
RunWriter::~RunWriter() = default;

const Unsaid& RunWriter::unsaid() const {
  return writer_->unsaid();
}

void RunWriter::write(const TopicResults& topic, const TopicTimes* times) {
  TopicResults ranked = topic;
  if (format_->whole_documents && !options_.mixed) {
    if (options_.order == RankOrder::kRank) put_in_order(ranked, options_.order);
    keep_first_of_each_document(ranked, *writer_);
    if (options_.order != RankOrder::kScore) make_scores_say_the_order(ranked, *writer_);
  } else {
    put_in_order(ranked, options_.order);
  }
  if (format_->ranked) number_if_unranked(ranked);
  writer_->topic(ranked, times);
  sink_(writer_->out());
  writer_->out().clear();
}

void RunWriter::finish() {
  writer_->end();
  if (!writer_->out().empty()) sink_(writer_->out());
  writer_->out().clear();
}

Unsaid write_run(const Run& run, const RunFormat& format, const Collection* collection, RunWriter::Sink sink,
                 Diagnostics& diagnostics, std::optional<PassageElements> elements) {
  bool times = false;
  for (std::size_t i = 0; i < run.topics(); ++i) times = times || run.times(i) != nullptr;
  RunWriter writer(format, run.details(), {run.format().order, times}, std::move(sink));
  TopicResults topic;
  ElementTurn turn;
  for (std::size_t i = 0; i < run.topics(); ++i) {
    TextStore paths;
    run.read(i, topic, diagnostics);
    if (collection != nullptr) resolve(topic, run.file(), *collection, diagnostics);
    if (collection != nullptr && elements) turn_into_elements(topic, *collection, *elements, paths, turn);
    writer.write(topic, run.times(i));
  }
  writer.finish();
  Unsaid unsaid = writer.unsaid();
  const auto add = [&unsaid](const char* what, std::uint64_t count) {
    if (count > 0) unsaid[what] += count;
  };
  add("passages (written as elements)", turn.passages);
  add("further passages of an element that stands above already", turn.repeated);
  add("passages without an element inside", turn.lost);
  return unsaid;
}

// ---- What all formats share -----------------------------------------------------------------------------

void FormatWriter::miss(std::string_view what, std::uint64_t times) {
  const auto known = unsaid_.find(what);
  (known != unsaid_.end() ? known->second : unsaid_[std::string(what)]) += times;
}

void FormatWriter::miss_details(const RunDetails& details, bool id_too) {
  const auto lost = [this](std::string_view what, bool given) {
    if (given) miss(what);
  };
  lost("the run id", id_too && !details.id.empty());
  lost("the participant", !details.participant.empty());
  lost("the task", !details.task.empty());
  lost("the kind of query", !details.query.empty());
  lost("the result type", !details.result_type.empty());
  lost("the topic fields used", !details.topic_fields.empty());
  lost("the description", !details.description.empty());
  lost("the collections searched", !details.collections.empty());
  lost("the depth (topk)", !details.topk.empty());
  lost("the index size", !details.index_size_bytes.empty());
  lost("the environment", !details.environment.empty());
}

}  // namespace fovea
