// Answers to questionnaires: what topic authors and assessors said, as a CSV file.
//
//     assessor,How familiar are you with the topic?,A relevant result could be
//     Ada,very,a paragraph; a section
//     Ben,a little,a section
//
// The first column says who answered, every other is a question, whose text is the heading. Several answers to one
// question stand between semicolons; an empty field is no answer.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"

namespace fovea {

struct Question {
  std::string text;
  /// Who answered what, in the order of the file.
  std::vector<std::pair<std::string, std::string>> answers;
};

/// Whether people wrote freely: several answered, and no two the same.
bool is_free_text(const Question& question);

/// How often each answer was given, the most frequent first, then by the answer.
struct AnswerCounts {
  std::vector<std::pair<std::string, std::size_t>> answers;
  std::size_t people = 0;  ///< who answered
};
AnswerCounts count_answers(const Question& question);

/// The questions in the order of the headings. A record of another length than the heading is reported and left out.
std::vector<Question> read_answers(const InputFile& input, Diagnostics& diagnostics);

}  // namespace fovea
