// Highlights of one document as a judgement.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "judgements/builder.h"

namespace fovea {

/// Adds a judged document by its highlighted spans, in the order the file lists them; none means that it was
/// judged not relevant. Ids are copied.
void add_highlights(JudgementBuilder& builder, std::string_view topic, std::string_view doc,
                    std::span<const Span> spans, std::optional<Offset> length, std::uint64_t line);

}  // namespace fovea
