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
  const auto there = InputFile::open(file.path.string(), unread, InputFile::Protected::kNo);
  return !there || there->bytes() != file.content;
}

/// Whether the folder was made by `fovea demo`: its README.md says so. Only there may files be replaced.
bool is_demo(const std::vector<DemoFile>& files) {
  return std::ranges::any_of(files, [](const DemoFile& file) {
    return file.path.filename() == "README.md" && fs::exists(file.path) && !is_taken(file);
  });
}

void write_file(const DemoFile& file) {
  std::error_code error;
  const fs::path folder = file.path.parent_path();
  fs::create_directories(folder, error);
  if (error) fail_to_write(folder.string(), error.value());
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

/// A system of INEX 2010, as a preset, and the tasks that its group answered.
struct Participant {
  std::string_view preset;
  std::vector<std::string_view> tasks;
};

/// Otago's answer is the sweep.
std::vector<Participant> participants() {
  return {{"reference", {"ric", "rfoc"}},
          {"emse", {"ric"}},
          {"peking", {"ric", "rric", "eff"}},
          {"lia", {"ric", "rric", "rfoc"}},
          {"qut", {"ric", "rric", "rfoc"}},
          {"lip6", {"rfoc", "eff"}},
          {"doshisha", {"rfoc"}},
          {"helsinki", {"rfoc"}},
          {"isi", {"rfoc"}}};
}

std::string task_of(std::string_view letters) {
  if (letters == "ric") return "relevant-in-context";
  if (letters == "rric") return "restricted-relevant-in-context";
  return letters == "eff" ? "efficiency" : "restricted-focused";
}

/// What a participant submits to a task, with times and environment.
std::vector<std::string> submitted(std::string_view preset, std::string_view task) {
  const std::string run = fmt::format("{}-{}", preset, task);
  return {"search",
          "seafaring.index",
          "topics.xml",
          "--preset",
          std::string(preset),
          "--task",
          task_of(task),
          "--tag",
          run,
          "-f",
          "inex-xml",
          "--environment",
          "environment.toml",
          "-o",
          "replay/" + run + ".xml"};
}

/// The runs of a task, as files.
std::vector<std::string> submissions_to(std::string_view task) {
  std::vector<std::string> files;
  for (const Participant& participant : participants()) {
    if (std::ranges::find(participant.tasks, task) != participant.tasks.end())
      files.push_back(fmt::format("replay/{}-{}.xml", participant.preset, task));
  }
  return files;
}

std::vector<std::string> with_runs(std::vector<std::string> arguments, std::string_view task) {
  for (std::string& run : submissions_to(task)) arguments.push_back(std::move(run));
  return arguments;
}

/// A step without a word goes on with what the step before said.
std::vector<Step> steps() {
  std::vector<Step> steps{
      {"Catalogue the articles: text, element trees and offsets in one file.",
       {"catalog", "build", "seafaring.fovea", "articles", "--force", "--quiet"}},
      {"What is in it?", {"catalog", "info", "seafaring.fovea"}},
      {"Index the words and elements of the articles; for Otago also quantised scores, with its own stemmer.",
       {"index", "seafaring.fovea", "-o", "seafaring.index", "--force", "--quiet"}},
      {"",
       {"index", "seafaring.fovea", "-o", "otago.index", "--stem", "s", "--impacts", "8", "--force",
        "--quiet"}}};
  std::string_view what =
      "Ten systems of INEX 2010 take part, each as a preset, in the tasks that their groups answered.";
  for (const Participant& participant : participants()) {
    for (const std::string_view task : participant.tasks)
      steps.push_back({std::exchange(what, ""), submitted(participant.preset, task)});
  }
  const std::vector<Step> rest{
      {"Otago answers the efficiency task: 15, 150 and 1,500 results, reading more and more postings.",
       {"search",
        "otago.index",
        "topics.xml",
        "--preset",
        "otago",
        "--task",
        "efficiency",
        "--tag",
        "otago",
        "--sweep",
        "k=15,150,1500",
        "--sweep",
        "K=1,5,15,50,1500",
        "--repeat",
        "5",
        "--judgements",
        "judgements.qrels",
        "--environment",
        "environment.toml",
        "--force",
        "-o",
        "sweep"}},
      {"Do all submissions keep the rules of the track?", {"check", "replay.toml"}},
      {"A run that does not: fovea says where.",
       {"check", "--task", "focused", "runs/invalid.run"},
       kInvalidRun,
       Part::kFirst},
      {"The articles that people should judge, from all groups in turn.",
       {"pool", "build", "--quiet", "-o", "pool.jsonl", "replay.toml"}},
      {"What the assessors highlighted.",
       {"stats", "--collection", "seafaring.fovea", "judgements.qrels"},
       kFine,
       Part::kFirst},
      {"Scores: what did readers get from each system, in context?",
       with_runs({"eval", "--quiet", "--collection", "seafaring.fovea", "-m", "AgP(t2i=300)", "-m", "AgP",
                  "-m", "AP", "-o", "md", "judgements.qrels"},
                 "ric")},
      {"And in the first 1,000 characters?",
       with_runs({"eval", "--quiet", "--collection", "seafaring.fovea", "--task", "restricted-focused", "-o",
                  "md", "judgements.qrels"},
                 "rfoc")},
      {"Are the differences real?",
       with_runs({"compare", "--collection", "seafaring.fovea", "-m", "AgP(t2i=300)", "judgements.qrels"},
                 "ric"),
       kFine, Part::kFirst},
      {"Would LIP6 do better with weights learnt on these topics? What can be said from twelve of them:",
       {"tune", "seafaring.index", "topics.xml", "judgements.qrels", "--preset", "lip6", "--task",
        "restricted-focused", "-m", "charP(limit=1000)", "--learn", "owpc", "-o", "lip6-tuned.toml"},
       kFine,
       Part::kLast},
      {"Can the measures be trusted on this collection? Simulated runs tell.",
       {"fidelity", "--collection", "seafaring.fovea", "-m", "AgP", "-m", "AgP(by=size)", "-m", "AP",
        "judgements.qrels"},
       kFine,
       Part::kLast},
      {"The results chapter of the track.", {"report", "replay.toml", "-o", "report", "--force"}}};
  steps.insert(steps.end(), rest.begin(), rest.end());
  return steps;
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
  fs::create_directories("replay");
  for (const Step& step : steps()) {
    if (step.arguments.front() == "report" && !has_report()) {
      say(kWithoutReport);
      return kFine;
    }
    if (!step.what.empty()) fmt::print("\n{}\n", step.what);
    fmt::print("$ {}\n", typed(step.arguments));
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
      "\nThe report: {}\n"
      "Open it in a browser. At a glance: the best run of each group. A name in the results of a task opens the reading view, where\n"
      "an article stands as the assessor and the systems saw it; Efficiency has the curve of the sweep.\n"
      "Go on with docs/tutorial.md, or try the commands above on files of your own.\n",
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
