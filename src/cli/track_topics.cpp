// `fovea track candidates|select|topics`: candidates of a store or of files, chosen and written as topics, without a server.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assess/article_search.h"
#include "assess/candidates.h"
#include "assess/selection.h"
#include "assess/store.h"
#include "assess/store_place.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "cli/track.h"
#include "collection/collection.h"
#include "files/output_file.h"
#include "text/escape.h"
#include "topics/topic_file.h"

namespace fovea::cli {

namespace {

struct TrackTopicsOptions {
  std::vector<std::string> sources;
  std::string source, decisions, first;
  std::string output = "-", print = "text", collection, index;
  const TopicFormat* format = &topic_formats::kInex;
  bool rejected = false;
};

bool is_store(const std::string& path) {
  constexpr std::string_view kMagic = "SQLite format 3";
  std::ifstream in(path, std::ios::binary);
  std::string head(kMagic.size(), '\0');
  return in.read(head.data(), static_cast<std::streamsize>(head.size())) && head == kMagic;
}

/// What was handed in, of stores and files alike; what its author still works on stays where it is.
std::optional<std::vector<assess::Candidate>> read_sources(const std::vector<std::string>& sources) {
  std::vector<assess::Candidate> out;
  Diagnostics said;
  for (const std::string& source : sources) {
    std::vector<assess::Candidate> read;
    if (is_store(source)) {
      assess::Store store = assess::Store::open(assess::home_of(source), false);
      read = all_candidates(store);
    } else if (const auto file = InputFile::open(source, said)) {
      read = assess::read_candidates(*file, said);
    }
    std::erase_if(read, [](const assess::Candidate& each) {
      return each.state == assess::CandidateState::kDraft || each.state == assess::CandidateState::kWithdrawn;
    });
    for (assess::Candidate& each : read) {
      if (std::ranges::find(out, each.id, &assess::Candidate::id) == out.end()) {
        out.push_back(std::move(each));
      } else {
        said.expected({source}, "duplicate", fmt::format("candidate {} again", quote(each.id)),
                      "one of each id");
      }
    }
  }
  print(said);
  return said.ok() ? std::optional(std::move(out)) : std::nullopt;
}

void print_row(const assess::SelectionRow& row) {
  const assess::Candidate& each = row.candidate;
  fmt::print("{}\t{}\t{}\t{}\t{}/{}\t{}\t{}\t{}\t{}\n", visible(each.id),
             visible(each.group.empty() ? "-" : each.group), visible(each.author.empty() ? "-" : each.author),
             each.number.empty() ? std::string(name_of(each.state)) : visible(each.number), each.relevant(),
             each.judged.size(), each.is_cas() ? "CAS" : "CO", row.words,
             row.nearest.empty() ? "-" : fmt::format("{:.0f} % {}", 100 * row.overlap, visible(row.nearest)),
             visible(each.field("title")));
  for (const assess::CandidateWarning& warning : row.warnings)
    fmt::print("#\t{}\t{}\n", visible(each.id), visible(warning.message));
}

int list_candidates(const TrackTopicsOptions& options) {
  auto candidates = read_sources(options.sources);
  if (!candidates) return kBadInput;
  Diagnostics said;
  std::optional<Collection> collection;
  std::optional<assess::ArticleSearch> index;
  if (!options.collection.empty()) collection = Collection::open(options.collection, said);
  if (collection && !options.index.empty())
    index = assess::ArticleSearch::open(options.index, *collection, said);
  print(said);
  if (!said.ok()) return kBadInput;
  if (options.print == "jsonl") {
    for (const assess::Candidate& each : *candidates) fmt::print("{}\n", to_json_line(each));
    return kFine;
  }
  fmt::print("candidate\tgroup\tauthor\tstate\trelevant\tkind\twords\toverlap\ttitle\n");
  for (const assess::SelectionRow& row : selection_of(std::move(*candidates), index ? &*index : nullptr, {}))
    print_row(row);
  return kFine;
}

int select_candidates(const TrackTopicsOptions& options) {
  if (!assess::number_after(options.first)) {
    say(fmt::format("found {}, expected a number as 2010001", quote(options.first)));
    return kUsage;
  }
  auto candidates = read_sources({options.source});
  if (!candidates) return kBadInput;
  Diagnostics said;
  if (const auto file = InputFile::open(options.decisions, said))
    apply_decisions(*file, options.first, *candidates, said);
  print(said);
  if (!said.ok()) return kBadInput;
  OutputFile out(options.output);
  for (const assess::Candidate& each : *candidates) out.write(to_json_line(each) + "\n");
  out.commit();
  return kFine;
}

int write_chosen(const TrackTopicsOptions& options) {
  auto candidates = read_sources(options.sources);
  if (!candidates) return kBadInput;
  const auto topics = topics_in(std::move(*candidates), options.rejected ? assess::CandidateState::kRejected
                                                                         : assess::CandidateState::kChosen);
  OutputFile out(options.output);
  const Unsaid unsaid =
      write_topics(topics, *options.format, [&](std::string_view piece) { out.write(piece); });
  out.commit();
  for (const auto& [what, count] : unsaid)
    say(fmt::format("{} cannot say {}: {}", options.format->name, what, count));
  if (topics.empty()) say(options.rejected ? "no candidate was rejected" : "no candidate was chosen");
  return kFine;
}

/// Runs a command about candidates; faults of a store are said.
void run_on_candidates(CLI::App& command, int& exit, const std::shared_ptr<TrackTopicsOptions>& options,
                       int (*run)(const TrackTopicsOptions&)) {
  command.callback([&exit, options, run] {
    try {
      exit = run(*options);
    } catch (const assess::StoreError& error) {
      say(error.what());
      exit = kBadInput;
    }
  });
}

constexpr const char* kSourceText = "Stores, files of candidates (JSON lines) or topic files";

}  // namespace

void add_track_topics_commands(CLI::App& track, int& exit) {
  const auto options = std::make_shared<TrackTopicsOptions>();
  CLI::App* command = track.add_subcommand(
      "candidates", "List the candidates that were handed in, and what is unlikely about them");
  add_files(*command, options->sources, kSourceText);
  add_output_format(
      *command, options->print,
      {{"text", "text", "a table, warnings below each row"}, {"jsonl", "jsonl", "a file of candidates"}});
  add_collection(*command, options->collection);
  command
      ->add_option("--index", options->index, "Look up words and castitles in this index of the collection")
      ->type_name("FILE")
      ->needs("--collection");
  run_on_candidates(*command, exit, options, list_candidates);
  command = track.add_subcommand("select", "Choose, order and number candidates as a file of decisions says");
  command->add_option("candidates", options->source, "A store, a file of candidates or a topic file")
      ->required()
      ->option_text("CANDIDATES");
  command
      ->add_option("decisions", options->decisions,
                   "Lines of candidate<TAB>chosen or rejected<TAB>reason, the chosen ones in their order")
      ->required()
      ->option_text("DECISIONS");
  command->add_option("--first", options->first, "Number of the first topic; the others follow")
      ->required()
      ->type_name("NUMBER");
  add_output(*command, options->output, kOutputFile);
  run_on_candidates(*command, exit, options, select_candidates);
  command = track.add_subcommand("topics", "Write the chosen candidates as a topic file");
  add_files(*command, options->sources, kSourceText);
  command->add_flag("--rejected", options->rejected,
                    "Those that were rejected, in the place of the chosen ones");
  const auto writable = [](std::string_view name) -> const TopicFormat* {
    const TopicFormat* const format = topic_format_named(name);
    return format != nullptr && format->write != nullptr ? format : nullptr;
  };
  add_record<TopicFormat>(*command, "--to", options->format, writable, "inex, tsv, jsonl",
                          "Format of the topics (default: inex)");
  add_output(*command, options->output, kOutputFile);
  run_on_candidates(*command, exit, options, write_chosen);
}

}  // namespace fovea::cli
