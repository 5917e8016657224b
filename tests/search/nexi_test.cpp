// Castitles asked of elements: a naive reading of their meaning, and what must hold for any of them.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "queries.h"
#include "search/elements/unit_maker.h"
#include "topics/nexi.h"
#include "world.h"

namespace fovea::search {
namespace {

using Place = std::pair<std::string, ElementIndex>;

struct NexiWorld {
  explicit NexiWorld(const Documents& documents) {
    store(folder / "c", documents);
    index.emplace(build(folder, folder / "c", {}));
    Diagnostics diagnostics;
    collection = Collection::open(folder / "c", diagnostics);
    texts = analyse_all(folder / "c", {});
    elements = elements_of(folder / "c", texts);
  }

  std::vector<Answer> ask(const std::string& castitle, const std::string& cas,
                          const std::vector<std::string>& changes = {}) const {
    std::vector<std::string> all{"articles.query=castitle", "articles.cas=" + cas, "articles.depth=all",
                                 "candidates.kind=elements", "score.model=bm25"};
    all.insert(all.end(), changes.begin(), changes.end());
    Topic topic;
    topic.castitle = castitle;
    topic.title = castitle;
    return search_topic({&*index}, *collection, preset_of("reference", "thorough", all), topic);
  }

  TemporaryFolder folder;
  std::optional<Index> index;
  std::optional<Collection> collection;
  std::vector<NaiveDocument> texts;
  std::vector<std::vector<NaiveElement>> elements;
};

/// What the specification says, element by element, with no thought of speed.
class NaiveCastitle {
 public:
  NaiveCastitle(const NexiWorld& world, const nexi::Query& query, bool strict)
      : world_(world), query_(query), strict_(strict) {
    for (const nexi::Part& part : query.parts) {
      if (part.filter) collect(*part.filter);
    }
  }

  std::map<Place, double> answers() {
    std::map<Place, double> all;
    for (std::size_t document = 0; document < world_.texts.size(); ++document) {
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<double, std::uint32_t>>
          best;  // words → fit, element
      std::map<std::uint32_t, double> values;
      const auto& elements = world_.elements[document];
      for (std::uint32_t c = 0; c < elements.size(); ++c) {
        const auto [value, fit] = value_of(document, c);
        if (value <= 0) continue;
        values[c] = value;
        const auto [at, fresh] = best.try_emplace({elements[c].first, elements[c].end}, fit, c);
        if (!fresh && fit > at->second.first) at->second = {fit, c};
      }
      for (const auto& [words, chosen] : best)
        all[{world_.texts[document].id, elements[chosen.second].number}] = values[chosen.second];
    }
    return all;
  }

 private:
  struct Scores {
    std::map<std::pair<std::size_t, std::uint32_t>, double> of;  // document, element
    double largest = 0;
  };

  void collect(const nexi::Predicate& predicate) {
    for (const nexi::Predicate& operand : predicate.operands) collect(operand);
    if (predicate.kind == nexi::Predicate::Kind::kAbout) scores_[&predicate] = score(predicate.terms);
  }

  /// The scores of all elements, by the model that other tests compare with its formula.
  Scores score(const std::vector<nexi::Term>& terms) {
    const Pipeline pipeline = pipeline_of({"candidates.kind=elements", "score.model=bm25"});
    Query query;
    std::set<std::string> unwanted;
    for (const nexi::Term& term : terms) {
      const std::string& word = term.words.front();
      if (term.sign == nexi::Term::Sign::kMinus) {
        unwanted.insert(word);
        continue;
      }
      // However often it is mentioned, a word counts once; twice with a + that is a hint.
      const double weight = term.sign == nexi::Term::Sign::kPlus && !strict_ ? 2 : 1;
      auto own = std::ranges::find(query.terms, std::vector{word}, &QueryTerm::words);
      if (own == query.terms.end()) own = query.terms.insert(own, QueryTerm{{word}});
      own->set_weight(std::max(own->weight, weight));
    }
    ask_for_tags({&*world_.index}, pipeline, query);
    const QueryCounts counts = count(*world_.index, query);
    const UnitInput input = unit_input(*world_.index, nullptr, query, counts, pipeline);
    const auto scorer = make_unit_scorer(kBm25, {}, input);
    ArticleReader reader(*world_.index, input.terms);
    ArticleHits article;
    Scores scores;
    for (DocumentNumber document = 0; document < world_.texts.size(); ++document) {
      reader.read(document, article);
      for (std::uint32_t e = 0; e < article.elements.size(); ++e) {
        double value = scorer->score(article, article.unit(e));
        for (const nexi::Term& term : terms) {
          const bool there = has(document, e, term.words.front());
          if (strict_ && term.sign == nexi::Term::Sign::kPlus && !there) value = 0;
        }
        for (const std::string& word : unwanted) {
          if (has(document, e, word)) value *= strict_ ? 0 : .5;
        }
        scores.of[{document, e}] = value;
        scores.largest = std::max(scores.largest, value);
      }
    }
    return scores;
  }
  bool has(std::size_t document, std::uint32_t e, const std::string& word) const {
    const NaiveElement& element = world_.elements[document][e];
    const auto& terms = world_.texts[document].terms;
    return std::find(terms.begin() + element.first, terms.begin() + element.end, word) !=
           terms.begin() + element.end;
  }

  static bool step_fits(const nexi::Step& step, const std::string& tag) {
    static const std::map<std::string, int> kRoles{{"sec", 1},   {"ss1", 1}, {"p", 2},   {"ip1", 2},
                                                   {"title", 3}, {"st", 3},  {"list", 4}};
    for (const std::string& name : step.names) {
      if (name == "*" || name == tag) return true;
      if (kRoles.contains(name) && kRoles.contains(tag) && kRoles.at(name) == kRoles.at(tag)) return true;
    }
    return false;
  }
  std::vector<std::uint32_t> ancestors(std::size_t document, std::uint32_t e) const {
    std::vector<std::uint32_t> above;
    for (std::uint32_t at = world_.elements[document][e].parent; at != UINT32_MAX;
         at = world_.elements[document][at].parent)
      above.push_back(at);
    return above;
  }
  bool exact(const nexi::Path& path, std::size_t document, std::uint32_t e, std::uint32_t below) const {
    if (!step_fits(path.back(), world_.elements[document][e].tag)) return false;
    if (path.size() == 1) return true;
    const nexi::Path rest(path.begin(), path.end() - 1);
    for (const std::uint32_t at : ancestors(document, e)) {
      if (at == below) return false;
      if (exact(rest, document, at, below)) return true;
    }
    return false;
  }
  double vague(const nexi::Path& path, std::size_t document, std::uint32_t e) const {
    const auto& elements = world_.elements[document];
    double best = .1;
    for (std::uint32_t f = 0; f < elements.size(); ++f) {
      if (!step_fits(path.back(), elements[f].tag)) continue;
      for (const auto& [low, high] : {std::pair{e, f}, std::pair{f, e}}) {
        if (low == high) return 1;
        const auto above = ancestors(document, low);
        const auto at = std::ranges::find(above, high);
        const auto edges = at - above.begin() + 1;
        double fit = 1;
        for (auto left = edges; left > 0; --left) fit *= .8;
        if (at != above.end() && edges <= 3) best = std::max(best, fit);
      }
    }
    return best;
  }

  double at(const nexi::Predicate& predicate, std::size_t document, std::uint32_t c) {
    using Kind = nexi::Predicate::Kind;
    const auto& elements = world_.elements[document];
    if (predicate.kind == Kind::kAnd || predicate.kind == Kind::kOr) {
      double product = 1;
      bool any = false;
      for (const nexi::Predicate& operand : predicate.operands) {
        const double value = at(operand, document, c);
        any = any || value > 0;
        product *= predicate.kind == Kind::kOr ? 1 - value : (strict_ ? value : std::max(value, 1e-6));
      }
      return predicate.kind == Kind::kOr ? 1 - product : (any ? product : 0);
    }
    double best = 0;
    for (std::uint32_t e = 0; e < elements.size(); ++e) {
      const auto above = ancestors(document, e);
      const bool below = std::ranges::find(above, c) != above.end();
      if (predicate.path.empty() ? e != c : !below) continue;
      double fit = 1;
      if (!predicate.path.empty()) {
        fit = strict_ ? (exact(predicate.path, document, e, c) ? 1 : 0) : vague(predicate.path, document, e);
      }
      if (predicate.kind == Kind::kComparison) {
        // The words of these worlds are w1, w2, …: the first number is that of the first word.
        const double number = std::stod(world_.texts[document].terms[elements[e].first].substr(1));
        best = std::max(best, fit == 1 && number > predicate.number ? 1.0 : 0.0);
      } else {
        best = std::max(best, fit * scores_[&predicate].of[{document, e}]);
      }
    }
    if (predicate.kind == Kind::kComparison) return best > 0 || strict_ ? best : .1;
    return scores_[&predicate].largest > 0 ? best / scores_[&predicate].largest : 0;
  }

  /// Whether any about() or comparison is met.
  bool met(const nexi::Predicate& predicate, std::size_t document, std::uint32_t c) {
    if (predicate.operands.empty())
      return at(predicate, document, c) >
             (predicate.kind == nexi::Predicate::Kind::kComparison && !strict_ ? .1 : 0);
    return std::ranges::any_of(predicate.operands,
                               [&](const auto& operand) { return met(operand, document, c); });
  }

  std::pair<double, double> value_of(std::size_t document, std::uint32_t c) {
    const nexi::Part& last = query_.parts.back();
    if (query_.parts.size() == 1) {
      const double fit = fit_of(last.path, document, c, UINT32_MAX);
      if (!met(*last.filter, document, c)) return {0, 0};
      return {fit * at(*last.filter, document, c), fit};
    }
    std::uint32_t support = UINT32_MAX;
    for (const bool exactly : {true, false}) {
      for (const std::uint32_t above : ancestors(document, c)) {
        const bool fits = exactly ? exact(query_.parts.front().path, document, above, UINT32_MAX)
                                  : !strict_ && step_fits(query_.parts.front().path.back(),
                                                          world_.elements[document][above].tag);
        if (fits && support == UINT32_MAX) support = above;
      }
    }
    if (support == UINT32_MAX && strict_) return {0, 0};
    if (support == UINT32_MAX) support = 0;
    const double fit = fit_of(last.path, document, c, support);
    if (!met(*query_.parts.front().filter, document, support) && !met(*last.filter, document, c))
      return {0, 0};
    return {fit * at(*query_.parts.front().filter, document, support) * at(*last.filter, document, c), fit};
  }
  double fit_of(const nexi::Path& path, std::size_t document, std::uint32_t c, std::uint32_t below) const {
    return strict_ ? (exact(path, document, c, below) ? 1 : 0) : vague(path, document, c);
  }

  const NexiWorld& world_;
  const nexi::Query& query_;
  bool strict_;
  std::map<const nexi::Predicate*, Scores> scores_;
};

std::string random_castitle(std::mt19937_64& random) {
  const auto one_of = [&](const std::vector<std::string>& texts) { return texts[random() % texts.size()]; };
  const auto about = [&] {
    std::string text = "about(." + one_of({"", "", "//p", "//sec//p", "//(st|b)", "//ss1"}) + ", ";
    // Some of them again.
    for (std::size_t words = 1 + random() % 4; words > 0; --words)
      text += one_of({"", "", "", "+", "-"}) + "w" + std::to_string(random() % 15 / (1 + random() % 3)) + " ";
    // At least one word that is asked for.
    return text + "w" + std::to_string(15 + random() % 5) + ")";
  };
  const auto filter = [&] {
    switch (random() % 4) {
      case 0:
        return "[" + about() + " and " + about() + "]";
      case 1:
        return "[" + about() + " or " + about() + "]";
      case 2:
        return "[" + about() + " and (" + about() + " or .//p > 7)]";
      default:
        return "[" + about() + "]";
    }
  };
  const std::string first = one_of({"//article", "//sec", "//*", "//sec//p", "//list"}) + filter();
  return random() % 2 == 0 ? first : first + one_of({"//p", "//sec//p", "//*", "//ss1", "//b"}) + filter();
}

std::map<Place, double> places_of(const std::vector<Answer>& answers) {
  std::map<Place, double> places;
  for (const Answer& each : answers) places[{each.id, each.element}] = each.score;
  return places;
}

TEST(Castitles, MeanWhatANaiveReadingFinds) {
  std::mt19937_64 random(test_seed());
  const NexiWorld world(random_nested_documents(random, 14, 20));
  std::size_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const std::string castitle = random_castitle(random);
    nexi::Error error;
    const auto query = nexi::parse(castitle, error);
    ASSERT_TRUE(query) << castitle;
    for (const std::string cas : {"strict", "vague"}) {
      const auto answers = places_of(world.ask(castitle, cas));
      const auto expected = NaiveCastitle(world, *query, cas == "strict").answers();
      ASSERT_LT(expected.size(), 1500U);
      for (const auto& [place, score] : answers) {
        const auto own = expected.find(place);
        ASSERT_NE(own, expected.end()) << cas << " " << castitle << " " << place.first << " " << place.second;
        EXPECT_EQ(own->second, score) << cas << " " << castitle;
      }
      // Articles without a word of the query are not looked at.
      for (const auto& [place, score] : expected) {
        const bool looked_at =
            std::ranges::any_of(answers, [&](const auto& each) { return each.first.first == place.first; });
        if (looked_at) {
          EXPECT_TRUE(answers.contains(place)) << cas << " " << castitle << " " << place.second;
        }
      }
      found += answers.size();
    }
  }
  EXPECT_GT(found, 500U);
}

/// Words [first, end) of answers, as the index has them.
std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> words_of(const NexiWorld& world,
                                                                         const std::vector<Answer>& answers) {
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> words;
  std::vector<ElementWords> elements;
  for (const Answer& each : answers) {
    world.index->read_elements(*world.index->find(each.id), elements);
    for (const ElementWords& element : elements) {
      if (element.number == each.element)
        words.emplace(each.id, element.first_word, element.first_word + element.words);
    }
  }
  return words;
}

TEST(Castitles, StrictAnswersAreVagueAnswers) {
  std::mt19937_64 random(test_seed());
  const NexiWorld world(random_nested_documents(random, 25, 20));
  for (int round = 0; round < 120; ++round) {
    const std::string castitle = random_castitle(random);
    const auto strict = words_of(world, world.ask(castitle, "strict"));
    const auto vague = words_of(world, world.ask(castitle, "vague"));
    for (const auto& each : strict) EXPECT_TRUE(vague.contains(each)) << castitle;
  }
}

TEST(Castitles, CountRepeatedWordsAsTitlesDo) {
  std::mt19937_64 random(test_seed());
  const NexiWorld world(random_nested_documents(random, 30, 60));
  struct Case {
    std::vector<std::string> changes;
    bool once;
  };
  const std::vector<Case> cases{{{"score.model=bm25"}, true},
                                {{"score.model=bm25", "score.idf=rsj"}, true},
                                {{"score.model=bm25", "score.idf=lucene"}, false},
                                {{"score.model=bm25", "score.idf=pisa"}, false},
                                {{"score.model=bm25e"}, true},
                                {{"score.model=bm25t"}, true},
                                {{"score.model=itf"}, true},
                                {{"score.model=peking"}, true},
                                {{"score.model=proximity"}, true},
                                {{"score.model=context", "score.on=bm25"}, true},
                                {{"score.model=okapi"}, false},
                                {{"score.model=lm-jm"}, false},
                                {{"score.model=lm-dirichlet"}, false},
                                {{"score.model=element-lm"}, false}};
  for (const auto& [changes, once] : cases) {
    for (const std::string cas : {"strict", "vague", "co"}) {
      const auto ask = [&](const std::string& words) {
        return places_of(world.ask("//*[about(., " + words + ")]", cas, changes));
      };
      const auto plain = ask("w25 w33");
      ASSERT_FALSE(plain.empty()) << changes.back() << cas;
      EXPECT_EQ(ask("w25 w33 w25 w25") == plain, once) << changes.back() << " " << cas;
    }
  }
}

TEST(Castitles, WeighAWordWithPlusTwiceHoweverOftenItIsRepeated) {
  std::mt19937_64 random(test_seed());
  const NexiWorld world(random_nested_documents(random, 30, 20));
  const auto ask = [&](const std::string& words) {
    return places_of(world.ask("//*[about(., " + words + ")]", "vague"));
  };
  const auto plus = ask("+w1 w4");
  EXPECT_NE(plus, ask("w1 w4"));
  EXPECT_EQ(ask("+w1 w4 w1 +w1 w4"), plus);
}

TEST(Castitles, AboutAnythingIsAskedForAsItsWords) {
  std::mt19937_64 random(test_seed());
  const NexiWorld world(random_nested_documents(random, 40, 25));
  const auto order = [](const std::vector<Answer>& answers) {
    std::vector<Place> places;
    for (const Answer& each : answers) places.emplace_back(each.id, each.element);
    return places;
  };
  for (const std::string words : {"w1", "w3 w9", "w0 w7 w21"}) {
    const std::string castitle = "//*[about(., " + words + ")]";
    const auto words_alone = world.ask(castitle, "co");
    ASSERT_FALSE(words_alone.empty());
    for (const std::string cas : {"strict", "vague"}) {
      const auto answers = world.ask(castitle, cas);
      EXPECT_EQ(order(answers), order(words_alone));
      EXPECT_DOUBLE_EQ(answers.front().score, 1);
      EXPECT_EQ(answers.back().score, words_alone.back().score / words_alone.front().score);
    }
  }
}

TEST(Castitles, AndAndOrCommuteAndAreMonotone) {
  std::mt19937_64 random(test_seed());
  const NexiWorld world(random_nested_documents(random, 25, 20));
  for (const std::string cas : {"strict", "vague"}) {
    for (int round = 0; round < 30; ++round) {
      const auto about = [&] {
        return "about(., w" + std::to_string(random() % 20) + " w" + std::to_string(random() % 20) + ")";
      };
      const std::string a = about();
      const std::string b = about();
      const auto ask = [&](const std::string& filter) {
        return places_of(world.ask("//sec[" + filter + "]", cas));
      };
      const auto both = ask(a + " and " + b);
      const auto either = ask(a + " or " + b);
      const auto first = ask(a);
      for (const auto& [place, score] : ask(b + " and " + a)) EXPECT_NEAR(both.at(place), score, 1e-12);
      for (const auto& [place, score] : ask(b + " or " + a)) EXPECT_NEAR(either.at(place), score, 1e-12);
      // The articles that are looked at, and so what scores are divided by, are those of both words or of one.
      for (const auto& [place, score] : both) EXPECT_LE(score, either.at(place) + 1e-12);
      for (const auto& [place, score] : first) EXPECT_LE(score, either.at(place) + 1e-12) << a << b;
    }
  }
}

TEST(Castitles, ReadPhrasesAndSigns) {
  const NexiWorld world(
      Documents{{"a", "<article><sec><p>red fox runs</p><p>fox and red</p></sec></article>"},
                {"b", "<article><p>red hen</p><p>blue fox</p></article>"},
                {"c", "<article><p>green hen</p></article>"}});
  const auto places = [&](const std::string& castitle, const std::string& cas,
                          const std::vector<std::string>& changes) {
    std::string text;
    for (const auto& each : places_of(world.ask(castitle, cas, changes)))
      text += each.first.first + std::to_string(each.first.second) + " ";
    return text;
  };
  EXPECT_EQ(places("//p[about(., \"red fox\")]", "strict", {"articles.phrases=must"}), "a2 ");
  EXPECT_EQ(places("//p[about(., \"red fox\")]", "strict", {}), "a2 a3 b1 b2 ");
  EXPECT_EQ(places("//p[about(., red +fox)]", "strict", {}), "a2 a3 b2 ");
  EXPECT_EQ(places("//p[about(., red -fox)]", "strict", {}), "b1 ");
  EXPECT_EQ(places("//sec//p[about(., red)]", "strict", {}), "a2 a3 ");
  EXPECT_EQ(places("//p[about(., nowhere)]", "strict", {}), "");
  const auto vague = places_of(world.ask("//p[about(., red -runs)]", "vague"));
  EXPECT_NEAR(vague.at({"a", 2}) * 2, vague.at({"a", 3}), 1e-12);
}

}  // namespace
}  // namespace fovea::search
