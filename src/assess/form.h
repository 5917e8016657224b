// Forms: questions that assessors answer beside judging, in TOML.
//
//     id = "inex-2010-c"
//     title = "After the last article"
//     when = "after"                      # or before: when the page asks
//     for = "all"                         # or author: who is asked
//     [[question]]
//     id = "C5"
//     text = "…"
//     type = "several"                    # scale (1 to 5), yes-no (or don't know), choice, several, number, text
//     options = ["sentence", "paragraph"] # of choice and several
//     required = true                     # the default
//     prefill = "authorship"              # of yes-no: offered from whether the assessor is the topic's author
//
// Two come along, inex-2010-b and inex-2010-c: the questionnaires of INEX 2010, by the numbers of the overview's Tables 3 and 4.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"
#include "text/enum_names.h"

namespace fovea::assess {

enum class AnswerKind : std::uint8_t { kScale, kYesNo, kChoice, kSeveral, kNumber, kText };
constexpr auto enum_names(AnswerKind) {
  return names_in_order("scale", "yes-no", "choice", "several", "number", "text");
}

struct FormQuestion {
  std::string id, text;
  AnswerKind kind = AnswerKind::kText;
  std::vector<std::string> options;  ///< of all kinds but numbers and text
  bool required = true;
  bool from_authorship = false;
};

struct Form {
  std::string id, title;
  bool before = false;
  bool for_authors = false;
  std::vector<FormQuestion> questions;

  const FormQuestion* find(std::string_view question) const;
};

/// Nothing, and the reasons with their places, when it is no form.
std::optional<Form> read_form(const InputFile& file, Diagnostics& said);
/// The name of one that comes along, or a file.
std::optional<Form> open_form(const std::string& name, Diagnostics& said);

/// What is wrong with an answer: a sentence; nothing when it is one, or empty, which takes an answer back. Several options are a JSON
/// array of texts.
std::optional<std::string> fault_of(const FormQuestion& question, std::string_view value);

}  // namespace fovea::assess
