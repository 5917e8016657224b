#include "cli/pipeline_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "cli/usage.h"
#include "files/corrupt_file.h"

namespace fovea::cli {

namespace {

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const search::Preset& preset : search::presets()) names.emplace_back(preset.name);
  return names;
}

}  // namespace

void add_pipeline_options(CLI::App& command, search::PipelineRequest& request) {
  command
      .add_option("--preset", request.preset,
                  fmt::format("Settings by name ({}) or a TOML file", fmt::join(preset_names(), ", ")))
      ->check(such_as(preset_names()))
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--set", request.changes, "Change a setting: articles.k1=1.2; may be given several times")
      ->type_name("TABLE.KEY=VALUE")
      ->allow_extra_args(false);
  add_task(command, request.task, "What to return");
  command
      .add_option(
          "--query", request.query,
          "Fields of the topics that make the query instead of the preset's: title+phrasetitle, or castitle")
      ->type_name("FIELDS");
  command
      .add_option_function<std::string>(
          "--cas", [&request](const std::string& name) { request.cas = named<search::Cas>(name); },
          "How castitles are meant: strict, vague (structure is a hint), co (their words)")
      ->check(one_of({"strict", "vague", "co"}))
      ->type_name("NAME");
  command.add_flag("--whole", request.whole,
                   "Leave out what passes a limit of characters instead of cutting it");
  command.add_option("-k,--results", request.results, "Results per topic instead of the preset's")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("K");
}

search::IndexingCalls report_indexing() {
  auto progress = std::make_shared<std::optional<Progress>>();
  return {
      [progress](std::uint64_t done, std::uint64_t documents) {
        if (!*progress) progress->emplace("indexing", documents, "documents", false);
        (*progress)->update(done);
      },
      [progress](const search::MadeIndex& made) {
        progress->reset();
        const std::string documents = counted(made.documents, "document", "documents");
        say(made.path.empty()
                ? fmt::format("{} had no index: {} indexed for this search only, as there is no cache "
                              "folder to keep an index in",
                              made.collection, documents)
                : fmt::format("{} had no index: {} indexed in {}", made.collection, documents, made.path));
      }};
}

int exit_of_search(const std::function<int()>& command) {
  try {
    return command();
  } catch (const CorruptFile& error) {
    say(fmt::format("an index is damaged: {}; fovea index --verify tells which", error.what()));
  }
  return kBadInput;
}

}  // namespace fovea::cli
