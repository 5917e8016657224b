#include "evaluate/judgement_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fovea {

namespace {

/// Collects numbers under a name, and makes a row of them.
struct Column {
  std::string name;
  bool fraction = false;
  std::vector<double> values;

  void add(std::uint64_t value) { values.push_back(static_cast<double>(value)); }
  StatisticsRow row(std::size_t topics) const { return {name, topics, stats::describe(values), fraction}; }
};

/// Bins that begin at these numbers; the last one has no end.
class Bins {
 public:
  explicit Bins(std::vector<std::uint64_t> begins) : begins_(std::move(begins)), counts_(begins_.size(), 0) {}

  void add(std::uint64_t value) {
    values_.push_back(value);
    const auto above = std::ranges::upper_bound(begins_, value);
    if (above != begins_.begin()) ++counts_[static_cast<std::size_t>(above - begins_.begin()) - 1];
  }
  Histogram histogram(std::string title) const {
    Histogram result{std::move(title), {}, values_};
    for (std::size_t i = 0; i < begins_.size(); ++i) {
      const bool last = i + 1 == begins_.size();
      const std::uint64_t end = last ? 0 : begins_[i + 1] - 1;
      result.bins.push_back({last                ? fmt::format("{}+", begins_[i])
                             : end == begins_[i] ? fmt::format("{}", end)
                                                 : fmt::format("{}-{}", begins_[i], end),
                             counts_[i]});
    }
    return result;
  }

 private:
  std::vector<std::uint64_t> begins_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> values_;
};

/// Highlighted text: everything about relevant articles.
class ArticleStatistics {
 public:
  explicit ArticleStatistics(const DocumentLengths& lengths) : lengths_(lengths) {}

  void add(const TopicJudgements& topic, const JudgedDocument& document) {
    const SpanView highlights = topic.highlights(document);
    if (highlights.empty()) return;
    passages_.add(highlights.size());
    first_.add(highlights.front().begin);
    if (document.first_listed) listed_.add(*document.first_listed);
    highlighted_.add(document.relevant_chars);
    if (document.bep) {
      bep_.add(*document.bep);
      offsets_.add(*document.bep);
      entry_points_.push_back(
          {std::string(topic.topic()), std::string(document.id), *document.bep, highlights.front().begin});
    }
    std::optional<Offset> length = document.length;
    if (!length && lengths_) length = lengths_(document.id);
    if (!length || *length == 0) return;
    length_.add(*length);
    fraction_.values.push_back(static_cast<double>(document.relevant_chars) / static_cast<double>(*length));
  }

  void finish(JudgementStatistics& out, std::size_t topics) {
    for (const Column* column : {&bep_, &first_, &listed_, &length_, &highlighted_, &fraction_}) {
      if (!column->values.empty()) out.per_article.push_back(column->row(topics));
    }
    if (!first_.values.empty())
      out.histograms.push_back(passages_.histogram("Passages per relevant article"));
    if (!bep_.values.empty()) out.histograms.push_back(offsets_.histogram("Offset of the best entry point"));
    out.entry_points = std::move(entry_points_);
  }

 private:
  const DocumentLengths& lengths_;
  Column bep_{"best entry point", false, {}};
  Column first_{"first relevant character", false, {}};
  Column listed_{"first listed passage", false, {}};
  Column length_{"article length", false, {}};
  Column highlighted_{"highlighted characters", false, {}};
  Column fraction_{"highlighted fraction", true, {}};
  Bins passages_{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 21, 51}};
  Bins offsets_{{0, 1'000, 2'000, 3'000, 4'000, 5'000, 6'000, 7'000, 8'000, 9'000, 10'000, 20'000, 50'000}};
  std::vector<EntryPoint> entry_points_;
};

/// Per topic: how much was judged, and how much of it is relevant.
class TopicStatistics {
 public:
  explicit TopicStatistics(bool highlights) : highlights_(highlights) {}

  void add(const TopicJudgements& topic) {
    std::uint64_t relevant = 0;
    std::uint64_t passages = 0;
    std::uint64_t characters = 0;
    for (const JudgedDocument& document : topic.documents()) {
      if (document.relevant()) ++relevant;
      passages += document.span_count;
      characters += document.relevant_chars;
    }
    judged_.add(topic.documents().size());
    relevant_.add(relevant);
    passages_.add(passages);
    characters_.add(characters);
  }

  void finish(JudgementStatistics& out) const {
    const std::size_t topics = judged_.values.size();
    out.per_topic = {judged_.row(topics), relevant_.row(topics)};
    if (!highlights_) return;
    out.per_topic.push_back(passages_.row(topics));
    out.per_topic.push_back(characters_.row(topics));
  }

 private:
  bool highlights_;
  Column judged_{"judged articles", false, {}};
  Column relevant_{"articles with relevance", false, {}};
  Column passages_{"highlighted passages", false, {}};
  Column characters_{"highlighted characters", false, {}};
};

/// Elements by grade, the highest first.
class GradeTable {
 public:
  void add(const ElementGrade& element) {
    GradeCount& count = counts_[{element.exhaustivity, element.specificity}];
    // A path of one step is the article.
    ++(element.path.rfind('/') == 0 ? count.articles : count.elements);
  }
  std::vector<GradeCount> rows() const {
    std::vector<GradeCount> rows;
    for (auto at = counts_.rbegin(); at != counts_.rend(); ++at) {
      rows.push_back({at->first.first, at->first.second, at->second.articles, at->second.elements});
    }
    return rows;
  }

 private:
  std::map<std::pair<int, int>, GradeCount> counts_;
};

/// Characters that both highlighted and that either did.
struct Shared {
  std::uint64_t both = 0;
  std::uint64_t either = 0;
};

TopicAgreement finish(std::string topic, const stats::JointDecisions& decisions, Shared text) {
  const auto overlap =
      text.either > 0
          ? stats::Computed<double>(static_cast<double>(text.both) / static_cast<double>(text.either))
          : stats::Computed<double>(stats::Impossible{"neither highlighted any text"});
  return {std::move(topic), decisions, stats::cohens_kappa(decisions), overlap};
}

void compare(const TopicJudgements& first, const TopicJudgements& second, stats::JointDecisions& decisions,
             Shared& text) {
  for (const JudgedDocument& document : first.documents()) {
    const JudgedDocument* const other = second.find(document.id);
    if (other == nullptr) continue;
    std::uint64_t& count = document.relevant()
                               ? (other->relevant() ? decisions.both : decisions.only_first)
                               : (other->relevant() ? decisions.only_second : decisions.neither);
    ++count;
    const SpanView mine = first.highlights(document);
    const SpanView theirs = second.highlights(*other);
    const std::uint64_t both = intersection_size(mine, theirs);
    text.both += both;
    text.either += character_count(mine) + character_count(theirs) - both;
  }
}

}  // namespace

JudgementStatistics describe(const Judgements& judgements, const DocumentLengths& lengths) {
  JudgementStatistics statistics;
  TopicStatistics topics(judgements.kinds().highlights);
  ArticleStatistics articles(lengths);
  GradeTable grades;
  for (const TopicJudgements& topic : judgements.topics()) {
    topics.add(topic);
    for (const JudgedDocument& document : topic.documents()) {
      articles.add(topic, document);
      for (const ElementGrade& element : topic.elements(document)) grades.add(element);
    }
  }
  topics.finish(statistics);
  articles.finish(statistics, judgements.topics().size());
  statistics.grades = grades.rows();
  return statistics;
}

std::vector<TopicAgreement> agreement_of(const Judgements& first, const Judgements& second) {
  std::vector<TopicAgreement> agreement;
  stats::JointDecisions all;
  Shared all_text;
  for (const TopicJudgements& topic : first.topics()) {
    const TopicJudgements* const other = second.find(topic.topic());
    if (other == nullptr) continue;
    stats::JointDecisions decisions;
    Shared text;
    compare(topic, *other, decisions, text);
    compare(topic, *other, all, all_text);
    agreement.push_back(finish(std::string(topic.topic()), decisions, text));
  }
  if (!agreement.empty()) agreement.push_back(finish("all", all, all_text));
  return agreement;
}

}  // namespace fovea
