// Topic files of every format, told apart by their content.
//
//   inex    <inex_topic> (2002–2006, one topic each) and <inex-topic-file> (2007–2010)
//   trec    <top> … </top>, tags closed or not
//   tsv     id<TAB>query
//   jsonl   {"id":"7","title":"…","castitle":"…", …}
//
// Texts are kept as written, without the white space around them. TREC and TSV files that are not UTF-8, and
// INEX files that are not and name no encoding, are read as Windows-1252, with a warning.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"
#include "topics/topic.h"

namespace fovea {

enum class TopicFormat : std::uint8_t { kInex, kTrec, kTsv, kJsonLines };

/// "inex", "trec", "tsv", "jsonl".
std::string_view name_of(TopicFormat format);
std::optional<TopicFormat> topic_format_named(std::string_view name);

/// What `bytes` look like; nothing when they look like no topics fovea knows.
std::optional<TopicFormat> sniff_topics(std::string_view bytes);

/// The topics of all files, "-" being standard input, in file order. What is wrong goes to `diagnostics`; of
/// two topics with one id the first stays. The format is told from the content unless given.
std::vector<Topic> read_topics(std::span<const std::string> paths, std::optional<TopicFormat> format,
                               Diagnostics& diagnostics);
std::vector<Topic> read_topics(const InputFile& file, std::optional<TopicFormat> format,
                               Diagnostics& diagnostics);

/// A topic as one line of the jsonl format, without the line end; empty fields are left out. read_topics()
/// gives the same topic again.
std::string to_json_line(const Topic& topic);

}  // namespace fovea
