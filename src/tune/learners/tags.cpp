// Weights of tags: how much more often a word of a tag is highlighted than words are at all.
//
//     w(g) = ((r_g + .5)/(R + .5)) / ((c_g + .5)/(C + .5))
//
// r_g and c_g count the words whose innermost element has the tag g: those in highlighted text, for each topic, and all of the collection;
// R and C all of them.
//
// After Géry, Largeron and Thollard, Integrating structure in the probabilistic model for information retrieval, WI 2008.
#include <fmt/format.h>

#include <map>

#include "search/analysis/analyser.h"
#include "text/numbers.h"
#include "text/span_set.h"
#include "tune/tuner.h"

namespace fovea::tune {

namespace {

using TagCounts = std::map<std::string, double, std::less<>>;

/// The tag of the innermost element of each word, as numbers of Index::tags().
std::vector<std::uint32_t> innermost_tags(const std::vector<search::ElementWords>& elements) {
  std::vector<std::uint32_t> tags;
  // Elements come in document order, inner ones behind those around them.
  for (const search::ElementWords& element : elements) {
    const std::size_t end = std::size_t{element.first_word} + element.words;
    if (tags.size() < end) tags.resize(end, element.name);
    std::fill(tags.begin() + element.first_word, tags.begin() + static_cast<std::ptrdiff_t>(end),
              element.name);
  }
  return tags;
}

class TagLearner final : public Tuner {
 public:
  explicit TagLearner(const TuningInput& input) : input_(input) {}

  Changes tune(std::span<const std::size_t> topics) override {
    if (all_.empty()) count_all();
    TagCounts relevant;
    for (const std::size_t topic : topics) {
      if (!counted_.contains(topic)) counted_.emplace(topic, count_highlighted(topic));
      for (const auto& [tag, count] : counted_.at(topic)) relevant[tag] += count;
      if (input_.progress) input_.progress();
    }
    const double relevant_words = total(relevant);
    const double all_words = total(all_);
    search::NamedWeights weights;
    for (const auto& [tag, count] : all_) {
      const auto found = relevant.find(tag);
      const double own = found == relevant.end() ? 0 : found->second;
      const double weight = ((own + 0.5) / (relevant_words + 0.5)) / ((count + 0.5) / (all_words + 0.5));
      // Six digits are more than is learnt, and a preset that people can read.
      weights.push_back({tag, parse_number(fmt::format("{:.6g}", weight)).value_or(weight)});
    }
    return {{"score.weights", std::move(weights)}};
  }

 private:
  static double total(const TagCounts& counts) {
    double sum = 0;
    for (const auto& [tag, count] : counts) sum += count;
    return sum;
  }

  void count_all() {
    std::vector<search::ElementWords> elements;
    for (const search::Index& index : input_.objective.input().session.indexes()) {
      for (search::DocumentNumber document = 0; document < index.documents(); ++document) {
        index.read_elements(document, elements);
        for (const std::uint32_t tag : innermost_tags(elements)) ++all_[index.tags()[tag].name];
      }
    }
  }

  TagCounts count_highlighted(std::size_t topic) const {
    const ObjectiveInput& given = input_.objective.input();
    TagCounts counts;
    const TopicJudgements* const judged = given.judgements.find(input_.objective.topics()[topic]->id);
    std::vector<search::ElementWords> elements;
    search::AnalysedDocument analysed;
    const std::vector<search::Index>& indexes = given.session.indexes();
    search::Analyser analyser(indexes.front().facts().analysis);
    for (const JudgedDocument& document : judged->documents()) {
      const SpanView highlights = judged->highlights(document);
      if (highlights.empty()) continue;
      const auto stored = given.session.collection()->find(document.id);
      if (!stored) continue;
      for (const search::Index& index : indexes) {
        const auto number = index.find(document.id);
        if (!number) continue;
        index.read_elements(*number, elements);
        const std::vector<std::uint32_t> tags = innermost_tags(elements);
        analyser.analyse(stored->text(), stored->tree(), analysed);
        for (std::size_t word = 0; word < std::min(tags.size(), analysed.words.size()); ++word) {
          const Offset begin = analysed.words[word].span.begin;
          const Span first{begin, begin + 1};
          if (intersection_size(highlights, SpanView(&first, 1)) > 0) ++counts[index.tags()[tags[word]].name];
        }
      }
    }
    return counts;
  }

  const TuningInput input_;
  TagCounts all_;
  std::map<std::size_t, TagCounts> counted_;
};

}  // namespace

std::unique_ptr<Tuner> make_tags(const TuningInput& input) {
  return std::make_unique<TagLearner>(input);
}

}  // namespace fovea::tune
