// What is said about a run that is sent in: values by the keys of [[run]], as a query of the request has them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "assess/http.h"
#include "assess/submissions.h"

namespace fovea::assess {

/// A form that was filled in, or why it was not.
struct ReadForm {
  std::string name;
  std::string json = "{}";
  bool publish = false;
  bool replace = false;
  std::string file;  ///< what the sender calls the file; may be empty
  std::string fault;
};

/// Reads name, task, result and so on, `publish`, `replace` and `file` from the query. Nothing else may be there.
ReadForm read_run_form(const Request& request);

/// The questions, in their order: key, kind, question, answers that are offered, whether it must be answered.
nlohmann::ordered_json run_form_json();

}  // namespace fovea::assess
