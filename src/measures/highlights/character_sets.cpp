// Measures of the text retrieved, taken as a set of characters: after all results, after the first k, or of
// exactly so many characters (restricted focused, INEX 2010).
#include <algorithm>

#include "measures/families.h"
#include "measures/function_measure.h"
#include "measures/highlights/example.h"
#include "measures/views/topic_view.h"

namespace fovea {

namespace {

/// What has been retrieved after `rank` results, 0 meaning all.
CurvePoint retrieved_after(TopicView& topic, std::size_t rank) {
  const std::span<const CurvePoint> points = topic.curve().points();
  const std::size_t count = rank == 0 ? points.size() : std::min(rank, points.size());
  return count == 0 ? CurvePoint{} : points[count - 1];
}

/// charP: the share of the retrieved text that is highlighted.
double character_precision(TopicView& topic, std::size_t rank) {
  const CurvePoint point = retrieved_after(topic, rank);
  return ratio(point.relevant, point.retrieved);
}

/// charR: the share of the highlighted text that is retrieved.
double character_recall(TopicView& topic, std::size_t rank) {
  return ratio(retrieved_after(topic, rank).relevant, topic.totals().characters);
}

/// IoU: intersection over union of highlighted and retrieved text.
double intersection_over_union(TopicView& topic, std::size_t rank) {
  const CurvePoint point = retrieved_after(topic, rank);
  return ratio(point.relevant, point.retrieved + topic.totals().characters - point.relevant);
}

/// Relevant characters among the first `rest` characters that result `cut` adds, in document order.
std::uint64_t relevant_in_cut(TopicView& topic, std::size_t cut, std::uint64_t rest) {
  const std::span<const Article> articles = topic.articles();
  const auto article = std::find_if(articles.begin(), articles.end(), [&](const Article& candidate) {
    return candidate.doc == topic.results()[cut].doc;
  });
  if (!article->relevant() || topic.unplaced(cut)) return 0;
  std::vector<Span> seen;
  for (const std::uint32_t i : topic.results_of(static_cast<std::size_t>(article - articles.begin()))) {
    if (i == cut) break;
    seen.push_back(topic.unplaced(i) ? Span{} : topic.span_of(i, *article));
  }
  const SpanView highlights = topic.judgements().highlights(*article->judged);
  std::uint64_t relevant = 0;
  const Span whole = topic.span_of(cut, *article);
  for (const Span part : subtract(SpanView(&whole, 1), SpanSet(std::move(seen)))) {
    const auto taken = static_cast<Offset>(std::min<std::uint64_t>(rest, part.size()));
    relevant += intersection_size(highlights, Span{part.begin, part.begin + taken});
    rest -= taken;
  }
  return relevant;
}

/// charP(limit=n): the first n new characters in rank order, cut in the middle of a result if need be. The
/// denominator is n: characters that are missing count as irrelevant ones.
double limited_precision(TopicView& topic, std::uint64_t limit) {
  const std::span<const CurvePoint> points = topic.curve().points();
  const auto cut = std::find_if(points.begin(), points.end(),
                                [&](const CurvePoint& point) { return point.retrieved > limit; });
  const CurvePoint before = cut == points.begin() ? CurvePoint{} : *std::prev(cut);
  std::uint64_t relevant = before.relevant;
  if (cut != points.end()) {
    relevant +=
        relevant_in_cut(topic, static_cast<std::size_t>(cut - points.begin()), limit - before.retrieved);
  }
  return static_cast<double>(relevant) / static_cast<double>(limit);
}

auto text_maker(double (*score)(TopicView& topic, std::size_t rank)) {
  return [score](const MeasureName& name, std::string&) {
    return measure_of(
        [score, rank = name.rank().value_or(0)](TopicView& topic) { return score(topic, rank); });
  };
}

std::unique_ptr<Measure> make_char_p(const MeasureName& name, std::string& why) {
  const auto limit = name.number("limit");
  if (!limit) return text_maker(character_precision)(name, why);
  if (name.rank()) {
    why = "limit and a rank exclude each other";
    return nullptr;
  }
  return measure_of([limit = static_cast<std::uint64_t>(*limit)](TopicView& topic) {
    return limited_precision(topic, limit);
  });
}

/// charF: both in one, as for a single article.
std::unique_ptr<Measure> make_char_f(const MeasureName& name, std::string&) {
  return measure_of(
      [beta = name.number("beta").value_or(1), rank = name.rank().value_or(0)](TopicView& topic) {
        const CurvePoint point = retrieved_after(topic, rank);
        return f_score(point.relevant, point.retrieved, topic.totals().characters, beta);
      });
}

constexpr std::string_view kOverlap =
    "t1 Q0 a 1 2 run 150 100\n"
    "t1 Q0 a 2 1 run 200 200\n";
constexpr std::string_view kTextSource =
    "Arvola, Geva, Kamps, Schenkel, Trotman, Vainio: Overview of the INEX 2010 ad hoc track";

MeasureRecord char_p_record() {
  return {
      .name = "charP",
      .summary = "precision of the text retrieved, in characters",
      .definition =
          "The share of the retrieved characters that are highlighted, every character of a document counted "
          "once; after all results or the first k. With limit=n exactly the first n characters in rank order "
          "count, a result being cut where they end; characters that are missing count as irrelevant.",
      .formula = "charP = |rel and ret| / |ret|;  with a limit: |rel and first n of ret| / n",
      .source = kTextSource,
      .parameters = {{"limit", "", "so many characters instead of results; 1000 in restricted focused",
                      kDistanceRange}},
      .cutoff = Cutoff::kOptionalRank,
      .needs = {.highlights = true},
      .examples = {{kHighlightJudgements, kHighlightRun, "charP@1", 0.5,
                    "50 of the 100 characters of the first result"},
                   {kHighlightJudgements, kHighlightRun, "charP(limit=300)", 0.5,
                    "100 characters of a, 100 of b and the first 100 of c: 50 + 0 + 100 are highlighted"},
                   {kHighlightJudgements, kOverlap, "charP", 0.4,
                    "the results share 50 characters: 100 of 250"}},
      .make = make_char_p,
  };
}

MeasureRecord char_r_record() {
  return {
      .name = "charR",
      .summary = "recall of the text retrieved, in characters",
      .definition =
          "The share of the highlighted characters that are retrieved, after all results or the first k.",
      .formula = "charR = |rel and ret| / |rel|",
      .source = kTextSource,
      .cutoff = Cutoff::kOptionalRank,
      .needs = {.highlights = true},
      .examples = {{kHighlightJudgements, kHighlightRun, "charR", 0.5, "200 of 400 highlighted characters"}},
      .make = text_maker(character_recall),
  };
}

MeasureRecord char_f_record() {
  return {
      .name = "charF",
      .summary = "F of the text retrieved, in characters",
      .definition = "charP and charR in one figure; beta below 1 favours precision.",
      .formula = "charF = (1+b^2) P R / (b^2 P + R)",
      .source = kTextSource,
      .parameters = {{"beta", "1", "weight of recall against precision", kBetaRange}},
      .cutoff = Cutoff::kOptionalRank,
      .needs = {.highlights = true},
      .examples = {{kHighlightJudgements, kHighlightRun, "charF", 8.0 / 15, "precision 4/7, recall 1/2"}},
      .make = make_char_f,
  };
}

MeasureRecord iou_record() {
  return {
      .name = "IoU",
      .summary = "intersection over union of retrieved and highlighted text",
      .definition =
          "The characters that are both retrieved and highlighted, divided by those that are either, over "
          "all documents; after all results or the first k.",
      .formula = "IoU = |rel and ret| / |rel or ret|",
      .source =
          "Smith, Troynikov: Evaluating chunking strategies for retrieval, Chroma technical report 2024",
      .cutoff = Cutoff::kOptionalRank,
      .needs = {.highlights = true},
      .examples = {{kHighlightJudgements, kHighlightRun, "IoU", 4.0 / 11, "200 / (350 + 400 - 200)"},
                   {kHighlightJudgements, kHighlightRun, "IoU@1", 1.0 / 9, "50 / (100 + 400 - 50)"}},
      .make = text_maker(intersection_over_union),
  };
}

}  // namespace

MeasureFamily retrieved_character_measures() {
  return {"Retrieved text (focused, restricted focused, chunks)",
          {char_p_record(), char_r_record(), char_f_record(), iou_record()}};
}

}  // namespace fovea
