// The figures of a collection's description, against a count by hand.

#include "collection/structure.h"

#include <gtest/gtest.h>

#include "collection/collection.h"
#include "collection_fixture.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

TEST(CollectionStructure, CountsLevelsAndElementsWithEnoughText) {
  const TemporaryFolder folder;
  const std::string long_enough(CollectionStructure::kLongEnough, 'x');
  const std::string too_short(CollectionStructure::kLongEnough - 1, 'x');
  make_collection(folder / "c.fovea",
                  {{"a", "<a><b>" + long_enough + "</b><b>" + too_short + " \t\n</b></a>"},
                   {"b", "<a><b><c>ä</c></b></a>"}});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c.fovea", diagnostics);
  ASSERT_TRUE(collection);
  CollectionStructure structure;
  collection->each([&](const Document& document) {
    structure.add(document);
    return true;
  });
  EXPECT_EQ(structure.documents, 2U);
  EXPECT_EQ(structure.elements, 6U);
  EXPECT_DOUBLE_EQ(structure.elements_per_document(), 3);
  EXPECT_DOUBLE_EQ(structure.mean_depth(), (1 + 2 + 2 + 1 + 2 + 3) / 6.0);
  EXPECT_EQ(structure.long_elements, 2U) << "the article and its first part; white space does not count";
  EXPECT_EQ(structure.text_bytes, long_enough.size() + too_short.size() + 3 + 2) << "ä is two bytes";
}

}  // namespace
}  // namespace fovea
