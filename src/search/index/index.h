// The index of a collection: from a term to its documents and positions, from a document to its words.
//
// One file of sections (docs/specs/index.md); opening is mapping. Documents are numbered in the byte order of their
// ids. The analysis that made the index stands in it and serves its queries.
//
//     Diagnostics diagnostics;
//     const auto index = Index::open("wiki.index", diagnostics);
//     if (!index) …
//     if (const auto term = index->find_term("oliv")) …  term->df, term->postings
//
// Contract: any number of threads may read; what is handed out lives as long as the Index. Sections of up to 4 MB are
// compared with their checksums at opening; every number that is used as an index is checked where it is used, and
// damage throws CorruptFile.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "files/section_file.h"
#include "search/analysis/settings.h"
#include "search/chunks/chunk_unit.h"
#include "search/index/classes.h"
#include "search/index/dictionary.h"
#include "search/index/fields.h"
#include "search/index/positions.h"
#include "search/index/postings.h"
#include "search/index/structure.h"

namespace fovea::search {

extern const SectionKind kIndexKind;

/// What the `meta` section says.
struct IndexFacts {
  AnalysisSettings analysis;
  bool positions = true;
  /// What a document of the index is; "file:" has the name of a file without its folder.
  ChunkUnit unit;
  std::uint64_t documents = 0;
  std::uint64_t terms = 0;
  std::uint64_t words = 0;  ///< indexed: the sum of the lengths
  std::uint64_t sentences = 0;
  std::uint64_t characters = 0;
  std::uint64_t smallest_length = 0;
  /// Words of the fields of articles (fields.h), stopped ones too.
  FieldWords field_words{};
  std::uint64_t classes = 0;  ///< tags that have them; 0: none
  unsigned impact_bits = 0;   ///< 0: no impacts
  std::uint64_t keep = 0;     ///< postings per impact list; 0: all
  /// What impacts were made with (ScoreRange in statistics.h), and whether that was given.
  std::string impact_range;
  bool given_statistics = false;
  std::string shard = "1/1";
  /// The collection that was indexed: its file's name and what tells whether it has changed.
  std::string collection;
  std::uint64_t collection_documents = 0;
  std::uint64_t collection_next = 0;

  /// Whether the collection holds the documents that were indexed.
  bool describes(const Collection& now) const {
    return now.documents() == collection_documents && now.next_number() == collection_next;
  }
};

std::string to_text(const IndexFacts& facts);
/// Throws CorruptFile when the text is not one.
IndexFacts read_facts(std::string_view text);

struct TermEntry {
  std::uint64_t number = 0;
  std::uint32_t df = 0;
  std::uint64_t sf = 0;  ///< sentences with the term
  std::uint64_t cf = 0;
  std::uint32_t largest_tf = 0;
  std::uint32_t smallest_length = 0;  ///< of the documents with it, or a little less
  PostingList postings;
  PositionList positions;
};

/// A tag, which is a term of its own: a document has it as often as it has elements with it.
struct TagEntry {
  std::string name;
  std::uint64_t elements = 0;  ///< with words
  std::uint64_t words = 0;
  FieldWords fields{};  ///< words by field with inherited titles, see count_field_words()
  std::uint32_t df = 0;
  std::uint32_t largest_tf = 0;
  std::uint32_t smallest_length = 0;  ///< as that of a term
  PostingList postings;
};

class Index;

/// Walks terms in byte order.
class TermCursor {
 public:
  /// False behind the last.
  bool next();
  const std::string& text() const { return cursor_.text(); }
  const TermEntry& entry() const { return entry_; }

 private:
  friend class Index;
  TermCursor(const Index& index, std::uint64_t block);

  const Index* index_;
  Dictionary::Cursor cursor_;
  std::uint64_t postings_at_ = 0;
  std::uint64_t positions_at_ = 0;
  TermEntry entry_;
};

class Index {
 public:
  /// A missing, foreign or damaged file is reported, and nothing is returned.
  static std::optional<Index> open(const std::string& path, Diagnostics& diagnostics);
  /// Bytes in memory, which must outlive this.
  static std::optional<Index> from_memory(std::string name, std::string_view bytes, Diagnostics& diagnostics);

  const std::string& path() const { return file_->path(); }
  const SectionFile& file() const { return *file_; }
  const IndexFacts& facts() const { return facts_; }

  std::uint32_t documents() const { return static_cast<std::uint32_t>(facts_.documents); }
  std::string id(DocumentNumber document) const { return ids_.text(document); }
  std::optional<DocumentNumber> find(std::string_view id) const;
  /// Indexed words.
  std::uint32_t length(DocumentNumber document) const {
    if (document >= lengths_.size()) ByteReader::fail();
    return lengths_[document];
  }

  std::optional<TermEntry> find_term(std::string_view term) const;
  TermCursor terms() const { return {*this, 0}; }
  /// Calls `visit` with the terms that begin with `prefix`, in byte order, until it returns false.
  void each_term(std::string_view prefix,
                 const std::function<bool(const std::string&, const TermEntry&)>& visit) const;

  /// Elements that have words, in document order; ElementWords::name is a number for tags().
  void read_elements(DocumentNumber document, std::vector<ElementWords>& elements) const;
  void read_sentences(DocumentNumber document, std::vector<SentenceStart>& sentences) const;
  const std::vector<TagEntry>& tags() const { return tags_; }
  /// Number in tags().
  std::optional<std::uint32_t> find_tag(std::string_view name) const;
  /// Elements per tag that hold a term, for frequent tags and terms.
  const Classes& classes() const { return classes_; }

  /// The impact list of a term, see impacts.h; empty where it has none.
  std::string_view impact_list(std::uint64_t term) const;

 private:
  friend class TermCursor;
  explicit Index(SectionFile file) : file_(std::make_unique<SectionFile>(std::move(file))) {}
  static std::optional<Index> opened(std::optional<SectionFile> file, Diagnostics& diagnostics);
  void read();
  void check_small_sections() const;
  void read_tags();
  TermEntry entry_of(const Dictionary::Cursor& cursor, std::uint64_t& postings_at,
                     std::uint64_t& positions_at) const;

  /// Behind a pointer, so that views stay where they are when the index moves.
  std::unique_ptr<SectionFile> file_;
  IndexFacts facts_;
  Dictionary ids_;
  Dictionary terms_;
  std::span<const std::uint64_t> term_places_;
  std::span<const std::uint32_t> lengths_;
  std::string_view postings_;
  std::string_view positions_;
  std::string_view elements_;
  std::span<const std::uint64_t> element_places_;
  std::string_view sentences_;
  std::span<const std::uint64_t> sentence_places_;
  std::string_view impacts_;
  std::span<const std::uint64_t> impact_places_;
  std::vector<TagEntry> tags_;
  std::vector<std::uint32_t> tags_by_name_;
  Classes classes_;
};

/// Numbers per block in `term_places`: where it begins, and where its first postings and positions do.
inline constexpr std::size_t kTermPlaces = 3;

}  // namespace fovea::search
