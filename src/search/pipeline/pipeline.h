// The pipeline that makes an answer: articles → candidates → score → selection → cut. A preset is a TOML file, never
// code; `fovea search --show-preset` prints one with all its keys.
//
//     [articles]
//     model = "bm25"        # any model of articles, and its parameters
//     k1 = 0.9
//     depth = 500           # articles whose parts are looked at; "all": every one with a hit
//     query = "title"       # fields of the topic: title+phrasetitle, castitle
//     cas = "vague"         # how a castitle is meant: strict, vague, co (its words)
//     tags = 0              # what tags weigh when articles are ranked: those that a castitle names, or that words of a title name
//     stem = "any"          # the stemming of the index that the preset is made for; another one is warned about
//     phrases = "words"     # boost, must
//     signs = "drop"        # strict
//     stop = "none"         # a stop list for queries
//     expand = "none"       # rm3, kl, rocchio(docs=17, terms=5, beta=0.75), ngrams
//     categories = "none"   # element:NAME: a score by the categories of an article, weighing category_weight
//     reference = "a.run"   # a run whose articles are taken instead
//     [candidates]
//     kind = "elements"     # see Candidates
//     roles = "section paragraph"
//     [score]
//     model = "context"     # any model of units, and its parameters; "none": the article's score
//     [selection]
//     overlap = "best-first"
//     [cut]
//     results = 1500
//
//     [restricted-focused.candidates]     # the same tables for one task: they come after the others
//     kind = "start"
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"
#include "runs/task.h"
#include "search/models/model.h"
#include "search/query/query.h"
#include "text/enum_names.h"

namespace fovea::search {

/// See expansion.h.
struct Expansion {
  enum class Kind : std::uint8_t { kNone, kRm3, kKl, kRocchio, kNgrams };

  Kind kind = Kind::kNone;
  std::size_t documents = 10;
  std::size_t terms = 10;
  std::size_t bigrams = 20;
  std::size_t trigrams = 10;
  double original = 0.5;
  double beta = 0.75;
};
/// "none", "rm3", "rocchio(docs=5, beta=0.5)"; nothing for other texts.
std::optional<Expansion> parse_expansion(std::string_view text);
std::string to_text(const Expansion& expansion);

/// Which parts of an article may be answers.
struct Candidates {
  enum class Kind : std::uint8_t {
    kArticle,  ///< the whole
    /// Elements with a hit, of these roles and tags; of those with the same words the outermost. In an article without
    /// any such element its paragraphs; without these passages as kCharacters has them, the article if it is short.
    kElements,
    kLcaMax,       ///< the outermost element that holds all words of the query, and not all hits in one child
    kLcaSmallest,  ///< such elements without another below
    kLcaAll,       ///< all of them
    kLead,         ///< the text before the first section, else that section
    kFirstSection,  ///< the first section; the body, or else the article, where there is none
    kFirst,         ///< the innermost element of the first hit
    kStart,         ///< the first n characters
    kWords,         ///< windows of n words, every `step` words
    kSentences,     ///< windows of n sentences, every `step` sentences
    kCharacters,    ///< from each sentence on, as few whole sentences as have n characters
    kBest,          ///< the sentences with the largest sum of idf − cost·characters
  };

  Kind kind = Kind::kArticle;
  std::string roles;  ///< "section paragraph"; without roles and tags: all
  std::string tags;
  std::size_t n = 500;
  std::size_t step = 1;
  double cost = 0.01;
};

constexpr auto enum_names(Candidates::Kind) {
  return names_in_order("article", "elements", "lca-max", "lca-smallest", "lca-all", "lead", "first-section",
                        "first", "start", "words", "sentences", "characters", "best");
}

struct Selection {
  enum class Overlap : std::uint8_t { kAllow, kBestFirst, kOptimal };
  /// How articles are ordered where answers are grouped: as they were ranked; by their best unit; by the mean of both
  /// scores; by their best unit, those of the given run, else the first 1,500 that were ranked, before the others.
  enum class Group : std::uint8_t { kRank, kBest, kMean, kReference };

  std::optional<Overlap> overlap;  ///< else the task's
  bool rebuild = false;            ///< a parent in place of children that cover half of it
  Group group = Group::kRank;
  bool inside_by_score = false;  ///< else in document order
  std::size_t each = 0;          ///< units per article; 0: all
};

constexpr auto enum_names(Selection::Overlap) {
  return names_in_order("allow", "best-first", "optimal");
}
constexpr auto enum_names(Selection::Group) {
  return names_in_order("rank", "best", "mean", "reference");
}

struct Cut {
  enum class Bep : std::uint8_t { kStart, kHit, kBest, kMean };
  enum class Output : std::uint8_t { kElement, kPassage, kRange };

  std::optional<std::uint64_t> topic;    ///< characters; else the task's
  std::optional<std::uint64_t> article;  ///< characters; else the task's
  /// Articles without results after the others; else as the task has it. Answers of whole articles always have them.
  std::optional<bool> pad;
  Bep bep = Bep::kStart;
  Output output = Output::kElement;
  bool whole = false;  ///< drop what passes a limit instead of cutting it
};

constexpr auto enum_names(Cut::Bep) {
  return names_in_order("start", "hit", "best", "mean");
}
constexpr auto enum_names(Cut::Output) {
  return names_in_order("element", "passage", "range");
}

/// The form of an answer.
enum class AnswerForm : std::uint8_t {
  kArticles,     ///< whole documents
  kList,         ///< units by score
  kGroups,       ///< units, article by article
  kEntryPoints,  ///< a place in each article
};

struct Pipeline {
  const Model* model = &kBm25;
  ModelSettings settings;
  /// Articles whose parts are looked at; 500, of whole articles 1,500, unless given.
  std::size_t depth = 1500;
  bool depth_given = false;
  Phrases phrases = Phrases::kWords;
  Signs signs = Signs::kDrop;
  Expansion expansion;
  /// For queries: the name of a list, or a file.
  std::string stop = "none";
  /// Fields of topics, joined by +.
  std::string query = "title";
  Cas cas = Cas::kVague;
  double tag_weight = 0;
  /// The stemmer that the index should have; "any".
  std::string stem = "any";
  /// Where categories of articles are, and what their score weighs (session/categories.h): "element:category", "none".
  std::string categories = "none";
  double category_weight = 0.5;
  /// A run file; empty: articles are ranked.
  std::string reference;
  Candidates candidates;
  const Model* score = nullptr;  ///< nullptr: a unit has its article's score
  ModelSettings score_settings;
  Selection selection;
  Cut cut;
  std::size_t results = 1500;
  AnswerForm form = AnswerForm::kArticles;
  bool fill = false;  ///< up to the limit of characters, at the end with beginnings of articles
  /// Look at every posting: for comparison.
  bool exhaustive = false;
  /// Weights of features are about to be learnt: that they are not is no warning.
  bool learning = false;
  /// Called now and then during a search, which ends with what it throws; no setting of a preset. May be empty.
  std::function<void()> check = {};

  /// The same for articles as they are ranked: their parts are of no interest, as to an expansion.
  Pipeline of_articles() const;
  /// Articles that are ranked: those after `depth` may fill an answer.
  std::size_t ranked() const;
  /// The name of the elements that hold the categories of an article; empty where they are not asked for.
  std::string_view category_element() const;
  /// Whether articles are looked into, and do not only follow each other.
  bool has_units() const;
  /// Whether an answer is limited by characters.
  bool has_limits() const { return form != AnswerForm::kArticles && (cut.topic || cut.article); }
  /// Whether characters or texts must be known, which a collection knows.
  bool needs_collection() const;
  /// Whether whole documents of an index are ranked, and nothing of them must be known but their words.
  bool serves_chunks() const;
  /// Whether a unit's score depends on those of all other units.
  bool scales_scores() const { return score != nullptr && score->traits.scaled; }
  /// Whether positions of words must be known.
  bool needs_positions() const;
};

/// The form, limits and rules of the task, where the preset leaves them open; an answer without overlap where it must
/// have none. Thorough and efficiency never remove overlap and rebuild nothing.
void apply_task(Pipeline& pipeline, const Task& task);

/// The built-in presets: name and TOML text.
struct Preset {
  std::string_view name;
  std::string_view toml;
};
std::vector<Preset> presets();

/// Reads a preset into `pipeline`, with what it says for `task`; reports unknown tables and keys, and values that cannot
/// be, with their places.
bool read_preset(const InputFile& file, const Task& task, Pipeline& pipeline, Diagnostics& diagnostics);
/// The same for one "table.key=value"; messages are about `text`.
bool change_preset(std::string_view text, Pipeline& pipeline, Diagnostics& diagnostics);

/// One setting and its value.
struct SettingChange {
  std::string key;  ///< "articles.k1"
  SettingValue value;

  std::string text() const { return key + "=" + to_text(value); }
  friend bool operator==(const SettingChange&, const SettingChange&) = default;
};
/// "table.key=value", typed: a parameter of the pipeline's models as the model has it, other settings as words. Whether the
/// pipeline takes it, change_preset() reports.
SettingChange read_change(std::string_view text, const Pipeline& pipeline);
bool change_preset(const SettingChange& change, Pipeline& pipeline, Diagnostics& diagnostics);
/// All settings, defaults included, as a preset that read_preset() reads.
std::string to_toml(const Pipeline& pipeline);

}  // namespace fovea::search
