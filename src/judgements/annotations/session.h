// What the readers of all annotation tools share: whose span it is, which topic and document it judges, and
// whether it holds.
//
// A reader goes through its file record by record:
//
//     AnnotationSession session(file, options, builder, diagnostics);
//     session.begin_record({.doc = …, .own = …, .place = …}, fields);
//     session.span(claim, labels);
//     session.end_record();        // a record without spans judges its document not relevant
//     session.hand_over();         // what came so far is complete: the spans of each assessor, topic and document
//                                  // become one judgement
//     session.finish();
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "files/input.h"
#include "files/json.h"
#include "files/json_records.h"
#include "judgements/annotations/anchor.h"
#include "judgements/builder.h"
#include "judgements/options.h"

namespace fovea {

/// Looks up a field by name; empty when there is none, several values where the field is a list.
using Fields = std::function<std::vector<std::string>(std::string_view name)>;

/// The fields of a JSON record: members, members of its "data" and "meta", deeper ones with dots.
Fields fields_of(const JsonValue& record);

struct AnnotatedRecord {
  std::string doc;
  std::string assessor;               ///< two assessors of one document are two opinions
  const DocumentText* own = nullptr;  ///< the text the file carries
  Place place;
};

class AnnotationSession {
 public:
  AnnotationSession(const InputFile& file, const AnnotationOptions& options, JudgementBuilder& builder,
                    Diagnostics& diagnostics)
      : file_(file), options_(options), builder_(builder), diagnostics_(diagnostics) {}

  /// The document's id by --doc-from, else `tools_name`, else the fields `doc` and `id`. Reported when there
  /// is none.
  std::optional<std::string> doc_of(const Fields& fields, std::optional<std::string> tools_name,
                                    const Place& place);

  void begin_record(AnnotatedRecord record, Fields fields);
  /// A JSON record that names its document itself. False, and reported, when it does not.
  bool begin_record(const JsonValue& record, const JsonReader& reader, const DocumentText* own,
                    std::string assessor = {});
  /// A highlighted span. `own_fields` go before those of the record.
  void span(const Claim& claim, const std::vector<std::string>& labels, const Fields* own_fields = nullptr);
  /// A span in several pieces, already in code points of the document.
  void pieces(std::span<const Span> spans, const Claim& claim, const std::vector<std::string>& labels,
              const Fields* own_fields);
  /// Judges the record's document not relevant for the topics that these labels or the record name.
  void not_relevant(const std::vector<std::string>& labels);
  void end_record();
  void hand_over();
  /// Hands over and reports what was left out or could not be checked.
  void finish();

  /// Counts something that is no judgement: "cancelled annotations".
  void leave_out(std::string_view what) { ++left_out_[std::string(what)]; }

  /// The text to check the record's spans against; nullptr when the user gave none.
  const DocumentText* reference() const { return reference_; }
  Diagnostics& diagnostics() const { return diagnostics_; }
  const AnnotationOptions& options() const { return options_; }

 private:
  struct Opinion {
    std::string topic;
    std::string doc;
    std::vector<Span> spans;
    std::optional<Offset> length;
    std::uint64_t line = 0;
  };
  using Key = std::tuple<std::string, std::string, std::string>;  // assessor, topic, document

  bool topic_from_label(const Fields& fields) const;
  /// The topics that a span or a record judges; reported when there is none.
  std::vector<std::string> topics_of(const std::vector<std::string>& labels, const Fields& fields,
                                     const Place& place);
  bool counts(const std::vector<std::string>& labels, const Fields& fields) const;
  Opinion& opinion(const std::string& topic, const Place& place);

  const InputFile& file_;
  const AnnotationOptions& options_;
  JudgementBuilder& builder_;
  Diagnostics& diagnostics_;

  AnnotatedRecord record_;
  Fields fields_;
  const DocumentText* reference_ = nullptr;
  bool has_spans_ = false;
  std::uint64_t errors_before_ = 0;

  std::vector<Opinion> opinions_;
  absl::flat_hash_map<Key, std::size_t> index_;
  std::map<std::string, std::uint64_t> left_out_;
  std::uint64_t unchecked_ = 0;
};

/// Reads a file of JSON records, each by a function of its format.
template <void (*read_record)(const JsonValue& record, const JsonReader& reader, AnnotationSession& session)>
void read_annotated_json(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
                         Diagnostics& diagnostics) {
  AnnotationSession session(file, options.annotation, builder, diagnostics);
  for_each_json_record(file, diagnostics, [&session](const JsonValue& record, const JsonReader& reader) {
    read_record(record, reader, session);
  });
  session.finish();
}

}  // namespace fovea
