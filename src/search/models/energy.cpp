// Textual energy: how much a sentence shares with the sentences that share words with the topic.
//
//     E = (S·Sᵀ)²     S: the sentences of an article and the topic, by the words they have (0 or 1)
//     s(sentence) = E[topic, sentence] = Σ_k (topic·k)(k·sentence)
//
// After LIA at INEX 2010 (Enertex); Fernández, SanJuan and Torres-Moreno, Textual energy of associative memories, MICAI 2007.
// Words of Snowball's stop list do not count. A unit of several sentences has the sum of theirs.
#include <algorithm>

#include "files/corrupt_file.h"
#include "search/analysis/analyser.h"
#include "search/analysis/stop_words.h"
#include "search/models/unit_model.h"

namespace fovea::search {

namespace {

/// The index's analysis, with Snowball's stop list beside its own.
AnalysisSettings with_snowball(AnalysisSettings settings) {
  Diagnostics none;
  const auto stop = stop_list("snowball", none);
  settings.stop_words.insert(settings.stop_words.end(), stop->begin(), stop->end());
  return settings;
}

class EnergyScorer final : public UnitScorer {
 public:
  explicit EnergyScorer(const UnitInput& input)
      : input_(input), analyser_(with_snowball(input.index.facts().analysis)) {}

  void enter(const ArticleHits& article) override {
    const auto document = input_.collection->find(input_.index.id(article.document));
    if (!document) throw CorruptFile("the collection is not the one that was indexed");
    analyser_.forget();
    analyser_.analyse(document->text(), document->tree(), analysed_);
    std::vector<std::uint32_t> topic;
    for (std::uint32_t term = 0; term < analyser_.terms(); ++term) {
      const auto is_term = [&](const QueryTerm& each) {
        return !each.is_phrase() && each.words.front() == analyser_.term(term);
      };
      if (std::ranges::any_of(input_.terms, is_term)) topic.push_back(term);
    }
    sentences_.assign(1, topic);
    for (std::size_t i = 0; i < analysed_.sentences.size(); ++i) sentences_.push_back(words_of(i));
    energies_.assign(sentences_.size(), 0);
    std::vector<double> charge(analyser_.terms(), 0);  // Σ_k (topic·k)·k
    for (const std::vector<std::uint32_t>& each : sentences_) {
      const double shared = dot(topic, each);
      for (const std::uint32_t term : each) charge[term] += shared;
    }
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      for (const std::uint32_t term : sentences_[i]) energies_[i] += charge[term];
    }
  }

  double score(const ArticleHits&, const UnitWords& unit) override {
    double sum = 0;
    for (std::size_t i = 0; i < analysed_.sentences.size(); ++i) {
      const std::uint32_t first = analysed_.sentences[i].first_word;
      if (first >= unit.first && first < unit.end) sum += energies_[i + 1];
    }
    return sum;
  }

 private:
  /// Different ones, ascending.
  std::vector<std::uint32_t> words_of(std::size_t sentence) const {
    const std::size_t end = sentence + 1 < analysed_.sentences.size()
                                ? analysed_.sentences[sentence + 1].first_word
                                : analysed_.words.size();
    std::vector<std::uint32_t> terms;
    for (std::size_t i = analysed_.sentences[sentence].first_word; i < end; ++i) {
      if (analysed_.words[i].term != kStopped) terms.push_back(analysed_.words[i].term);
    }
    std::ranges::sort(terms);
    terms.erase(std::ranges::unique(terms).begin(), terms.end());
    return terms;
  }

  static double dot(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    return static_cast<double>(
        std::ranges::count_if(a, [&](std::uint32_t term) { return std::ranges::binary_search(b, term); }));
  }

  const UnitInput& input_;
  Analyser analyser_;
  AnalysedDocument analysed_;
  std::vector<std::vector<std::uint32_t>> sentences_;  ///< the topic first
  std::vector<double> energies_;
};

std::unique_ptr<UnitScorer> make_energy(const ModelSettings&, const UnitInput& input) {
  return std::make_unique<EnergyScorer>(input);
}

}  // namespace

const Model kEnergy{"energy",
                    "E[topic, sentence], E = (S S')^2 over the sentences of the article and the topic",
                    "Fernandez, SanJuan and Torres-Moreno, MICAI 2007; after LIA, INEX 2010",
                    {},
                    nullptr,
                    make_energy,
                    {.whole_topics = true}};

}  // namespace fovea::search
