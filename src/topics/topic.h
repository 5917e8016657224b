// A topic: what a user wanted, in the words of a topic file.
#pragma once

#include <string>

#include "files/diagnostics.h"

namespace [[gnu::visibility("default")]] fovea {

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

  /// For messages: where the topic stands, and where the first character of its castitle does.
  Place place;
  Place castitle_place;
};

/// The fields that hold text, under the names that files, options and listings use.
struct TopicField {
  std::string_view name;
  std::string Topic::*text;
};
inline constexpr TopicField kTopicFields[] = {
    {"title", &Topic::title},
    {"castitle", &Topic::castitle},
    {"phrasetitle", &Topic::phrasetitle},
    {"parent", &Topic::parent},
    {"description", &Topic::description},
    {"narrative", &Topic::narrative},
    {"keywords", &Topic::keywords},
};

/// nullptr for a name that is none of them.
const TopicField* find_topic_field(std::string_view name);

}  // namespace fovea
