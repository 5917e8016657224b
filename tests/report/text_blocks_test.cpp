#include "report/track/text_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collection_fixture.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// The blocks of one document as text, each with whether it is a heading.
std::vector<std::pair<std::string, bool>> blocks_of(std::string_view xml) {
  const TemporaryFolder folder;
  make_collection(folder / "c", {{"doc", xml}});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  const auto document = collection->find("doc");
  std::vector<std::pair<std::string, bool>> found;
  for (const TextBlock& block : text_blocks(*document, document->text())) {
    found.emplace_back(document->text(block.span), block.heading);
  }
  return found;
}

TEST(TextBlocks, AreTheElementsThatHoldTextOfTheirOwn) {
  EXPECT_THAT(
      blocks_of("<article>\n<title>Größe</title>\n<bdy>\n<sec><st>One</st>\n<p>a b</p>\n<p>c</p></sec>\n"
                "</bdy></article>"),
      ElementsAre(Pair("Größe", true), Pair("One", true), Pair("a b", false), Pair("c", false)));
}

TEST(TextBlocks, KeepWhatStandsInsideALineTogether) {
  EXPECT_THAT(blocks_of("<a><p>see <link>the <b>other</b></link> one</p></a>"),
              ElementsAre(Pair("see the other one", false)));
  EXPECT_THAT(blocks_of("<a>loose <p>inside</p> text</a>"), ElementsAre(Pair("loose inside text", false)));
}

TEST(TextBlocks, AreNoneWhereThereIsNoText) {
  EXPECT_THAT(blocks_of("<a>\n<p> </p><br/>\n</a>"), ElementsAre());
}

}  // namespace
}  // namespace fovea
