// The tree's answers against a model that knows nothing but, for each character, the list of elements around
// it.
#include "collection/element_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collection/record.h"

#include "collection_fixture.h"

namespace fovea {
namespace {

/// An element as the model sees it: its path and which characters it contains.
struct ModelElement {
  std::string path;
  int parent = -1;
  Offset begin = 0;
  std::vector<bool> contains;
  Offset size = 0;
  bool has_children = false;
};

/// A random document: its XML, and the same in the model.
struct World {
  std::string xml;
  std::string text;
  std::vector<ModelElement> elements;
  /// Text nodes: path of the element, then the characters of each node.
  std::map<std::string, std::vector<std::vector<Offset>>> nodes;
};

class WorldMaker {
 public:
  World make() {
    const std::string name = pick_name();
    grow(name, "", -1, 0);
    for (ModelElement& element : world_.elements) element.contains.resize(world_.text.size());
    return world_;
  }

 private:
  std::string pick_name() { return *rc::gen::element<std::string>("a", "b", "sec", "p:x"); }

  void grow(const std::string& name, const std::string& above, int parent, int depth) {
    const int ordinal = ++ordinals_[{above, name}];
    const int index = static_cast<int>(world_.elements.size());
    ModelElement element;
    element.path = fmt::format("{}/{}[{}]", above, name, ordinal);
    element.parent = parent;
    element.begin = static_cast<Offset>(world_.text.size());
    world_.elements.push_back(element);
    if (parent >= 0) world_.elements[static_cast<std::size_t>(parent)].has_children = true;
    const std::string path = element.path;
    world_.xml += "<" + name + ">";
    bool node_open = false;
    for (int parts = *rc::gen::resize(100, rc::gen::inRange(depth == 0 ? 3 : 0, depth < 5 ? 6 : 2));
         parts > 0; --parts) {
      switch (*rc::gen::resize(100, rc::gen::inRange(0, 5))) {
        case 0:
        case 4:
          if (depth < 6) {
            grow(pick_name(), path, index, depth + 1);
            node_open = false;
          }
          break;
        case 1:
          world_.xml += "<!-- x -->";
          node_open = false;
          break;
        default:
          for (int letters = *rc::gen::inRange(1, 4); letters > 0; --letters) put(path, index, node_open);
          break;
      }
    }
    world_.xml += "</" + name + ">";
  }

  void put(const std::string& path, int index, bool& node_open) {
    const auto offset = static_cast<Offset>(world_.text.size());
    if (!node_open) world_.nodes[path].emplace_back();
    node_open = true;
    world_.nodes[path].back().push_back(offset);
    for (int up = index; up >= 0; up = world_.elements[static_cast<std::size_t>(up)].parent) {
      ModelElement& element = world_.elements[static_cast<std::size_t>(up)];
      element.contains.resize(offset + 1);
      element.contains[offset] = true;
      ++element.size;
    }
    world_.xml += "z";
    world_.text += 'z';
  }

  World world_;
  std::map<std::pair<std::string, std::string>, int> ordinals_;
};

bool all_inside(const ModelElement& element, Span span) {
  if (element.size == 0) return false;
  for (Offset at = 0; at < element.contains.size(); ++at) {
    if (element.contains[at] && (at < span.begin || at >= span.end)) return false;
  }
  return true;
}

bool covers(const ModelElement& element, Span span) {
  for (Offset at = span.begin; at < span.end; ++at) {
    if (!element.contains[at]) return false;
  }
  return true;
}

std::vector<std::string> paths_of(const ElementTreeView& tree, const std::vector<ElementIndex>& elements) {
  std::vector<std::string> paths;
  for (const ElementIndex element : elements) paths.push_back(tree.path(element));
  return paths;
}

void compare_spans(const World& world, const ElementTreeView& tree, Span span) {
  std::vector<std::string> largest;
  std::vector<std::string> leaves;
  const ModelElement* smallest = nullptr;
  for (const ModelElement& element : world.elements) {
    if (all_inside(element, span)) {
      const bool parent_inside =
          element.parent >= 0 && all_inside(world.elements[static_cast<std::size_t>(element.parent)], span);
      if (!parent_inside) largest.push_back(element.path);
      if (!element.has_children) leaves.push_back(element.path);
    }
    // Later ones are deeper where sizes are equal: they contain the same characters.
    if (covers(element, span) && (smallest == nullptr || element.size <= smallest->size)) smallest = &element;
  }
  RC_ASSERT(paths_of(tree, tree.largest_inside(span)) == largest);
  RC_ASSERT(paths_of(tree, tree.leaves_inside(span)) == leaves);
  if (!span.empty()) RC_ASSERT(tree.path(tree.smallest_containing(span)) == smallest->path);
}

RC_GTEST_PROP(ElementTree, AnswersAsTheModelDoes, ()) {
  const World world = WorldMaker().make();
  const std::string record = pack_xml("d", world.xml);
  const Document view(record);
  view.check();
  const ElementTreeView& tree = view.tree();
  RC_ASSERT(tree.size() == world.elements.size());
  RC_CLASSIFY(tree.size() > 10, "more than ten elements");
  RC_ASSERT(view.text({0, view.length()}) == world.text);
  for (ElementIndex i = 0; i < tree.size(); ++i) {
    const ModelElement& element = world.elements[i];
    RC_ASSERT(tree.path(i) == element.path);
    RC_ASSERT(tree.find(element.path) == i);
    RC_ASSERT(tree.span(i) == (Span{element.begin, element.begin + element.size}));
    RC_ASSERT(static_cast<int>(tree.parent(i).value_or(static_cast<ElementIndex>(-1))) == element.parent);
    std::vector<ElementIndex> children;
    for (ElementIndex j = 0; j < tree.size(); ++j) {
      if (world.elements[j].parent == static_cast<int>(i)) children.push_back(j);
    }
    RC_ASSERT(tree.children(i) == children);
    RC_ASSERT(!tree.find(element.path + "/nosuch[1]"));
  }
  const auto length = static_cast<Offset>(world.text.size());
  for (Offset begin = 0; begin <= length; ++begin) {
    for (Offset end = begin + 1; end <= length; ++end) compare_spans(world, tree, {begin, end});
  }
}

RC_GTEST_PROP(ElementTree, FindsTextPointsAsTheModelDoes, ()) {
  const World world = WorldMaker().make();
  const std::string record = pack_xml("d", world.xml);
  TextPoints points(Document(record).tree());
  for (const ModelElement& element : world.elements) {
    const auto found = world.nodes.find(element.path);
    const std::vector<std::vector<Offset>> nodes =
        found == world.nodes.end() ? std::vector<std::vector<Offset>>() : found->second;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      for (std::size_t c = 0; c < nodes[n].size(); ++c) {
        RC_ASSERT(points.find(fmt::format("{}/text()[{}].{}", element.path, n + 1, c)) == nodes[n][c]);
      }
      // The point behind the last character, and none behind that.
      RC_ASSERT(points.find(fmt::format("{}/text()[{}].{}", element.path, n + 1, nodes[n].size())) ==
                nodes[n].back() + 1);
      RC_ASSERT(!points.find(fmt::format("{}/text()[{}].{}", element.path, n + 1, nodes[n].size() + 1)));
    }
    RC_ASSERT(!points.find(fmt::format("{}/text()[{}].0", element.path, nodes.size() + 1)));
  }
}

// If the text nodes were counted again for every point, this would take minutes.
TEST(ElementTree, FindsManyTextPointsOfOneElement) {
  constexpr int kNodes = 200'000;
  std::string xml = "<a>";
  for (int i = 0; i < kNodes; ++i) xml += i % 2 == 0 ? "x<b/>" : "x<!-- -->";
  const std::string record = pack_xml("d", xml + "</a>");
  TextPoints points(Document(record).tree());
  for (int i = 0; i < kNodes; ++i) {
    ASSERT_EQ(points.find(fmt::format("/a[1]/text()[{}].1", i + 1)), static_cast<Offset>(i + 1));
  }
}

TEST(ElementTree, TakesASpanPastTheEndAsTheRoots) {
  const std::string record = pack_xml("d", "<a><b>x</b></a>");
  const ElementTreeView tree = Document(record).tree();
  EXPECT_EQ(tree.smallest_containing({0, 5}), ElementTreeView::kRoot);
  EXPECT_EQ(tree.smallest_containing({kMaxOffset, kMaxOffset}), ElementTreeView::kRoot);
  EXPECT_TRUE(tree.largest_inside({5, 9}).empty());
  EXPECT_TRUE(tree.leaves_inside({1, 1}).empty());
}

TEST(ElementTree, GivesThePlaceOfAnEmptySpanToTheLastElementThatBeginsThere) {
  const std::string record = pack_xml("d", "<a>1<b>23</b><c/>4</a>");
  const ElementTreeView tree = Document(record).tree();
  EXPECT_EQ(tree.path(tree.smallest_containing({0, 0})), "/a[1]");
  EXPECT_EQ(tree.path(tree.smallest_containing({1, 1})), "/a[1]/b[1]");
  EXPECT_EQ(tree.path(tree.smallest_containing({2, 2})), "/a[1]/b[1]");
  EXPECT_EQ(tree.path(tree.smallest_containing({3, 3})), "/a[1]/c[1]");
  EXPECT_EQ(tree.path(tree.smallest_containing({4, 4})), "/a[1]");
}

TEST(ElementTree, KeepsItsAnswersInDocumentsThatNeedFourByteNumbers) {
  std::string xml = "<a>";
  for (int i = 0; i < 70000; ++i) xml += "<b>xy</b>";
  const std::string record = pack_xml("d", xml + "</a>");
  const Document view(record);
  EXPECT_NO_THROW(view.check());
  EXPECT_EQ(view.length(), 140000U);
  const auto element = view.tree().find("/a[1]/b[70000]");
  ASSERT_TRUE(element);
  EXPECT_EQ(view.tree().span(*element), (Span{139998, 140000}));
  EXPECT_EQ(view.tree().largest_inside({1, 139999}).size(), 69998U);
}

TEST(ElementTree, CopesWithManyDifferentNames) {
  std::string xml = "<a>";
  for (int i = 0; i < 70000; ++i) xml += fmt::format("<n{}/>", i);
  const std::string record = pack_xml("d", xml + "</a>");
  const Document view(record);
  EXPECT_NO_THROW(view.check());
  EXPECT_EQ(view.tree().find("/a[1]/n69999[1]"), 70000U);
}

}  // namespace
}  // namespace fovea
