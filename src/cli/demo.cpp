// `fovea demo`: the demo track that comes inside the binary, unpacked and taken through every step.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/own_command.h"
#include "cli/report_parts.h"
#include "cli/shared_options.h"
#include "files/diagnostics.h"
#include "files/input.h"
#include "files/output_file.h"

// Laid down by cmake/embed.cmake.
extern "C" {
extern const char fovea_demo_archive[];
extern const char fovea_demo_archive_end[];
}

namespace fovea::cli {

namespace {

namespace fs = std::filesystem;

struct DemoFile {
  fs::path path;
  std::string content;
};

/// The track's files, as they stand below `folder`. The archive is our own (demo/CMakeLists.txt): a header of 512 bytes
/// with name and size for each file, then its bytes, filled up to a multiple of 512.
std::vector<DemoFile> files_below(const fs::path& folder) {
  constexpr std::size_t kBlock = 512;
  constexpr std::size_t kNameSize = 100;
  constexpr std::size_t kSizeAt = 124;
  constexpr std::size_t kTypeAt = 156;
  std::string_view rest(fovea_demo_archive,
                        static_cast<std::size_t>(fovea_demo_archive_end - fovea_demo_archive));
  std::vector<DemoFile> files;
  while (rest.size() >= kBlock && rest.front() != '\0') {
    const std::string name(rest.data(), std::min(rest.substr(0, kNameSize).find('\0'), kNameSize));
    const std::size_t size = std::stoul(std::string(rest.substr(kSizeAt, 12)), nullptr, 8);
    const bool regular = rest[kTypeAt] == '0';
    rest.remove_prefix(kBlock);
    if (regular) files.push_back({folder / name, std::string(rest.substr(0, size))});
    rest.remove_prefix(std::min(rest.size(), (size + kBlock - 1) / kBlock * kBlock));
  }
  return files;
}

/// Whether something else stands where the file is to stand.
bool is_taken(const DemoFile& file) {
  if (!fs::exists(file.path)) return false;
  Diagnostics unread;
  const auto there = InputFile::open(file.path.string(), unread);
  return !there || there->bytes() != file.content;
}

/// Whether the folder was made by `fovea demo`: its README.md says so. Only there may files be replaced.
bool is_demo(const std::vector<DemoFile>& files) {
  return std::ranges::any_of(files, [](const DemoFile& file) {
    return file.path.filename() == "README.md" && fs::exists(file.path) && !is_taken(file);
  });
}

void write_file(const DemoFile& file) {
  fs::create_directories(file.path.parent_path());
  OutputFile out(file.path.string());
  out.write(file.content);
  out.commit();
}

/// Which lines of a long output the demo shows.
enum class Part : std::uint8_t { kAll, kFirst, kLast };
constexpr std::size_t kShownLines = 13;

void show(std::string_view output, Part part) {
  std::vector<std::string_view> lines;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size() - 1) + 1;
    lines.push_back(output.substr(0, end));
    output.remove_prefix(end);
  }
  const std::size_t hidden =
      part == Part::kAll || lines.size() <= kShownLines ? 0 : lines.size() - kShownLines;
  const std::size_t first = part == Part::kLast ? hidden : 0;
  if (part == Part::kLast && hidden > 0) fmt::print("… ({} lines above)\n", hidden);
  for (std::size_t i = first; i < first + lines.size() - hidden; ++i) fmt::print("{}", lines[i]);
  if (part == Part::kFirst && hidden > 0) fmt::print("… ({} lines more)\n", hidden);
}

struct Step {
  std::string_view what;
  std::vector<std::string> arguments;
  int expected = kFine;
  Part shown = Part::kAll;
};

/// A run by a preset of the search.
std::vector<std::string> found_by(const std::string& preset) {
  return {"search",       "seafaring.index",     "topics.xml", "--preset", preset,
          "--task",       "relevant-in-context", "--tag",      preset,     "-o",
          preset + ".run"};
}

std::vector<Step> steps() {
  return {
      {"Catalogue the articles: text, element trees and offsets in one file.",
       {"catalog", "build", "seafaring.fovea", "articles", "--force", "--quiet"}},
      {"What is in it?", {"catalog", "info", "seafaring.fovea"}},
      {"Index the words and elements of the articles.",
       {"index", "seafaring.fovea", "-o", "seafaring.index", "--force", "--quiet"}},
      {"From documents to a run: the topics answered by whole articles,", found_by("reference")},
      {"by sections and paragraphs,", found_by("default")},
      {"and by what the castitles ask for.", found_by("doshisha")},
      {"What did readers get from each?",
       {"eval", "--quiet", "--collection", "seafaring.fovea", "-m", "AgP(t2i=300)", "-m", "AgP", "-o", "md",
        "judgements.qrels", "reference.run", "default.run", "doshisha.run"}},
      {"Check a run against the rules of its task. This one breaks them, and fovea says where.",
       {"check", "--task", "focused", "runs/invalid.run"},
       kInvalidRun,
       Part::kFirst},
      {"Evaluate focused runs: elements become characters, characters are counted once.",
       {"eval", "--collection", "seafaring.fovea", "--task", "focused", "-o", "md", "judgements.qrels",
        "runs/sections.run", "runs/paragraphs.xml"}},
      {"Is one way of answering in context better than another, and is the difference real?",
       {"compare", "--collection", "seafaring.fovea", "-m", "AgP(t2i=300)", "judgements.qrels",
        "runs/articles.run", "runs/passages.jsonl", "runs/ranges.run"}},
      {"Can the measures be trusted on this collection? Simulated runs tell.",
       {"fidelity", "--collection", "seafaring.fovea", "-m", "AgP", "-m", "AgP(by=size)", "-m", "AP",
        "judgements.qrels"},
       kFine,
       Part::kLast},
      {"The results chapter of the track. The invalid run stands at its top.",
       {"report", "track.toml", "-o", "report", "--force"},
       kInvalidRun},
  };
}

/// The command as one would type it.
std::string typed(const std::vector<std::string>& arguments) {
  std::string line = "fovea";
  for (const std::string& argument : arguments) {
    const bool plain = argument.find_first_of("()*' ") == std::string::npos;
    line += plain ? " " + argument : " '" + argument + "'";
  }
  return line;
}

struct DemoOptions {
  std::string folder = "fovea-demo";
  bool unpack_only = false;
  bool force = false;
};

int run(const DemoOptions& options) {
  const std::vector<DemoFile> files = files_below(options.folder);
  const bool may_replace = is_demo(files);
  const auto taken = options.force && may_replace ? files.end() : std::ranges::find_if(files, is_taken);
  if (taken != files.end()) {
    say(fmt::format("{}: found a file that is not the demo's, expected none: nothing was written{}",
                    taken->path.string(),
                    may_replace ? " (--force replaces it)" : "; --force replaces files of a demo only"));
    return kBadInput;
  }
  std::ranges::for_each(files, write_file);
  fmt::print("The demo track is in {}/ (README.md tells what each file is).\n", options.folder);
  if (options.unpack_only) return kFine;
  fs::current_path(options.folder);
  for (const Step& step : steps()) {
    if (step.arguments.front() == "report" && !has_report()) {
      say(kWithoutReport);
      return kFine;
    }
    fmt::print("\n{}\n$ {}\n", step.what, typed(step.arguments));
    const OwnOutcome outcome = run_fovea(step.arguments);
    const bool as_expected = outcome.exit == step.expected;
    show(outcome.output, as_expected ? step.shown : Part::kAll);
    if (!as_expected) {
      say(fmt::format("the demo stopped: that command ended with {}, expected {}", outcome.exit,
                      step.expected));
      return outcome.exit == kFine ? kBadInput : outcome.exit;
    }
  }
  fmt::print(
      "\nThe report: {}\nGo on with docs/tutorial.md, or try the commands above on files of your own.\n",
      (fs::current_path() / "report" / "report.html").string());
  return kFine;
}

}  // namespace

void add_demo_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("demo", "Unpack a small track and take it through every step");
  auto options = std::make_shared<DemoOptions>();
  command
      ->add_option("folder", options->folder,
                   "Where to put the track; a file of another content that is in the way is not touched")
      ->capture_default_str();
  command->add_flag("--unpack", options->unpack_only, "Only write the files");
  add_force(*command, options->force);
  command->footer("Example:\n  fovea demo /tmp/seafaring");
  command->callback([&exit, options] { exit = run(*options); });
}

}  // namespace fovea::cli
