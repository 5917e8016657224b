// Every test, interval and coefficient against R: reference.tsv, which reference.R wrote.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "places.h"
#include "stats/agreement.h"
#include "stats/correction.h"
#include "stats/filled_matrix.h"
#include "stats/kappa.h"
#include "stats/paired_test.h"
#include "stats/power.h"
#include "stats/resampling.h"
#include "stats/studentised_range.h"
#include "stats/tukey.h"
#include "temporary_folder.h"

namespace fovea::stats {
namespace {

constexpr double kTolerance = 1e-9;

std::vector<double> numbers(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<double>(in), {}};
}

struct Expectation {
  std::string quantity;
  std::string cases;
  std::vector<double> values;
};

struct Reference {
  std::map<std::string, std::vector<double>> data;
  std::vector<Expectation> expectations;
};

Reference read_reference() {
  Reference reference;
  std::istringstream lines(read_whole(source_folder() + "/tests/stats/reference.tsv"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns(line);
    std::string kind;
    std::string first;
    std::string second;
    std::string third;
    std::getline(columns, kind, '\t');
    std::getline(columns, first, '\t');
    std::getline(columns, second, '\t');
    std::getline(columns, third, '\t');
    if (kind == "data") reference.data[first] = numbers(second);
    if (kind == "expect") reference.expectations.push_back({first, second, numbers(third)});
  }
  return reference;
}

/// The two lists of a case, and what the quantities ask of them.
struct Case {
  std::string name;
  std::vector<double> a;
  std::vector<double> b;

  std::vector<double> differences() const {
    std::vector<double> result;
    for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] - b[i]);
    return result;
  }
  FilledMatrix matrix() const {
    FilledMatrix scores(2, a.size());
    std::copy(a.begin(), a.end(), scores.run(0).begin());
    std::copy(b.begin(), b.end(), scores.run(1).begin());
    return scores;
  }
};

using Values = std::vector<double>;

Values both(const Interval& interval) {
  return {interval.low, interval.high};
}

Values with_p(const Correlation& correlation) {
  Values values{correlation.value};
  if (correlation.p) values.push_back(*correlation.p);
  return values;
}

Values value_only(const Correlation& correlation) {
  return {correlation.value};
}

double randomisation_p(const Case& c, Tails tails) {
  return Randomisation::draw(c.matrix(), 10, 1)->test(0, 1, tails).p;
}

TestDesign design(double tails) {
  return {0.05, tails == 1 ? Tails::kOne : Tails::kTwo, 0.8};
}

const std::map<std::string, std::function<Values(const Case&)>>& quantities() {
  static const std::map<std::string, std::function<Values(const Case&)>> table{
      {"t", [](const Case& c) { return Values{paired_t_test(c.differences(), Tails::kTwo)->statistic}; }},
      {"t p two-tailed",
       [](const Case& c) { return Values{paired_t_test(c.differences(), Tails::kTwo)->p}; }},
      {"t p one-tailed",
       [](const Case& c) { return Values{paired_t_test(c.differences(), Tails::kOne)->p}; }},
      {"t interval 0.95", [](const Case& c) { return both(*t_interval(c.differences(), 0.95)); }},
      {"t interval 0.99", [](const Case& c) { return both(*t_interval(c.differences(), 0.99)); }},
      {"mean interval 0.95", [](const Case& c) { return both(*t_interval(c.a, 0.95)); }},
      {"cohens d", [](const Case& c) { return Values{*cohens_d(c.differences())}; }},
      {"pearson", [](const Case& c) { return with_p(*pearson(c.a, c.b)); }},
      {"spearman", [](const Case& c) { return with_p(*spearman(c.a, c.b)); }},
      {"kendall", [](const Case& c) { return with_p(*kendall_tau_b(c.a, c.b)); }},
      {"tau_ap", [](const Case& c) { return value_only(*tau_ap(c.a, c.b)); }},
      {"regression",
       [](const Case& c) {
         const Line line = *linear_regression(c.a, c.b);
         return Values{line.intercept, line.slope, line.intercept_error, line.slope_error, line.r_squared};
       }},
      {"wilcoxon v",
       [](const Case& c) { return Values{wilcoxon_signed_rank(c.differences(), Tails::kTwo)->statistic}; }},
      {"wilcoxon p two-tailed",
       [](const Case& c) { return Values{wilcoxon_signed_rank(c.differences(), Tails::kTwo)->p}; }},
      {"wilcoxon p one-tailed",
       [](const Case& c) { return Values{wilcoxon_signed_rank(c.differences(), Tails::kOne)->p}; }},
      {"randomisation p two-tailed", [](const Case& c) { return Values{randomisation_p(c, Tails::kTwo)}; }},
      {"randomisation p one-tailed", [](const Case& c) { return Values{randomisation_p(c, Tails::kOne)}; }},
      {"description",
       [](const Case& c) {
         const Description all = describe(c.a);
         return Values{all.sum, all.min, all.max, all.median, all.mean, all.standard_deviation};
       }},
      {"quantile 0.025 0.3 0.975",
       [](const Case& c) {
         Values sorted = c.a;
         std::sort(sorted.begin(), sorted.end());
         return Values{quantile(sorted, 0.025), quantile(sorted, 0.3), quantile(sorted, 0.975)};
       }},
      {"holm", [](const Case& c) { return adjust(c.a, Correction::kHolm); }},
      {"bonferroni", [](const Case& c) { return adjust(c.a, Correction::kBonferroni); }},
      {"studentised range",
       [](const Case& c) {
         const Values at = numbers(c.name);
         return Values{StudentisedRange(static_cast<std::size_t>(at[0]), at[1]).upper_tail(at[2])};
       }},
      {"power",
       [](const Case& c) {
         const Values at = numbers(c.name);
         return Values{*power_of_t_test(at[1], 0.11, static_cast<std::uint64_t>(at[0]), design(at[2]))};
       }},
      {"topics for 0.8",
       [](const Case& c) {
         const Values at = numbers(c.name);
         return Values{static_cast<double>(*topics_needed(at[0], 0.11, design(at[1])))};
       }},
      {"detectable with 0.8",
       [](const Case& c) {
         const Values at = numbers(c.name);
         return Values{*detectable_difference(0.11, static_cast<std::uint64_t>(at[0]), design(at[1]))};
       }},
      {"kappa",
       [](const Case& c) {
         const Values at = numbers(c.name);
         const auto count = [&](std::size_t i) { return static_cast<std::uint64_t>(at[i]); };
         return Values{*cohens_kappa({count(0), count(1), count(2), count(3)})};
       }},
  };
  return table;
}

TEST(Reference, EveryFigureAgreesWithRToNineDigits) {
  const Reference reference = read_reference();
  const auto list = [&](const std::string& name) {
    const auto found = reference.data.find(name);
    return found == reference.data.end() ? Values{} : found->second;
  };
  std::map<std::string, int> checked;
  for (const Expectation& expectation : reference.expectations) {
    const auto quantity = quantities().find(expectation.quantity);
    if (quantity == quantities().end()) continue;  // has a test of its own below
    SCOPED_TRACE(expectation.quantity + " of " + expectation.cases);
    Case c{expectation.cases, list(expectation.cases + ".a"), list(expectation.cases + ".b")};
    if (c.a.empty()) c.a = list(expectation.cases);
    const Values values = quantity->second(c);
    ASSERT_GE(values.size(), expectation.values.size());
    for (std::size_t i = 0; i < expectation.values.size(); ++i) {
      EXPECT_NEAR(values[i], expectation.values[i], kTolerance);
    }
    ++checked[expectation.quantity];
  }
  for (const auto& [name, function] : quantities()) EXPECT_GT(checked[name], 0) << name;
}

Expectation find(const Reference& reference, const std::string& quantity) {
  for (const Expectation& expectation : reference.expectations) {
    if (expectation.quantity == quantity) return expectation;
  }
  ADD_FAILURE() << "no " << quantity;
  return {};
}

TEST(Reference, TheStudentisedRangeIsPtukeyAsFarAsThatIsExact) {
  int checked = 0;
  for (const Expectation& expectation : read_reference().expectations) {
    if (expectation.quantity != "ptukey") continue;
    const Values at = numbers(expectation.cases);
    const StudentisedRange range(static_cast<std::size_t>(at[0]), at[1]);
    EXPECT_NEAR(range.upper_tail(at[2]), expectation.values[0], 1e-4) << expectation.cases;
    ++checked;
  }
  EXPECT_EQ(checked, 75);
}

TEST(Reference, TukeyAgreesWithTukeyHSDOfATwoWayLayout) {
  const Reference reference = read_reference();
  const Expectation expected = find(reference, "tukey p of 2-1 3-1 4-1 3-2 4-2 4-3");
  FilledMatrix scores(4, 15);
  for (std::size_t run = 0; run < 4; ++run) {
    const Values& row = reference.data.at("tukey." + std::to_string(run + 1));
    std::copy(row.begin(), row.end(), scores.run(run).begin());
  }
  const Computed<TukeyHsd> tukey = TukeyHsd::fit(scores);
  ASSERT_TRUE(tukey);
  std::size_t next = 0;
  for (std::size_t first = 0; first < 4; ++first) {
    for (std::size_t second = first + 1; second < 4; ++second) {
      const double difference = mean(scores.run(second)) - mean(scores.run(first));
      EXPECT_NEAR(tukey->test(difference).p, expected.values[next++], kTolerance);
    }
  }
}

TEST(Reference, ThePValueOfTauApRestsOnItsVarianceOverAllOrders) {
  const double variance = find(read_reference(), "variance of tau_ap").values[0];
  const Values truth{7, 6, 5, 4, 3, 2, 1};
  const Values estimate{7, 5, 6, 4, 2, 3, 1};
  const Correlation result = *tau_ap(truth, estimate);
  const double z = std::abs(result.value) / std::sqrt(variance);
  EXPECT_NEAR(*result.p, std::erfc(z / std::sqrt(2.0)), kTolerance);
}

TEST(Reference, TheBootstrapApproachesTheMeanOverAllResamples) {
  const Reference reference = read_reference();
  Case c{"boot", reference.data.at("boot.a"), reference.data.at("boot.b")};
  constexpr std::size_t kResamples = 200'000;
  const Computed<Bootstrap> bootstrap = Bootstrap::draw(c.matrix(), kResamples, 7);
  ASSERT_TRUE(bootstrap);
  const double p = find(reference, "bootstrap p one-tailed").values[0];
  const double error = std::sqrt(p * (1 - p) / kResamples);
  EXPECT_NEAR(bootstrap->test(0, 1, Tails::kOne).p, p, 4 * error);

  const Values moments = find(reference, "bootstrap mean and sd").values;
  Values differences(kResamples);
  std::transform(bootstrap->of(0).begin(), bootstrap->of(0).end(), bootstrap->of(1).begin(),
                 differences.begin(), std::minus<>());
  EXPECT_NEAR(mean(differences), moments[0], 4 * moments[1] / std::sqrt(kResamples));
  EXPECT_NEAR(standard_deviation(differences), moments[1], 4 * moments[1] / std::sqrt(2.0 * kResamples));
}

}  // namespace
}  // namespace fovea::stats
