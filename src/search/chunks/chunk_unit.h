// What the documents of an index are: articles, or chunks of them.
//
//     article            the whole (the default)
//     chars:1200/600     1,200 characters from 0, 600, 1,200, … on; without /STEP one behind the other
//     words:200/100      the same in words
//     sentences:5/1      the same in sentences
//     role:paragraph     elements of a role (analysis/roles.h) that stand in no other of it
//     packed:1500        sections packed up to so many characters: see chunker.h
//     file:CHUNKS.tsv    as a chunking (runs/chunking.h) has them
//
// A chunk is a document of its index: its id is that of the article and its span in one text, so that ids in byte order
// descend as answers with equal scores do: by the article, then the first character, then the longer chunk first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/analysis/roles.h"
#include "text/span.h"

namespace fovea::search {

struct ChunkUnit {
  enum class Kind : std::uint8_t { kArticle, kCharacters, kWords, kSentences, kRole, kPacked, kFile };

  Kind kind = Kind::kArticle;
  std::size_t n = 0;
  std::size_t step = 0;
  Role role = Role::kNone;
  std::string file;

  friend bool operator==(const ChunkUnit&, const ChunkUnit&) = default;
};

/// Nothing for other texts than those above.
std::optional<ChunkUnit> parse_chunk_unit(std::string_view text);
std::string to_text(const ChunkUnit& unit);
/// The forms of a unit, for messages.
inline constexpr std::string_view kChunkUnits =
    "article, chars:N, words:N, sentences:N (each with /STEP), role:NAME, packed:N or file:CHUNKS";

/// Chunks that somebody made, by document.
using GivenChunks = std::map<std::string, std::vector<Span>, std::less<>>;

/// The id of a chunk.
std::string chunk_id(std::string_view document, Span span);
/// What chunk_id() put together; nothing for the id of an article.
struct ChunkPlace {
  std::string_view document;
  Span span;
};
std::optional<ChunkPlace> place_of_chunk(std::string_view id);

}  // namespace fovea::search
