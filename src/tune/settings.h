// Settings of a pipeline that are varied: "articles.k1=0.4:2:0.1" (from:to:step) or "articles.model=bm25,lm-jm".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "search/pipeline/pipeline.h"

namespace fovea::tune {

/// What a preset is changed by.
using Changes = std::vector<search::SettingChange>;

/// A setting and the values to try: changes with the same key.
using VariedSetting = Changes;

/// The largest number of values of a setting, and of points of a grid.
inline constexpr std::size_t kMostValues = 10'000;
inline constexpr std::size_t kMostPoints = 1'000'000;

/// Each value must be one that the pipeline takes. What is wrong is reported.
std::optional<VariedSetting> parse_varied(std::string_view text, const search::Pipeline& pipeline,
                                          Diagnostics& diagnostics);
/// "0.4:2:0.1" or "1,15,150"; nothing, with a message about `text`, for what is neither.
std::optional<std::vector<std::string>> parse_values(std::string_view values, std::string_view text,
                                                     Diagnostics& diagnostics);

/// The pipeline, changed. The changes are some that parse_varied() let pass.
search::Pipeline changed(const search::Pipeline& pipeline, const Changes& changes);

}  // namespace fovea::tune
