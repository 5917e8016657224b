// Random small worlds, each made from a seed: nested elements, some of them empty, text between them; grades
// that follow the rules of INEX or none; runs with ties, repetitions and nested results.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "measures/graded/world.h"

namespace fovea {

class RandomWorld {
 public:
  explicit RandomWorld(std::uint32_t seed) : random_(seed) {}

  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int percent) { return number(1, 100) <= percent; }

  World structure() {
    World world;
    const int documents = number(1, 3);
    for (int d = 0; d < documents; ++d) {
      WorldDocument document{"doc" + std::to_string(d), {}};
      grow(document, -1, "/article[1]", {0, static_cast<Offset>(number(1, 40))}, 0);
      world.documents.push_back(std::move(document));
    }
    return world;
  }

  /// Grades without any rule but that both are 0 or neither; many elements are not assessed.
  World arbitrary() {
    World world = structure();
    for (WorldDocument& document : world.documents) {
      for (WorldElement& element : document.elements) {
        if (chance(45)) element.grade = {step(1), step(1)};
      }
    }
    return world;
  }

  /// Grades as INEX 2004 wants them: an element is relevant if a child is, and at least as exhaustive.
  World consistent() {
    World world = structure();
    for (WorldDocument& document : world.documents) {
      for (std::size_t i = document.elements.size(); i-- > 0;) {
        WorldElement& element = document.elements[i];
        if (element.grade.exhaustivity > 0 || chance(40)) {
          const int own = std::max<int>(element.grade.exhaustivity, 1);
          element.grade = {step(own), step(1)};
        }
        if (element.parent < 0 || !element.grade.relevant()) continue;
        std::uint8_t& above = document.elements[static_cast<std::size_t>(element.parent)].grade.exhaustivity;
        above = std::max(above, element.grade.exhaustivity);
      }
    }
    return world;
  }

  std::vector<Pick> run(const World& world, int longest = 14) {
    std::vector<Pick> picks;
    const int length = number(0, longest);
    const bool ranked = chance(80);
    std::int32_t rank = 0;
    for (int i = 0; i < length; ++i) {
      const auto document = static_cast<std::size_t>(number(0, static_cast<int>(world.documents.size()) - 1));
      const int last = static_cast<int>(world.documents[document].elements.size()) - 1;
      if (ranked && (rank == 0 || chance(70))) ++rank;
      picks.push_back({document, static_cast<std::size_t>(number(0, last)), rank});
    }
    return picks;
  }

 private:
  std::uint8_t step(int low) { return static_cast<std::uint8_t>(number(low, 3)); }

  void grow(WorldDocument& document, int parent, const std::string& path, Span span, int depth) {
    const int self = static_cast<int>(document.elements.size());
    document.elements.push_back({path, parent, span, {}});
    if (depth == 3) return;
    int named[2] = {0, 0};
    Offset at = span.begin;
    for (int child = number(0, 3); child > 0 && document.elements.size() < 12; --child) {
      const auto begin = static_cast<Offset>(number(static_cast<int>(at), static_cast<int>(span.end)));
      const auto end = static_cast<Offset>(number(static_cast<int>(begin), static_cast<int>(span.end)));
      const int name = number(0, 1);
      const std::string step = (name == 0 ? "/sec[" : "/p[") + std::to_string(++named[name]) + "]";
      grow(document, self, path + step, {begin, end}, depth + 1);
      at = end;
    }
  }

  std::mt19937 random_;
};

}  // namespace fovea
