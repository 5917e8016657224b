#include "search/chunks/chunk_unit.h"

#include <fmt/format.h>

#include "text/numbers.h"

namespace fovea::search {

namespace {

/// Between a document's id and the place of a chunk; no id has it.
constexpr char kBeforePlace = '\0';
constexpr std::size_t kPlaceBytes = 8;

struct SizedUnit {
  std::string_view name;
  ChunkUnit::Kind kind;
  bool steps;
};
constexpr SizedUnit kSizedUnits[] = {{"chars", ChunkUnit::Kind::kCharacters, true},
                                     {"words", ChunkUnit::Kind::kWords, true},
                                     {"sentences", ChunkUnit::Kind::kSentences, true},
                                     {"packed", ChunkUnit::Kind::kPacked, false}};

std::optional<std::size_t> chunk_size(std::string_view text) {
  const auto number = parse_offset(text);
  if (!number || *number == 0) return std::nullopt;
  return *number;
}

/// Big-endian, so that bytes compare as numbers do.
void put_place(std::string& id, Offset place) {
  for (int shift = 24; shift >= 0; shift -= 8) id += static_cast<char>((place >> shift) & 0xFF);
}

Offset read_place(std::string_view bytes) {
  Offset place = 0;
  for (const char byte : bytes) place = place << 8 | static_cast<unsigned char>(byte);
  return place;
}

}  // namespace

std::optional<ChunkUnit> parse_chunk_unit(std::string_view text) {
  ChunkUnit unit;
  if (text == "article") return unit;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(0, colon);
  std::string_view rest = text.substr(colon + 1);
  if (name == "file" && !rest.empty()) {
    unit.kind = ChunkUnit::Kind::kFile;
    unit.file = rest;
    return unit;
  }
  if (name == "role") {
    const auto role = role_named(rest);
    if (!role || !Roles::ends_sentence(*role)) return std::nullopt;
    unit.kind = ChunkUnit::Kind::kRole;
    unit.role = *role;
    return unit;
  }
  for (const SizedUnit& sized : kSizedUnits) {
    if (name != sized.name) continue;
    const std::size_t slash = sized.steps ? rest.find('/') : std::string_view::npos;
    const auto n = chunk_size(rest.substr(0, slash));
    const auto step = slash == std::string_view::npos ? n : chunk_size(rest.substr(slash + 1));
    if (!n || !step) return std::nullopt;
    unit.kind = sized.kind;
    unit.n = *n;
    unit.step = *step;
    return unit;
  }
  return std::nullopt;
}

std::string to_text(const ChunkUnit& unit) {
  if (unit.kind == ChunkUnit::Kind::kArticle) return "article";
  if (unit.kind == ChunkUnit::Kind::kFile) return "file:" + unit.file;
  if (unit.kind == ChunkUnit::Kind::kRole) return fmt::format("role:{}", name_of(unit.role));
  for (const SizedUnit& sized : kSizedUnits) {
    if (unit.kind != sized.kind) continue;
    return unit.step == unit.n ? fmt::format("{}:{}", sized.name, unit.n)
                               : fmt::format("{}:{}/{}", sized.name, unit.n, unit.step);
  }
  return {};
}

std::string chunk_id(std::string_view document, Span span) {
  std::string id(document);
  id += kBeforePlace;
  put_place(id, ~span.begin);
  put_place(id, span.end);
  return id;
}

std::optional<ChunkPlace> place_of_chunk(std::string_view id) {
  if (id.size() <= kPlaceBytes || id[id.size() - kPlaceBytes - 1] != kBeforePlace) return std::nullopt;
  const std::string_view place = id.substr(id.size() - kPlaceBytes);
  const Span span{~read_place(place.substr(0, 4)), read_place(place.substr(4))};
  if (span.begin > span.end) return std::nullopt;
  return ChunkPlace{id.substr(0, id.size() - kPlaceBytes - 1), span};
}

}  // namespace fovea::search
