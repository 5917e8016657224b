// How a track is judged: what is asked of assessors beyond what a store by itself knows.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "assess/form.h"
#include "collection/collection.h"
#include "evaluate/track/track.h"

namespace fovea::assess {

struct JudgingRules {
  AssessMode mode = AssessMode::kHighlight;
  ItemOrder order = ItemOrder::kPrioritised;
  bool blind = true;
  /// Knows the elements of documents. Without it (nullptr) no element can be graded and no document added.
  const Collection* collection = nullptr;
  std::vector<Form> forms = {};
  std::map<std::string, std::string> authors = {};  ///< topic → name of an account

  const Form* find(std::string_view form) const {
    for (const Form& each : forms) {
      if (each.id == form) return &each;
    }
    return nullptr;
  }
  /// Whether the account is the author of the topic. Where the track names none, its main assessor is taken for it.
  bool is_author(const std::string& topic, const std::string& account, bool main) const {
    const auto found = authors.find(topic);
    return found == authors.end() || found->second.empty() ? main : found->second == account;
  }
};

}  // namespace fovea::assess
