// How judgements are read.
//
// The files of annotation tools need more than others: which topic their spans judge, which document they are
// in, and where that document's text is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/document_lengths.h"
#include "collection/document_texts.h"
#include "collection/locate.h"
#include "files/input.h"
#include "judgements/merge.h"

namespace fovea {

/// Where a topic's or a document's id stands: `label`, `tag`, `field:NAME`, `file` or `file:PATTERN`.
///
/// A field is a member of the record (the task, line, annotation or feature structure), or of its `data` or
/// `meta`; dots in NAME go deeper. `file` is the file's name without folder and endings; a PATTERN is matched
/// against as many of the last parts of the path as it has, `*` standing for anything in one part and `{}`
/// for the id: `file:{}/*.ann`, `file:topic-{}.json`.
struct IdSource {
  enum class Kind : std::uint8_t { kLabel, kField, kFile };

  Kind kind = Kind::kLabel;
  std::string name;  ///< of the field; the pattern of the file name, if any

  friend bool operator==(const IdSource&, const IdSource&) = default;
};

/// Nothing for a text that is none of the above.
std::optional<IdSource> parse_id_source(std::string_view text);

/// The id that a file's name gives, or nothing when it does not fit the pattern.
std::optional<std::string> id_from_file_name(std::string_view file, std::string_view pattern);

struct AnnotationOptions {
  /// Unless given: the field `topic` where the record has one, else the label or tag on the span.
  std::optional<IdSource> topic_from;
  /// Unless given: what the tool itself calls the document (a target's source, a URI, the name of a brat
  /// file), else the field `doc`, else the field `id`.
  std::optional<IdSource> doc_from;
  /// Labels of spans that count, where topics come from elsewhere; all of them when empty.
  std::vector<std::string> labels;
  /// Texts to find quotes in and to check them against; may be nullptr. The texts that files carry themselves are
  /// always used.
  DocumentTexts* texts = nullptr;
};

struct JudgementFormat;

struct JudgementOptions {
  /// Told from each file unless given.
  const JudgementFormat* format = nullptr;
  MergePolicy merge = MergePolicy::kReject;
  /// Unless empty, rows of qrels are read as the tool of this name does, which warnings mention: passages as they are
  /// listed, overlap and all; a document that comes again adds its row to the first (unless `merge` says otherwise);
  /// sizes beyond the document; no entry point without a passage. What is read so is for that tool's mode only
  /// (evaluate/compat/).
  std::string_view as_listed_by = {};
  /// Gives lengths that files leave out, and turns the XPath points of 2005–2008 into text; may be nullptr.
  const Collection* collection = nullptr;
  /// How long the documents are, where there is no collection; kept with the judgements. May be empty.
  DocumentLengths lengths = {};
  /// Quotes without offsets that stand at several places of the document.
  Locate locate = Locate::kOnly;
  AnnotationOptions annotation = {};
  /// The second column of TREC qrels names a group, an assessor or a subtopic, and is kept.
  bool groups = false;
  /// Called with a file that has errors, or is in no known format, while it is open: standard input is gone later.
  std::function<void(const InputFile&)> on_bad_file = {};
  /// Grades of TREC qrels may have decimals, which are cut off with a warning.
  bool cut_grades = false;
};

}  // namespace fovea
