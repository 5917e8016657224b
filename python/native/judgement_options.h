// The words for how judgements are read.
#pragma once

#include <optional>
#include <string_view>

#include "judgements/merge.h"

namespace fovea {
struct JudgementFormat;
}

namespace fovea::python {

/// "reject", "union", "intersection" or "first".
MergePolicy merge_named(std::string_view name);
/// nullptr, to be told from the content, for no name.
const JudgementFormat* judgement_format(std::optional<std::string_view> name);

}  // namespace fovea::python
