#include "cli/chunk_options.h"

#include <fmt/format.h>

#include "search/chunks/chunk_unit.h"

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

}  // namespace fovea::cli
