// Forms of arbitrary bytes: refused with a place, or forms whose questions have ids and know what an answer is.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "assess/form.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fovea;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Diagnostics said;
  const auto form = assess::read_form(InputFile::from_memory("form.toml", bytes), said);
  if (form.has_value() != said.ok()) std::abort();
  if (!form) return 0;
  std::set<std::string> ids;
  for (const assess::FormQuestion& question : form->questions) {
    if (question.id.empty() || !ids.insert(question.id).second) std::abort();
    // What is offered is an answer.
    for (const std::string& option : question.options) {
      const bool several = question.kind == assess::AnswerKind::kSeveral;
      if (!several && fault_of(question, option)) std::abort();
    }
    static_cast<void>(fault_of(question, bytes));
  }
  return form->questions.empty() ? (std::abort(), 0) : 0;
}
