#include "cli/pipeline_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string_view>

#include "cli/shared_options.h"
#include "cli/usage.h"
#include "collection/collection.h"
#include "text/nearest.h"

namespace fovea::cli {

namespace {

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const search::Preset& preset : search::presets()) names.emplace_back(preset.name);
  return names;
}

}  // namespace

void add_pipeline_options(CLI::App& command, PipelineArguments& arguments) {
  command
      .add_option("--preset", arguments.preset,
                  fmt::format("Settings by name ({}) or a TOML file", fmt::join(preset_names(), ", ")))
      ->check(such_as(preset_names()))
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--set", arguments.changes, "Change a setting: articles.k1=1.2; may be given several times")
      ->type_name("TABLE.KEY=VALUE")
      ->allow_extra_args(false);
  add_task(command, arguments.task, "What to return");
  command
      .add_option(
          "--query", arguments.query,
          "Fields of the topics that make the query instead of the preset's: title+phrasetitle, or castitle")
      ->type_name("FIELDS");
  command
      .add_option_function<std::string>(
          "--cas",
          [&arguments](const std::string& name) {
            arguments.cas = name == "strict"  ? search::Cas::kStrict
                            : name == "vague" ? search::Cas::kVague
                                              : search::Cas::kCo;
          },
          "How castitles are meant: strict, vague (structure is a hint), co (their words)")
      ->check(one_of({"strict", "vague", "co"}))
      ->type_name("NAME");
  command.add_flag("--whole", arguments.whole,
                   "Leave out what passes a limit of characters instead of cutting it");
  command.add_option("-k,--results", arguments.results, "Results per topic instead of the preset's")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("K");
}

bool read_pipeline(const PipelineArguments& arguments, search::Pipeline& pipeline, Diagnostics& diagnostics) {
  bool read = false;
  std::vector<std::string_view> names;
  for (const search::Preset& preset : search::presets()) {
    names.push_back(preset.name);
    if (preset.name != arguments.preset) continue;
    read_preset(InputFile::from_memory(arguments.preset, preset.toml), *arguments.task, pipeline,
                diagnostics);
    read = true;
  }
  if (!read && !std::filesystem::exists(arguments.preset)) {
    diagnostics.expected({}, "unknown-preset", fmt::format("--preset {}", quote(arguments.preset)),
                         fmt::format("a file, or one of: {}{}", fmt::join(names, ", "),
                                     did_you_mean(arguments.preset, names)));
    return false;
  }
  if (!read) {
    const auto file = InputFile::open(arguments.preset, diagnostics);
    if (!file || !read_preset(*file, *arguments.task, pipeline, diagnostics)) return false;
  }
  for (const std::string& change : arguments.changes) change_preset(change, pipeline, diagnostics);
  if (!arguments.query.empty()) change_preset("articles.query=" + arguments.query, pipeline, diagnostics);
  if (arguments.cas) pipeline.cas = *arguments.cas;
  pipeline.cut.whole = pipeline.cut.whole || arguments.whole;
  if (arguments.results > 0) {
    pipeline.results = arguments.results;
    if (pipeline.candidates.kind == search::Candidates::Kind::kArticle) pipeline.depth = arguments.results;
  }
  pipeline.exhaustive = arguments.exhaustive;
  apply_task(pipeline, *arguments.task);
  return diagnostics.ok();
}

}  // namespace fovea::cli
