#include "assess/article_search.h"

#include <algorithm>
#include <set>
#include <utility>

#include "search/analysis/analyser.h"
#include "search/ranking/query.h"
#include "search/ranking/search.h"

namespace fovea::assess {

namespace {

constexpr std::size_t kMostPassages = 3;
constexpr Offset kLongestPassage = 400;

/// A sentence, and what it has of a query.
struct Sentence {
  Span span;
  std::set<std::uint32_t> terms = {};
  std::size_t words = 0;
};

/// Looks for the words of a query in texts.
class TextReader {
 public:
  TextReader(search::Analyser& analyser, const search::Query& query) : analyser_(analyser) {
    for (const search::QueryTerm& term : query.terms) words_.insert(term.words.begin(), term.words.end());
  }

  void read(const Document& document, FoundArticle& out) {
    const std::string text = document.text();
    analyser_.analyse(text, document.tree(), analysed_);
    std::vector<Sentence> sentences;
    for (std::size_t i = 0; i < analysed_.sentences.size(); ++i) {
      const bool last = i + 1 == analysed_.sentences.size();
      sentences.push_back({{analysed_.sentences[i].first_character,
                            last ? document.length() : analysed_.sentences[i + 1].first_character}});
    }
    auto sentence = sentences.begin();
    for (const search::AnalysedWord& word : analysed_.words) {
      if (word.term == search::kStopped || !words_.contains(analyser_.term(word.term))) continue;
      const std::uint64_t slice =
          std::uint64_t{word.span.begin} * FoundArticle::kSlices / std::max<Offset>(1, document.length());
      ++out.heat[std::min<std::uint64_t>(slice, FoundArticle::kSlices - 1)];
      while (sentence != sentences.end() && sentence->span.end <= word.span.begin) ++sentence;
      if (sentence == sentences.end()) continue;
      sentence->terms.insert(word.term);
      ++sentence->words;
    }
    choose(document, std::move(sentences), out);
  }

 private:
  static void choose(const Document& document, std::vector<Sentence> sentences, FoundArticle& out) {
    std::erase_if(sentences, [](const Sentence& each) { return each.words == 0; });
    std::ranges::stable_sort(sentences, std::ranges::greater(),
                             [](const Sentence& each) { return std::pair(each.terms.size(), each.words); });
    sentences.resize(std::min(sentences.size(), kMostPassages));
    std::ranges::sort(sentences, {}, [](const Sentence& each) { return each.span.begin; });
    for (const Sentence& each : sentences) {
      const Span span{each.span.begin, std::min(each.span.end, each.span.begin + kLongestPassage)};
      out.passages.push_back({span, document.text(span)});
    }
  }

  search::Analyser& analyser_;
  std::set<std::string, std::less<>> words_;
  search::AnalysedDocument analysed_;
};

}  // namespace

std::optional<ArticleSearch> ArticleSearch::open(const std::string& path, const Collection& collection,
                                                 Diagnostics& said) {
  auto index = search::Index::open(path, said);
  if (!index) return std::nullopt;
  if (!index->facts().describes(collection)) {
    said.expected({path}, "stale", "an index of another collection, or of an earlier state of it",
                  "an index of the collection that is judged");
    return std::nullopt;
  }
  search::Pipeline pipeline;
  for (const search::Preset& preset : search::presets()) {
    if (preset.name == "reference")
      read_preset(InputFile::from_memory("reference", preset.toml), *task_named("document"), pipeline, said);
  }
  if (!can_serve({&*index}, pipeline, said)) return std::nullopt;
  return ArticleSearch(std::move(*index), std::move(pipeline));
}

std::vector<FoundArticle> ArticleSearch::find(const Collection& collection, std::string_view text,
                                              std::size_t most) const {
  search::Analyser analyser(index_.facts().analysis);
  const search::Query query = parse_query(text, analyser, pipeline_.phrases, pipeline_.signs);
  search::Pipeline pipeline = pipeline_;
  pipeline.depth = pipeline.results = most;
  const search::QueryCounts counts = count(index_, query);
  std::vector<FoundArticle> out;
  TextReader reader(analyser, query);
  for (search::Answer& each : finish(answer(index_, query, counts, pipeline), query, pipeline)) {
    const auto document = collection.find(each.id);
    if (!document) continue;
    FoundArticle& found = out.emplace_back();
    found.id = std::move(each.id);
    found.score = each.score;
    reader.read(*document, found);
  }
  return out;
}

}  // namespace fovea::assess
