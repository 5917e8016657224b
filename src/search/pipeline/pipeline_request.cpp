#include "search/pipeline/pipeline_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "text/nearest.h"

namespace fovea::search {

namespace {

/// The preset of this name, else the file; nothing, with a message, when there is neither.
std::optional<InputFile> preset_file(const std::string& name, Diagnostics& diagnostics) {
  std::vector<std::string_view> names;
  for (const Preset& preset : presets()) {
    if (preset.name == name) return InputFile::from_memory(name, preset.toml);
    names.push_back(preset.name);
  }
  if (std::filesystem::exists(name)) return InputFile::open(name, diagnostics);
  diagnostics.expected(
      {}, "unknown-preset", fmt::format("preset {}", quote(name)),
      fmt::format("a file, or one of: {}{}", fmt::join(names, ", "), did_you_mean(name, names)));
  return std::nullopt;
}

}  // namespace

std::optional<Pipeline> read_pipeline(const PipelineRequest& request, Diagnostics& diagnostics) {
  const std::uint64_t before = diagnostics.errors();
  Pipeline pipeline;
  const auto file = preset_file(request.preset, diagnostics);
  if (!file || !read_preset(*file, *request.task, pipeline, diagnostics)) return std::nullopt;
  for (const std::string& change : request.changes) change_preset(change, pipeline, diagnostics);
  if (!request.query.empty()) change_preset("articles.query=" + request.query, pipeline, diagnostics);
  if (request.cas) pipeline.cas = *request.cas;
  pipeline.cut.whole = pipeline.cut.whole || request.whole;
  if (request.results > 0) {
    pipeline.results = request.results;
    if (pipeline.candidates.kind == Candidates::Kind::kArticle) pipeline.depth = request.results;
  }
  pipeline.exhaustive = request.exhaustive;
  apply_task(pipeline, *request.task);
  if (diagnostics.errors() > before) return std::nullopt;
  return pipeline;
}

}  // namespace fovea::search
