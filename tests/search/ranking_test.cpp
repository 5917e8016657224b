#include "search/session/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <random>
#include <set>
#include <utility>

#include "files/input.h"
#include "places.h"
#include "queries.h"
#include "search/index/impacts.h"
#include "search/models/model.h"
#include "search/session/expansion.h"
#include "search/session/searcher.h"
#include "world.h"

namespace fovea::search {
namespace {

using testing::ElementsAre;

/// The three documents of the specification.
Index fixture(const TemporaryFolder& folder, unsigned impact_bits) {
  store(folder / "c",
        {{"a",
          "<article><title>olive oil</title><sec><st>health</st><p>olive oil is good for health</p><p>oil "
          "prices</p></sec></article>"},
         {"b", "<article><title>health</title><p>the health benefit of walking</p></article>"},
         {"c", "<article><title>machine</title><p>oil the machine with oil</p></article>"}});
  BuildOptions options;
  options.analysis.stem = "none";
  options.impact_bits = impact_bits;
  return build(folder, folder / "c", options);
}

/// Scores of documents a, b, c of the fixture, whatever their order.
std::vector<double> fixture_scores(const std::vector<std::string>& changes, unsigned impact_bits = 0) {
  const TemporaryFolder folder;
  const Index index = fixture(folder, impact_bits);
  auto found = search_one(index, "olive oil health", pipeline_of(changes));
  std::ranges::sort(found, {}, &Answer::id);
  std::vector<double> scores;
  for (const Answer& each : found) scores.push_back(each.score);
  return scores;
}

auto rounded(const std::vector<double>& expected, double error = 5e-7) {
  std::vector<testing::Matcher<double>> matchers;
  for (const double value : expected) matchers.push_back(testing::DoubleNear(value, error));
  return testing::ElementsAreArray(matchers);
}

TEST(Models, GiveTheFiguresOfTheFixture) {
  EXPECT_THAT(fixture_scores({}), rounded({2.439671, .546035, .546035}));
  EXPECT_THAT(fixture_scores({"articles.idf=lucene"}), rounded({1.115075, .312882, .312882}));
  EXPECT_THAT(fixture_scores({"articles.idf=tantivy"}),
              rounded({1.115075 * 2.2, .312882 * 2.2, .312882 * 2.2}, 2e-6));
  EXPECT_THAT(fixture_scores({"articles.idf=pisa"}), rounded({.635083, .000001, .000001}));
  EXPECT_THAT(fixture_scores({"articles.model=lm-dirichlet", "articles.mu=10"}),
              rounded({-5.116924, -6.362146, -6.475289}));
  EXPECT_THAT(fixture_scores({"articles.model=lm-jm"}), rounded({2.657034, 1.070441, .929536}));
  EXPECT_THAT(fixture_scores({"articles.model=impacts"}, 8), rounded({283, 30, 30}));
}

/// A naive scorer: formulas as the specification has them, over a recount of all texts.
class Naive {
 public:
  Naive(std::vector<NaiveDocument> documents, const Query& query)
      : documents_(std::move(documents)), query_(query) {
    for (const NaiveDocument& document : documents_) {
      words_ += document.analysed.length;
      sentences_ += document.analysed.sentences.size();
    }
  }

  static std::vector<std::uint32_t> places(const NaiveDocument& document, const QueryTerm& term) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i + term.words.size() <= document.terms.size(); ++i) {
      bool here = true;
      for (std::size_t j = 0; j < term.words.size(); ++j)
        here = here && (term.words[j].empty() || document.terms[i + j] == term.words[j]);
      if (here) found.push_back(i);
    }
    return found;
  }

  std::vector<Answer> rank(const Pipeline& pipeline) const {
    struct Counted {
      const QueryTerm* term;
      double n = 0, sf = 0, cf = 0;
    };
    std::vector<Counted> terms;
    bool discerning = false;
    for (const QueryTerm& term : query_.terms) {
      Counted counted{&term};
      for (const NaiveDocument& document : documents_) {
        const auto found = places(document, term);
        counted.n += found.empty() ? 0 : 1;
        counted.cf += static_cast<double>(found.size());
        std::set<std::size_t> sentences;
        for (const std::uint32_t place : found) {
          std::size_t sentence = 0;
          while (sentence + 1 < document.analysed.sentences.size() &&
                 document.analysed.sentences[sentence + 1].first_word <= place)
            ++sentence;
          sentences.insert(sentence);
        }
        counted.sf += static_cast<double>(sentences.size());
      }
      if (counted.cf == 0) {
        if (term.required) return {};
        continue;
      }
      discerning = discerning || counted.n < static_cast<double>(documents_.size());
      terms.push_back(counted);
    }
    std::vector<Answer> ranked;
    for (const NaiveDocument& document : documents_) {
      bool candidate = false;
      bool wanted = true;
      double score = 0;
      for (const QueryTerm& term : query_.excluded) wanted = wanted && places(document, term).empty();
      for (const Counted& counted : terms) {
        const auto tf = static_cast<double>(places(document, *counted.term).size());
        if (tf > 0 && (!discerning || counted.n < static_cast<double>(documents_.size()))) candidate = true;
        if (tf == 0 && counted.term->required) wanted = false;
        if (pipeline.model == &kBm25f) {
          score += tf == 0 ? 0 : field_part(pipeline, document, *counted.term, counted.n, counted.sf);
          continue;
        }
        score += part(pipeline, tf, document.analysed.length, counted.n, counted.sf, counted.cf,
                      counted.term->weight);
      }
      if (candidate && wanted) ranked.push_back({document.id, score});
    }
    std::ranges::sort(ranked, [](const Answer& a, const Answer& b) {
      return a.score != b.score ? a.score > b.score : a.id > b.id;
    });
    if (ranked.size() > pipeline.depth) ranked.resize(pipeline.depth);
    return ranked;
  }

 private:
  double field_part(const Pipeline& pipeline, const NaiveDocument& document, const QueryTerm& term, double n,
                    double sf) const {
    const auto value = [&](std::string_view name) { return number_setting(kBm25f, pipeline.settings, name); };
    const std::string_view letters = "tslr";
    const std::array<double, 4> weights{value("title"), value("section_title"), value("lead"), value("rest")};
    double times = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      double tf = 0;
      for (const std::uint32_t place : places(document, term))
        tf += (term.is_phrase() ? 'r' : document.fields[place]) == letters[i] ? 1 : 0;
      if (tf == 0) continue;
      double total = 0;
      for (const NaiveDocument& each : documents_)
        total += static_cast<double>(std::ranges::count(each.fields, letters[i]));
      const double mean = total / static_cast<double>(documents_.size());
      const double length = static_cast<double>(std::ranges::count(document.fields, letters[i]));
      times += weights[i] * tf / (1 - value("b") + value("b") * length / mean);
    }
    const bool by_sentence = setting(kBm25f, pipeline.settings, "df") == "sentence";
    const double units =
        by_sentence ? static_cast<double>(sentences_) : static_cast<double>(documents_.size());
    return std::log(units / (by_sentence ? sf : n)) * (times / (value("k1") + times));
  }

  double part(const Pipeline& pipeline, double tf, double l, double n, double sf, double cf,
              double qtf) const {
    const auto value = [&](std::string_view name) {
      return number_setting(*pipeline.model, pipeline.settings, name);
    };
    const std::string_view model = pipeline.model->name;
    const double av = static_cast<double>(words_) / static_cast<double>(documents_.size());
    const double p = cf / static_cast<double>(words_);
    if (model == "lm-dirichlet") return qtf * std::log((tf + value("mu") * p) / (l + value("mu")));
    if (tf == 0) return 0;
    if (model == "lm-jm") return qtf * std::log(1 + (1 - value("c")) * (tf / l) / (value("c") * p));
    const bool by_sentence = setting(*pipeline.model, pipeline.settings, "df") == "sentence";
    const double units =
        by_sentence ? static_cast<double>(sentences_) : static_cast<double>(documents_.size());
    if (by_sentence) n = sf;
    const double odds = std::log((units - n + .5) / (n + .5));
    const double k1 = value("k1");
    const double b = value("b");
    if (model == "okapi") {
      const double k3 = value("k3");
      return std::max(0.0, odds) * ((k3 + 1) * qtf / (k3 + qtf)) *
             (tf * (k1 + 1) / (tf + k1 * (1 - b + b * l / av)));
    }
    const std::string_view idf = setting(*pipeline.model, pipeline.settings, "idf");
    if (idf == "lucene")
      return qtf * std::log(1 + (units - n + .5) / (n + .5)) * (tf / (tf + k1 * (1 - b + b * l / av)));
    if (idf == "tantivy")
      return qtf * std::log(1 + (units - n + .5) / (n + .5)) *
             (tf * (k1 + 1) / (tf + k1 * (1 - b + b * l / av)));
    const double saturated = tf * (k1 + 1) / (tf + k1 * (1 - b + b * l / av));
    if (idf == "atire") return std::log(units / n) * saturated;
    if (idf == "pisa") return qtf * std::max(1e-6, odds) * saturated;
    return std::max(0.0, odds) * saturated;
  }

  std::vector<NaiveDocument> documents_;
  const Query& query_;
  std::uint64_t words_ = 0;
  std::uint64_t sentences_ = 0;
};

TEST(Ranking, IsThatOfANaiveScorerBitForBitWithAndWithoutPruning) {
  std::mt19937_64 random(test_seed());
  for (int world = 0; world < 8; ++world) {
    const TemporaryFolder folder;
    const std::size_t vocabulary = 2 + random() % 60;
    store(folder / "c", random_documents(random, 1 + random() % (world % 2 == 0 ? 60 : 900), vocabulary));
    BuildOptions options;
    if (world % 3 == 0) options.analysis.stop_words = {"the"};
    const Index index = build(folder, folder / "c", options);
    const auto documents = analyse_all(folder / "c", options.analysis);
    for (int round = 0; round < 40; ++round) {
      Pipeline pipeline = random_pipeline(random);
      const std::string text = random_query(random, vocabulary);
      const Query query = query_of(index, text, pipeline);
      const auto expected = Naive(documents, query).rank(pipeline);
      const std::string about = text + "\n" + to_toml(pipeline);
      const QueryCounts counts = count(index, query);
      ASSERT_EQ(answer(index, query, counts, pipeline).articles, expected) << about;
      pipeline.exhaustive = true;
      ASSERT_EQ(answer(index, query, counts, pipeline).articles, expected) << about;
    }
  }
}

TEST(Ranking, EndsWhereItsCheckThrows) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 3000, 2));
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  const Index index = build(folder, folder / "c", {});
  struct Over {};
  // Everything is ranked, and parts of all articles are looked into.
  Pipeline pipeline = pipeline_of({"articles.depth=all", "candidates.kind=elements", "score.model=bm25"});
  pipeline.form = AnswerForm::kList;
  std::size_t calls = 0;
  std::size_t most = SIZE_MAX;
  pipeline.check = [&] {
    if (++calls > most) throw Over{};
  };
  const Query query = query_of(index, "w0 w1", pipeline);
  const QueryCounts counts = count(index, query, pipeline.check);
  EXPECT_EQ(calls, 2U) << "once for each term";
  const Partial all = answer(index, query, counts, pipeline, &*collection);
  const std::size_t needed = std::exchange(calls, 0);
  EXPECT_GT(needed, all.articles.size()) << "for each article that is looked into, and while they are ranked";
  for (most = 0; most < needed - 2; most += 1 + most / 2) {
    calls = 0;
    EXPECT_THROW(answer(index, query, counts, pipeline, &*collection), Over) << most;
    EXPECT_EQ(calls, most + 1);
  }
}

TEST(Ranking, ReadsFewerPostingsThanThereAreWhenFewResultsAreAsked) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 3000, 100));
  const Index index = build(folder, folder / "c", {});
  Pipeline pipeline = pipeline_of({"articles.depth=3"});
  const Query query = query_of(index, "w0 w1 w90", pipeline);
  const QueryCounts counts = count(index, query);
  const Partial pruned = answer(index, query, counts, pipeline);
  pipeline.exhaustive = true;
  const Partial all = answer(index, query, counts, pipeline);
  EXPECT_EQ(pruned.articles, all.articles);
  EXPECT_LT(pruned.postings_read, all.postings_read);
}

TEST(Impacts, OfTheFixtureHaveTheirFigures) {
  const TemporaryFolder folder;
  const Index index = fixture(folder, 8);
  const Pipeline pipeline = pipeline_of({"articles.model=impacts"});
  const Query query = query_of(index, "olive oil health", pipeline);
  std::vector<double> parts;
  for (const TermExplanation& term : explain(index, query, count(index, query), pipeline, 0).terms)
    parts.push_back(term.part);
  EXPECT_THAT(parts, ElementsAre(227, 36, 20));
}

TEST(Impacts, WithoutALimitAreTheSumsOfNaiveIntegers) {
  std::mt19937_64 random(test_seed());
  for (const unsigned bits : {2U, 5U, 8U, 12U}) {
    const TemporaryFolder folder;
    store(folder / "c", random_documents(random, 200, 40));
    BuildOptions options;
    options.impact_bits = bits;
    const Index index = build(folder, folder / "c", options);
    const auto documents = analyse_all(folder / "c", options.analysis);
    std::map<std::string, std::map<std::string, double>> scores;  // term → document → score
    std::map<std::string, std::uint32_t> n;
    double words = 0;
    for (const NaiveDocument& document : documents) {
      words += document.analysed.length;
      for (const std::string& term : std::set<std::string>(document.terms.begin(), document.terms.end()))
        ++n[term];
    }
    const double mean = words / static_cast<double>(documents.size());
    double least = INFINITY;
    double most = -INFINITY;
    for (const NaiveDocument& document : documents) {
      for (const auto& [term, df] : n) {
        const double tf = document.tf(term);
        if (tf == 0 || df == documents.size()) continue;
        const double score =
            std::log(static_cast<double>(documents.size()) / df) *
            (tf * (0.9 + 1) / (tf + 0.9 * (1 - 0.4 + 0.4 * document.analysed.length / mean)));
        scores[term][document.id] = score;
        least = std::min(least, score);
        most = std::max(most, score);
      }
    }
    const Pipeline pipeline = pipeline_of({"articles.model=impacts"});
    for (int round = 0; round < 20; ++round) {
      const std::string text = random_query(random, 40);
      std::map<std::string, double> expected;
      for (const QueryTerm& term : query_of(index, text, pipeline).terms) {
        for (const auto& [id, score] : scores[term.words.front()])
          expected[id] += std::floor((score - least) / (most - least) * (std::pow(2, bits) - 2)) + 1;
      }
      std::map<std::string, double> found;
      for (const Answer& each : search_one(index, text, pipeline)) found[each.id] = each.score;
      EXPECT_EQ(found, expected) << text;
    }
  }
}

TEST(Impacts, ReadNoMorePostingsAsTheLimitShrinks) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 800, 100));
  BuildOptions options;
  options.impact_bits = 8;
  const Index index = build(folder, folder / "c", options);
  for (const std::string name : {"K", "rho"}) {
    std::uint64_t before = UINT64_MAX;
    for (const int limit : {100000, 1000, 200, 50, 10, 1}) {
      const Pipeline pipeline =
          pipeline_of({"articles.model=impacts", "articles." + name + "=" + std::to_string(limit)});
      const Query query = query_of(index, "w1 w5 w20 w60", pipeline);
      const std::uint64_t read = answer(index, query, count(index, query), pipeline).postings_read;
      EXPECT_LE(read, before);
      if (name == "rho") {
        EXPECT_LE(read, static_cast<std::uint64_t>(limit));
      }
      before = read;
    }
  }
}

TEST(Impacts, KeepsTheFirstPostingsOfEachList) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 300, 20));
  BuildOptions options;
  options.impact_bits = 6;
  const Index all = build(folder, folder / "c", options, "all");
  options.keep = 7;
  const Index kept = build(folder, folder / "c", options, "kept");
  all.each_term("", [&](const std::string& term, const TermEntry& entry) {
    std::vector<std::pair<std::uint32_t, DocumentNumber>> expected;
    std::vector<std::pair<std::uint32_t, DocumentNumber>> found;
    std::vector<DocumentNumber> documents;
    for (const ImpactSegment& segment : read_segments(all.impact_list(entry.number))) {
      read_segment(segment, all.documents(), documents);
      for (const DocumentNumber document : documents) expected.emplace_back(segment.impact, document);
    }
    for (const ImpactSegment& segment : read_segments(kept.impact_list(entry.number))) {
      read_segment(segment, kept.documents(), documents);
      for (const DocumentNumber document : documents) found.emplace_back(segment.impact, document);
    }
    if (expected.size() > 7) expected.resize(7);
    EXPECT_EQ(found, expected) << term;
    return true;
  });
}

TEST(Explanations, AddUpToTheScore) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 100, 20));
  BuildOptions options;
  options.impact_bits = 8;
  const Index index = build(folder, folder / "c", options);
  for (const char* const model : {"bm25", "bm25f", "lm-dirichlet", "impacts"}) {
    const Pipeline pipeline = pipeline_of({std::string("articles.model=") + model});
    const Query query = query_of(index, "w1 w2 w7", pipeline);
    const QueryCounts counts = count(index, query);
    for (const Answer& each : answer(index, query, counts, pipeline).articles)
      EXPECT_EQ(explain(index, query, counts, pipeline, *index.find(each.id)).score, each.score);
  }
}

/// The weights of an expanded query, by the formulas, over a recount of the texts.
std::map<std::string, double> naive_expansion(const std::string& kind, const std::vector<NaiveDocument>& all,
                                              const std::vector<Answer>& best, const Query& query) {
  const std::set<std::string> stopped{"the"};  // the only word of Snowball's list in these worlds
  double words = 0;
  std::map<std::string, double> n;
  std::map<std::string, double> cf;
  for (const NaiveDocument& document : all) {
    words += document.analysed.length;
    for (const std::string& term : std::set<std::string>(document.terms.begin(), document.terms.end()))
      ++n[term];
    for (const std::string& term : document.terms) ++cf[term];
  }
  double total = 0;
  for (const Answer& each : best) total += each.score;
  std::map<std::string, double> weights;
  for (const Answer& each : best) {
    const NaiveDocument& document = *std::ranges::find(all, each.id, &NaiveDocument::id);
    const std::set<std::string> terms(document.terms.begin(), document.terms.end());
    double square = 0;
    const auto value = [&](const std::string& term) {
      return document.tf(term) * std::log(static_cast<double>(all.size()) / n[term]);
    };
    for (const std::string& term : terms) square += stopped.contains(term) ? 0 : value(term) * value(term);
    for (const std::string& term : terms) {
      if (stopped.contains(term)) continue;
      weights[term] += kind == "rocchio"
                           ? value(term) / std::sqrt(square) / static_cast<double>(best.size())
                           : (total > 0 ? each.score / total : 1 / static_cast<double>(best.size())) *
                                 (static_cast<double>(document.tf(term)) / document.analysed.length);
    }
  }
  if (kind == "kl") {
    for (auto& [term, weight] : weights) weight = weight * std::log(weight / (cf[term] / words));
  }
  std::vector<std::pair<double, std::string>> sorted;
  for (const auto& [term, weight] : weights) {
    if (weight > 0) sorted.emplace_back(-weight, term);
  }
  std::ranges::sort(sorted);
  if (sorted.size() > 4) sorted.resize(4);
  double sum = 0;
  for (const auto& each : sorted) sum -= each.first;
  double mentions = 0;
  for (const QueryTerm& term : query.terms) mentions += cf.contains(term.words.front()) ? term.weight : 0;
  std::map<std::string, double> expected;
  for (const QueryTerm& term : query.terms)
    expected[term.words.front()] = kind == "rocchio" ? term.weight : 0.5 * term.weight / mentions;
  for (const auto& [weight, term] : sorted)
    expected[term] += kind == "rocchio" ? 0.75 * -weight : 0.5 * (-weight / sum);
  return expected;
}

TEST(Expansion, WeighsTermsByItsFormula) {
  std::mt19937_64 random(test_seed());
  for (int world = 0; world < 6; ++world) {
    const TemporaryFolder folder;
    store(folder / "c", random_documents(random, 60, 200));
    const Index index = build(folder, folder / "c", {});
    const auto all = analyse_all(folder / "c", index.facts().analysis);
    Diagnostics diagnostics;
    const auto collection = Collection::open(folder / "c", diagnostics);
    for (const std::string kind : {"rm3", "kl", "rocchio"}) {
      Pipeline pipeline = pipeline_of({"articles.expand=" + kind + "(docs=5, terms=4)"});
      const Query query = query_of(index, "w1 w7 nowhere w7 w30 nothing", pipeline);
      const QueryCounts counts = count(index, query);
      auto best = answer(index, query, counts, pipeline).articles;
      const Feedback lent = feedback(index, *collection, best, pipeline.expansion.documents);
      const Query asked = terms_to_count(lent, pipeline.expansion);
      const QueryCounts counts_of_asked = count(index, asked);
      const Query wider = expand(query, pipeline.expansion, lent, counts, {asked, counts_of_asked}, false);
      if (best.size() > 5) best.resize(5);
      ASSERT_FALSE(best.empty());
      const auto expected = naive_expansion(kind, all, best, query);
      std::map<std::string, double> found;
      for (const QueryTerm& term : wider.terms) found[term.words.front()] = term.weight;
      EXPECT_EQ(found, expected) << kind;
      EXPECT_FALSE(answer(index, wider, count(index, wider), pipeline).articles.empty());
    }
  }
}

TEST(Expansion, WeighsDocumentsEquallyWhoseScoresAreAllZero) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  Documents documents = random_documents(random, 12, 40);
  for (auto& [id, xml] : documents) xml.insert(xml.find("</title>"), " everywhere");
  store(folder / "c", documents);
  const Index index = build(folder, folder / "c", {});
  const auto all = analyse_all(folder / "c", index.facts().analysis);
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  for (const std::string kind : {"rm3", "kl"}) {
    const Pipeline pipeline = pipeline_of({"articles.expand=" + kind + "(docs=5, terms=4)"});
    const Query query = query_of(index, "everywhere", pipeline);
    const QueryCounts counts = count(index, query);
    auto best = answer(index, query, counts, pipeline).articles;
    best.resize(5);
    const Feedback lent = feedback(index, *collection, best, 5);
    for (const FeedbackDocument& each : lent.documents) ASSERT_EQ(each.score, 0);
    const Query asked = terms_to_count(lent, pipeline.expansion);
    const Query wider = expand(query, pipeline.expansion, lent, counts, {asked, count(index, asked)}, false);
    std::map<std::string, double> found;
    for (const QueryTerm& term : wider.terms) found[term.words.front()] = term.weight;
    EXPECT_EQ(found, naive_expansion(kind, all, best, query)) << kind;
  }
  // Whatever ranks, and whatever lends: such a query is answered.
  Topic topic;
  topic.title = "everywhere";
  for (const std::string kind : {"none", "rm3", "kl", "rocchio", "ngrams"}) {
    for (const std::string model : {"bm25", "okapi", "bm25f", "lm-jm", "lm-dirichlet"}) {
      const Pipeline pipeline = pipeline_of({"articles.expand=" + kind, "articles.model=" + model});
      const auto found = search_topic({&index}, *collection, pipeline, topic);
      EXPECT_FALSE(found.empty()) << kind << " " << model;
      for (const Answer& each : found) EXPECT_TRUE(std::isfinite(each.score)) << kind << " " << model;
    }
  }
}

TEST(Expansion, TakesTheMostFrequentSequencesOfWords) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 60, 12));
  const Index index = build(folder, folder / "c", {});
  const auto all = analyse_all(folder / "c", index.facts().analysis);
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  const Pipeline pipeline =
      pipeline_of({"articles.expand=ngrams(docs=4, terms=3, bigrams=5, trigrams=6, original=0.4)"});
  const Query query = query_of(index, "w1 w7 nowhere w7", pipeline);
  const QueryCounts counts = count(index, query);
  const auto best = answer(index, query, counts, pipeline).articles;
  const Feedback lent = feedback(index, *collection, best, pipeline.expansion.documents);
  const Query asked;
  const Query wider = expand(query, pipeline.expansion, lent, counts, {asked, count(index, asked)}, false);
  // "the" is the only stop word of these worlds: it may stand inside, not at an end.
  std::map<std::string, double> expected{{"w1", 0.4 * 1 / 3}, {"w7", 0.4 * 2 / 3}, {"nowhere", 0.4 * 1 / 3}};
  std::vector<std::pair<double, std::string>> chosen;
  for (const std::size_t length : {1U, 2U, 3U}) {
    std::map<std::string, double> frequency;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& terms = std::ranges::find(all, best[i].id, &NaiveDocument::id)->terms;
      for (std::size_t at = 0; at + length <= terms.size(); ++at) {
        if (terms[at] == "the" || terms[at + length - 1] == "the") continue;
        std::string text = terms[at];
        for (std::size_t j = 1; j < length; ++j) text += " " + terms[at + j];
        ++frequency[text];
      }
    }
    std::vector<std::pair<double, std::string>> sorted;
    for (const auto& [text, times] : frequency) sorted.emplace_back(-times, text);
    std::ranges::sort(sorted);
    sorted.resize(std::min<std::size_t>(sorted.size(), length == 1 ? 3 : length == 2 ? 5 : 6));
    chosen.insert(chosen.end(), sorted.begin(), sorted.end());
  }
  double total = 0;
  for (const auto& each : chosen) total -= each.first;
  for (const auto& [times, text] : chosen)
    expected[text.find(' ') == std::string::npos ? text : "\"" + text + "\"~1"] += (1 - 0.4) * -times / total;
  std::map<std::string, double> found;
  for (const QueryTerm& term : wider.terms) found[term.text()] = term.weight;
  EXPECT_EQ(found, expected);
  const QueryCounts counts_of_wider = count(index, wider);
  for (std::size_t i = 0; i < wider.terms.size(); ++i)
    EXPECT_EQ(counts_of_wider.terms[i].occurrences > 0, wider.terms[i].text() != "nowhere");
  EXPECT_FALSE(answer(index, wider, counts_of_wider, pipeline).articles.empty());
}

TEST(Expansion, TakesTheWordsOfTextThatWasFoundRelevant) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 50, 150));
  const Index index = build(folder, folder / "c", {});
  const auto all = analyse_all(folder / "c", index.facts().analysis);
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  // Two stretches of some documents, one of a document that is not there.
  std::vector<RelevantText> relevant{{"nowhere", {{0, 10}}}};
  std::vector<std::vector<std::string>> words;
  for (const std::size_t place : {3U, 17U, 30U}) {
    const Offset length = collection->find(all[place].id)->length();
    const std::vector<Span> spans{{length / 8, length / 4}, {length / 2, length}};
    relevant.push_back({all[place].id, spans});
    auto& own = words.emplace_back();
    for (std::size_t i = 0; i < all[place].terms.size(); ++i) {
      const Offset begin = all[place].analysed.words[i].span.begin;
      if (std::ranges::any_of(spans, [&](Span span) { return span.begin <= begin && begin < span.end; }))
        own.push_back(all[place].terms[i]);
    }
    ASSERT_FALSE(own.empty());
  }
  const Pipeline pipeline = pipeline_of({"articles.expand=rm3(terms=5, original=0.4)"});
  Searcher searcher({&index}, &*collection, pipeline, diagnostics);
  Topic topic;
  topic.title = "w1 w40";
  const SearchFindings found =
      searcher.find(searcher.with_feedback(searcher.count(*searcher.read(topic, diagnostics)), relevant));
  // Documents lend in the order of their ids, the last first, as equal scores are ordered.
  std::vector<std::size_t> order{0, 1, 2};
  std::ranges::sort(order, std::ranges::greater(), [&](std::size_t i) { return relevant[i + 1].id; });
  std::map<std::string, double> model;
  for (const std::size_t i : order) {
    for (const std::string& word : std::set<std::string>(words[i].begin(), words[i].end())) {
      if (word == "the") continue;
      const auto tf = static_cast<double>(std::ranges::count(words[i], word));
      model[word] += 1.0 / 3 * (tf / static_cast<double>(words[i].size()));
    }
  }
  std::vector<std::pair<double, std::string>> best;
  for (const auto& [word, weight] : model) best.emplace_back(-weight, word);
  std::ranges::sort(best);
  best.resize(5);
  double sum = 0;
  for (const auto& each : best) sum -= each.first;
  std::map<std::string, double> expected{{"w1", 0.4 * 1 / 2}, {"w40", 0.4 * 1 / 2}};
  for (const auto& [weight, word] : best) expected[word] += (1 - 0.4) * (-weight / sum);
  std::map<std::string, double> asked;
  for (const QueryTerm& term : found.asked.query.terms) asked[term.words.front()] = term.weight;
  EXPECT_EQ(asked, expected);
  EXPECT_FALSE(found.answers.empty());
  // Where the pipeline says nothing of expansion, Rocchio's is taken.
  const Pipeline bare;
  Searcher plain({&index}, &*collection, bare, diagnostics);
  const SearchFindings wider =
      plain.find(plain.with_feedback(plain.count(*plain.read(topic, diagnostics)), relevant));
  EXPECT_GT(wider.asked.query.terms.size(), 2U);
  EXPECT_EQ(wider.asked.query.terms.front().text(), "w1");
}

TEST(Expansion, IsNamedWithItsParameters) {
  EXPECT_EQ(parse_expansion("ngrams")->terms, 50U);
  EXPECT_EQ(parse_expansion("ngrams(bigrams=3)")->bigrams, 3U);
  EXPECT_FALSE(parse_expansion("rm3(bigrams=3)"));
  EXPECT_EQ(parse_expansion("rocchio")->documents, 17U);
  EXPECT_EQ(parse_expansion("rm3(docs=3, terms=7,original=0.2)")->terms, 7U);
  for (const char* const bad : {"rm4", "rm3(", "rm3(docs)", "rm3(docs=0)", "rm3(docs=1.5)", "rm3(beta=1)",
                                "none()", "kl(original=2)"})
    EXPECT_FALSE(parse_expansion(bad)) << bad;
}

TEST(Queries, AreReadLikeAnAbout) {
  AnalysisSettings settings;
  settings.stop_words = {"the"};
  Analyser analyser(settings);
  const auto texts = [&](std::string_view text, Phrases phrases, Signs signs) {
    std::string joined;
    const Query query = parse_query(text, analyser, phrases, signs);
    for (const QueryTerm& term : query.terms)
      joined += (term.required ? "+" : "") + term.text() + "*" +
                std::to_string(static_cast<int>(term.weight)) + " ";
    for (const QueryTerm& term : query.excluded) joined += "-" + term.text() + " ";
    return joined;
  };
  const std::string_view title = "+Data-bases of data \"the left the hand\" -lost -\"x y\" - +";
  EXPECT_EQ(texts(title, Phrases::kWords, Signs::kDrop), "data*2 base*1 of*1 left*1 hand*1 ");
  EXPECT_EQ(texts(title, Phrases::kBoost, Signs::kStrict),
            "+data*2 +base*1 of*1 left*1 hand*1 \"left * hand\"*1 -lost -\"x y\" ");
  EXPECT_EQ(texts("\"left hand\"", Phrases::kMust, Signs::kDrop), "+\"left hand\"*1 ");
  EXPECT_EQ(texts("", Phrases::kWords, Signs::kDrop), "");
}

TEST(Presets, AreReadAndChangedAndRefusedWithTheirPlace) {
  Diagnostics diagnostics;
  for (const Preset& preset : presets()) {
    Pipeline pipeline;
    EXPECT_TRUE(read_preset(InputFile::from_memory(std::string(preset.name), preset.toml),
                            *task_named("document"), pipeline, diagnostics));
    Pipeline again;
    const std::string text = to_toml(pipeline);
    EXPECT_TRUE(
        read_preset(InputFile::from_memory("again", text), *task_named("document"), again, diagnostics))
        << text;
    EXPECT_EQ(to_toml(again), text);
  }
  EXPECT_TRUE(diagnostics.ok());
  Pipeline pipeline;
  EXPECT_FALSE(
      read_preset(InputFile::from_memory("p.toml", "[articles]\nk1 = 'x'\nk2 = 1\n[article]\na = 1\n"),
                  *task_named("document"), pipeline, diagnostics));
  std::vector<std::string> said;
  for (const Diagnostic& each : diagnostics.kept()) said.push_back(to_string(each));
  EXPECT_THAT(
      said,
      testing::UnorderedElementsAre(
          "p.toml:2:6: found 'x' for k1, expected a number from 0 to 1000",
          "p.toml:3:6: model bm25 has no parameter 'k2'; did you mean 'k1'?",
          "p.toml:5:5: found 'article', expected one of: articles, candidates, score, selection, cut; did you mean 'articles'?"));
  EXPECT_FALSE(change_preset("k1=2", pipeline, diagnostics));
  EXPECT_FALSE(change_preset("articles.model=bm26", pipeline, diagnostics));
  EXPECT_FALSE(change_preset("cut.results=0", pipeline, diagnostics));
  EXPECT_FALSE(change_preset("candidates.kind=sections", pipeline, diagnostics));
}

}  // namespace
}  // namespace fovea::search
