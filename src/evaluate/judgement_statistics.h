// What a set of judgements looks like in figures: the tables and charts of a test collection's description.
//
// Tables 1 and 2 and Figures 3 to 5 of the overview of the INEX 2010 ad hoc track; Table 1 of Gövert et al.
// 2006 for graded elements; and how far two assessors agree where there is a second set.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collection/document_lengths.h"
#include "judgements/judgements.h"
#include "stats/computed.h"
#include "stats/kappa.h"
#include "stats/sample.h"

namespace fovea {

/// One row of a table: a quantity over topics or over articles.
struct StatisticsRow {
  std::string name;
  std::size_t topics = 0;
  stats::Description values;
  bool fraction = false;  ///< between 0 and 1
};

struct HistogramBin {
  std::string label;
  std::uint64_t count = 0;
};

struct Histogram {
  std::string title;
  std::vector<HistogramBin> bins;
  std::vector<std::uint64_t> values;  ///< what was counted, for bins of another width
};

/// How many elements were graded so, at article level and below.
struct GradeCount {
  int exhaustivity = 0;
  int specificity = 0;
  std::uint64_t articles = 0;
  std::uint64_t elements = 0;
};

/// Best entry point and first relevant character of one article.
struct EntryPoint {
  std::string topic;
  std::string doc;
  Offset bep = 0;
  Offset first_relevant = 0;
};

struct TopicAgreement {
  std::string topic;  ///< "all" for all topics together
  stats::JointDecisions articles;
  stats::Computed<double> kappa;
  /// Characters that both highlighted, over those that either did, in articles that both judged.
  stats::Computed<double> overlap;
};

struct JudgementStatistics {
  std::vector<StatisticsRow> per_topic;
  std::vector<StatisticsRow> per_article;
  std::vector<Histogram> histograms;
  std::vector<EntryPoint> entry_points;
  std::vector<GradeCount> grades;
  std::vector<TopicAgreement> agreement;
};

/// `lengths` are for documents whose length the judgements do not give.
JudgementStatistics describe(const Judgements& judgements, const DocumentLengths& lengths);

/// Topic by topic for topics that both judged, then all together; empty when there are none.
std::vector<TopicAgreement> agreement_of(const Judgements& first, const Judgements& second);

}  // namespace fovea
