// A format of judgements is one record: what it is called, how its files are recognised, read and written.
//
// A new format is one file with its record, and one line in the table below. Telling formats apart,
// read_judgements(), what the commands offer and the tables of the docs all go by the records.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "files/diagnostics.h"
#include "files/format_table.h"
#include "files/input.h"
#include "files/json.h"
#include "judgements/options.h"

namespace fovea {

class JudgementBuilder;
class Judgements;

/// Takes the written bytes, piece by piece.
using JudgementSink = std::function<void(std::string_view)>;

/// The beginning of a file, for all formats to look at.
class JudgementHead {
 public:
  /// `file` is the file's name, if it has one that may tell something.
  explicit JudgementHead(std::string_view bytes, std::string_view file = {});

  std::string_view bytes() const { return bytes_; }
  std::string_view file() const { return file_; }
  /// The first byte that is no white space; 0 when there is none.
  char first() const { return first_; }

  /// JSON: whether the first record (files/json_records.h) has this member, or has it as a list.
  bool has(std::string_view member) const;
  bool has_list(std::string_view member) const;
  /// nullptr when there is none, and in a file that is no JSON.
  const JsonValue* record() const;

 private:
  std::string_view bytes_;
  std::string_view file_;
  char first_ = 0;
  mutable bool parsed_ = false;
  mutable std::optional<JsonValue> record_;
};

struct JudgementFormat {
  std::string_view name;   ///< what options and messages call it
  std::string_view shape;  ///< what its files look like, in Markdown: the table of docs/judgements.md
  bool may_be_empty = false;

  bool (*sniff)(const JudgementHead& head);
  /// Bad rows are reported and left out.
  void (*read)(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
               Diagnostics& diagnostics);
  /// A format that cannot say something never stops the writing: what it could not say is counted and named, so
  /// that a command can list it. A document is left out only where a row would say something false or could not
  /// be read back; that is counted too. `texts` are for files that quote or carry the text; may be nullptr.
  /// nullptr for a format that is only read.
  Unsaid (*write)(const Judgements& judgements, DocumentTexts* texts, const JudgementSink& sink) = nullptr;
  /// Whether a file only stands beside files of this format and is no judgement file itself.
  bool (*is_companion)(const std::string& path) = nullptr;
};

/// The table: its order is explained in files/format_table.h.
#define FOVEA_JUDGEMENT_FORMATS(FORMAT) \
  FORMAT(kInexQrels)                    \
  FORMAT(kTrecQrels)                    \
  FORMAT(kGroupQrels)                   \
  FORMAT(kPreferenceQrels)              \
  FORMAT(kPreferences)                  \
  FORMAT(kGenomics)                     \
  FORMAT(kAssessments)                  \
  FORMAT(kDoccano)                      \
  FORMAT(kProdigy)                      \
  FORMAT(kLabelStudio)                  \
  FORMAT(kWebAnnotation)                \
  FORMAT(kHypothesis)                   \
  FORMAT(kCas)                          \
  FORMAT(kChroma)                       \
  FORMAT(kLegalBench)                   \
  FORMAT(kJsonLines)                    \
  FORMAT(kBrat)

namespace judgement_formats {
#define FOVEA_DECLARE_FORMAT(record) extern const JudgementFormat record;
FOVEA_JUDGEMENT_FORMATS(FOVEA_DECLARE_FORMAT)
#undef FOVEA_DECLARE_FORMAT
}  // namespace judgement_formats

FormatTable<JudgementFormat> all_judgement_formats();
/// nullptr when there is none of this name.
const JudgementFormat* judgement_format_named(std::string_view name);

/// What a file holds, by its name where that tells more than its content, as it does for brat; nullptr when it
/// looks like no judgements fovea knows.
const JudgementFormat* judgement_format_of(const InputFile& file);
/// The same by the content alone.
const JudgementFormat* sniff_judgements(std::string_view bytes);

}  // namespace fovea
