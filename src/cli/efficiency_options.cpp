#include "cli/efficiency_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/console.h"
#include "cli/shared_options.h"
#include "files/output_file.h"
#include "files/temporary.h"
#include "judgements/judgement_file.h"
#include "runs/run_format.h"
#include "runs/writer.h"
#include "search/session/result_rows.h"

namespace fovea::cli {

namespace {

namespace fs = std::filesystem;

constexpr NumberRange kRepeatRange{.least = 1, .most = 1e6, .whole = true};

/// Whether a folder holds runs and a curve, and nothing else.
bool holds_sweep(const std::string& folder) {
  std::error_code failed;
  bool curve = false;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const fs::path name = at->path().filename();
    curve = curve || name == "curve.tsv";
    if (!at->is_regular_file(failed) ||
        (name != "curve.tsv" && name.extension() != ".xml" && name.extension() != ".run"))
      return false;
  }
  return curve && !failed;
}

}  // namespace

void add_efficiency_options(CLI::App& command, EfficiencyArguments& arguments) {
  command
      .add_option(
          "--times", arguments.times,
          "Write what each topic took: milliseconds on the clock and of the processor, bytes from the disk, postings")
      ->type_name("FILE");
  add_number(command, "--repeat", arguments.repeat, kRepeatRange,
             "Search each topic so many times, and take the medians (default: 1)");
  command
      .add_option("--environment", arguments.environment,
                  "A TOML file about hardware and software, for efficiency submissions")
      ->type_name("FILE");
  command
      .add_option(
          "--sweep", arguments.sweep,
          "Search at every point of some settings, and write a run for each, and curve.tsv, to the folder -o: "
          "k=15,150,1500 (results), K=1,15,150 (postings of impacts), articles.b=0.1:0.9:0.2; may be given several times")
      ->type_name("SETTING=VALUES")
      ->allow_extra_args(false);
  command.add_option("--judgements", arguments.judgements, "Judgements that score the points of a sweep")
      ->type_name("FILE");
}

EfficiencyInput read_efficiency(const EfficiencyArguments& arguments, const search::Pipeline& pipeline,
                                const Collection* collection, Diagnostics& diagnostics) {
  EfficiencyInput input;
  if (!arguments.environment.empty()) {
    if (const auto file = InputFile::open(arguments.environment, diagnostics))
      input.environment = read_environment(*file, diagnostics);
  }
  for (const std::string& text : arguments.sweep) {
    if (auto axis = tune::parse_sweep(text, pipeline, diagnostics)) input.axes.push_back(std::move(*axis));
  }
  if (!arguments.judgements.empty()) {
    JudgementOptions options;
    options.collection = collection;
    input.judgements = read_judgements(std::vector{arguments.judgements}, options, diagnostics);
  }
  return input;
}

void describe_efficiency(const search::Pipeline& pipeline, const std::vector<search::Index>& indexes,
                         const std::optional<Environment>& environment, RunDetails& details) {
  std::uint64_t bytes = 0;
  std::error_code unknown;
  for (const search::Index& index : indexes) {
    const std::uintmax_t size = fs::file_size(index.path(), unknown);
    if (!unknown) bytes += size;
  }
  details.topk = std::to_string(pipeline.results);
  if (bytes > 0) details.index_size_bytes = std::to_string(bytes);
  if (environment) details.environment = environment->attributes();
}

TopicTimes submitted_times(const search::SearchTimes& times) {
  TopicTimes submitted;
  submitted.total_ms = times.wall_ms;
  submitted.cpu_ms = times.cpu_ms;
  submitted.io_bytes = static_cast<double>(times.bytes);
  return submitted;
}

std::string times_row(std::string_view topic, const search::SearchTimes& times) {
  return fmt::format("{}\t{:.4f}\t{:.4f}\t{}\t{}\n", topic, times.wall_ms, times.cpu_ms, times.bytes,
                     times.postings);
}

bool may_make_sweep(const std::string& folder, bool force) {
  std::error_code ignored;
  if (folder == "-") {
    say("a sweep makes a folder: name it with -o");
    return false;
  }
  if (!fs::exists(folder, ignored)) return true;
  if (force && holds_sweep(folder)) return true;
  say(fmt::format("{} exists already{}", folder,
                  force ? " and holds more than a sweep: it is not replaced" : "; --force replaces a sweep"));
  return false;
}

void write_sweep(const tune::Sweep& sweep, const Collection* collection, const SweepOutput& output) {
  fs::path place = fs::absolute(output.folder).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  Temporary made(Temporary::Kind::kFolder, behind_links(place.string()));
  const RunFormat& format = output.format != nullptr ? *output.format : run_formats::kXml;
  const std::string_view ending = &format == &run_formats::kXml ? ".xml" : ".run";
  for (const tune::SweepPoint& point : sweep.points) {
    OutputFile out((fs::path(made.path()) / (point.name + std::string(ending))).string());
    RunDetails details = output.details;
    details.id = details.id.empty() ? point.name : details.id + "-" + point.name;
    if (&format == &run_formats::kXml)
      describe_efficiency(point.pipeline, output.indexes, output.environment, details);
    RunWriter::Options options;
    options.times = &format == &run_formats::kXml;
    RunWriter writer(format, details, options, [&out](std::string_view piece) { out.write(piece); });
    search::ResultRows rows(collection, format);
    for (const tune::SweptTopic& swept : point.topics) {
      const TopicTimes times = submitted_times(swept.times);
      writer.write(rows.rows(swept.topic->id, swept.answers), options.times ? &times : nullptr);
    }
    writer.finish();
    out.commit();
  }
  OutputFile curve((fs::path(made.path()) / "curve.tsv").string());
  curve.write(curve_rows(sweep));
  curve.commit();
  made.put_in_place();
}

}  // namespace fovea::cli
