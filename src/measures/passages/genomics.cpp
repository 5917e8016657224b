// The measures of the TREC Genomics tracks, as their scorer has them.
//
// A result counts for the first gold passage, in the order of the file, that shares a character with it, and for no
// other: its characters there are relevant, and its aspects are those of the result. PASSAGE2 looks at characters
// alone, whatever passage they are in.
#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "measures/families.h"
#include "measures/function_measure.h"
#include "measures/views/topic_view.h"

namespace fovea {

namespace {

/// A passage of the gold standard with the aspects of its first row: the scorer looks no further.
struct GoldSpan {
  Span span;
  std::uint32_t line = 0;
  std::vector<std::string_view> aspects;
};
using GoldOfDocument = std::vector<GoldSpan>;
using Gold = absl::flat_hash_map<std::string_view, GoldOfDocument>;

Gold gold_of(const TopicJudgements& judgements) {
  Gold gold;
  for (const GroupGrade& grade : judgements.groups()) {
    GoldOfDocument& passages = gold[grade.doc];
    auto at = std::ranges::find(passages, grade.passage, &GoldSpan::span);
    if (at == passages.end()) at = passages.insert(passages.end(), {grade.passage, grade.line, {}});
    if (at->line == grade.line) at->aspects.push_back(grade.group);
  }
  return gold;
}

std::uint64_t common(Span a, Span b) {
  const Offset begin = std::max(a.begin, b.begin);
  const Offset end = std::min(a.end, b.end);
  return begin < end ? end - begin : 0;
}

/// The gold passage that a result counts for; nullptr when it shares a character with none.
const GoldSpan* found_by(const Gold& gold, std::string_view doc, Span span) {
  const auto passages = gold.find(doc);
  if (passages == gold.end()) return nullptr;
  for (const GoldSpan& passage : passages->second) {
    if (common(passage.span, span) > 0) return &passage;
  }
  return nullptr;
}

/// Calls visit(doc, span) for each result, in rank order.
template <class Visit>
void each_result(TopicView& topic, const Visit& visit) {
  const auto articles = topic.articles();
  std::vector<std::size_t> article_of(topic.results().size());
  for (std::size_t a = 0; a < articles.size(); ++a) {
    for (const std::uint32_t result : topic.results_of(a)) article_of[result] = a;
  }
  for (std::size_t i = 0; i < topic.results().size(); ++i) {
    if (topic.unplaced(i)) continue;
    visit(topic.results()[i].doc, topic.span_of(i, articles[article_of[i]]));
  }
}

/// Precision in characters at each result that has relevant ones, averaged with zeros for gold passages that no result
/// counts for.
double passage_precision(TopicView& topic) {
  const Gold gold = gold_of(topic.judgements());
  absl::flat_hash_set<const GoldSpan*> found;
  std::uint64_t relevant = 0;
  std::uint64_t retrieved = 0;
  std::uint64_t hits = 0;
  double sum = 0;
  each_result(topic, [&](std::string_view doc, Span span) {
    retrieved += span.size();
    const GoldSpan* const passage = found_by(gold, doc, span);
    if (passage == nullptr) return;
    relevant += common(passage->span, span);
    sum += ratio(relevant, retrieved);
    found.insert(passage);
    ++hits;
  });
  std::uint64_t passages = 0;
  for (const auto& [doc, of_document] : gold) passages += of_document.size();
  const std::uint64_t points = hits + passages - found.size();
  return points == 0 ? 0 : sum / static_cast<double>(points);
}

/// Average precision with characters as documents.
double passage_character_precision(TopicView& topic) {
  const TopicJudgements& judgements = topic.judgements();
  if (judgements.totals().characters == 0) return 0;
  absl::flat_hash_map<std::string_view, std::vector<bool>> seen;  // by position in the relevant text
  std::uint64_t relevant = 0;
  std::uint64_t retrieved = 0;
  double sum = 0;
  each_result(topic, [&](std::string_view doc, Span span) {
    const JudgedDocument* const judged = judgements.find(doc);
    if (judged == nullptr) {
      retrieved += span.size();
      return;
    }
    const SpanView highlights = judgements.highlights(*judged);
    std::vector<bool>& marks = seen.try_emplace(doc, character_count(highlights), false).first->second;
    std::size_t before = 0;  // relevant characters of the document before this highlight
    Offset at = span.begin;
    for (const Span highlight : highlights) {
      const Offset begin = std::max(highlight.begin, at);
      const Offset end = std::min(highlight.end, span.end);
      if (begin < end) {
        retrieved += begin - at;
        for (Offset c = begin; c < end; ++c) {
          const std::size_t mark = before + (c - highlight.begin);
          if (marks[mark]) continue;  // relevant text that comes again is passed over
          marks[mark] = true;
          sum += ratio(++relevant, ++retrieved);
        }
        at = end;
      }
      before += highlight.size();
    }
    retrieved += span.end - at;
  });
  return sum / static_cast<double>(judgements.totals().characters);
}

/// Average precision over aspects, with results that bring none that is new left out.
double aspect_precision(TopicView& topic) {
  const Gold gold = gold_of(topic.judgements());
  absl::flat_hash_set<std::string_view> aspects;
  for (const GroupGrade& grade : topic.judgements().groups()) aspects.insert(grade.group);
  absl::flat_hash_set<std::string_view> found;
  std::uint64_t bringing = 0;
  std::uint64_t counted = 0;
  double sum = 0;
  each_result(topic, [&](std::string_view doc, Span span) {
    const GoldSpan* const passage = found_by(gold, doc, span);
    if (passage == nullptr) {
      ++counted;
      return;
    }
    std::uint64_t fresh = 0;
    for (const std::string_view aspect : passage->aspects) fresh += found.insert(aspect).second ? 1 : 0;
    if (fresh == 0) return;
    sum += static_cast<double>(fresh) * ratio(++bringing, ++counted);
  });
  return aspects.empty() ? 0 : sum / static_cast<double>(aspects.size());
}

template <double (*kScore)(TopicView&)>
std::unique_ptr<Measure> make_genomics(const MeasureName&, std::string&) {
  return measure_of(kScore);
}

constexpr std::string_view kGoldJudgements =
    "200\t1234\t100\t100\tLiver|Kidney\n"
    "200\t1234\t500\t100\tHeart\n"
    "200\t5678\t0\t50\tLiver\n";
constexpr std::string_view kGenomicsRun =
    "200 1234 1 9 150 100 example\n"
    "200 9999 2 8 0 50 example\n"
    "200 5678 3 7 0 50 example\n";

Example genomics_example(std::string_view measure, double value, std::string_view explanation) {
  return {kGoldJudgements, kGenomicsRun, measure, value, explanation};
}

/// Precision at each of the fifty characters of the first result, and at each of the last.
double example_passage2() {
  double sum = 50;
  for (int i = 1; i <= 50; ++i) sum += (50.0 + i) / (150 + i);
  return sum / 250;
}

}  // namespace

MeasureFamily genomics_measures() {
  return {
      .title = "Passages with aspects (TREC Genomics 2006 and 2007)",
      .records = {
          {.name = "PASSAGE2",
           .summary = "average precision with characters as documents",
           .definition =
               "Precision at each relevant character, averaged over all relevant characters. Characters are counted in "
               "rank order, and within a result in the order of the text; relevant ones that come again are passed "
               "over, others count each time.",
           .formula =
               "PASSAGE2 = sum over new relevant characters of relevant/retrieved, both so far / relevant in all",
           .source = "Hersh, Cohen, Ruslen and Roberts, TREC 2007 Genomics Track Overview; its scorer",
           .needs = {.highlights = true},
           .examples = {genomics_example(
               "PASSAGE2", example_passage2(),
               "50 characters with precision 1; 100 that are not relevant; 50 more; 250 in "
               "all")},
           .make = make_genomics<passage_character_precision>},
          {.name = "PASSAGE",
           .summary = "precision in characters, averaged over relevant passages",
           .definition =
               "Relevant characters over all characters up to each result that has some, averaged over these results and "
               "the gold passages that no result counts for, which are 0. A result counts for the first gold passage in "
               "the file that it shares a character with; characters that come again count again.",
           .formula =
               "PASSAGE = sum over relevant results of relevant/retrieved, both so far / (relevant results + gold "
               "passages missed)",
           .source = "Hersh, Cohen, Roberts and Rekapalli, TREC 2006 Genomics Track Overview; its scorer",
           .needs = {.highlights = true, .aspects = true},
           .examples = {genomics_example("PASSAGE", (0.5 + 100.0 / 200) / 3,
                                         "50 of 100 characters, 100 of 200; the passage at 500 is missed")},
           .make = make_genomics<passage_precision>},
          {.name = "ASPECT",
           .summary = "average precision over the aspects of a topic",
           .definition =
               "For each result that brings new aspects, the share of such results among those so far, once for each new "
               "aspect; averaged over all aspects of the topic. A relevant result without a new aspect is redundant and "
               "left out of the count.",
           .formula = "ASPECT = sum over results of new aspects · bringing/counted, both so far / aspects",
           .source = "Hersh, Cohen, Roberts and Rekapalli, TREC 2006 Genomics Track Overview; its scorer",
           .needs = {.highlights = true, .aspects = true},
           .examples = {genomics_example(
               "ASPECT", 2.0 / 3, "two aspects at once with 1/1; the last result brings none that is new")},
           .make = make_genomics<aspect_precision>},
      }};
}

}  // namespace fovea
