// How scores must move when a world is changed in a way whose effect is known, whatever the figures are: through the front
// door, over random worlds. No reference is needed, so that an error shared by a measure and its naive twin shows here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "fovea.h"

namespace fovea {
namespace {

constexpr std::string_view kOfText =
    "gP@3, gR@3, AgP, AgP(t2i=300), igP@0.1, iP@0.1, AiP, charP, charP@3, charR, charF, IoU, IoU@2";
constexpr std::string_view kOfDocuments =
    "AP, AP@3, IPrec@0.2, 11pt_avg, P@3, R@3, Rprec, RR, Success@2, nDCG, nDCG@3, RBP, Bpref, infAP, SetP, SetR, SetF, "
    "INST(max_rel=1), ERR(max_rel=1)@5, Judged@3, Accuracy";
/// What a sum of the same terms in another order may differ by.
constexpr double kSameSum = 1e-12;

struct Judged {
  std::string topic, doc;
  std::vector<Span> highlights;
  Offset length;
};
struct Result {
  std::string topic, doc;
  Span span;
};
struct World {
  std::vector<Judged> judged;
  std::vector<Result> results;
};

/// Results of a topic do not overlap and come article by article, as relevant in context asks.
World random_world(std::mt19937& random) {
  World world;
  const auto up_to = [&](unsigned most) { return static_cast<Offset>(random() % (most + 1)); };
  const unsigned topics = 1 + up_to(4);
  const unsigned documents = 2 + up_to(6);
  for (unsigned t = 0; t < topics; ++t) {
    const std::string topic = fmt::format("t{}", t);
    std::vector<unsigned> order(documents);
    for (unsigned d = 0; d < documents; ++d) order[d] = d;
    std::ranges::shuffle(order, random);
    for (const unsigned d : order) {
      const std::string doc = fmt::format("d{}", d);
      const Offset length = 40 + 10 * d;
      const auto pieces = [&](unsigned most) {
        std::vector<Span> spans;
        for (Offset at = up_to(10); spans.size() < most && at + 12 < length; at += 2 + up_to(9)) {
          const Offset end = at + 2 + up_to(8);
          spans.push_back({at, end});
          at = end;
        }
        return spans;
      };
      if (up_to(3) > 0) {
        // One document of every topic is relevant, so that every topic counts.
        const bool relevant = d == order.front() || up_to(1) == 1;
        world.judged.push_back({topic, doc, relevant ? pieces(3) : std::vector<Span>{}, length});
      }
      if (up_to(3) > 0) {
        for (const Span& span : pieces(2)) world.results.push_back({topic, doc, span});
      }
    }
  }
  return world;
}

using ByTopic = std::map<std::string, std::map<std::string, double>>;

/// Scores per topic and measure, and the means under the topic "".
ByTopic scores_of(const World& world, std::string_view measures) {
  std::vector<JudgementRow> judged;
  for (const Judged& row : world.judged) {
    judged.push_back(
        {.topic = row.topic, .doc = row.doc, .highlights = row.highlights, .length = row.length});
  }
  std::vector<ResultRow> results;
  for (const Result& row : world.results) results.push_back({row.topic, row.doc, row.span});
  Diagnostics said;
  const auto judgements = make_judgements(judged, said);
  if (!judgements) return {};
  const auto scores = evaluate(*judgements, make_run("r", results), measures, said);
  if (!scores) return {};
  ByTopic by_topic;
  for (std::size_t m = 0; m < scores->measures().size(); ++m) {
    const std::string& measure = scores->measures()[m].name;
    by_topic[""][measure] = scores->summary(0, m);
    for (std::size_t t = 0; t < scores->topics().size(); ++t) {
      if (const auto value = scores->value(0, t, m))
        by_topic[std::string(scores->topics()[t])][measure] = *value;
    }
  }
  return by_topic;
}

void expect_same(const ByTopic& first, const ByTopic& second, double tolerance, unsigned seed) {
  ASSERT_EQ(first.size(), second.size()) << "seed " << seed;
  for (const auto& [topic, scores] : first) {
    ASSERT_TRUE(second.contains(topic)) << "seed " << seed;
    for (const auto& [measure, value] : scores) {
      EXPECT_NEAR(value, second.at(topic).at(measure), topic.empty() ? kSameSum : tolerance)
          << measure << " of '" << topic << "', seed " << seed;
    }
  }
}

/// Calls `check` with 300 worlds in which something is relevant and something was returned.
template <typename Check>
void over_worlds(const Check& check) {
  int worlds = 0;
  for (unsigned seed = 1; seed <= 300 && !testing::Test::HasFailure(); ++seed) {
    std::mt19937 random(seed);
    const World world = random_world(random);
    for (const std::string_view measures : {kOfText, kOfDocuments}) {
      const ByTopic scores = scores_of(world, measures);
      if (scores.empty()) continue;
      check(world, measures, scores, random, seed);
      ++worlds;
    }
  }
  EXPECT_GT(worlds, 500);
}

TEST(Metamorphic, NamesOfDocumentsAndTopicsDoNotMatter) {
  over_worlds(
      [](World world, std::string_view measures, const ByTopic& scores, std::mt19937&, unsigned seed) {
        // Other alphabets, right to left, beyond the basic plane; and an order that is turned round.
        const auto renamed = [](const std::string& name) {
          return fmt::format("{}ж文ع😀{}", 'z' - name.back() % 20, name);
        };
        for (Judged& row : world.judged) {
          row.topic = "θ" + row.topic;
          row.doc = renamed(row.doc);
        }
        for (Result& row : world.results) {
          row.topic = "θ" + row.topic;
          row.doc = renamed(row.doc);
        }
        ByTopic expected;
        for (const auto& [topic, values] : scores) expected[topic.empty() ? "" : "θ" + topic] = values;
        expect_same(expected, scores_of(world, measures), 0, seed);
      });
}

TEST(Metamorphic, TheOrderOfTopicsAndJudgementsDoesNotMatter) {
  over_worlds(
      [](World world, std::string_view measures, const ByTopic& scores, std::mt19937& random, unsigned seed) {
        std::ranges::shuffle(world.judged, random);
        std::ranges::stable_sort(world.results, std::ranges::greater{}, &Result::topic);
        expect_same(scores, scores_of(world, measures), 0, seed);
      });
}

TEST(Metamorphic, TopicsScoreTheSameByThemselvesAsTogether) {
  over_worlds(
      [](const World& world, std::string_view measures, const ByTopic& scores, std::mt19937&, unsigned seed) {
        for (const auto& [topic, values] : scores) {
          if (topic.empty()) continue;
          World alone;
          std::ranges::copy_if(world.judged, std::back_inserter(alone.judged),
                               [&](auto& row) { return row.topic == topic; });
          std::ranges::copy_if(world.results, std::back_inserter(alone.results),
                               [&](auto& row) { return row.topic == topic; });
          const ByTopic by_itself = scores_of(alone, measures);
          // A run that answers none of the topics is refused; together it scores 0.
          if (by_itself.empty()) continue;
          expect_same({{topic, values}, {"", values}}, by_itself, 0, seed);
        }
      });
}

TEST(Metamorphic, AHighlightInTwoPiecesIsTheSameHighlight) {
  over_worlds(
      [](World world, std::string_view measures, const ByTopic& scores, std::mt19937&, unsigned seed) {
        for (Judged& row : world.judged) {
          std::vector<Span> split;
          for (const Span& span : row.highlights) {
            const Offset middle = span.begin + (span.end - span.begin) / 2;
            split.push_back({middle, span.end});
            split.push_back({span.begin, middle});
          }
          row.highlights = split;
        }
        expect_same(scores, scores_of(world, measures), 0, seed);
      });
}

TEST(Metamorphic, APassageInTwoPiecesHoldsTheSameText) {
  over_worlds([](World world, std::string_view, const ByTopic&, std::mt19937&, unsigned seed) {
    constexpr std::string_view kOfAllText = "gP@3, gR@3, AgP, AgP(t2i=300), charP, charR, charF, IoU";
    const ByTopic whole = scores_of(world, kOfAllText);
    std::vector<Result> split;
    for (const Result& row : world.results) {
      const Offset middle = row.span.begin + (row.span.end - row.span.begin) / 2;
      split.push_back({row.topic, row.doc, {row.span.begin, middle}});
      split.push_back({row.topic, row.doc, {middle, row.span.end}});
    }
    world.results = split;
    expect_same(whole, scores_of(world, kOfAllText), 0, seed);
  });
}

TEST(Metamorphic, AnIrrelevantResultAtTheEndHelpsNobody) {
  over_worlds(
      [](World world, std::string_view measures, const ByTopic& scores, std::mt19937&, unsigned seed) {
        for (const auto& [topic, values] : scores) {
          if (!topic.empty()) world.results.push_back({topic, "nobody-judged-this", {0, 10}});
        }
        const ByTopic longer = scores_of(world, measures);
        for (const auto& [topic, values] : scores) {
          for (const auto& [measure, value] : values) {
            if (measure == "Accuracy")
              continue;  // counts pairs: what stands above the new one is in the right order
            const double after = longer.at(topic).at(measure);
            EXPECT_LE(after, value + kSameSum) << measure << " of '" << topic << "', seed " << seed;
            // What asks for recall, or only for what comes before, stays.
            for (const std::string_view kept :
                 {"charR", "gR@3", "R@3", "SetR", "AP", "nDCG", "RR", "iP@0.1", "AiP"}) {
              if (measure == kept) {
                EXPECT_NEAR(after, value, kSameSum) << measure << " of '" << topic << "', seed " << seed;
              }
            }
          }
        }
      });
}

}  // namespace
}  // namespace fovea
