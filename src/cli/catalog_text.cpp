// `fovea catalog text`: the documents of a collection as plain texts, whose offsets are those of passages.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "cli/catalog.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "files/corrupt_file.h"
#include "files/output_file.h"
#include "files/temporary.h"

namespace fovea::cli {

namespace {

namespace fs = std::filesystem;

struct TextRequest {
  std::string file;
  std::string folder;
  bool force = false;
  bool quiet = false;
};

/// Whether a folder holds texts and folders of texts alone.
bool holds_texts(const std::string& folder) {
  std::error_code failed;
  for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    if (!at->is_directory(failed) && at->path().extension() != ".txt") return false;
  }
  return !failed;
}

/// Whether a file below the folder can be named after the id.
bool can_name_file(std::string_view id) {
  constexpr std::size_t kLongest = 240;
  if (id.empty() || id.front() == '/' || id.find('\0') != std::string_view::npos) return false;
  while (!id.empty()) {
    const std::string_view part = id.substr(0, id.find('/'));
    if (part.empty() || part == "." || part == ".." || part.size() > kLongest) return false;
    if (part.size() + 1 == id.size()) return false;
    id.remove_prefix(std::min(id.size(), part.size() + 1));
  }
  return true;
}

/// Whether the folder may be written; else says why not.
bool may_make(const TextRequest& request) {
  std::error_code ignored;
  if (!fs::exists(request.folder, ignored)) return true;
  if (!request.force) {
    say(fmt::format("{} exists; --force replaces a folder of texts", request.folder));
    return false;
  }
  if (holds_texts(request.folder)) return true;
  say(fmt::format(
      "{}: found other files than texts, expected a folder that 'fovea catalog text' made: it is not replaced",
      request.folder));
  return false;
}

int write_texts(const Collection& collection, const TextRequest& request) {
  fs::path place = fs::absolute(request.folder).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  Temporary made(Temporary::Kind::kFolder, behind_links(place.string()));
  const fs::path fresh = made.path();
  Progress progress("writing", collection.documents(), "documents", request.quiet);
  std::uint64_t done = 0;
  std::string unnameable;
  collection.each([&](const Document& document) {
    if (!can_name_file(document.id())) {
      unnameable = document.id();
      return false;
    }
    const fs::path path = fresh / (std::string(document.id()) + ".txt");
    fs::create_directories(path.parent_path());
    OutputFile out(path.string());
    out.write(document.text());
    out.commit();
    progress.update(++done);
    return true;
  });
  if (!unnameable.empty()) {
    say(fmt::format("{}: found document {}, expected an id that can name a file: nothing was written",
                    request.file, quote(unnameable)));
    return kBadInput;
  }
  made.put_in_place();
  if (!request.quiet) say(fmt::format("{} in {}", counted(done, "text", "texts"), request.folder));
  return kFine;
}

int run_text(const TextRequest& request) {
  if (!may_make(request)) return kBadInput;
  Diagnostics diagnostics;
  const auto collection = Collection::open(request.file, diagnostics);
  print(diagnostics);
  if (!collection) return kBadInput;
  try {
    return write_texts(*collection, request);
  } catch (const CorruptFile& error) {
    say(fmt::format("{}: the collection is damaged: {}", request.file, error.what()));
    return kBadInput;
  }
}

}  // namespace

void add_catalog_text(CLI::App& catalog, int& exit) {
  const auto request = std::make_shared<TextRequest>();
  CLI::App* const command =
      catalog.add_subcommand("text", "Write the documents as plain texts, with the offsets of passages");
  command->add_option("collection", request->file, "The collection")->required();
  add_output(*command, request->folder, "Folder to write to", "FOLDER")->required();
  add_force(*command, request->force);
  add_quiet(*command, request->quiet);
  command->footer(
      "One file ID.txt per document, in UTF-8: character N of it is offset N of passages, highlights and chunks. A chunker\n"
      "that reads these files makes chunks that fovea knows to place.\n\n"
      "Example:\n  fovea catalog text wiki.fovea -o texts");
  command->callback([request, &exit] { exit = run_text(*request); });
}

}  // namespace fovea::cli
