// A topic: what a user wanted, in the words of a topic file.
#pragma once

#include <string>
#include <vector>

namespace fovea {

struct Topic {
  std::string id;
  /// CO or CAS (2002–2006); empty elsewhere.
  std::string query_type;
  /// The candidate topic's number where the file gives one.
  std::string candidate;
  std::string title;
  std::string castitle;  ///< NEXI; see topics/nexi.h
  std::string phrasetitle;
  std::string parent;
  std::string description;
  std::string narrative;
  std::string keywords;
};

}  // namespace fovea
