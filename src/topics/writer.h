// Writes topics as INEX files (the shape of 2007–2010, which holds all fields), JSON lines or TSV.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "files/unsaid.h"
#include "topics/topic.h"
#include "topics/topic_file.h"

namespace fovea {

/// Formats that write_topics() knows; not TREC.
bool can_write(TopicFormat format);

/// TSV holds id and title only; line ends and tabs inside a title become blanks. Topics whose texts XML
/// cannot hold are left out of INEX files. Both are counted.
Unsaid write_topics(std::span<const Topic> topics, TopicFormat format,
                    const std::function<void(std::string_view)>& sink);

}  // namespace fovea
