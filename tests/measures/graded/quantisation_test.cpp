#include "measures/graded/quantisation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::HasSubstr;

constexpr std::string_view kTable =
    "# e s value\n"
    "1 1 0.1\n1 2 0.2\n1 3 0.3\n2 1 0.4\n2 2 0.5\n2 3 0.6\n3 1 0.7\n3 2 0.8\n3 3 1\n";

std::optional<Quantisation> read(std::string_view text, Diagnostics& diagnostics) {
  return read_quantisation(InputFile::from_memory("mine.txt", text), diagnostics);
}

std::string first_fault(std::string_view text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(read(text, diagnostics));
  return diagnostics.kept().empty() ? "" : to_string(diagnostics.kept().front());
}

std::string replaced(std::string_view from, std::string_view to) {
  std::string text(kTable);
  return text.replace(text.find(from), from.size(), to);
}

TEST(Quantisation, StrictTakesOnlyTheBest) {
  const Quantisation strict = *Quantisation::named("strict");
  double sum = 0;
  for (std::uint8_t e = 0; e <= 3; ++e) {
    for (std::uint8_t s = 0; s <= 3; ++s) sum += strict({e, s});
  }
  EXPECT_EQ(strict({3, 3}), 1);
  EXPECT_EQ(sum, 1);
}

TEST(Quantisation, GeneralisedLeansToExhaustivityAndSogToSpecificity) {
  const Quantisation gen = *Quantisation::named("gen");
  const Quantisation sog = *Quantisation::named("sog");
  EXPECT_GT(gen({3, 1}), gen({1, 3}));
  EXPECT_LT(sog({3, 1}), sog({1, 3}));
  EXPECT_EQ(gen({0, 0}), 0);
  EXPECT_EQ(sog({0, 0}), 0);
  EXPECT_FALSE(Quantisation::named("sogg"));
}

TEST(Quantisation, ATableOfOnesOwnIsReadFromAFile) {
  Diagnostics diagnostics;
  const auto table = read(kTable, diagnostics);
  ASSERT_TRUE(table);
  EXPECT_EQ((*table)({2, 1}), 0.4);
  EXPECT_EQ((*table)({3, 3}), 1);
  EXPECT_TRUE(read(std::string(kTable) + "0 0 0\r\n\n", diagnostics));
  EXPECT_TRUE(diagnostics.ok());
}

TEST(Quantisation, FaultsOfATableAreNamedWithTheirPlace) {
  EXPECT_EQ(first_fault(replaced("2 1 0.4\n", "")),
            "mine.txt: found no value for (2,1), expected all nine pairs of grades from 1 to 3");
  EXPECT_EQ(first_fault(replaced("2 1 0.4", "1 1 0.4")),
            "mine.txt:5:1: found the pair (1,1) again, expected each pair once");
  EXPECT_EQ(first_fault(replaced("2 1 0.4", "4 1 0.4")),
            "mine.txt:5:1: found '4', expected a grade from 0 to 3");
  EXPECT_EQ(first_fault(replaced("2 1 0.4", "2 1 1.4")),
            "mine.txt:5:5: found '1.4', expected a value from 0 to 1");
  EXPECT_EQ(first_fault(replaced("2 1 0.4", "2 1 nan")),
            "mine.txt:5:5: found 'nan', expected a value from 0 to 1");
  EXPECT_EQ(first_fault(replaced("2 1 0.4", "2 0 0.4")),
            "mine.txt:5:1: found the pair (2,0), expected both grades 0, or neither");
  EXPECT_EQ(first_fault(replaced("2 1 0.4", "0 0 0.4")),
            "mine.txt:5:5: found '0.4', expected 0 for the pair (0,0)");
  EXPECT_EQ(first_fault(replaced("2 1 0.4", "2 0.4")),
            "mine.txt:5:1: found 2 columns, expected 3: exhaustivity, specificity, value");
  EXPECT_THAT(first_fault(""), HasSubstr("(1,1) (1,2)"));
}

TEST(Quantisation, AMeasureAsksForItByNameOrByFile) {
  const TemporaryFolder folder;
  std::string why;
  EXPECT_TRUE(quantisation_for("sog", why));
  EXPECT_TRUE(quantisation_for(folder.write("mine.txt", kTable), why));
  EXPECT_EQ(why, "");
  EXPECT_FALSE(quantisation_for("sogg", why));
  EXPECT_THAT(why, HasSubstr("none of strict, gen and sog, nor a file"));
  EXPECT_FALSE(quantisation_for(folder.write("bad.txt", "1 1 2\n"), why));
  EXPECT_THAT(why, HasSubstr("bad.txt:1:5: found '2'"));
  EXPECT_FALSE(quantisation_for("-", why));
  EXPECT_FALSE(quantisation_for("/dev/zero", why));
  EXPECT_EQ(why, "quant=/dev/zero is no regular file");
}

TEST(Quantisation, OneDimensionIsStrictOrInThirds) {
  EXPECT_EQ(*one_dimension_named("strict"), (OneDimension{0, 0, 0, 1}));
  EXPECT_DOUBLE_EQ((*one_dimension_named("gen"))[2], 2.0 / 3);
  EXPECT_FALSE(one_dimension_named("sog"));
}

}  // namespace
}  // namespace fovea
