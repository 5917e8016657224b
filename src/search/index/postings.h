// Posting lists: the documents that hold a term, ascending, and how often each does.
//
// Blocks of 128 postings: gaps − 1 between documents (the first from −1, or from the last document of the block
// before), then tf − 1, both packed (packing.h). Behind the blocks, if there is more than one, stands a table with a
// BlockEntry each. Its frontier, at most four pairs (tf, length) such that every posting of the block has a tf no
// larger and a length no smaller than one of them, bounds the scores of any model that rises with tf and falls with
// length, whatever its parameters.
//
// Contract: readers check every number; damage is CorruptFile.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/packing.h"

namespace fovea::search {

using DocumentNumber = std::uint32_t;
inline constexpr DocumentNumber kNoDocument = UINT32_MAX;

/// Four significant bits of a number: below 16 exact, else rounded down. Codes ascend with the numbers.
std::uint8_t round_down_code(std::uint32_t value);
std::uint8_t round_up_code(std::uint32_t value);
std::uint32_t decode_rounded(std::uint8_t code);

struct FrontierPair {
  std::uint8_t tf = 0;  ///< rounded up; 0: no pair
  std::uint8_t length = 0;
};

struct BlockEntry {
  DocumentNumber last = 0;
  std::uint32_t end = 0;               ///< where the block ends in the list's bytes
  std::uint32_t positions_before = 0;  ///< occurrences in the blocks before
  std::array<FrontierPair, 4> frontier{};
};
static_assert(sizeof(BlockEntry) == 20);

class PostingWriter {
 public:
  /// Takes the bytes of the list, piece by piece.
  using Sink = std::function<void(std::string_view)>;

  void add(DocumentNumber document, std::uint32_t tf, std::uint32_t length, const Sink& sink);
  /// Ends the list and writes its table; returns its bytes. The next one may begin.
  std::uint64_t finish(const Sink& sink);

  std::uint32_t df() const { return df_; }
  std::uint64_t cf() const { return cf_; }
  std::uint32_t largest_tf() const { return largest_tf_; }
  std::uint32_t smallest_length() const { return smallest_length_; }

 private:
  void close_block(const Sink& sink);

  std::vector<std::uint32_t> gaps_;
  std::vector<std::uint32_t> tfs_;
  std::vector<std::uint32_t> lengths_;
  std::vector<BlockEntry> table_;
  std::string packed_;
  std::uint64_t bytes_ = 0;
  DocumentNumber next_ = 0;  ///< behind the last document
  std::uint64_t before_block_ = 0;
  std::uint32_t df_ = 0;
  std::uint64_t cf_ = 0;
  std::uint32_t largest_tf_ = 0;
  std::uint32_t smallest_length_ = UINT32_MAX;
};

/// A view of one list.
class PostingList {
 public:
  PostingList() = default;
  /// A list of `df` postings, of documents below `documents`.
  PostingList(std::string_view bytes, std::uint32_t df, std::uint32_t documents);
  /// A list of one posting, which stands in the dictionary.
  static PostingList single(DocumentNumber document, std::uint32_t tf);

  std::uint32_t df() const { return df_; }
  std::size_t blocks() const { return (df_ + kBlockSize - 1) / kBlockSize; }
  std::size_t postings(std::size_t block) const {
    return block + 1 < blocks() ? kBlockSize : df_ - block * kBlockSize;
  }
  bool has_table() const { return df_ > kBlockSize; }
  /// Of a list with a table.
  BlockEntry entry(std::size_t block) const;
  /// Unpacks the documents of a block; `rest` gets what read_tfs() needs.
  void read_documents(std::size_t block, std::span<DocumentNumber> documents, std::string_view& rest) const;
  void read_tfs(std::string_view rest, std::span<std::uint32_t> tfs) const;

 private:
  std::string_view bytes_;
  std::string_view table_;
  std::uint32_t df_ = 0;
  std::uint32_t documents_ = 0;
  DocumentNumber only_document_ = kNoDocument;
  std::uint32_t only_tf_ = 0;
};

/// Walks a list forwards; unpacks tfs only where they are asked for.
class PostingCursor {
 public:
  explicit PostingCursor(const PostingList& list) : list_(list) { load(0); }

  /// kNoDocument behind the last.
  DocumentNumber document() const { return document_; }
  std::uint32_t tf();
  /// Occurrences in the postings before this one.
  std::uint64_t occurrences_before();
  void next();
  /// To the first document at or behind `document`.
  void seek(DocumentNumber document);
  /// The block in which `document`, not before the current one, would be; blocks() if there is none.
  std::size_t block_of(DocumentNumber document);
  const PostingList& list() const { return list_; }
  /// Postings unpacked so far.
  std::uint64_t postings_read() const { return read_; }

 private:
  void load(std::size_t block);
  void load_tfs();

  PostingList list_;
  std::size_t block_ = 0;
  std::size_t looked_ahead_ = 0;
  std::size_t count_ = 0;
  std::size_t at_ = 0;
  DocumentNumber document_ = kNoDocument;
  bool has_tfs_ = false;
  std::string_view rest_;
  std::uint64_t read_ = 0;
  std::array<DocumentNumber, kBlockSize> documents_;
  std::array<std::uint32_t, kBlockSize> tfs_;
};

}  // namespace fovea::search
