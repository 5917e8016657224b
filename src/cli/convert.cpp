// `fovea convert --to FORMAT FILE`: the same content in another format.
//
// What is wrong with the input is found before anything is written: output appears whole or not at all. What
// the target cannot say is listed on standard error.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/judgement_arguments.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "evaluate/evaluation_options.h"
#include "evaluate/file_kind.h"
#include "files/output_file.h"
#include "judgements/judgement_file.h"
#include "judgements/output.h"
#include "measures/graded/graded_judgements.h"
#include "runs/run_format.h"
#include "runs/writer.h"
#include "topics/topic_file.h"

namespace fovea::cli {

namespace {

struct ConvertOptions {
  std::vector<std::string> files;
  std::string to;
  std::string from;
  std::string kind;
  std::string collection;
  std::string output = "-";
  std::string elements;
  EvaluationOptions grades;  ///< whether, and how, they are derived
  std::optional<ElementRelevance> relevance;
  JudgementArguments judgements;
};

using Sink = std::function<void(std::string_view)>;
/// Writes the whole conversion and says what the target could not hold.
using Writing = std::function<Unsaid(const Sink&)>;

/// What is converted, opened but not yet read.
struct Source {
  FileKind kind = FileKind::kRun;
  /// One file; nothing when there are several or a folder, which are then named in the options.
  std::optional<InputFile> input;
};

/// Calls `use` with the table of the formats of a kind.
template <class Use>
auto with_formats(FileKind kind, const Use& use) {
  if (kind == FileKind::kRun) return use(all_run_formats());
  return kind == FileKind::kJudgements ? use(all_judgement_formats()) : use(all_topic_formats());
}

/// "trec, element or fol": the formats that can be written.
std::string targets_of(FileKind kind) {
  const auto names = with_formats(kind, [](auto table) { return writable_format_names(table); });
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

/// The names of all formats that can be read, or written, once each.
std::vector<std::string> format_names_of_all_kinds(bool written) {
  std::set<std::string> names;
  for (const FileKind kind : {FileKind::kRun, FileKind::kJudgements, FileKind::kTopics}) {
    const auto some = with_formats(
        kind, [written](auto table) { return written ? writable_format_names(table) : format_names(table); });
    names.insert(some.begin(), some.end());
  }
  return {names.begin(), names.end()};
}

/// What the file is; reports when its content does not tell.
std::optional<FileKind> kind_of(const InputFile& file, Diagnostics& diagnostics) {
  const auto kind = sniff_kind(file.bytes());
  if (!kind) {
    const std::string_view line = file.bytes().substr(0, file.bytes().find_first_of("\r\n"));
    diagnostics.expected({file.name(), 1, 1}, "unknown-format",
                         file.bytes().empty() ? "an empty file" : quote(line),
                         "a run, judgements or topics (--kind and --from say which)");
  }
  return kind;
}

/// Opens what is to be converted and finds out what it is. Reports, and returns nothing, when that fails. A
/// folder is judgements unless --kind says otherwise.
std::optional<Source> open_source(const ConvertOptions& options, Diagnostics& diagnostics) {
  const auto given = named<FileKind>(options.kind);
  std::error_code ignored;
  if (std::filesystem::is_directory(options.files.front(), ignored)) {
    return Source{given.value_or(FileKind::kJudgements), std::nullopt};
  }
  auto input = InputFile::open(options.files.front(), diagnostics);
  if (!input) return std::nullopt;
  const auto kind = given ? given : kind_of(*input, diagnostics);
  if (!kind) return std::nullopt;
  if (options.files.size() > 1) input.reset();
  return Source{*kind, std::move(input)};
}

/// What is wrong with what was asked for, given what the input is; empty when nothing is.
std::string usage_fault(const ConvertOptions& options, const Source& source) {
  if (source.kind == FileKind::kRun && !source.input) return "runs are converted one file at a time";
  if (!options.elements.empty() && options.collection.empty()) {
    return "--elements are those of a collection: give --collection";
  }
  if (!options.elements.empty() && source.kind != FileKind::kRun) return "--elements is for runs";
  if (options.grades.grades_from_highlights && source.kind != FileKind::kJudgements)
    return "--from-highlights is for judgements";
  if (options.grades.grades_from_highlights && options.collection.empty())
    return "--from-highlights grades the elements of a collection: give --collection";
  if (options.relevance && !options.grades.grades_from_highlights)
    return "--relevance is that of elements with highlighted text: give --from-highlights";
  if (options.files.size() > 1 && std::ranges::find(options.files, "-") != options.files.end()) {
    return "standard input cannot be one of several files";
  }
  const std::string_view kind = name_of(source.kind);
  return with_formats(source.kind, [&](auto table) -> std::string {
    const auto* const target = format_named(table, options.to);
    if (target == nullptr || target->write == nullptr) {
      return fmt::format("{} cannot be written as '{}': --to must be {}", kind, options.to,
                         targets_of(source.kind));
    }
    if (!options.from.empty() && format_named(table, options.from) == nullptr)
      return fmt::format("'{}' is no format of {}", options.from, kind);
    return {};
  });
}

Writing convert_run(Source source, ConvertOptions& options, const Collection* collection,
                    Diagnostics& diagnostics) {
  const RunFormat* const target = run_format_named(options.to);
  if (target == nullptr || !source.input) return {};
  options.judgements.options(collection);  // so that chunks find the texts of documents
  RunOptions reading = options.judgements.run_options();
  reading.format = run_format_named(options.from);
  auto run = Run::open(std::move(*source.input), reading, diagnostics);
  if (!run) return {};
  auto elements = named<PassageElements>(options.elements);
  if (!elements && target == &run_formats::kElement) elements = PassageElements::kAround;
  // Rows are parsed when they are asked for: a first walk finds the faults.
  write_run(
      *run, *target, collection, [](std::string_view) {}, diagnostics, elements);
  return [run = std::make_shared<Run>(std::move(*run)), target, collection, elements](const Sink& sink) {
    Diagnostics said_before;
    return write_run(*run, *target, collection, sink, said_before, elements);
  };
}

Writing convert_judgements(Source source, ConvertOptions& options, const Collection* collection,
                           Diagnostics& diagnostics) {
  JudgementOptions how = options.judgements.options(collection);
  how.format = judgement_format_named(options.from);
  auto judgements = source.input ? read_judgements(std::move(*source.input), how, diagnostics)
                                 : read_judgements(options.files, how, diagnostics);
  const JudgementFormat* const target = judgement_format_named(options.to);
  if (!judgements || target == nullptr) return {};
  if (options.grades.grades_from_highlights) {
    grade_elements(*judgements, *collection, options.grades.specificity_steps,
                   options.relevance.value_or(ElementRelevance::kSteps), diagnostics);
  }
  return [judgements = std::make_shared<Judgements>(std::move(*judgements)), target,
          texts = options.judgements.texts()](const Sink& sink) {
    Unsaid unsaid = target->write(*judgements, texts, sink);
    const auto grouped = std::ranges::count_if(
        judgements->topics(), [](const TopicJudgements& topic) { return !topic.groups().empty(); });
    if (grouped > 0) unsaid[std::string(kMissGroups)] += static_cast<std::uint64_t>(grouped);
    return unsaid;
  };
}

Writing convert_topics(const Source& source, const ConvertOptions& options, Diagnostics& diagnostics) {
  const TopicFormat* const target = topic_format_named(options.to);
  if (target == nullptr) return {};
  const TopicFormat* const from = topic_format_named(options.from);
  auto topics = source.input ? read_topics(*source.input, from, diagnostics)
                             : read_topics(options.files, from, diagnostics);
  return
      [topics = std::move(topics), target](const Sink& sink) { return write_topics(topics, *target, sink); };
}

Writing prepare(Source source, ConvertOptions& options, const Collection* collection,
                Diagnostics& diagnostics) {
  if (source.kind == FileKind::kRun) return convert_run(std::move(source), options, collection, diagnostics);
  if (source.kind == FileKind::kJudgements)
    return convert_judgements(std::move(source), options, collection, diagnostics);
  return convert_topics(source, options, diagnostics);
}

int run(ConvertOptions& options) {
  Diagnostics diagnostics;
  std::optional<Collection> collection;
  if (!options.collection.empty()) collection = Collection::open(options.collection, diagnostics);
  auto source = open_source(options, diagnostics);
  if (source) {
    const std::string fault = usage_fault(options, *source);
    if (!fault.empty()) {
      say(fault);
      return kUsage;
    }
  }
  Writing writing;
  if (source && diagnostics.ok()) {
    writing = prepare(std::move(*source), options, collection ? &*collection : nullptr, diagnostics);
  }
  print(diagnostics);
  if (!writing || !diagnostics.ok()) return kBadInput;

  OutputFile out(options.output);
  const Unsaid unsaid = writing([&out](std::string_view piece) { out.write(piece); });
  out.commit();
  for (const auto& [what, count] : unsaid) say(fmt::format("lost in {}: {} ({})", options.to, what, count));
  return kFine;
}

}  // namespace

void add_convert_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("convert", "Write a run, judgements or topics in another format");
  auto options = std::make_shared<ConvertOptions>();
  add_files(*command, options->files,
            "What to convert; several files, or a folder, of judgements are one set");
  command->add_option("-f,--to", options->to, "The format to write, see below")
      ->required()
      ->check(such_as(format_names_of_all_kinds(true)))
      ->type_name("FORMAT");
  command->add_option("--format,--from", options->from, kInputFormat)
      ->check(such_as(format_names_of_all_kinds(false)))
      ->type_name("FORMAT");
  command
      ->add_option("--kind", options->kind,
                   "What the input is, if its content does not tell: run, judgements or topics")
      ->check(one_of({"run", "judgements", "topics"}))
      ->type_name("KIND");
  add_collection(*command, options->collection);
  command
      ->add_option(
          "--elements", options->elements,
          "Runs: write passages as elements of the collection: the smallest around each (the default with "
          "--to element) or the largest inside")
      ->check(one_of({"around", "inside"}))
      ->type_name("WHICH");
  add_grades(*command, options->grades);
  add_choice(
      *command, "--relevance", options->relevance,
      {{"steps", ElementRelevance::kSteps, "exhaustivity and specificity; the default"},
       {"ratio", ElementRelevance::kRatio, "the share of highlighted text, with the sizes it comes from"}},
      "With --from-highlights, what is written of elements")
      ->group(kGradesGroup);
  add_output(*command, options->output, kOutputFile);
  options->judgements.add_to(*command);
  command->footer(fmt::format(
      "Formats:\n"
      "  runs        {}\n"
      "  judgements  {}\n"
      "  topics      {}\n\n"
      "What the input is, is told from its content. Everything the target format can say is kept;\n"
      "what it cannot say is listed on standard error. When the input is wrong nothing is written.\n"
      "{}\n\n"
      "Examples:\n"
      "  fovea convert --to fol --collection wiki.fovea element-run.txt > fol-run.txt\n"
      "  fovea convert --to element --elements inside --collection wiki.fovea fol-run.txt\n"
      "  fovea convert --to jsonl judgements.qrels -o judgements.jsonl\n"
      "  fovea convert --to assessments --from-highlights --relevance ratio --collection wiki.fovea judgements.qrels\n"
      "  fovea convert --to trec-qrels --merge union first.qrels second.qrels\n"
      "  fovea convert --to qrels --topic-from file --collection wiki.fovea doccano/*.jsonl",
      targets_of(FileKind::kRun), targets_of(FileKind::kJudgements), targets_of(FileKind::kTopics),
      exit_sentence({{kFine}, {kUsage}, {kBadInput}})));
  command->callback([options, &exit] { exit = run(*options); });
}

}  // namespace fovea::cli
