// Topic files of every format, told apart by their content.
//
// Texts are kept as written, without the white space around them. TREC and TSV files that are not UTF-8, and
// INEX files that are not and name no encoding, are read as Windows-1252, with a warning.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "files/diagnostics.h"
#include "files/format_table.h"
#include "files/input.h"
#include "topics/topic.h"
#include "topics/topic_format.h"

namespace fovea {

/// The topics of all files, "-" being standard input, in file order. What is wrong goes to `diagnostics`; of
/// two topics with one id the first stays. The format is told from the content when it is nullptr.
std::vector<Topic> read_topics(std::span<const std::string> paths, const TopicFormat* format,
                               Diagnostics& diagnostics);
std::vector<Topic> read_topics(const InputFile& file, const TopicFormat* format, Diagnostics& diagnostics);

/// `format` must be one that can be written. What it cannot say is left out or replaced, and counted.
Unsaid write_topics(std::span<const Topic> topics, const TopicFormat& format, const TopicSink& sink);

/// A topic as one line of the jsonl format, without the line end; empty fields are left out. read_topics()
/// gives the same topic again.
std::string to_json_line(const Topic& topic);

}  // namespace fovea
