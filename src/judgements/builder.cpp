#include "judgements/builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/short_text.h"
#include "text/span_set.h"

namespace fovea {

const InputFile& JudgementBuilder::add_file(InputFile file) {
  return judgements_.files_.emplace_back(std::move(file));
}

void JudgementBuilder::add_kinds(JudgementKinds kinds) {
  judgements_.kinds_.highlights |= kinds.highlights;
  judgements_.kinds_.element_grades |= kinds.element_grades;
  judgements_.kinds_.document_grades |= kinds.document_grades;
  judgements_.kinds_.groups |= kinds.groups;
}

void JudgementBuilder::add_question(std::string_view topic, std::string_view text,
                                    std::string_view evidence) {
  judgements_.questions_.push_back(
      {keep(topic), keep(text), keep(evidence), static_cast<std::uint32_t>(judgements_.files_.size() - 1)});
}

TopicJudgements& JudgementBuilder::topic_named(std::string_view topic) {
  auto& topics = judgements_.topics_;
  if (current_topic_ < topics.size() && topics[current_topic_].topic() == topic)
    return topics[current_topic_];
  // Topics of one collection are alike in size, so the last one tells how much room the next will need.
  const std::size_t likely = topics.empty() ? 0 : topics[current_topic_].documents().size();
  const auto [place, fresh] =
      judgements_.index_.try_emplace(topic, static_cast<std::uint32_t>(topics.size()));
  if (fresh) {
    topics.emplace_back(topic).reserve(likely);
    if (keeps_listed()) topics.back().keep_listed();
  }
  current_topic_ = place->second;
  return topics[current_topic_];
}

void JudgementBuilder::complete(JudgedDocument& document) const {
  if (!judgements_.files_.empty()) document.file = static_cast<std::uint32_t>(judgements_.files_.size() - 1);
  if (collection_ != nullptr && !document.length) {
    if (const auto stored = collection_->find(document.id)) document.length = stored->length();
  }
}

void JudgementBuilder::add(std::string_view topic, JudgedDocument document, std::span<const Span> passages,
                           std::span<const ElementGrade> elements) {
  complete(document);
  if (!topic_named(topic).add(document, passages, elements)) add_repeated(document, passages, elements);
}

void JudgementBuilder::add_highlights(std::string_view topic, std::string_view doc,
                                      std::span<const Span> spans, std::optional<Offset> length,
                                      std::uint64_t line) {
  JudgedDocument document;
  document.id = keep(doc);
  document.relevant_chars = static_cast<Offset>(character_count(SpanSet({spans.begin(), spans.end()})));
  document.length = length;
  if (!spans.empty()) document.first_listed = spans.front().begin;
  document.grade = spans.empty() ? 0 : 1;
  document.line = static_cast<std::uint32_t>(line);
  add_kinds({.highlights = true});
  add(keep(topic), document, spans);
}

void JudgementBuilder::Part::add(std::string_view topic, const JudgedDocument& document,
                                 std::span<const Span> passages) {
  // A topic that comes back stands here twice; append() joins it.
  if (!same_text(topic, topic_)) {
    store_topic();
    topic_ = topic;
  }
  JudgedDocument& added = documents_.emplace_back(document);
  builder_->complete(added);
  added.first_span = static_cast<std::uint32_t>(passages_.size());
  added.span_count = static_cast<std::uint32_t>(passages.size());
  passages_.insert(passages_.end(), passages.begin(), passages.end());
}

void JudgementBuilder::Part::store_topic() {
  if (documents_.empty()) return;
  TopicJudgements& topic = topics_.emplace_back(topic_, arena_);
  topic.reserve(documents_.size(), passages_.size());
  if (builder_->keeps_listed()) topic.keep_listed();
  for (const JudgedDocument& document : documents_) {
    const auto passages = std::span(passages_).subspan(document.first_span, document.span_count);
    if (topic.add(document, passages)) continue;
    repeated_.push_back({topics_.size() - 1, {document, {passages.begin(), passages.end()}, {}}});
  }
  documents_.clear();
  passages_.clear();
}

void JudgementBuilder::append(Part part) {
  auto repeated = part.repeated_.begin();
  for (std::size_t i = 0; i < part.topics_.size(); ++i) {
    TopicJudgements& topic = part.topics_[i];
    if (judgements_.index_.contains(topic.topic())) {
      for (const JudgedDocument& document : topic.documents()) {
        add(topic.topic(), document, topic.highlights(document));
      }
    } else {
      current_topic_ = judgements_.topics_.size();
      judgements_.index_.emplace(topic.topic(), static_cast<std::uint32_t>(current_topic_));
      judgements_.topics_.push_back(std::move(topic));
    }
    for (; repeated != part.repeated_.end() && repeated->topic == i; ++repeated) {
      add_repeated(repeated->opinion.document, repeated->opinion.passages, {});
    }
  }
}

void JudgementBuilder::reject(const JudgedDocument& document, std::string_view code, std::string_view again,
                              std::string_view wanted) {
  const TopicJudgements& topic = judgements_.topics_[current_topic_];
  const JudgedDocument& earlier = *topic.find(document.id);
  diagnostics_.expected(
      {judgements_.file(document.file), document.line, 0}, code,
      fmt::format("document {} of topic {} again{}, judged before at {}:{}", quote(document.id),
                  quote(topic.topic()), again, judgements_.file(earlier.file), earlier.line),
      wanted);
}

void JudgementBuilder::say_appended(const JudgedDocument& document) {
  const TopicJudgements& topic = judgements_.topics_[current_topic_];
  const JudgedDocument& earlier = *topic.find(document.id);
  diagnostics_.warning(
      {judgements_.file(document.file), document.line, 0}, "appended-judgement",
      fmt::format("document {} of topic {} again: its passages are added to those of {}:{}, and it counts "
                  "once more among the relevant ones, as in {}",
                  quote(document.id), quote(topic.topic()), judgements_.file(earlier.file), earlier.line,
                  listed_by_));
}

void JudgementBuilder::add_repeated(JudgedDocument document, std::span<const Span> passages,
                                    std::span<const ElementGrade> elements) {
  if (merge_ == MergePolicy::kFirst) return;
  if (merge_ == MergePolicy::kReject && !keeps_listed()) {
    return reject(document, "duplicate-judgement", "", "one judgement");
  }
  const bool appended = merge_ == MergePolicy::kReject;
  if (appended) say_appended(document);
  const auto length = judgements_.topics_[current_topic_].find(document.id)->length;
  if (!appended && length && document.length && *length != *document.length) {
    return reject(document, "lengths-differ", fmt::format(" with length {}", *document.length),
                  fmt::format("the length given there, {}", *length));
  }
  repeated_.push_back(
      {current_topic_, {document, {passages.begin(), passages.end()}, {elements.begin(), elements.end()}}});
}

namespace {

/// In halves, not one after the other: what is merged is looked at log n times and not n times.
Opinion merge_all(std::span<const Opinion> opinions, MergePolicy merge) {
  if (opinions.size() == 1) return opinions.front();
  const std::size_t half = opinions.size() / 2;
  return merge_opinions(merge_all(opinions.first(half), merge), merge_all(opinions.subspan(half), merge),
                        merge);
}

/// Passages one after the other, the sizes of the first, the last entry point: rows as they are listed.
Opinion append_all(std::span<const Opinion> opinions) {
  Opinion appended = opinions.front();
  for (const Opinion& later : opinions.subspan(1)) {
    appended.passages.insert(appended.passages.end(), later.passages.begin(), later.passages.end());
    if (later.document.bep) appended.document.bep = later.document.bep;
  }
  return appended;
}

/// Every format in which scores are kept has a row for the topic `all`: the summary.
void refuse_summary_topic(const Judgements& judgements, Diagnostics& diagnostics) {
  const TopicJudgements* const topic = judgements.find("all");
  if (topic == nullptr) return;
  Place place;
  if (judgements.files() > 0) place.file = judgements.file(judgements.files() - 1);
  if (!topic->documents().empty()) {
    const JudgedDocument& first = topic->documents().front();
    if (first.file < judgements.files()) place = {judgements.file(first.file), first.line, 0};
  }
  diagnostics.expected(place, "topic-all", "a topic called 'all'",
                       "another name: the scores of 'all' are those of all topics together");
}

}  // namespace

void JudgementBuilder::merge_repeated(std::span<const Repeated> repeated) {
  TopicJudgements& topic = judgements_.topics_[repeated.front().topic];
  absl::flat_hash_map<std::string_view, std::vector<const Opinion*>> later;
  for (const Repeated& one : repeated) later[one.opinion.document.id].push_back(&one.opinion);

  const bool appends = keeps_listed() && merge_ == MergePolicy::kReject;
  TopicJudgements merged(topic.topic());
  merged.reserve(topic.documents().size());
  if (keeps_listed()) merged.keep_listed();
  for (const JudgedDocument& document : topic.documents()) {
    const SpanView passages = topic.highlights(document);
    const std::span<const ElementGrade> elements = topic.elements(document);
    const auto others = later.find(document.id);
    if (others == later.end()) {
      merged.add(document, passages, elements);
      continue;
    }
    std::vector<Opinion> opinions{
        {document, {passages.begin(), passages.end()}, {elements.begin(), elements.end()}}};
    for (const Opinion* other : others->second) opinions.push_back(*other);
    const Opinion opinion = appends ? append_all(opinions) : merge_all(opinions, merge_);
    merged.add(opinion.document, opinion.passages, opinion.elements);
    for (const Opinion& appended : std::span(opinions).subspan(appends ? 1 : opinions.size())) {
      merged.count_again(appended.document);
    }
  }
  for (const GroupGrade& grade : topic.groups()) merged.add_group(grade);
  topic = std::move(merged);
}

Judgements JudgementBuilder::finish() && {
  std::ranges::stable_sort(repeated_, {}, &Repeated::topic);
  for (std::span<const Repeated> rest = repeated_; !rest.empty();) {
    const auto end = std::ranges::find_if(
        rest, [first = rest.front().topic](const Repeated& one) { return one.topic != first; });
    const auto count = static_cast<std::size_t>(end - rest.begin());
    merge_repeated(rest.first(count));
    rest = rest.subspan(count);
  }
  refuse_summary_topic(judgements_, diagnostics_);
  return std::move(judgements_);
}

}  // namespace fovea
