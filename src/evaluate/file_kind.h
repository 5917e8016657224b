// What a file is, from its content: a run, judgements or topics.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "text/enum_names.h"

namespace fovea {

enum class FileKind : std::uint8_t { kRun, kJudgements, kTopics };

constexpr auto enum_names(FileKind) {
  return names_in_order("run", "judgements", "topics");
}

/// Nothing when the bytes look like none of them.
std::optional<FileKind> sniff_kind(std::string_view bytes);

}  // namespace fovea
