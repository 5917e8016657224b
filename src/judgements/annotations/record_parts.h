// Parts that the records of several tools have in common.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>

#include "files/json.h"
#include "judgements/annotations/anchor.h"

namespace fovea {

/// The text in the first of these members that is a string; nullptr when none is, reported when the text is
/// too long for a document.
std::unique_ptr<DocumentText> text_in(const JsonValue& object,
                                      std::initializer_list<std::string_view> members,
                                      const JsonReader& reader);

/// A claim of two offset members.
std::optional<Claim> claim_at(const JsonValue& object, std::string_view begin, std::string_view end,
                              const JsonReader& reader);

/// The label in a member of this name, if any.
std::vector<std::string> label_in(const JsonValue& object, std::string_view member);

}  // namespace fovea
