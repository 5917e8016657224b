// `fovea catalog`: makes, changes and checks stored collections.
#include "cli/catalog.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "collection/file_finder.h"
#include "collection/import.h"
#include "collection/verify.h"
#include "collection/writer.h"
#include "text/present.h"

namespace fovea::cli {

namespace {

/// What the user asks of build, add and verify.
struct Request {
  std::string file;
  std::vector<std::string> inputs;
  std::string id = "name";
  std::vector<std::string> only;
  unsigned threads = 0;
  bool force = false;
  bool replace = false;
  bool keep_going = false;
  bool quiet = false;

  ImportOptions import_options() const { return {present(parse_id_rule(id)), only, threads}; }
  CollectionWriter::Existing existing() const {
    return replace ? CollectionWriter::Existing::kReplace : CollectionWriter::Existing::kRefuse;
  }
};

/// The progress line of an import; how many files there are is counted only if somebody will see it.
Progress import_progress(const Request& request, std::string_view what) {
  const bool seen = !request.quiet && on_terminal();
  return {what, seen ? FileFinder::count(request.inputs, request.only).value_or(0) : 0, "documents",
          request.quiet};
}

/// Reads the inputs into `writer`. Returns the number of bad documents; without --keep-going the first one
/// ends it.
std::uint64_t import_into(CollectionWriter& writer, const Request& request, std::string_view what) {
  Progress progress = import_progress(request, what);
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bad = 0;
  const std::uint64_t passed_over =
      import_documents(request.inputs, request.import_options(), [&](ImportedDocument imported) {
        Diagnostics diagnostics = std::move(imported.diagnostics);
        if (imported.document) writer.add(*imported.document, request.existing(), diagnostics);
        print(diagnostics);
        bad += diagnostics.errors();
        progress.update(++files, bytes += imported.bytes);
        return bad == 0 || request.keep_going;
      });
  if (passed_over > 0 && !request.quiet) {
    say(fmt::format("{} passed over: no pattern of --only fits", counted(passed_over, "file", "files")));
  }
  return bad;
}

/// Puts the imported documents in place, unless something was wrong; says what was done.
int finish(CollectionWriter& writer, const Request& request, std::uint64_t bad, std::string_view verb) {
  if (bad > 0 && !request.keep_going) {
    say(fmt::format("{} is as it was; --keep-going skips bad documents", request.file));
    return kBadInput;
  }
  if (writer.added() == 0) {
    say(fmt::format("no document to {}; {} is as it was", verb == "added to" ? "add" : "store",
                    request.file));
    return kBadInput;
  }
  writer.finish();
  if (bad > 0) say(fmt::format("{} skipped", counted(bad, "bad document", "bad documents")));
  if (!request.quiet) {
    std::string line =
        fmt::format("{} {} {}", counted(writer.added(), "document", "documents"), verb, request.file);
    if (writer.replaced() > 0) line += fmt::format(", {} replaced", writer.replaced());
    say(line);
  }
  return kFine;
}

int build(const Request& request) {
  Diagnostics diagnostics;
  const auto writer = CollectionWriter::create(
      request.file,
      request.force ? CollectionWriter::Existing::kReplace : CollectionWriter::Existing::kRefuse,
      diagnostics);
  print(diagnostics);
  if (!writer) return kBadInput;
  const std::uint64_t bad = import_into(*writer, request, "building");
  return finish(*writer, request, bad, "stored in");
}

int add(const Request& request) {
  Diagnostics diagnostics;
  const auto writer = CollectionWriter::open(request.file, diagnostics);
  print(diagnostics);
  if (!writer) return kBadInput;
  const std::uint64_t bad = import_into(*writer, request, "adding");
  return finish(*writer, request, bad, "added to");
}

int remove(const Request& request) {
  Diagnostics diagnostics;
  const auto writer = CollectionWriter::open(request.file, diagnostics);
  print(diagnostics);
  if (!writer) return kBadInput;
  Diagnostics missing(request.inputs.size());
  for (const std::string& id : request.inputs) {
    if (!writer->remove(id)) {
      missing.error({request.file}, "no-document", fmt::format("found no document {} to remove", quote(id)));
    }
  }
  print(missing);
  if (!missing.ok() && !request.keep_going) {
    say(fmt::format("nothing was removed from {}; --keep-going removes the others", request.file));
    return kBadInput;
  }
  writer->finish();
  const std::uint64_t removed = request.inputs.size() - missing.errors();
  if (!request.quiet)
    say(fmt::format("{} removed from {}", counted(removed, "document", "documents"), request.file));
  return kFine;
}

int compact_command(const Request& request) {
  Diagnostics diagnostics;
  const auto size = [&] {
    std::error_code none;
    const std::uintmax_t bytes = std::filesystem::file_size(request.file, none);
    return none ? 0 : bytes;
  };
  const std::uintmax_t before = size();
  bool done = false;
  {
    Progress progress("compacting", 0, "documents", request.quiet);
    done = CollectionWriter::compact(request.file, diagnostics,
                                     [&](std::uint64_t written) { progress.update(written); });
  }
  print(diagnostics);
  if (!done) return kBadInput;
  if (!request.quiet) say(fmt::format("{} had {} bytes and has {}", request.file, before, size()));
  return kFine;
}

/// Compares what is stored with what the inputs hold now.
std::uint64_t verify_inputs(const Collection& collection, const Request& request) {
  Progress progress = import_progress(request, "comparing");
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t wrong = 0;
  import_documents(request.inputs, request.import_options(), [&](ImportedDocument imported) {
    Diagnostics& diagnostics = imported.diagnostics;
    if (imported.document) {
      const PackedDocument& read = *imported.document;
      const auto stored = collection.find(read.id);
      const std::string differs =
          stored ? difference(*stored, Document(read.record)) : "it is not in the collection";
      if (!differs.empty()) {
        diagnostics.error({read.source}, "differs", fmt::format("document {}: {}", quote(read.id), differs));
      }
    }
    print(diagnostics);
    wrong += diagnostics.errors();
    progress.update(++files, bytes += imported.bytes);
    return true;
  });
  return wrong;
}

int verify_command(const Request& request) {
  Diagnostics diagnostics;
  const auto collection = Collection::open(request.file, diagnostics);
  if (!collection) {
    print(diagnostics);
    return kBadInput;
  }
  VerifyCounts counts;
  {
    Progress progress("verifying", collection->documents(), "documents", request.quiet);
    counts = verify(*collection, diagnostics, [&](std::uint64_t done) { progress.update(done); });
  }
  print(diagnostics);
  std::uint64_t wrong = diagnostics.errors();
  if (!request.inputs.empty()) wrong += verify_inputs(*collection, request);
  if (wrong > 0) return kBadInput;
  if (!request.quiet) {
    say(fmt::format("{}: {}, {}, {}: all is well", request.file,
                    counted(counts.documents, "document", "documents"),
                    counted(counts.elements, "element", "elements"),
                    counted(counts.characters, "character", "characters")));
  }
  return kFine;
}

void add_reading_options(CLI::App& command, Request& request) {
  command
      .add_option(
          "--id", request.id,
          "Where a document's id comes from: 'name' (file name without extension), 'path' (path below the "
          "named folder or in the archive), 'stem-path' (the same without extension), or the text of an element such as /article/header/id or "
          "//header/id")
      ->type_name("RULE")
      ->capture_default_str()
      ->check([](const std::string& text) {
        return parse_id_rule(text)
                   ? std::string()
                   : "expected name, path, stem-path, /element/element or //element, found " + text;
      });
  command
      .add_option("--only", request.only,
                  "Take only files whose name fits this shell pattern ('*.xml'), in folders and archives; "
                  "repeatable")
      ->type_name("PATTERN");
  add_threads(command, request.threads);
  add_quiet(command, request.quiet);
}

constexpr const char* kInputs =
    "Folders (with all they hold), files, .tar[.gz|.zst|.bz2|.xz] and .zip archives";

}  // namespace

void add_catalog_writing(CLI::App& catalog, int& exit) {
  const auto request = std::make_shared<Request>();
  const auto subcommand = [&](const char* name, const char* description, int (*run)(const Request&)) {
    CLI::App* const command = catalog.add_subcommand(name, description);
    command->add_option("collection", request->file, "The collection, one file")->required();
    command->callback([request, run, &exit] { exit = run(*request); });
    return command;
  };

  CLI::App* command = subcommand("build", "Make a collection of documents", build);
  command->add_option("inputs", request->inputs, kInputs)->required();
  add_reading_options(*command, *request);
  add_force(*command, request->force);
  add_replace(*command, request->replace);
  add_keep_going(*command, request->keep_going);
  command->footer(
      "Documents are XML and XHTML (one element tree each), plain text and Markdown (one element 'text').\n"
      "An existing collection is never touched without --force, and an interrupted build leaves it as it "
      "was.\n\n"
      "Examples:\n"
      "  fovea catalog build wiki.fovea articles/ more.tar.gz\n"
      "  fovea catalog build wiki.fovea articles/ --only '*.xml' --id /article/header/id --keep-going");

  command = subcommand("add", "Add documents to a collection", add);
  command->add_option("inputs", request->inputs, kInputs)->required();
  add_reading_options(*command, *request);
  add_replace(*command, request->replace);
  add_keep_going(*command, request->keep_going);
  command->footer(
      "Readers see the collection as it was until all documents are in; an interrupted 'add' changes "
      "nothing.\n\n"
      "Example:\n  fovea catalog add wiki.fovea new/ --replace");

  command = subcommand("remove", "Remove documents from a collection", remove);
  command->add_option("documents", request->inputs, "Ids of the documents")->required();
  add_keep_going(*command, request->keep_going);
  add_quiet(*command, request->quiet);
  command->footer("Example:\n  fovea catalog remove wiki.fovea 1164 612");

  command = subcommand("compact", "Write a collection anew, without what was replaced and removed",
                       compact_command);
  add_quiet(*command, request->quiet);
  command->footer(
      "'add --replace' and 'remove' leave the old documents in the file, where nobody sees them. An "
      "interrupted\n"
      "'compact' changes nothing.\n\n"
      "Example:\n  fovea catalog compact wiki.fovea");

  command = subcommand("verify", "Check that a collection is whole, or agrees with files", verify_command);
  command->add_option(
      "inputs", request->inputs,
      "Also read these again and compare: folders, files, archives, with the options of 'build'");
  add_reading_options(*command, *request);
  command->footer(
      "Reads every section and every record: checksums, texts and element trees.\n\n"
      "Examples:\n"
      "  fovea catalog verify wiki.fovea\n"
      "  fovea catalog verify wiki.fovea articles/ --only '*.xml'");
}

void add_catalog_command(CLI::App& app, int& exit) {
  CLI::App* const catalog =
      app.add_subcommand("catalog", "Make, change, check and read collections of documents");
  catalog->require_subcommand(1);
  catalog->footer(
      "A collection is one file. It holds the text and the element tree of every document, so that element "
      "paths\n"
      "and passages of runs and judgements can be turned into spans of characters.\n\n"
      "Examples:\n"
      "  fovea catalog build wiki.fovea articles/\n"
      "  fovea catalog show wiki.fovea 1164 '/article[1]/bdy[1]/sec[2]'");
  add_catalog_writing(*catalog, exit);
  add_catalog_reading(*catalog, exit);
  add_catalog_text(*catalog, exit);
}

}  // namespace fovea::cli
