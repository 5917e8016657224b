// A format of topics is one record: what it is called, how its files are recognised, read and written.
//
// A new format is one file with its record, and one line in the table below. Telling formats apart,
// read_topics(), write_topics(), what the commands offer and the tables of the docs all go by the records.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/format_table.h"
#include "files/input.h"
#include "topics/topic.h"

namespace fovea {

/// Takes the written bytes, piece by piece.
using TopicSink = std::function<void(std::string_view)>;

/// The beginning of a file, for all formats to look at.
struct TopicHead {
  explicit TopicHead(std::string_view file);

  std::string_view bytes;
  char first = 0;       ///< the first byte that is no white space; 0 when there is none
  std::string element;  ///< the name of the first element, as fold_name() gives it; empty when it is no XML
};

struct TopicFormat {
  std::string_view name;   ///< what options and messages call it
  std::string_view what;   ///< for messages
  std::string_view shape;  ///< what its files look like, in Markdown: the table of docs/topics.md

  bool (*sniff)(const TopicHead& head);
  /// Whether a file says itself how it is encoded; others that are not UTF-8 are read as Windows-1252.
  bool (*names_encoding)(std::string_view bytes) = nullptr;
  /// Appends the topics it can read and reports the rest; ids are checked by the caller.
  void (*read)(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics);
  /// nullptr for a format that is only read.
  void (*write)(std::span<const Topic> topics, const TopicSink& sink, Unsaid& unsaid) = nullptr;
};

/// The table: its order is explained in files/format_table.h.
#define FOVEA_TOPIC_FORMATS(FORMAT) \
  FORMAT(kInex)                     \
  FORMAT(kTrec)                     \
  FORMAT(kTsv)                      \
  FORMAT(kJsonLines)

namespace topic_formats {
#define FOVEA_DECLARE_FORMAT(record) extern const TopicFormat record;
FOVEA_TOPIC_FORMATS(FOVEA_DECLARE_FORMAT)
#undef FOVEA_DECLARE_FORMAT
}  // namespace topic_formats

FormatTable<TopicFormat> all_topic_formats();
/// nullptr when there is none of this name.
const TopicFormat* topic_format_named(std::string_view name);
/// What `bytes` look like; nullptr when they look like no topics fovea knows.
const TopicFormat* sniff_topics(std::string_view bytes);
/// Whether the first rows can only be topics in TSV: a single tab each, after the first column, and neither Q0 nor 0
/// behind it. Rows of words may have as many columns between blanks as runs and qrels do.
bool are_tsv_topics(std::string_view bytes);

}  // namespace fovea
