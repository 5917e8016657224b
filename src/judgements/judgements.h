// Judgements: what assessors found relevant, per topic and document.
//
// Three kinds of judgement share these types: highlighted text (spans, best entry point, document length),
// grades of elements (exhaustivity and specificity, INEX 2002–2008), and grades of whole documents (TREC).
// A document may carry several of them (INEX 2005–2008 has highlights and exhaustivity).
//
// Everything is packed per topic: documents in file order, their spans and element grades in one vector each.
// Contract: ids and paths are views into the input that the Judgements keep open; everything is immutable
// after reading and may be shared between threads.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/document_lengths.h"
#include "files/input.h"
#include "text/arena.h"
#include "text/id_index.h"
#include "text/span_set.h"
#include "text/text_store.h"

namespace fovea {

/// An assessed element. How the scales of the years map to 0–3 stands in judgements/assessments.cpp.
struct ElementGrade {
  std::string_view path;
  std::uint8_t exhaustivity = 0;  ///< 0–3
  std::uint8_t specificity = 0;   ///< 0–3
  /// The element's size and its highlighted size where the file gives them (2005–2008), else 0.
  Offset size = 0;
  Offset highlighted = 0;
  /// What assessment files say beside the grades.
  bool too_small = false;  ///< exhaustivity "?" (2005–2008): too small to be graded
  /// False where the file has no exhaustivity (2006–2008) and it only says that text is highlighted.
  bool exhaustivity_given = true;
  bool in_pool = false;       ///< some system returned it
  bool inferred = false;      ///< graded by the tool's rules, not by the assessor
  bool inconsistent = false;  ///< the tool's own mark
  std::uint32_t line = 0;     ///< where it stands in the document's file
};

/// The share of highlighted text on the scale of 2003, by the words of that scale (judgements/assessments.cpp): 0–3.
std::uint8_t specificity_of_share(Offset highlighted, Offset size);

/// What one group of judgements says of a document: an assessor or user (trec_eval's judgement groups), a
/// subtopic, or an aspect that a passage of the document speaks of.
struct GroupGrade {
  std::string_view doc;
  std::string_view group;
  /// Part of a group that ranks its own documents only (preferences); empty elsewhere.
  std::string_view subgroup;
  double grade = 0;
  /// The passage that shows an aspect (TREC Genomics); empty elsewhere.
  Span passage;
  std::uint32_t line = 0;
};

/// One judged document of one topic. `highlights` and `elements` are read through TopicJudgements.
struct JudgedDocument {
  std::string_view id;
  /// Highlighted characters as the file counts them; the sum of the spans in formats that do not.
  Offset relevant_chars = 0;
  OptionalOffset length;
  OptionalOffset bep;
  /// Where the first passage the file lists begins: not always the first in the document.
  OptionalOffset first_listed;
  /// TREC grade; for other kinds 1 when anything is relevant, 0 when judged not relevant.
  std::int32_t grade = 0;
  /// Where it stands: Judgements::file(file), line `line`.
  std::uint32_t file = 0;
  std::uint32_t line = 0;

  bool relevant() const { return grade > 0; }

  std::uint32_t first_span = 0, span_count = 0;
  std::uint32_t first_element = 0, element_count = 0;
};

/// The grade of a document that has none of its own: 1 when text is highlighted or an element is relevant.
std::int32_t derived_grade(bool highlighted, std::span<const ElementGrade> elements);

/// What the judgements of a topic hold, whatever a run retrieved.
struct HighlightTotals {
  std::uint64_t articles = 0;    ///< with relevance
  std::uint64_t characters = 0;  ///< highlighted in them
};

class TopicJudgements {
 public:
  explicit TopicJudgements(std::string_view topic,
                           std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : topic_(topic),
        documents_(memory),
        spans_(memory),
        elements_(memory),
        groups_(memory),
        index_(memory) {}

  std::string_view topic() const { return topic_; }
  std::span<const JudgedDocument> documents() const { return documents_; }
  /// nullptr when the document was not judged for this topic.
  const JudgedDocument* find(std::string_view doc) const { return find(doc, IdIndex::hash_of(doc)); }
  /// Looks for many documents, given by the hashes of their ids (IdIndex::hash_of): `id_at(i)` gives back an
  /// id, `found(i, document)` is told of those that are there, in order.
  template <class IdAt, class Found>
  void find_all(std::span<const std::uint32_t> hashes, const IdAt& id_at, const Found& found) const;

  /// What is highlighted in all documents together.
  const HighlightTotals& totals() const { return totals_; }
  /// Highlighted text: sorted, disjoint; as listed where the passages are kept so.
  SpanView highlights(const JudgedDocument& document) const {
    return SpanView(spans_).subspan(document.first_span, document.span_count);
  }
  std::span<const ElementGrade> elements(const JudgedDocument& document) const {
    return std::span(elements_).subspan(document.first_element, document.element_count);
  }

  /// What groups say, in the order of the file; empty where nobody told groups apart.
  std::span<const GroupGrade> groups() const { return groups_; }
  void add_group(const GroupGrade& grade) { groups_.push_back(grade); }

  /// Adds a document with its passages in any order (they are normalised here) and its graded elements.
  /// Returns false, and adds nothing, when the document is there already.
  bool add(const JudgedDocument& document, std::span<const Span> passages,
           std::span<const ElementGrade> elements = {});
  void reserve(std::size_t documents, std::size_t passages = 0);  ///< before the first document
  /// Keeps passages as they are listed, in any order and with overlap, and counts highlighted characters as the
  /// files do; to be called before the first document.
  void keep_listed() { listed_ = true; }
  bool keeps_listed() const { return listed_; }
  /// Counts the characters of a document once more in totals(): a row that was added to another.
  void count_again(const JudgedDocument& document);
  /// Turns to another topic, and keeps the room.
  void restart(std::string_view topic);
  /// Replaces the graded elements of all documents by what `grades_of` makes of each.
  void regrade(const std::function<std::vector<ElementGrade>(const JudgedDocument&)>& grades_of);

 private:
  const JudgedDocument* find(std::string_view doc, std::uint32_t hash) const {
    const std::uint32_t found =
        index_.find(doc, hash, [this](std::uint32_t at) { return documents_[at].id; });
    return found == IdIndex::kNone ? nullptr : &documents_[found];
  }

  std::string_view topic_;
  std::pmr::vector<JudgedDocument> documents_;
  std::pmr::vector<Span> spans_;
  std::pmr::vector<ElementGrade> elements_;
  std::pmr::vector<GroupGrade> groups_;
  HighlightTotals totals_;
  bool listed_ = false;
  IdIndex index_;
};

// Judgements are mostly larger than the caches of a processor, and finding a document means waiting for three
// places in memory, each of which tells the next. So it is done in stages, each some ids ahead of the next:
// the slot is asked for; the document that the slot names is asked for; its id is asked for; the ids are
// compared. Where there is nothing to ask for, the first document is: a branch would cost more.
template <class IdAt, class Found>
void TopicJudgements::find_all(std::span<const std::uint32_t> hashes, const IdAt& id_at,
                               const Found& found) const {
  constexpr std::size_t kAhead = 8;
  std::array<std::uint32_t, 4 * kAhead> likely{};  // from the second stage to the last: used in turn
  const std::size_t count = documents_.empty() ? 0 : hashes.size();
  for (std::size_t i = 0; i < count + 3 * kAhead; ++i) {
    if (i < count) index_.prefetch(hashes[i]);
    if (const std::size_t at = i - kAhead; at < count) {
      const std::uint32_t place = index_.likely(hashes[at]);
      likely[at % likely.size()] = place;
      __builtin_prefetch(&documents_[place == IdIndex::kNone ? 0 : place]);
    }
    if (const std::size_t at = i - 2 * kAhead; at < count) {
      const std::uint32_t place = likely[at % likely.size()];
      __builtin_prefetch(documents_[place == IdIndex::kNone ? 0 : place].id.data());
    }
    if (const std::size_t at = i - 3 * kAhead; at < count) {
      const std::uint32_t place = likely[at % likely.size()];
      if (place == IdIndex::kNone) continue;
      const std::string_view id = id_at(at);
      if (same_text(documents_[place].id, id)) [[likely]] {
        found(at, documents_[place]);
      } else if (const JudgedDocument* const other = find(id, hashes[at])) {
        found(at, *other);
      }
    }
  }
}

/// What a set of judgements says by itself. (Every kind also tells relevant documents from others.)
struct JudgementKinds {
  bool highlights = false;
  bool element_grades = false;
  bool document_grades = false;
  bool groups = false;  ///< assessors, subtopics or aspects told apart

  friend bool operator==(const JudgementKinds&, const JudgementKinds&) = default;
};

/// What a topic asks, where the judgements have it in words and results repeat it in the place of a topic's id
/// (LegalBench-RAG).
struct JudgedQuestion {
  std::string_view topic;
  std::string_view text;
  /// Its highlights as the file has them, to tell apart what is asked in the same words.
  std::string_view evidence;
  std::uint32_t file = 0;  ///< Judgements::file(file): the benchmark it belongs to
};

/// The judgements of one or more files. Made by JudgementBuilder (judgements/builder.h), usually through
/// read_judgements (judgements/judgement_file.h). Moving it invalidates no view.
class Judgements {
 public:
  Judgements() = default;
  Judgements(Judgements&&) = default;
  Judgements& operator=(Judgements&& other) noexcept;

  /// In the order in which the files name them first.
  std::span<const TopicJudgements> topics() const { return topics_; }
  /// nullptr when nothing was judged for this topic.
  const TopicJudgements* find(std::string_view topic) const;
  JudgementKinds kinds() const { return kinds_; }
  /// In the order of the files; empty in formats that do not have them.
  std::span<const JudgedQuestion> questions() const { return questions_; }
  /// All judged documents of all topics.
  std::size_t size() const;
  /// How long documents are: those of the collection where it is given (else nullptr), otherwise those of the texts that
  /// the judgements were read with. May be empty; it lives as long as the collection.
  DocumentLengths lengths(const Collection* collection) const;
  void know_lengths(DocumentLengths lengths) { lengths_ = std::move(lengths); }
  /// Forgets the topics for which `wanted` is false.
  void keep_topics(const std::function<bool(std::string_view topic)>& wanted);
  /// Replaces the graded elements of all documents by what `grades_of` makes of each; paths are copied.
  void regrade(const std::function<std::vector<ElementGrade>(const TopicJudgements&, const JudgedDocument&)>&
                   grades_of);

  /// The names of the files, for messages; JudgedDocument::file is an index.
  const std::string& file(std::size_t index) const { return files_[index].name(); }
  std::size_t files() const { return files_.size(); }
  const InputFile& input(std::size_t index) const { return files_[index]; }

 private:
  friend class JudgementBuilder;

  std::vector<std::unique_ptr<Arena>> arenas_;  ///< where most topics live: they must go first
  std::vector<TopicJudgements> topics_;
  absl::flat_hash_map<std::string_view, std::uint32_t> index_;
  std::vector<JudgedQuestion> questions_;
  JudgementKinds kinds_;
  DocumentLengths lengths_;
  /// What the views point into.
  std::deque<InputFile> files_;
  TextStore texts_;
};

}  // namespace fovea
