// Answers to questionnaires: no crash; what is not understood is said, and no answer is empty or two in one.
#include <cstdint>
#include <cstdlib>

#include "evaluate/track/answers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = fovea::InputFile::from_memory("answers.csv", {reinterpret_cast<const char*>(data), size});
  fovea::Diagnostics diagnostics;
  const auto questions = fovea::read_answers(file, diagnostics);
  if (questions.empty() && diagnostics.ok()) std::abort();
  for (const fovea::Question& question : questions) {
    for (const auto& [who, answer] : question.answers) {
      if (answer.empty() || answer.find(';') != std::string::npos) std::abort();
    }
  }
  return 0;
}
