// What a file is, from its content: a run, judgements or topics.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fovea::cli {

enum class FileKind : std::uint8_t { kRun, kJudgements, kTopics };

/// "run", "judgements", "topics".
std::string_view name_of(FileKind kind);
std::optional<FileKind> file_kind_named(std::string_view name);

/// Nothing when the bytes look like none of them.
std::optional<FileKind> sniff_kind(std::string_view bytes);

}  // namespace fovea::cli
