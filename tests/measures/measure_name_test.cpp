// The grammar of measure names: what is understood, how it is printed, what is said about the rest.
#include "measures/measure_name.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace fovea {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The canonical names of what an expression asks for; empty when it is wrong.
std::vector<std::string> parsed(std::string_view expression) {
  Diagnostics diagnostics;
  const auto names = parse_measures(expression, diagnostics);
  std::vector<std::string> out;
  if (names) {
    for (const MeasureName& name : *names) out.push_back(to_string(name));
  }
  EXPECT_EQ(names.has_value(), diagnostics.ok());
  return out;
}

/// What is said about an expression that is wrong.
std::string complaint(std::string_view expression) {
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_measures(expression, diagnostics)) << expression;
  EXPECT_EQ(diagnostics.errors(), 1U);
  return diagnostics.kept().empty() ? "" : to_string(diagnostics.kept().front());
}

TEST(MeasureName, IsANameWithParametersAndACutoff) {
  EXPECT_THAT(parsed("AP"), ElementsAre("AP"));
  EXPECT_THAT(parsed("P@10"), ElementsAre("P@10"));
  EXPECT_THAT(parsed("P(rel=2)@10"), ElementsAre("P(rel=2)@10"));
  EXPECT_THAT(parsed("AgP(t2i=300)"), ElementsAre("AgP(t2i=300)"));
  EXPECT_THAT(parsed("11pt_avg"), ElementsAre("11pt_avg"));
}

TEST(MeasureName, ListsCutoffsAndMeasures) {
  EXPECT_THAT(parsed("P@5,10"), ElementsAre("P@5", "P@10"));
  EXPECT_THAT(parsed("AP, P@5, 10 ,Rprec"), ElementsAre("AP", "P@5", "P@10", "Rprec"));
  EXPECT_THAT(parsed("AP P@5 nDCG"), ElementsAre("AP", "P@5", "nDCG"));
  EXPECT_THAT(parsed("P@5,11pt_avg"), ElementsAre("P@5", "11pt_avg"));
  EXPECT_THAT(parsed("gP(t2i=300)@5,10,AP"), ElementsAre("gP(t2i=300)@5", "gP(t2i=300)@10", "AP"));
}

TEST(MeasureName, GivesOnceWhatIsAskedForTwice) {
  EXPECT_THAT(parsed("AP map P@10 P_10"), ElementsAre("AP", "P@10"));
}

TEST(MeasureName, UnderstandsTrecEvalsSpellings) {
  EXPECT_THAT(parsed("map"), ElementsAre("AP"));
  EXPECT_THAT(parsed("P_10"), ElementsAre("P@10"));
  EXPECT_THAT(parsed("P.5,10"), ElementsAre("P@5", "P@10"));
  EXPECT_THAT(parsed("recall_10 ndcg_cut_10 ndcg map_cut_10"),
              ElementsAre("R@10", "nDCG@10", "nDCG", "AP@10"));
  EXPECT_THAT(parsed("ndcg_cut.5,10"), ElementsAre("nDCG@5", "nDCG@10"));
  EXPECT_THAT(parsed("iprec_at_recall_0.10"), ElementsAre("IPrec@0.10"));
  EXPECT_THAT(parsed("iprec_at_recall.0,.1,0.255"), ElementsAre("IPrec@0.00", "IPrec@0.10", "IPrec@0.255"));
  EXPECT_THAT(parsed("Rprec_mult_0.20"), ElementsAre("RprecMult@0.20"));
  EXPECT_THAT(parsed("recip_rank Rprec bpref 11pt_avg gm_map success_1 infAP"),
              ElementsAre("RR", "Rprec", "Bpref", "11pt_avg", "GMAP", "Success@1", "infAP"));
  EXPECT_THAT(parsed("set_P set_recall set_F set_map"), ElementsAre("SetP", "SetR", "SetF", "SetAP"));
  EXPECT_THAT(parsed("num_q num_ret num_rel num_rel_ret"),
              ElementsAre("NumQ", "NumRet", "NumRel", "NumRelRet"));
}

TEST(MeasureName, UnderstandsInexNames) {
  EXPECT_THAT(parsed("MAgP(beta=1) MAiP"), ElementsAre("AgP(beta=1)", "AiP"));
}

TEST(MeasureName, TakesTrecEvalsCutoffsWhereNoneAreGiven) {
  EXPECT_THAT(parsed("success"), ElementsAre("Success@1", "Success@5", "Success@10"));
  EXPECT_EQ(parsed("P").size(), 9U);
  EXPECT_EQ(parsed("map_cut").front(), "AP@5");
  EXPECT_EQ(parsed("iprec_at_recall").size(), 11U);
  EXPECT_THAT(parsed("AP"), ElementsAre("AP"));
}

TEST(MeasureName, ExpandsSets) {
  const auto official = parsed("official");
  EXPECT_EQ(official.size(), 29U);
  EXPECT_EQ(official.front(), "NumQ");
  EXPECT_EQ(official.back(), "P@1000");
}

TEST(MeasureName, LeavesOutDefaultsAndSpellsNumbersShortly) {
  EXPECT_THAT(parsed("RBP(p=0.90)"), ElementsAre("RBP"));
  EXPECT_THAT(parsed("RBP(rel=1, p=0.50)"), ElementsAre("RBP(p=0.5,rel=1)"));
  EXPECT_THAT(parsed("P@010"), ElementsAre("P@10"));
  EXPECT_THAT(parsed("IPrec@0.5"), ElementsAre("IPrec@0.50"));
}

TEST(MeasureName, SuggestsKnownNamesForAnUnknownOne) {
  EXPECT_THAT(complaint("AP, ndgc@10"),
              HasSubstr("measure 'AP, ndgc@10':5: found 'ndgc', which is no measure"));
  EXPECT_THAT(complaint("ndgc@10"), HasSubstr("did you mean 'nDCG', "));
  EXPECT_THAT(complaint("bperf"), HasSubstr("'Bpref'"));
  EXPECT_THAT(complaint("AP_10"), HasSubstr("'AP'"));
  EXPECT_THAT(complaint("zzzzzzzz"), HasSubstr("'fovea measures' lists them all"));
}

TEST(MeasureName, NamesTheParametersThereAre) {
  EXPECT_EQ(complaint("P(beta=1)@5"),
            "measure 'P(beta=1)@5':3: found 'beta', expected a parameter of P: 'rel' or 'judged_only'");
  EXPECT_EQ(complaint("NumQ(rel=1)"), "measure 'NumQ(rel=1)':6: found 'rel', but NumQ has no parameters");
  EXPECT_THAT(complaint("AP(rel=1,rel=2)"), HasSubstr(":10: found 'rel' twice"));
  EXPECT_THAT(complaint("AP(rel)"), HasSubstr(":7: found ')', expected '=' and a value for 'rel'"));
  EXPECT_THAT(complaint("AP(rel=)"), HasSubstr(":8: found ')', expected a value for 'rel'"));
  EXPECT_THAT(complaint("AP(rel=1"), HasSubstr(":9: found the end, expected ',' or ')'"));
  EXPECT_THAT(complaint("AP()"), HasSubstr("found ')', expected a parameter of AP: 'rel'"));
  EXPECT_THAT(complaint("AP(rel=x)"),
              HasSubstr(":8: found 'x', expected a whole number from 1 to 2147483647 for 'rel'"));
  EXPECT_THAT(complaint("RBP(p=1)"), HasSubstr(":7: found '1', expected a number from 0 to below 1 for 'p'"));
}

TEST(MeasureName, ChecksTheCutoff) {
  EXPECT_EQ(complaint("P@x"), "measure 'P@x':3: found 'x', expected a rank, 1 or more after P");
  EXPECT_THAT(complaint("P@0"), HasSubstr("found '0'"));
  EXPECT_THAT(complaint("P@5,-1"), HasSubstr(":5: found '-1', expected a rank"));
  EXPECT_THAT(complaint("P@5,2.5"), HasSubstr("found '2.5'"));
  EXPECT_THAT(complaint("P@99999999999"), HasSubstr("expected a rank"));
  EXPECT_THAT(complaint("P@"), HasSubstr("found the end, expected a rank"));
  EXPECT_THAT(complaint("IPrec@1.5"), HasSubstr("expected a recall point from 0 to 1"));
  EXPECT_THAT(complaint("IPrec@-0"), HasSubstr("expected a recall point from 0 to 1"));
  EXPECT_THAT(complaint("Rprec@5"), HasSubstr(":6: found '@', but Rprec takes no cutoff"));
  EXPECT_THAT(complaint("RprecMult@0"), HasSubstr("expected a multiple above 0"));
}

TEST(MeasureName, ChecksTheRest) {
  EXPECT_THAT(complaint(""), HasSubstr("found nothing, expected a measure"));
  EXPECT_THAT(complaint("AP,"), HasSubstr("found the end, expected the name of a measure"));
  EXPECT_THAT(complaint(",AP"), HasSubstr("found ',', expected the name of a measure"));
  EXPECT_THAT(complaint("P@5@10"), HasSubstr(":4: found '@', expected ',' or the end"));
  EXPECT_THAT(complaint("P@5(rel=1)"), HasSubstr(":4: found '(', expected ',' or the end"));
}

TEST(MeasureName, ReportsEveryWrongExpressionOfSeveral) {
  Diagnostics diagnostics;
  const std::vector<std::string> expressions = {"AP", "XX", "P@y", "nDCG"};
  EXPECT_FALSE(parse_measures(expressions, diagnostics));
  EXPECT_EQ(diagnostics.errors(), 2U);
}

/// A random expression that is right, from the records: names and aliases, parameters, cutoffs.
rc::Gen<std::string> any_expression() {
  return rc::gen::exec([] {
    std::vector<const MeasureRecord*> records;
    for (const MeasureFamily& family : measure_registry().families()) {
      for (const MeasureRecord& record : family.records) {
        if (!record.text) records.push_back(&record);
      }
    }
    const MeasureRecord& record = **rc::gen::elementOf(records);
    std::string text(record.name);
    std::string why;
    const bool alone = record.make({.name = text, .parameters = {}, .cutoff = "1"}, why) != nullptr;
    if (!alone || (*rc::gen::arbitrary<bool>() && !record.examples.empty())) {
      text = record.examples[*rc::gen::inRange<std::size_t>(0, record.examples.size())].measure;
    }
    if (text.find_first_of("@(") != std::string::npos) return text;
    const int number = *rc::gen::inRange(1, 2000);
    switch (record.cutoff) {
      case Cutoff::kNone:
        break;
      case Cutoff::kOptionalRank:
      case Cutoff::kRank:
        text += "@" + std::to_string(number);
        break;
      case Cutoff::kRecall:
      case Cutoff::kOptionalRecall:
        text += "@" + std::to_string(number / 2000.0);
        break;
      case Cutoff::kMultiple:
        text += "@" + std::to_string(number / 7.0);
        break;
    }
    return text;
  });
}

RC_GTEST_PROP(MeasureName, IsTheSameAfterPrintingAndParsing, ()) {
  const auto expression = *any_expression();
  Diagnostics diagnostics;
  const auto once = parse_measures(expression, diagnostics);
  RC_ASSERT(once);
  for (const MeasureName& name : *once) {
    const auto again = parse_measures(to_string(name), diagnostics);
    RC_ASSERT(again);
    RC_ASSERT(again->size() == 1U);
    RC_ASSERT(again->front() == name);
    RC_ASSERT(to_string(again->front()) == to_string(name));
  }
}

RC_GTEST_PROP(MeasureName, NeverAcceptsWhatItComplainsAbout, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("APRndcg@@(),=_.0123459 \tbetarel\xff")));
  Diagnostics diagnostics;
  const bool accepted = parse_measures(text, diagnostics).has_value();
  RC_ASSERT(accepted == diagnostics.ok());
}

TEST(MeasureName, UnderstandsTrecEvalsParameters) {
  EXPECT_THAT(parsed("utility.2,-1,0,0"), ElementsAre("Utility(a=2)"));
  EXPECT_THAT(parsed("utility.2,-1,0,0,map"), ElementsAre("Utility(a=2)", "AP"));
  EXPECT_THAT(parsed("set_F.4"), ElementsAre("SetF(beta=2)"));
  EXPECT_THAT(parsed("rbp.p=0.8"), ElementsAre("RBP(p=0.8)"));
  EXPECT_THAT(parsed("rbp_resid.p=0.8"), ElementsAre("RBPResidual(p=0.8)"));
  EXPECT_THAT(parsed("ndcg.1=3,2=9,4=4.5"), ElementsAre("nDCG(gains={1:3,2:9,4:4.5})"));
  EXPECT_THAT(parsed("11pt_avg..25,.5,.75"), ElementsAre("11pt_avg(points={0.25,0.5,0.75})"));
  EXPECT_THAT(parsed("iprec_at_recall..10,.20"), ElementsAre("IPrec@0.10", "IPrec@0.20"));
  EXPECT_THAT(parsed("ndcg_cut.10,23.4"), ElementsAre("nDCG@10", "nDCG@23"));
  EXPECT_THAT(complaint("utility.2,-1"), HasSubstr("expected 4 numbers with commas between them"));
  EXPECT_THAT(complaint("rbp.p=2"), HasSubstr("found '2', expected a number from 0 to below 1 for 'p'"));
  EXPECT_THAT(complaint("ndcg.x=2"), HasSubstr("expected a pair such as 1=3"));
}

TEST(MeasureName, UnderstandsTheSpellingsOfIrMeasures) {
  EXPECT_THAT(parsed("nDCG(dcg='exp-log2')@10"), ElementsAre("nDCG(dcg=exp-log2)@10"));
  EXPECT_THAT(parsed("nDCG(dcg=\"log2\")"), ElementsAre("nDCG"));
  EXPECT_THAT(parsed("nDCG(gains={1: 3, 2: 9})@5"), ElementsAre("nDCG(gains={1:3,2:9})@5"));
  EXPECT_THAT(parsed("P(judged_only=True, rel=2)@5"), ElementsAre("P(rel=2,judged_only=True)@5"));
  EXPECT_THAT(parsed("P(judged_only=False)@5"), ElementsAre("P@5"));
  EXPECT_THAT(parsed("P(cutoff=5)"), ElementsAre("P@5"));
  EXPECT_THAT(parsed("IPrec(recall=0.1)"), ElementsAre("IPrec@0.10"));
  EXPECT_THAT(parsed("Precision@1 RPrec BPref hit_rate@5 mrr@10 MAP_IA α_nDCG@5"),
              ElementsAre("P@1", "Rprec", "Bpref", "Success@5", "RR@10", "AP_IA", "alpha_nDCG@5"));
  EXPECT_THAT(complaint("P(judged_only=maybe)@5"), HasSubstr("found 'maybe', expected True or False"));
  EXPECT_THAT(complaint("nDCG(gains=3)"), HasSubstr("expected a list in braces"));
  EXPECT_THAT(complaint("nDCG(gains={1:x})"), HasSubstr("gains is a list such as {1:3,2:9}"));
  EXPECT_THAT(complaint("nDCG(gains={1:3)"), HasSubstr("expected a value for 'gains'"));
  EXPECT_THAT(complaint("nDCG(dcg=ln)"), HasSubstr("dcg is log2 or exp-log2"));
  EXPECT_THAT(complaint("INST"), HasSubstr("needs max_rel"));
}

TEST(MeasureName, RemembersThatAMeasureOfASetWasAskedForByItself) {
  Diagnostics diagnostics;
  const auto names = parse_measures("P P.5", diagnostics);
  ASSERT_TRUE(names);
  EXPECT_FALSE(names->front().usual);
  EXPECT_TRUE(names->back().usual);
}

TEST(MeasureName, KeepsTextsToThoseWhoPrintThem) {
  EXPECT_THAT(complaint("relstring"), HasSubstr("which is a text and no score"));
  EXPECT_THAT(parsed("set"), testing::Not(testing::Contains("runid")));
}

}  // namespace
}  // namespace fovea
