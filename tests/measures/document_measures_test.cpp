// The document measures against trec_eval (its output for a real run, and small cases it has answered) and,
// on thousands of random topics, against plain definitions.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "evaluate/compat/trec_eval.h"
#include "measures/naive_documents.h"
#include "measures/scoring.h"
#include "places.h"

namespace fovea {
namespace {

const std::string kShared = extended_data() + "/article/";
const std::string kCases = source_folder() + "/tests/measures/trec_eval/";
constexpr std::size_t kAllDocuments = 1000;  ///< more documents than any topic here has

TEST(DocumentMeasures, EqualTrecEvalOnARealRunInEveryPrintedDigit) {
  if (!std::filesystem::exists(kShared)) GTEST_SKIP() << "no " << kShared;
  const Scorer scorer(kShared + "inex2010_article.qrels", kShared + "INDRI_articles.trec");
  std::ifstream expected(kShared + "INDRI_articles.trec_eval.txt");
  std::map<std::string, TopicValues> scores;
  std::string measure;
  std::string topic;
  std::string value;
  int lines = 0;
  while (expected >> measure >> topic >> value) {
    if (measure == "runid" || measure == "relstring") continue;  // texts: tests/cli/trec_eval.bats
    if (!scores.contains(measure)) {
      Diagnostics diagnostics;
      const auto names = parse_measures(measure, diagnostics);
      ASSERT_TRUE(names && names->size() == 1) << measure;
      EXPECT_EQ(trec_eval_name(names->front()), measure);
      scores[measure] = scorer.score(names->front());
    }
    const bool count = value.find('.') == std::string::npos;
    EXPECT_EQ(fmt::format("{:.{}f}", scores[measure].at(topic), count ? 0 : 4), value)
        << measure << " " << topic;
    ++lines;
  }
  EXPECT_EQ(lines, 52 * 95 + 98);
}

class TrecEvalCases : public testing::TestWithParam<int> {};

TEST_P(TrecEvalCases, AreAnsweredTheSame) {
  const Scorer scorer(kCases + "qrels", kCases + "run");
  std::ifstream expected(kCases + fmt::format("level{}.txt", GetParam()));
  std::string measure;
  std::string topic;
  double value = 0;
  int lines = 0;
  while (expected >> measure >> topic >> value) {
    EXPECT_NEAR(scorer.score(measure, GetParam()).at(topic), value, 1e-11) << measure << " " << topic;
    ++lines;
  }
  EXPECT_GT(lines, 200);
}

INSTANTIATE_TEST_SUITE_P(Levels, TrecEvalCases, testing::Values(1, 2));

TEST(DocumentMeasures, BreakTiesByDocumentIdFromTheEndOfTheAlphabet) {
  EXPECT_EQ(score_texts("1 0 a 1\n1 0 b 0\n", "1 Q0 a 1 5 r\n1 Q0 b 2 5 r\n", "RR").at("all"), 0.5);
  EXPECT_EQ(score_texts("1 0 b 1\n1 0 a 0\n", "1 Q0 a 1 5 r\n1 Q0 b 2 5 r\n", "RR").at("all"), 1.0);
}

TEST(DocumentMeasures, TakeScoresThatDifferLateForDifferent) {
  EXPECT_EQ(score_texts("1 0 a 1\n1 0 b 0\n", "1 Q0 b 1 1.00000000000 r\n1 Q0 a 2 1.0000000001 r\n", "RR")
                .at("all"),
            1.0);
}

TEST(DocumentMeasures, CountAnArticleAtItsFirstResultOnly) {
  const std::string_view judgements = "1 Q0 a 10 100 0 0:10\n1 Q0 b 0 100\n1 Q0 c 10 100 0 0:10\n";
  const std::string_view run =
      "1 Q0 b 1 9 r 0 10\n1 Q0 a 2 8 r 0 10\n1 Q0 b 3 7 r 20 10\n1 Q0 a 4 6 r 20 10\n1 Q0 c 5 5 r 0 10\n";
  EXPECT_DOUBLE_EQ(score_texts(judgements, run, "AP").at("all"), (1.0 / 2 + 2.0 / 3) / 2);
  EXPECT_EQ(score_texts(judgements, run, "NumRet").at("all"), 3);
}

TEST(DocumentMeasures, CountTopicsThatAreNotAnsweredAsNothing) {
  const std::string_view judgements = "1 0 a 1\n2 0 a 1\n";
  EXPECT_EQ(score_texts(judgements, "2 Q0 a 1 1 r\n", "AP").at("all"), 0.5);
  EXPECT_EQ(score_texts(judgements, "2 Q0 a 1 1 r\n", "NumQ").at("all"), 2);
  EXPECT_EQ(score_texts(judgements, "2 Q0 a 1 1 r\n", "NumRel").at("all"), 2);
  EXPECT_DOUBLE_EQ(score_texts(judgements, "2 Q0 a 1 1 r\n", "GMAP").at("all"), std::sqrt(1e-5));
}

/// One random topic: few documents, grades up to 4, some in the pool but not assessed, some not in the pool.
naive::Documents random_documents(std::mt19937& random) {
  const auto below = [&](unsigned bound) { return static_cast<int>(random() % bound); };
  naive::Documents documents;
  documents.level = 1 + below(2);
  for (char id = 'a'; id < 'k'; ++id) {
    if (below(3) > 0) documents.grades[std::string(1, id)] = below(6) - 1;
  }
  if (documents.grades.empty()) documents.grades["a"] = 0;
  std::string ids = "abcdefghijkl";
  std::shuffle(ids.begin(), ids.end(), random);
  for (int i = below(static_cast<unsigned>(ids.size() + 1)); i > 0; --i) {
    documents.ranking.emplace_back(1, ids[static_cast<std::size_t>(i - 1)]);
  }
  return documents;
}

/// The same topic in fovea's shape. The ids stay in `plain`.
struct Topic {
  explicit Topic(const naive::Documents& plain) {
    for (const auto& [id, grade] : plain.grades) {
      JudgedDocument document;
      document.id = id;
      document.grade = grade;
      judgements.add(document, {});
    }
    for (const std::string& id : plain.ranking) {
      Result result;
      result.doc = id;
      results.push_back(result);
    }
  }
  TopicJudgements judgements{"t"};
  std::vector<Result> results;
};

struct Definition {
  std::string_view measure;
  std::function<double(const naive::Documents&)> value;
};

std::vector<Definition> definitions() {
  using naive::Documents;
  using naive::over;
  const auto size = [](const Documents& d) { return static_cast<double>(d.ranking.size()); };
  return {
      {"AP", [](const Documents& d) { return average_precision(d, kAllDocuments); }},
      {"AP@3", [](const Documents& d) { return average_precision(d, 3); }},
      {"GMAP", [](const Documents& d) { return average_precision(d, kAllDocuments); }},
      {"IPrec@0.30", [](const Documents& d) { return interpolated(d, 0.3); }},
      {"11pt_avg",
       [](const Documents& d) {
         double sum = 0;
         for (int i = 0; i <= 10; ++i) sum += interpolated(d, i / 10.0);
         return sum / 11;
       }},
      {"P@4", [](const Documents& d) { return precision(d, 4); }},
      {"R@4", [](const Documents& d) { return over(d.found(4), d.all_relevant()); }},
      {"RelP@4", [](const Documents& d) { return over(d.found(4), std::min(4.0, d.all_relevant())); }},
      {"Rprec", [](const Documents& d) { return precision(d, static_cast<std::size_t>(d.all_relevant())); }},
      {"RprecMult@1.40",
       [](const Documents& d) {
         return precision(d, static_cast<std::size_t>(std::ceil(1.4 * d.all_relevant() - 1e-9)));
       }},
      {"RR", [](const Documents& d) { return reciprocal_rank(d, kAllDocuments); }},
      {"RR@2", [](const Documents& d) { return reciprocal_rank(d, 2); }},
      {"Success@2", [](const Documents& d) { return d.found(2) > 0 ? 1.0 : 0.0; }},
      {"Bpref", [](const Documents& d) { return bpref(d); }},
      {"nDCG", [](const Documents& d) { return ndcg(d, kAllDocuments); }},
      {"nDCG@3", [](const Documents& d) { return ndcg(d, 3); }},
      {"RBP(p=0.7)", [](const Documents& d) { return rbp(d, 0.7, false); }},
      {"RBP(p=0.7,rel=2)",
       [](const Documents& d) {
         Documents strict = d;
         strict.level = 2;
         return rbp(strict, 0.7, true);
       }},
      {"DCG@5", [](const Documents& d) { return dcg(d, 5); }},
      {"IdealDCG", [](const Documents& d) { return ideal_dcg(d, kAllDocuments); }},
      {"nDCG(gains={1:3,2:9,4:4.5})@6",
       [](const Documents& d) {
         return ndcg(naive::worth(d, {0, 3, 9, 3, 4.5}), 6);
       }},
      {"nDCG(dcg=exp-log2)",
       [](const Documents& d) {
         return ndcg(naive::worth(d, {0, 1, 3, 7, 15}), kAllDocuments);
       }},
      {"AP(judged_only=True)",
       [](const Documents& d) { return average_precision(naive::judged_only(d), kAllDocuments); }},
      {"P(judged_only=True)@3", [](const Documents& d) { return precision(naive::judged_only(d), 3); }},
      {"IPrec(rounding=up)@0.30",
       [](const Documents& d) {
         double best = 0;
         for (std::size_t rank = 1; rank <= d.ranking.size(); ++rank) {
           if (d.found(rank) >= std::floor(0.3 * d.all_relevant() + 0.9))
             best = std::max(best, precision(d, rank));
         }
         return best;
       }},
      {"11pt_avg(points={0.2,0.5})",
       [](const Documents& d) { return (interpolated(d, 0.2) + interpolated(d, 0.5)) / 2; }},
      {"yaap",
       [](const Documents& d) {
         const double s = average_precision(d, kAllDocuments) * d.all_relevant();
         return std::log(1 + s) - std::log(1 + d.all_relevant() - s);
       }},
      {"ERR(max_rel=4)@6", [](const Documents& d) { return naive::err(d, 6, 4); }},
      {"Accuracy", [](const Documents& d) { return naive::accuracy(d); }},
      {"INST(T=1.5,max_rel=4)",
       [](const Documents& d) {
         return naive::cwl(d, 4, [](double i, double, double all) {
           return std::pow((i + 3 - all - 1) / (i + 3 - all), 2);
         });
       }},
      {"INSQ(T=2,max_rel=3)",
       [](const Documents& d) {
         return naive::cwl(d, 3, [](double i, double, double) { return std::pow((i + 3) / (i + 4), 2); });
       }},
      {"BPM(T=1.2,max_rel=3)@5",
       [](const Documents& d) {
         double gained = 0;
         for (std::size_t rank = 1; rank <= 5; ++rank) {
           gained += std::min(3.0, d.gain(rank)) / 3;
           if (gained >= 1.2 || rank == 5) return gained / static_cast<double>(rank);
         }
         return 0.0;
       }},
      {"SDCG(max_rel=4)@4",
       [](const Documents& d) {
         double all = 0;
         for (int rank = 1; rank <= 4; ++rank) all += 4 / std::log2(rank + 1);
         return dcg(d, 4) / all;
       }},
      {"NERR8(max_rel=4)@4",
       [](const Documents& d) {
         return naive::cwl(d, 4, [](double i, double gain, double) { return i < 4 ? 1 - gain : 0; });
       }},
      {"NERR9(max_rel=4)@4",
       [](const Documents& d) {
         return naive::cwl(
             d, 4, [](double i, double gain, double) { return i < 4 ? i / (i + 1) * (1 - gain) : 0; });
       }},
      {"NERR10(p=0.6,max_rel=4)",
       [](const Documents& d) {
         return naive::cwl(d, 4, [](double, double gain, double) { return 0.6 * (1 - gain); });
       }},
      {"NERR11(max_rel=4)",
       [](const Documents& d) {
         return naive::cwl(
             d, 4, [](double i, double gain, double) { return std::pow((i + 1) / (i + 2), 2) * (1 - gain); });
       }},
      {"Compat(p=0.8)", [](const Documents& d) { return naive::compatibility(d, 0.8); }},
      {"BinG",
       [](const Documents& d) {
         double sum = 0;
         for (std::size_t rank = 1; rank <= d.ranking.size(); ++rank) {
           if (d.relevant(rank)) sum += 1 / std::log2(2 + static_cast<double>(rank) - d.found(rank));
         }
         return over(sum, d.all_relevant());
       }},
      {"Judged@4",
       [](const Documents& d) {
         return over(d.count(4, [&](std::size_t rank) { return d.grade(rank).has_value(); }),
                     static_cast<double>(std::min<std::size_t>(4, d.ranking.size())));
       }},
      {"Unjudged@4",
       [](const Documents& d) { return d.count(4, [&](std::size_t rank) { return !d.judged(rank); }) / 4; }},
      {"SetP@3",
       [](const Documents& d) {
         return over(d.found(3), static_cast<double>(std::min<std::size_t>(3, d.ranking.size())));
       }},
      {"SetR@3", [](const Documents& d) { return over(d.found(3), d.all_relevant()); }},
      {"Utility(a=2,b=-0.5,c=-1,d=0.1)",
       [size](const Documents& d) {
         const double found = d.found(kAllDocuments);
         return 2 * found - 0.5 * (size(d) - found) - (d.all_relevant() - found) +
                0.1 * (found - size(d) - d.all_relevant());
       }},
      {"NumRet(rel=2)",
       [](const Documents& d) {
         return d.count(kAllDocuments, [&](std::size_t rank) { return d.grade(rank).value_or(-1) >= 2; });
       }},
      {"SetP", [size](const Documents& d) { return over(d.found(kAllDocuments), size(d)); }},
      {"SetR", [](const Documents& d) { return over(d.found(kAllDocuments), d.all_relevant()); }},
      {"SetF(beta=2)",
       [size](const Documents& d) {
         const double p = over(d.found(kAllDocuments), size(d));
         const double r = over(d.found(kAllDocuments), d.all_relevant());
         return over(5 * p * r, 4 * p + r);
       }},
      {"SetAP",
       [size](const Documents& d) {
         return over(d.found(kAllDocuments), size(d)) * over(d.found(kAllDocuments), d.all_relevant());
       }},
      {"SetRelP",
       [size](const Documents& d) {
         return over(d.found(kAllDocuments), std::min(size(d), d.all_relevant()));
       }},
      {"NumRet", [size](const Documents& d) { return size(d); }},
      {"NumRel", [](const Documents& d) { return d.all_relevant(); }},
      {"NumRelRet", [](const Documents& d) { return d.found(kAllDocuments); }},
      {"NumNonrelRet",
       [](const Documents& d) {
         return d.count(kAllDocuments, [&](std::size_t rank) { return d.judged(rank) && !d.relevant(rank); });
       }},
  };
}

TEST(DocumentMeasures, EqualTheirPlainDefinitionsOnRandomTopics) {
  std::mt19937 random(20260);
  std::vector<std::pair<Definition, std::unique_ptr<Measure>>> measures;
  for (Definition& definition : definitions()) {
    Diagnostics diagnostics;
    const auto names = parse_measures(definition.measure, diagnostics);
    ASSERT_TRUE(names && names->size() == 1) << definition.measure;
    measures.emplace_back(std::move(definition), make_measure(names->front()));
  }
  for (int i = 0; i < 3000; ++i) {
    const naive::Documents plain = random_documents(random);
    const Topic topic(plain);
    TopicView view(plain.level);
    view.start(topic.judgements, topic.results);
    for (const auto& [definition, measure] : measures) {
      ASSERT_NEAR(measure->score(view), definition.value(plain), 1e-12)
          << definition.measure << ", topic " << i;
    }
  }
}

TEST(DocumentMeasures, DoNotDependOnTheOrderInWhichTheyAreAsked) {
  std::mt19937 random(4711);
  Diagnostics diagnostics;
  const auto names =
      parse_measures("AP(rel=1) nDCG P(rel=2)@3 AP(rel=2) RnDCG Bpref(rel=1) RBP", diagnostics);
  ASSERT_TRUE(names);
  TopicView reused;
  for (int i = 0; i < 200; ++i) {
    const naive::Documents plain = random_documents(random);
    const Topic topic(plain);
    reused.start(topic.judgements, topic.results);
    for (const MeasureName& name : *names) {
      TopicView fresh;
      fresh.start(topic.judgements, topic.results);
      EXPECT_EQ(make_measure(name)->score(reused), make_measure(name)->score(fresh)) << to_string(name);
    }
  }
}

std::vector<MeasureName> all_named(std::string_view expression) {
  Diagnostics diagnostics;
  return *parse_measures(expression, diagnostics, measure_registry(), Texts::kWanted);
}

std::string in_trec_eval(const std::vector<MeasureName>& names) {
  std::string text;
  for (const MeasureName& name : names) text += (text.empty() ? "" : " ") + trec_eval_name(name);
  return text;
}

TEST(TrecEvalNames, AreThoseOfItsOutput) {
  const auto name = [](std::string_view expression) { return in_trec_eval(all_named(expression)); };
  EXPECT_EQ(name("AP"), "map");
  EXPECT_EQ(name("AP@10"), "map_cut_10");
  EXPECT_EQ(name("P@5"), "P_5");
  EXPECT_EQ(name("IPrec@0.1"), "iprec_at_recall_0.10");
  EXPECT_EQ(name("RprecMult@2"), "Rprec_mult_2.00");
  EXPECT_EQ(name("AP(rel=2)"), "AP(rel=2)");
  EXPECT_EQ(name("RR@10"), "RR@10");
}

TEST(TrecEvalNames, ComeInItsOrderWhateverTheOrderAskedFor) {
  auto names = all_named("Judged@5 P@10,5 nDCG AP num_q AgP");
  sort_as_trec_eval(names);
  EXPECT_EQ(in_trec_eval(names), "num_q map P_5 P_10 ndcg Judged@5 AgP");
}

TEST(TrecEvalNames, ShowParametersAsTheyWereAskedFor) {
  const auto name = [](std::string_view expression) { return in_trec_eval(all_named(expression)); };
  EXPECT_EQ(name("utility.2,-1,0,0"), "utility_2,-1,0,0");
  EXPECT_EQ(name("11pt_avg..25,.5,.75"), "11pt_avg_.25,.5,.75");
  EXPECT_EQ(name("ndcg.1=3,2=9,4=4.5"), "ndcg_1=3,2=9,4=4.5");
  EXPECT_EQ(name("ndcg_cut.23.4"), "ndcg_cut_23");
  EXPECT_EQ(name("relstring.20"), "relstring_20");
  EXPECT_EQ(name("relstring"), "relstring");
  EXPECT_EQ(name("Rprec_mult.0.125"), "Rprec_mult_0.12");
}

TEST(TrecEvalNames, WithParametersTakeThePlaceOfTheUsualOnes) {
  auto names = all_named("P utility map P.7,3 utility.2,-1,0,0 ndcg_cut.5 ndcg");
  drop_what_parameters_replace(names);
  EXPECT_EQ(in_trec_eval(names), "map P_7 P_3 utility_2,-1,0,0 ndcg_cut_5 ndcg");
}

}  // namespace
}  // namespace fovea
