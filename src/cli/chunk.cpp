// `fovea chunk COLLECTION --unit UNIT`: a chunking of a collection, as a file.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/chunk_options.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "collection/document_texts.h"
#include "files/corrupt_file.h"
#include "files/json_writer.h"
#include "files/output_file.h"
#include "search/analysis/settings.h"
#include "search/chunks/chunker.h"
#include "text/present.h"

namespace fovea::cli {

namespace {

struct ChunkArguments {
  std::string collection;
  std::string unit;
  std::string tokens = "words";
  std::string roles;
  std::string format;
  std::string output = "-";
  bool quiet = false;
};

bool in_json_lines(const ChunkArguments& arguments) {
  if (!arguments.format.empty()) return arguments.format == "jsonl";
  return arguments.output.ends_with(".jsonl") || arguments.output.ends_with(".ndjson");
}

/// A row of the file: chunks are numbered through.
std::string chunk_row(std::uint64_t number, std::string_view id, Span span) {
  return fmt::format("{}\t{}\t{}\t{}\n", number, id, span.begin, span.end);
}

std::string chunk_object(std::string_view id, Span span, std::string_view text) {
  nlohmann::ordered_json object;
  object["doc"] = id;
  object["begin"] = span.begin;
  object["end"] = span.end;
  object["text"] = text;
  return json_text(object) + "\n";
}

int write_chunks(const ChunkArguments& arguments, const Collection& collection,
                 const search::AnalysisSettings& settings, Diagnostics& diagnostics) {
  const search::ChunkUnit unit = present(search::parse_chunk_unit(arguments.unit));
  const auto given = given_chunks(unit, collection, diagnostics);
  print(diagnostics);
  if (!diagnostics.ok()) return kBadInput;
  search::Chunker chunker(unit, settings, &given);
  OutputFile out(arguments.output);
  Progress progress("cutting", collection.documents(), "documents", arguments.quiet);
  const bool json = in_json_lines(arguments);
  std::vector<Span> chunks;
  std::uint64_t written = 0;
  std::uint64_t done = 0;
  std::uint64_t without = 0;
  std::optional<std::string> unspeakable;
  collection.each([&](const Document& document) {
    chunker.cut(document, chunks);
    if (chunks.empty()) ++without;
    std::optional<DocumentText> text;
    if (json && !chunks.empty()) text.emplace(document.text());
    if (!json && document.id().find_first_of("\t\r\n") != std::string_view::npos) {
      unspeakable = document.id();
      return false;
    }
    for (const Span span : chunks) {
      out.write(json ? chunk_object(document.id(), span, text->slice(span).value_or(std::string_view()))
                     : chunk_row(written, document.id(), span));
      ++written;
    }
    progress.update(++done);
    return true;
  });
  if (unspeakable) {
    say(fmt::format("document {} cannot stand in a column: write JSON lines", quote(*unspeakable)));
    return kBadInput;
  }
  if (written == 0) {
    say(fmt::format("{}: no document has a chunk of unit {}", arguments.collection, arguments.unit));
    return kNothingInCommon;
  }
  out.commit();
  if (!arguments.quiet)
    say(fmt::format("{} of {}{}", counted(written, "chunk", "chunks"),
                    counted(done - without, "document", "documents"),
                    without > 0 ? fmt::format("; {} without any", counted(without, "document", "documents"))
                                : std::string()));
  return kFine;
}

int run_chunk(const ChunkArguments& arguments) {
  Diagnostics diagnostics;
  search::AnalysisSettings settings;
  settings.tokens = present(named<search::Tokens>(arguments.tokens));
  if (!arguments.roles.empty()) {
    const auto file = InputFile::open(arguments.roles, diagnostics);
    const auto roles = file ? search::Roles::read(*file, diagnostics) : std::nullopt;
    if (roles) settings.roles = *roles;
  }
  const auto collection =
      diagnostics.ok() ? Collection::open(arguments.collection, diagnostics) : std::nullopt;
  if (!collection) {
    print(diagnostics);
    return kBadInput;
  }
  try {
    return write_chunks(arguments, *collection, settings, diagnostics);
  } catch (const CorruptFile& error) {
    say(fmt::format("{}: the collection is damaged: {}", arguments.collection, error.what()));
    return kBadInput;
  }
}

}  // namespace

void add_chunk_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("chunk", "Cut the documents of a collection into chunks");
  auto arguments = std::make_shared<ChunkArguments>();
  command->add_option("collection", arguments->collection, "The documents, as stored by fovea catalog")
      ->required()
      ->type_name("COLLECTION");
  add_unit(*command, arguments->unit)->required();
  add_output(*command, arguments->output, kOutputFile);
  command
      ->add_option(
          "-f,--to", arguments->format,
          "Format to write: tsv (index, document, begin, end) or jsonl (with the text); the default is tsv, "
          "and jsonl where the file's name ends so")
      ->check(one_of({"tsv", "jsonl"}))
      ->type_name("FORMAT");
  command->add_option("--tokens", arguments->tokens, "What a word is, as in fovea index")
      ->check(one_of({"words", "ascii", "space"}))
      ->capture_default_str();
  command
      ->add_option("--roles", arguments->roles,
                   "A TOML file that says which elements are sections, paragraphs, titles, …")
      ->type_name("FILE");
  add_quiet(*command, arguments->quiet);
  command->footer(
      "Offsets count characters of a document's text, the end not included, as in passages. chars, words and sentences begin\n"
      "at 0, STEP, 2·STEP, … (STEP is N unless given). role:NAME takes elements that stand in no other of that role; what\n"
      "stands outside of them is in no chunk. packed:N packs sections that follow each other up to N characters, cuts longer\n"
      "ones at their own sections, paragraphs and sentences, and no sentence.\n\n"
      "Examples:\n"
      "  fovea chunk wiki.fovea --unit packed:1500 -o packed.tsv\n"
      "  fovea chunk wiki.fovea --unit sentences:5/1 -o sentences.jsonl");
  command->callback([arguments, &exit] { exit = run_chunk(*arguments); });
}

}  // namespace fovea::cli
