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

  /// Grades as INEX 2004 wants them: an element is relevant if a child is, at least as exhaustive, and as
  /// specific as its text is on average.
  World consistent() {
    World world = structure();
    for (WorldDocument& document : world.documents) {
      // Backwards, children come before their parents.
      std::vector<std::uint64_t> specific(document.elements.size(), 0);  // specificity times characters
      for (std::size_t i = document.elements.size(); i-- > 0;) {
        WorldElement& element = document.elements[i];
        std::uint8_t& e = element.grade.exhaustivity;
        if (e > 0) {
          if (chance(25)) e = step(e);
          const auto mean = element.span.empty() ? 1 : specific[i] / element.span.size();
          element.grade.specificity = static_cast<std::uint8_t>(std::max<std::uint64_t>(mean, 1));
        } else if (chance(40)) {
          element.grade = {step(1), chance(80) ? std::uint8_t{3} : step(1)};
        }
        if (element.parent < 0 || e == 0) continue;
        const auto parent = static_cast<std::size_t>(element.parent);
        std::uint8_t& above = document.elements[parent].grade.exhaustivity;
        above = std::max(above, e);
        specific[parent] += std::uint64_t{element.grade.specificity} * element.span.size();
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
