// Answers to questionnaires: what topic authors and assessors said, as a CSV file, or as JSON lines.
//
//     assessor,How familiar are you with the topic?,A relevant result could be
//     Ada,very,a paragraph; a section
//     Ben,a little,a section
//
// The first column says who answered, every other is a question, whose text is the heading. Several answers to one
// question stand between semicolons; an empty field is no answer. Where the first column is called `topic`, answers are about topics, and so are
// those of the assessment server (`answers.jsonl` in what it exports):
//
//     {"topic":"7","account":"ada","part":"…","form":"inex-2010-b","question":"B7","value":"yes"}
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"

namespace fovea {

struct Question {
  std::string text;
  /// Who answered what, in the order of the file; or what was answered about which topic.
  std::vector<std::pair<std::string, std::string>> answers;
  bool of_topics = false;
};

/// The question with this text, or whose text begins with this and a character that is no letter or digit: "B7" is "B7. Did you …?". nullptr
/// when there is none.
const Question* find_question(std::span<const Question> questions, std::string_view name);

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
