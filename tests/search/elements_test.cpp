// Models of elements and windows: the figures of the specification, and a naive scorer over the words of small worlds.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "queries.h"
#include "search/elements/unit_maker.h"
#include "search/models/linear.h"
#include "search/models/unit_model.h"
#include "world.h"

namespace fovea::search {
namespace {

/// A collection, its index, and what a naive reading finds in it.
struct World {
  explicit World(const Documents& documents, const std::string& stem = "none") {
    store(folder / "c", documents);
    BuildOptions options;
    options.analysis.stem = stem;
    index.emplace(build(folder, folder / "c", options));
    Diagnostics diagnostics;
    collection = Collection::open(folder / "c", diagnostics);
    texts = analyse_all(folder / "c", options.analysis);
    elements = elements_of(folder / "c", texts);
  }

  TemporaryFolder folder;
  std::optional<Index> index;
  std::optional<Collection> collection;
  std::vector<NaiveDocument> texts;
  std::vector<std::vector<NaiveElement>> elements;
};

/// A model asked about units of one query.
class Asked {
 public:
  Asked(const World& world, std::string_view text, const std::vector<std::string>& changes)
      : pipeline(pipeline_of(changes)), query(query_of(*world.index, text, pipeline)) {
    ask_for_tags({&*world.index}, pipeline, query);
    counts = count(*world.index, query);
    input.emplace(unit_input(*world.index, &*world.collection, query, counts, pipeline));
    scorer = make_unit_scorer(*pipeline.score, pipeline.score_settings, *input);
    reader.emplace(*world.index, input->terms);
  }
  void enter(DocumentNumber document) {
    reader->read(document, article);
    scorer->enter(article);
  }
  double score(const UnitWords& unit) { return scorer->score(article, unit); }

  Pipeline pipeline;
  Query query;
  QueryCounts counts;
  std::optional<UnitInput> input;
  std::unique_ptr<UnitScorer> scorer;
  std::optional<ArticleReader> reader;
  ArticleHits article;
};

World fixture_world() {
  return World(Documents{
      {"a",
       "<article><title>olive oil</title><sec><st>health</st><p>olive oil is good for health</p><p>oil "
       "prices</p></sec></article>"},
      {"b", "<article><title>health</title><p>the health benefit of walking</p></article>"},
      {"c", "<article><title>machine</title><p>oil the machine with oil</p></article>"}});
}

TEST(ElementModels, GiveTheFiguresOfTheFixture) {
  const World world = fixture_world();
  const auto asked = [&](std::vector<std::string> changes) {
    changes.insert(changes.begin(), "candidates.kind=elements");
    return std::make_unique<Asked>(world, "olive oil health", changes);
  };
  // In a: article, title, sec, st, p, p. In b and c: article, title, p.
  auto bm25 = asked({"score.model=bm25"});
  bm25->enter(0);
  EXPECT_NEAR(bm25->score(bm25->article.unit(4)), 1.796104, 5e-7);
  EXPECT_NEAR(bm25->score(bm25->article.unit(5)), .453167, 5e-7);
  bm25->enter(1);
  EXPECT_NEAR(bm25->score(bm25->article.unit(2)), .397105, 5e-7);
  bm25->enter(2);
  EXPECT_NEAR(bm25->score(bm25->article.unit(2)), .524071, 5e-7);
  auto itf = asked({"score.model=itf", "score.k1=0.9", "score.b=0.4"});
  itf->enter(0);
  EXPECT_NEAR(itf->score(itf->article.unit(4)), 2.226502, 5e-7);
  auto lm = asked({"score.model=element-lm"});
  lm->enter(0);
  EXPECT_NEAR(lm->score(lm->article.unit(2)), -3.100310, 5e-7);
  EXPECT_NEAR(lm->score(lm->article.unit(4)), -3.514837, 5e-7);
  EXPECT_NEAR(lm->score(lm->article.unit(1)), -4.338120, 5e-7);
}

TEST(Proximity, HasTheFiguresOfTheFixture) {
  const World world(
      Documents{{"a", "<article>olive oil health olive oil is good for health oil prices</article>"}});
  Asked asked(world, "olive oil health", {"candidates.kind=elements", "score.model=proximity", "score.k=4"});
  asked.enter(0);
  const std::vector<double> expected{.5, .75, .75, .75, .5, .25, .25, 0, 0, 0, 0};
  for (std::uint32_t x = 0; x < expected.size(); ++x)
    EXPECT_DOUBLE_EQ(asked.score({x, x + 1}), expected[x]) << x;
}

/// The formulas of the specification over a recount.
class NaiveUnits {
 public:
  NaiveUnits(const World& world, const Query& query) : world_(world) {
    for (const NaiveDocument& document : world.texts) words_ += static_cast<double>(document.terms.size());
    for (const QueryTerm& term : query.terms) {
      Counted counted{term, 0, 0};
      for (const NaiveDocument& document : world.texts) {
        const double tf = times(document, term, 0, end_of(document));
        counted.n += tf > 0 ? 1 : 0;
        counted.cf += tf;
      }
      if (counted.cf > 0) terms_.push_back(counted);
    }
  }

  struct Counted {
    QueryTerm term;
    double n;
    double cf;
  };

  static std::uint32_t end_of(const NaiveDocument& document) {
    return static_cast<std::uint32_t>(document.terms.size());
  }
  static std::vector<std::uint32_t> places(const NaiveDocument& document, const QueryTerm& term,
                                           std::uint32_t first, std::uint32_t end) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = first; i + term.words.size() <= end; ++i) {
      bool here = true;
      for (std::size_t j = 0; j < term.words.size(); ++j)
        here = here && document.terms[i + j] == term.words[j];
      if (here) found.push_back(i);
    }
    return found;
  }
  static double times(const NaiveDocument& document, const QueryTerm& term, std::uint32_t first,
                      std::uint32_t end) {
    return static_cast<double>(places(document, term, first, end).size());
  }

  struct TagSums {
    double elements = 0, words = 0, with_term = 0;
  };
  TagSums tag(const std::string& name, const QueryTerm& term) const {
    TagSums sums;
    for (std::size_t i = 0; i < world_.texts.size(); ++i) {
      for (const NaiveElement& element : world_.elements[i]) {
        if (element.tag != name) continue;
        ++sums.elements;
        sums.words += element.end - element.first;
        sums.with_term += times(world_.texts[i], term, element.first, element.end) > 0 ? 1 : 0;
      }
    }
    return sums;
  }
  /// The innermost element of words [first, end).
  const NaiveElement& innermost(std::size_t document, std::uint32_t first, std::uint32_t end) const {
    const NaiveElement* found = nullptr;
    for (const NaiveElement& element : world_.elements[document]) {
      if (element.first <= first && element.end >= end) found = &element;
    }
    return *found;
  }

  const World& world_;
  std::vector<Counted> terms_;
  double words_ = 0;
};

double bm25_part(double idf, double tf, double k1, double b, double l, double av) {
  return tf == 0 ? 0 : idf * (tf * (k1 + 1) / (tf + k1 * (1 - b + b * l / av)));
}

using NaiveModel = std::function<double(const NaiveUnits&, std::size_t document, const NaiveElement&)>;

double naive_bm25(const NaiveUnits& naive, std::size_t document, const NaiveElement& element, double k1,
                  double b, bool by_tag, const std::map<std::string, double>& weights = {}) {
  double sum = 0;
  for (const auto& [term, n, cf] : naive.terms_) {
    double tf = 0;
    for (const std::uint32_t at :
         NaiveUnits::places(naive.world_.texts[document], term, element.first, element.end)) {
      const auto weight =
          weights.find(naive.innermost(document, at, at + static_cast<std::uint32_t>(term.words.size())).tag);
      tf += weight == weights.end() ? 1 : weight->second;
    }
    const auto tag = naive.tag(element.tag, term);
    const double idf = by_tag ? std::log(tag.elements / tag.with_term)
                              : std::log(static_cast<double>(naive.world_.texts.size()) / n);
    sum += bm25_part(idf, tf, k1, b, element.end - element.first, tag.words / tag.elements);
  }
  return sum;
}

double naive_field_weight(char field) {
  return std::map<char, double>{{'t', 3}, {'s', 2}, {'l', 1.5}, {'r', 1}}.at(field);
}

double naive_weighted_length(const World& world, std::size_t document, const NaiveElement& element) {
  double length = 0;
  for (const auto& [first, end] : naive_stretches(world.elements[document], element)) {
    for (std::uint32_t i = first; i < end; ++i) length += naive_field_weight(world.texts[document].fields[i]);
  }
  return length;
}

double naive_bm25e(const NaiveUnits& naive, std::size_t document, const NaiveElement& element, double k1,
                   double b, bool by_tag) {
  const NaiveDocument& text = naive.world_.texts[document];
  const auto stretches = naive_stretches(naive.world_.elements[document], element);
  const double length = naive_weighted_length(naive.world_, document, element);
  double mean = 0;
  for (std::size_t i = 0; i < naive.world_.texts.size(); ++i) {
    for (const NaiveElement& other : naive.world_.elements[i])
      mean += other.tag == element.tag ? naive_weighted_length(naive.world_, i, other) : 0;
  }
  double sum = 0;
  for (const auto& [term, n, cf] : naive.terms_) {
    double tf = 0;
    for (const auto& [first, end] : stretches) {
      for (const std::uint32_t at : NaiveUnits::places(text, term, first, end))
        tf += naive_field_weight(text.fields[at]);
    }
    const auto tag = naive.tag(element.tag, term);
    if (tf == 0 || (by_tag && tag.with_term == 0)) continue;
    const double idf = by_tag ? std::log(tag.elements / tag.with_term)
                              : std::log(static_cast<double>(naive.world_.texts.size()) / n);
    const double weighted = mean / tag.elements;
    sum += bm25_part(idf, tf, k1 * weighted / (tag.words / tag.elements), b, length, weighted);
  }
  return sum;
}

double naive_element_lm(const NaiveUnits& naive, std::size_t document, const NaiveElement& element) {
  const NaiveDocument& text = naive.world_.texts[document];
  const double length = element.end - element.first;
  double sum = std::log(length);
  for (const auto& [term, n, cf] : naive.terms_) {
    const double in_element = NaiveUnits::times(text, term, element.first, element.end) / length;
    const double in_article =
        NaiveUnits::times(text, term, 0, NaiveUnits::end_of(text)) / NaiveUnits::end_of(text);
    sum += term.weight * std::log(.1 * in_element + .3 * in_article + .6 * (cf / naive.words_));
  }
  return sum;
}

double naive_proximity(const NaiveUnits& naive, std::size_t document, const NaiveElement& element, double k) {
  const NaiveDocument& text = naive.world_.texts[document];
  const auto& elements = naive.world_.elements[document];
  const auto section_of = [&](std::uint32_t x) {
    std::size_t found = elements.size();
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (elements[i].tag == "sec" && elements[i].first <= x && x < elements[i].end) found = i;
    }
    return found;
  };
  double sum = 0;
  for (std::uint32_t x = element.first; x < element.end; ++x) {
    double least = 1;
    for (const auto& [term, n, cf] : naive.terms_) {
      double most = 0;
      for (const std::uint32_t i : NaiveUnits::places(text, term, 0, NaiveUnits::end_of(text))) {
        if (section_of(i) == section_of(x))
          most = std::max(most, 1 - std::abs(static_cast<double>(x) - static_cast<double>(i)) / k);
        for (const NaiveElement& title : elements) {
          if (title.tag != "st" || i < title.first || i >= title.end) continue;
          const NaiveElement& section = elements[title.parent];
          if (section.first <= x && x < section.end) most = 1;
        }
      }
      least = std::min(least, std::max(0.0, most));
    }
    sum += least;
  }
  return sum / (element.end - element.first);
}

/// f1 to f4 of the specification.
std::array<double, 4> naive_distribution(const NaiveUnits& naive, std::size_t document,
                                         const NaiveElement& element) {
  const NaiveDocument& text = naive.world_.texts[document];
  std::map<std::uint32_t, std::size_t> hits;
  std::vector<double> tfs;
  for (std::size_t i = 0; i < naive.terms_.size(); ++i) {
    const auto found = NaiveUnits::places(text, naive.terms_[i].term, element.first, element.end);
    for (const std::uint32_t at : found) hits[at] = i;
    tfs.push_back(static_cast<double>(found.size()));
  }
  if (hits.empty()) return {};
  double near = 0, mixed = 0, present = 0, all = 0, squares = 0;
  for (auto at = std::next(hits.begin()); at != hits.end(); ++at) {
    if (at->second == std::prev(at)->second) continue;
    near += 1.0 / (at->first - std::prev(at)->first);
    ++mixed;
  }
  const auto terms = static_cast<double>(tfs.size());
  for (const double tf : tfs) present += tf > 0 ? 1 : 0, all += tf;
  const double mean = all / terms;
  for (const double tf : tfs) squares += (tf - mean) * (tf - mean);
  const double share = hits.size() > 1 ? mixed / static_cast<double>(hits.size() - 1) : 0;
  const double dense =
      present / terms *
      (1 - (hits.rbegin()->first - hits.begin()->first + 1.0) / (element.end - element.first));
  return {near, share, dense, -std::sqrt(squares / terms) / mean};
}

double naive_peking(const NaiveUnits& naive, std::size_t document, const NaiveElement& element) {
  const auto [f1, f2, f3, f4] = naive_distribution(naive, document, element);
  return naive_bm25(naive, document, element, 2, .75, false) *
         (1 + .25 * f1 + .25 * f2 + .25 * f3 + .25 * f4);
}

double naive_dirichlet(const NaiveUnits& naive, std::size_t document, const NaiveElement& element) {
  double sum = 0;
  for (const auto& [term, n, cf] : naive.terms_) {
    const double tf = NaiveUnits::times(naive.world_.texts[document], term, element.first, element.end);
    sum += term.weight * std::log((tf + 2500 * (cf / naive.words_)) / (element.end - element.first + 2500));
  }
  return sum;
}

double naive_jelinek_mercer(const NaiveUnits& naive, std::size_t document, const NaiveElement& element) {
  double sum = 0;
  for (const auto& [term, n, cf] : naive.terms_) {
    const double tf = NaiveUnits::times(naive.world_.texts[document], term, element.first, element.end);
    const double share = tf / (element.end - element.first);
    sum += term.weight * std::log(1 + (1 - .5) * share / (.5 * (cf / naive.words_)));
  }
  return sum;
}

/// (S·Sᵀ)² of the topic and the sentences of the article: the row of the topic, added up over the sentences that begin in
/// the element.
double naive_energy(const NaiveUnits& naive, std::size_t document, const NaiveElement& element) {
  const NaiveDocument& text = naive.world_.texts[document];
  std::vector<std::set<std::string>> rows(1);
  for (const auto& counted : naive.terms_) rows[0].insert(counted.term.words.front());
  std::erase_if(rows[0], [&](const std::string& word) { return text.tf(word) == 0; });
  for (std::size_t i = 0; i < text.analysed.sentences.size(); ++i) {
    const std::uint32_t end = i + 1 < text.analysed.sentences.size()
                                  ? text.analysed.sentences[i + 1].first_word
                                  : NaiveUnits::end_of(text);
    auto& row = rows.emplace_back();
    for (std::uint32_t at = text.analysed.sentences[i].first_word; at < end; ++at) row.insert(text.terms[at]);
  }
  const auto product = [&](std::size_t a, std::size_t b) {
    return static_cast<double>(
        std::ranges::count_if(rows[a], [&](const std::string& word) { return rows[b].contains(word); }));
  };
  double sum = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::uint32_t first = text.analysed.sentences[i - 1].first_word;
    if (first < element.first || first >= element.end) continue;
    for (std::size_t k = 0; k < rows.size(); ++k) sum += product(0, k) * product(k, i);
  }
  return sum;
}

TEST(ElementModels, ScoreEveryElementAsANaiveReadingDoes) {
  std::mt19937_64 random(test_seed());
  const World world(random_nested_documents(random, 40, 25));
  struct Case {
    std::vector<std::string> changes;
    bool phrases;
    NaiveModel naive;
  };
  const auto root = [](const NaiveUnits& naive, std::size_t document) -> const NaiveElement& {
    return naive.world_.elements[document].front();
  };
  const std::vector<Case> cases{
      {{"score.model=bm25"},
       true,
       [](const auto& n, auto d, const auto& e) { return naive_bm25(n, d, e, .9, .4, false); }},
      {{"score.model=bm25", "score.df=tag", "score.k1=2"},
       true,
       [](const auto& n, auto d, const auto& e) { return naive_bm25(n, d, e, 2, .4, true); }},
      {{"score.model=itf"},
       true,
       [](const auto& n, auto d, const auto& e) { return naive_bm25(n, d, e, 2.5, .85, true); }},
      {{"score.model=itf", "score.on=bm25e"},
       false,
       [](const auto& n, auto d, const auto& e) { return naive_bm25e(n, d, e, 2.5, .85, true); }},
      {{"score.model=bm25e"},
       false,
       [](const auto& n, auto d, const auto& e) { return naive_bm25e(n, d, e, .9, .4, false); }},
      {{"score.model=bm25t", "score.weights=p=0.5 st=3"},
       true,
       [](const auto& n, auto d, const auto& e) {
         return naive_bm25(n, d, e, .9, .4, false, {{"p", .5}, {"st", 3}});
       }},
      {{"score.model=element-lm"}, true, naive_element_lm},
      {{"score.model=context", "score.on=bm25"},
       true,
       [&](const auto& n, auto d, const auto& e) {
         return (naive_bm25(n, d, e, .9, .4, false) + 1.5 * naive_bm25(n, d, root(n, d), .9, .4, false)) /
                2.5;
       }},
      {{"score.model=proximity", "score.k=7", "score.phrase_k=7"},
       false,
       [](const auto& n, auto d, const auto& e) { return naive_proximity(n, d, e, 7); }},
      {{"score.model=peking"}, false, naive_peking},
      {{"score.model=lm-dirichlet"}, true, naive_dirichlet},
      {{"score.model=lm-jm"}, true, naive_jelinek_mercer},
      {{"score.model=energy"}, false, naive_energy},
  };
  for (const Case& each : cases) {
    std::vector<std::string> changes{"candidates.kind=elements"};
    if (each.phrases) changes.push_back("articles.phrases=boost");
    changes.insert(changes.end(), each.changes.begin(), each.changes.end());
    Asked asked(world, "w1 w4 w12 \"w0 w2\" nowhere", changes);
    const NaiveUnits naive(world, asked.query);
    for (DocumentNumber document = 0; document < world.texts.size(); ++document) {
      asked.enter(document);
      ASSERT_EQ(asked.article.elements.size(), world.elements[document].size());
      for (std::uint32_t i = 0; i < asked.article.elements.size(); ++i) {
        const double expected = each.naive(naive, document, world.elements[document][i]);
        ASSERT_EQ(asked.score(asked.article.unit(i)), expected)
            << each.changes.front() << " in " << world.texts[document].id << " element " << i;
      }
    }
  }
}

TEST(WeightedLengths, OfTheElementsOfATagAddUpOverShards) {
  std::mt19937_64 random(test_seed());
  const World world(random_nested_documents(random, 40, 25));
  const Pipeline pipeline = pipeline_of({"candidates.kind=elements", "score.model=bm25e"});
  Query query = query_of(*world.index, "w1 w4", pipeline);
  ask_for_tags({&*world.index}, pipeline, query);
  QueryCounts added;
  for (std::uint64_t shard = 1; shard <= 3; ++shard) {
    BuildOptions options;
    options.analysis.stem = "none";
    options.shard = {shard, 3};
    const Index part = build(world.folder, world.folder / "c", options, "part");
    const QueryCounts own = counts_from_bytes(to_bytes(count(part, query)));
    added = shard == 1 ? own : merge(added, own);
  }
  EXPECT_EQ(added, count(*world.index, query));
  ASSERT_FALSE(query.tags.empty());
  for (std::size_t tag = 0; tag < query.tags.size(); ++tag) {
    FieldWords words{};
    for (std::size_t i = 0; i < world.texts.size(); ++i) {
      for (const NaiveElement& element : world.elements[i]) {
        if (element.tag == query.tags[tag])
          add_naive_fields(world.texts[i], world.elements[i], element, words);
      }
    }
    EXPECT_EQ(added.tags[tag].fields, words) << query.tags[tag];
  }
}

/// A title inside of the title of the article is no second title.
TEST(WeightedLengths, CountATitleOnce) {
  const World world(
      Documents{{"a", "<article><title><h1>x</h1> y</title><sec><st>z</st><p>x x</p></sec></article>"},
                {"b", "<article><title>other</title><p>words</p></article>"}});
  Asked asked(world, "x", {"candidates.kind=elements", "score.model=bm25e"});
  const auto p = world.index->find_tag("p");
  ASSERT_TRUE(p);
  // In a: its two words, a section title and a title of two; in b its word, in the lead, and a title of one.
  EXPECT_EQ(world.index->tags()[*p].fields, (FieldWords{3, 1, 1, 2}));
}

/// Documents without the elements that a preset looks for, as plain text, have paragraphs, passages, or are short.
TEST(Candidates, FallBackToParagraphsThenPassagesThenTheDocument) {
  std::string longer;
  for (int i = 0; i < 40; ++i) longer += "Filler number words here. ";
  const World world(
      Documents{{"long", "<text>" + longer + "An olive is found here. " + longer + "The olive ends.</text>"},
                {"paragraphs", "<text><p>no fruit</p><p>an olive</p></text>"},
                {"sections", "<article><sec><p>an olive</p></sec><sec><p>no fruit</p></sec></article>"},
                {"short", "<text>An olive in a short text.</text>"},
                {"title", "<article><title>olive</title><sec><p>no fruit</p></sec></article>"},
                {"zero", "<text>nothing</text>"}});
  Topic topic;
  topic.title = "olive";
  const auto places = [&](const std::vector<std::string>& changes) {
    std::map<std::string, std::vector<Answer>> found;
    for (const Answer& each :
         search_topic({&*world.index}, *world.collection, preset_of("default", "thorough", changes), topic))
      found[each.id].push_back(each);
    return found;
  };
  for (const std::string changed : {"candidates.roles=section", "candidates.tags=sec"}) {
    auto found = places({"candidates.roles=", changed});
    ASSERT_EQ(found["short"].size(), 1U);
    EXPECT_EQ(found["short"][0].kind, ResultKind::kElement);
    EXPECT_EQ(found["short"][0].element, 0U);
    ASSERT_EQ(found["paragraphs"].size(), 1U);
    EXPECT_EQ(world.collection->find("paragraphs")->tree().path(found["paragraphs"][0].element),
              "/text[1]/p[2]");
    ASSERT_EQ(found["sections"].size(), 1U);
    EXPECT_EQ(world.collection->find("sections")->tree().path(found["sections"][0].element),
              "/article[1]/sec[1]");
    ASSERT_GT(found["long"].size(), 1U);
    for (const Answer& each : found["long"]) {
      EXPECT_EQ(each.kind, ResultKind::kPassage);
      EXPECT_GE(each.span.size(), 400U);
      EXPECT_LT(each.span.size(), 450U);
      EXPECT_NE(world.collection->find("long")->text(each.span).find("olive"), std::string::npos);
    }
    // It has sections, if none with a hit.
    EXPECT_FALSE(found.contains("title"));
    EXPECT_FALSE(found.contains("zero"));
  }
}

TEST(Candidates, TheFirstSectionIsNotTheTextBeforeIt) {
  const World world(Documents{
      {"body", "<article><title>olive</title><bdy>An olive in a body.</bdy></article>"},
      {"lead",
       "<article><title>t</title><bdy><p>An olive leads.</p><sec><st>One</st><sec>inner</sec></sec><sec>Two</sec></bdy></article>"},
      {"none", "<text>An olive in a text.</text>"},
      {"section", "<article><bdy><sec>An olive at once.</sec><p>rest</p></bdy></article>"}});
  Topic topic;
  topic.title = "olive";
  const auto texts = [&](const std::string& kind) {
    std::map<std::string, std::string> found;
    const Pipeline pipeline =
        preset_of("reference", "relevant-in-context", {"candidates.kind=" + kind, "cut.pad=no"});
    for (const Answer& each : search_topic({&*world.index}, *world.collection, pipeline, topic))
      found[each.id] = world.collection->find(each.id)->text(each.span);
    return found;
  };
  const std::map<std::string, std::string> sections{{"body", "An olive in a body."},
                                                    {"lead", "Oneinner"},
                                                    {"none", "An olive in a text."},
                                                    {"section", "An olive at once."}};
  EXPECT_EQ(texts("first-section"), sections);
  auto leads = sections;
  leads["lead"] = "An olive leads.";
  EXPECT_EQ(texts("lead"), leads);
}

/// Elements <olive> are where the word fig is, and as many: as a term the tag must be worth what the word is.
TEST(TagsAsTerms, CountForWordsOfATitleThatNameThem) {
  const World world(Documents{{"a", "<article><olive>fig pear</olive><olive>fig</olive></article>"},
                              {"b", "<article><p>olive apple</p></article>"},
                              {"c", "<article><olive>fig plum</olive><p>olive oil</p></article>"},
                              {"d", "<article><p>pear</p></article>"}});
  const auto scores = [&](const std::string& title, const std::string& weight) {
    Topic topic;
    topic.title = title;
    std::map<std::string, double> found;
    const Pipeline pipeline = preset_of("reference", "document", {"articles.tags=" + weight});
    for (const Answer& each : search_topic({&*world.index}, *world.collection, pipeline, topic))
      found[each.id] = each.score;
    return found;
  };
  auto words = scores("olive", "0");
  auto figs = scores("fig", "0");
  auto both = scores("olive", "1");
  auto half = scores("olive", "0.5");
  EXPECT_FALSE(words.contains("a"));
  for (const std::string id : {"a", "b", "c"}) {
    EXPECT_NEAR(both[id], words[id] + figs[id], 1e-12) << id;
    EXPECT_NEAR(half[id], words[id] + figs[id] / 2, 1e-12) << id;
  }
  EXPECT_FALSE(both.contains("d"));
  EXPECT_EQ(scores("fig", "1"), scores("fig", "0")) << "no tag has this name";
}

TEST(Categories, AddTheShareOfTheBestArticlesThatHaveThem) {
  const World world(
      Documents{{"a", "<article><cat>fruit</cat><cat> oil </cat><p>olive olive olive</p></article>"},
                {"b", "<article><cat>fruit</cat><p>olive and other words in a text</p></article>"},
                {"c", "<article><p>olive without any category</p></article>"},
                {"d", "<article><cat>film</cat><cat>film</cat><p>an olive, a film and more</p></article>"},
                {"e", "<article><cat>fruit</cat><p>nothing</p></article>"}});
  Topic topic;
  topic.title = "olive";
  const auto scores = [&](const std::vector<std::string>& changes) {
    std::map<std::string, double> found;
    std::vector<std::string> order;
    for (const Answer& each : search_topic({&*world.index}, *world.collection,
                                           preset_of("reference", "document", changes), topic)) {
      found[each.id] = each.score;
      order.push_back(each.id);
    }
    EXPECT_TRUE(
        std::ranges::is_sorted(order, std::greater<>(), [&](const std::string& id) { return found[id]; }));
    return found;
  };
  const auto words = scores({"articles.tags=0"});
  ASSERT_EQ(words.size(), 4U);
  // Of the four articles with the word, two are about fruit, one each about oil and films.
  const std::map<std::string, double> shares{
      {"a", (2 + 1) / 4.0 / 2}, {"b", 2 / 4.0}, {"c", 0}, {"d", 1 / 4.0}};
  double least = words.at("a");
  double most = least;
  for (const auto& [id, score] : words) {
    least = std::min(least, score);
    most = std::max(most, score);
  }
  for (const double weight : {0.5, 3.0}) {
    const auto both =
        scores({"articles.categories=element:cat", "articles.category_weight=" + std::to_string(weight)});
    ASSERT_EQ(both.size(), 4U);
    for (const auto& [id, score] : words)
      EXPECT_NEAR(both.at(id), score + weight * (most - least) * shares.at(id), 1e-12) << id;
  }
  EXPECT_EQ(scores({"articles.categories=element:none-such"}), words);
  // Parts of articles move with them: that of b comes first when categories weigh much.
  const auto first = [&](const std::string& weight) {
    const auto answers =
        search_topic({&*world.index}, *world.collection,
                     preset_of("amsterdam", "relevant-in-context",
                               {"articles.categories=element:cat", "articles.category_weight=" + weight}),
                     topic);
    return answers.front().id;
  };
  EXPECT_EQ(first("1000"), "b");
  EXPECT_NE(first("0"), "b");
}

TEST(Features, AreThoseOfANaiveReading) {
  std::mt19937_64 random(test_seed());
  const World world(random_nested_documents(random, 25, 25));
  std::string weights = "score.weights=";
  for (const std::string_view feature : linear_features()) weights += std::string(feature) + "=1 ";
  Asked asked(world, "w1 w4 w12", {"candidates.kind=elements", "score.model=linear", weights});
  const NaiveUnits naive(world, asked.query);
  const auto has_role = [](const NaiveElement& element, std::string_view role) {
    static const std::map<std::string, std::string_view, std::less<>> kRoles{
        {"sec", "section"}, {"p", "paragraph"}, {"list", "list"}, {"st", "heading"}, {"title", "heading"}};
    const auto found = kRoles.find(element.tag);
    return found != kRoles.end() && found->second == role;
  };
  for (DocumentNumber document = 0; document < world.texts.size(); ++document) {
    asked.enter(document);
    const auto& elements = world.elements[document];
    const NaiveDocument& text = world.texts[document];
    const auto present = [&](const NaiveElement& element) {
      double sum = 0;
      for (const auto& counted : naive.terms_)
        sum += NaiveUnits::times(text, counted.term, element.first, element.end) > 0 ? 1 : 0;
      return sum;
    };
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
      const NaiveElement& element = elements[i];
      const NaiveElement& parent = element.parent == UINT32_MAX ? elements[0] : elements[element.parent];
      std::vector<double> expected;
      for (const auto& feature : std::vector<std::function<double(const NaiveElement&)>>{
               [&](const auto& e) { return naive_bm25(naive, document, e, .9, .4, false); },
               [&](const auto& e) { return naive_dirichlet(naive, document, e); },
               [&](const auto& e) { return naive_jelinek_mercer(naive, document, e); },
               [&](const auto& e) {
                 double sum = 0;
                 for (const auto& counted : naive.terms_)
                   sum += std::log(1 + NaiveUnits::times(text, counted.term, e.first, e.end));
                 return sum;
               },
               [&](const auto& e) { return present(e) / static_cast<double>(naive.terms_.size()); }}) {
        for (const NaiveElement* each : {&element, &parent, &elements[0]}) expected.push_back(feature(*each));
      }
      expected.push_back(std::log(static_cast<double>(element.end - element.first)));
      double depth = 0;
      for (std::uint32_t at = element.parent; at != UINT32_MAX; at = elements[at].parent) ++depth;
      expected.push_back(depth);
      expected.push_back(static_cast<double>(element.first) / NaiveUnits::end_of(text));
      bool title = has_role(element, "heading") && present(element) > 0;
      for (const NaiveElement& child : elements)
        title = title || (child.parent == i && has_role(child, "heading") && present(child) > 0);
      expected.push_back(title ? 1 : 0);
      for (const char* const role : {"section", "paragraph", "list", "heading"})
        expected.push_back(has_role(element, role) ? 1 : 0);
      for (const double value : naive_distribution(naive, document, element)) expected.push_back(value);
      expected.push_back(naive_proximity(naive, document, element, 200));
      std::vector<double> found;
      asked.scorer->values(asked.article, asked.article.unit(i), found);
      ASSERT_EQ(found, expected) << text.id << " element " << i;
    }
  }
}

TEST(Windows, AreScoredAsANaiveReadingDoes) {
  std::mt19937_64 random(test_seed());
  const World world(random_nested_documents(random, 30, 20));
  const Pipeline pipeline =
      preset_of("waterloo", "thorough", {"candidates.n=9", "candidates.step=4", "selection.each=0"});
  Topic topic;
  topic.title = "w1 w7 w12";
  const auto found = search_topic({&*world.index}, *world.collection, pipeline, topic);
  const NaiveUnits naive(world, query_of(*world.index, topic.title, pipeline));
  std::size_t expected = 0;
  std::map<std::pair<std::string, Offset>, double> scores;
  for (const Answer& each : found) scores[{each.id, each.span.begin}] = each.score;
  for (const NaiveDocument& text : world.texts) {
    for (std::uint32_t at = 0; at < text.terms.size(); at += 4) {
      const std::uint32_t end = std::min(at + 9, NaiveUnits::end_of(text));
      double score = 0;
      bool hit = false;
      for (const auto& [term, n, cf] : naive.terms_) {
        const double tf = NaiveUnits::times(text, term, at, end);
        const auto documents = static_cast<double>(world.texts.size());
        hit = hit || (tf > 0 && n < documents);
        score += bm25_part(std::log(documents / n), tf, 4, .8, end - at, 9);
      }
      if (!hit) continue;
      ++expected;
      const auto own = scores.find({text.id, text.analysed.words[at].span.begin});
      ASSERT_NE(own, scores.end()) << text.id << " " << at;
      EXPECT_EQ(own->second, score);
    }
  }
  EXPECT_EQ(found.size(), expected);
}

/// Spans of sentences [begin, end) that have a hit, for every document with one.
TEST(Windows, AreMadeOfWholeSentences) {
  std::mt19937_64 random(test_seed());
  const World world(random_nested_documents(random, 30, 20));
  Topic topic;
  topic.title = "w3 w11";
  for (const std::string kind : {"sentences", "characters", "best"}) {
    const Pipeline pipeline = preset_of("passages", "thorough",
                                        {"articles.stop=none", "candidates.kind=" + kind, "candidates.step=2",
                                         "candidates.n=" + std::string(kind == "sentences" ? "3" : "40"),
                                         "candidates.cost=0.05", "score.model=none"});
    std::set<std::tuple<std::string, Offset, Offset>> found;
    for (const Answer& each : search_topic({&*world.index}, *world.collection, pipeline, topic))
      found.emplace(each.id, each.span.begin, each.span.end);
    const NaiveUnits naive(world, query_of(*world.index, topic.title, pipeline));
    std::set<std::tuple<std::string, Offset, Offset>> expected;
    for (const NaiveDocument& text : world.texts) {
      const auto& starts = text.analysed.sentences;
      const Offset length = world.collection->find(text.id)->length();
      struct Run {
        std::uint32_t first, end;
        Offset from, to;
        double worth;
      };
      const auto run = [&](std::size_t begin, std::size_t end) {
        const bool last = end >= starts.size();
        Run made{starts[begin].first_word, last ? NaiveUnits::end_of(text) : starts[end].first_word,
                 starts[begin].first_character, last ? length : starts[end].first_character, 0};
        for (std::size_t i = begin; i < std::min(end, starts.size()); ++i) {
          const std::uint32_t stop =
              i + 1 < starts.size() ? starts[i + 1].first_word : NaiveUnits::end_of(text);
          for (const auto& [term, n, cf] : naive.terms_)
            made.worth += std::log(static_cast<double>(world.texts.size()) / n) *
                          NaiveUnits::times(text, term, starts[i].first_word, stop);
        }
        made.worth -= .05 * (made.to - made.from);
        return made;
      };
      const auto has_hit = [&](const Run& made) {
        return std::ranges::any_of(naive.terms_, [&](const auto& counted) {
          return counted.n < static_cast<double>(world.texts.size()) &&
                 NaiveUnits::times(text, counted.term, made.first, made.end) > 0;
        });
      };
      const auto add = [&](const Run& made) {
        if (has_hit(made)) expected.emplace(text.id, made.from, made.to);
      };
      std::optional<Run> best;
      for (std::size_t at = 0; at < starts.size(); ++at) {
        if (kind == "sentences" && at % 2 == 0) add(run(at, at + 3));
        std::size_t end = at + 1;
        while (end < starts.size() && run(at, end).to - run(at, end).from < 40) ++end;
        const Run window = run(at, end);
        if (kind == "characters" && (at == 0 || window.to - window.from >= 40)) add(window);
        for (end = at + 1; kind == "best" && end <= starts.size(); ++end) {
          if (has_hit(run(at, end)) && (!best || run(at, end).worth > best->worth + 1e-9))
            best = run(at, end);
        }
      }
      // Of runs that are worth the same any will do.
      for (const auto& [id, from, to] : found) {
        if (kind != "best" || id != text.id) continue;
        ASSERT_TRUE(best);
        for (std::size_t begin = 0; begin < starts.size(); ++begin) {
          for (std::size_t end = begin + 1; end <= starts.size(); ++end) {
            const Run own = run(begin, end);
            if (own.from != from || own.to != to) continue;
            EXPECT_NEAR(own.worth, best->worth, 1e-9) << id;
            expected.emplace(id, from, to);
          }
        }
        best.reset();
      }
      EXPECT_FALSE(best) << text.id << " has no best sentences";
    }
    EXPECT_EQ(found, expected) << kind;
  }
}

/// Elements that hold all words of the query that their article has, and not all hits in one child.
std::vector<ElementIndex> naive_common(const NaiveUnits& naive, std::size_t document, std::string_view kind) {
  const auto& elements = naive.world_.elements[document];
  const NaiveDocument& text = naive.world_.texts[document];
  const auto hits = [&](const NaiveElement& element) {
    double sum = 0;
    for (const auto& counted : naive.terms_)
      sum += NaiveUnits::times(text, counted.term, element.first, element.end);
    return sum;
  };
  std::vector<std::size_t> common;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    bool all = true;
    for (const auto& counted : naive.terms_) {
      if (NaiveUnits::times(text, counted.term, 0, NaiveUnits::end_of(text)) > 0)
        all = all && NaiveUnits::times(text, counted.term, elements[i].first, elements[i].end) > 0;
    }
    for (const NaiveElement& child : elements) {
      if (child.parent == i && hits(child) == hits(elements[i])) all = false;
    }
    if (all) common.push_back(i);
  }
  const auto above = [&](std::size_t a, std::size_t b) {
    for (std::uint32_t at = elements[b].parent; at != UINT32_MAX; at = elements[at].parent) {
      if (at == a) return true;
    }
    return false;
  };
  std::vector<ElementIndex> chosen;
  for (const std::size_t i : common) {
    bool wanted = true;
    for (const std::size_t other : common) {
      if (kind == "lca-max" && above(other, i)) wanted = false;
      if (kind == "lca-smallest" && above(i, other)) wanted = false;
    }
    if (wanted) chosen.push_back(elements[i].number);
  }
  return chosen;
}

TEST(CommonAncestors, AreThoseOfTheirDefinition) {
  std::mt19937_64 random(test_seed());
  const World world(random_nested_documents(random, 60, 15));
  for (const std::string kind : {"lca-max", "lca-smallest", "lca-all"}) {
    for (const std::string title : {"w1 w4", "w2", "w1 w3 w9 w14"}) {
      const Pipeline pipeline =
          preset_of("peking", "thorough", {"candidates.kind=" + kind, "articles.depth=all"});
      Topic topic;
      topic.title = title;
      std::map<std::string, std::set<ElementIndex>> found;
      for (const Answer& each : search_topic({&*world.index}, *world.collection, pipeline, topic))
        found[each.id].insert(each.element);
      const NaiveUnits naive(world, query_of(*world.index, title, pipeline));
      for (std::size_t i = 0; i < world.texts.size(); ++i) {
        if (!found.contains(world.texts[i].id)) continue;
        const auto expected = naive_common(naive, i, kind);
        EXPECT_EQ(found[world.texts[i].id], std::set<ElementIndex>(expected.begin(), expected.end()))
            << kind << " " << title << " in " << world.texts[i].id;
      }
    }
  }
}

}  // namespace
}  // namespace fovea::search
