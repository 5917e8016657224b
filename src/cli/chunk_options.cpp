#include "cli/chunk_options.h"

#include <fmt/format.h>

#include "collection/document_texts.h"
#include "runs/chunking.h"
#include "search/chunks/chunker.h"

namespace fovea::cli {

CLI::Option* add_unit(CLI::App& command, std::string& unit) {
  return command
      .add_option(
          "--unit", unit,
          "What to cut articles into: chars:N, words:N, sentences:N (each with /STEP), role:paragraph, "
          "packed:N (sections, up to N characters), file:CHUNKS.tsv")
      ->check([](const std::string& text) {
        return search::parse_chunk_unit(text)
                   ? std::string()
                   : fmt::format("found '{}', expected {}", text, search::kChunkUnits);
      })
      ->type_name("UNIT");
}

search::GivenChunks given_chunks(const search::ChunkUnit& unit, const Collection& collection,
                                 Diagnostics& diagnostics) {
  if (unit.kind != search::ChunkUnit::Kind::kFile) return {};
  const auto texts = texts_in_collection(collection);
  const auto chunking = Chunking::open(unit.file, {.texts = &texts}, diagnostics);
  return chunking ? search::chunks_of(*chunking, collection, diagnostics) : search::GivenChunks();
}

}  // namespace fovea::cli
