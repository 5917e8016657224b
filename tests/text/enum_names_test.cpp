#include "text/enum_names.h"

#include <gtest/gtest.h>

namespace fovea {

namespace inner {
enum class Colour : std::uint8_t { kRed, kGreen, kDarkBlue };
constexpr auto enum_names(Colour) {
  return names_in_order("red", "green", "dark-blue");
}
}  // namespace inner

namespace {

TEST(EnumNames, AreThoseOfTheValuesInTheirOrder) {
  EXPECT_EQ(name_of(inner::Colour::kRed), "red");
  EXPECT_EQ(name_of(inner::Colour::kDarkBlue), "dark-blue");
  EXPECT_EQ(named<inner::Colour>("green"), inner::Colour::kGreen);
  EXPECT_FALSE(named<inner::Colour>("blue"));
  EXPECT_FALSE(named<inner::Colour>(""));
}

TEST(EnumNames, AreListedForMessages) {
  EXPECT_EQ(either_of(kNamesOf<inner::Colour>), "red, green or dark-blue");
  EXPECT_EQ(either_of(names_in_order("one")), "one");
}

}  // namespace
}  // namespace fovea
