// How readers make Judgements: they hand over files and judged documents, one at a time, in file order.
//
//     JudgementBuilder builder(MergePolicy::kReject, diagnostics);
//     const InputFile& file = builder.add_file(std::move(*input));
//     builder.add_kinds({.highlights = true});
//     builder.add(topic, document, passages);          // views into file.bytes(), or made with
//     builder.keep() Judgements judgements = std::move(builder).finish();
//
// A document comes with all its passages and elements at once: a reader that meets them scattered (one
// annotation each) collects them first. A document that comes twice for one topic is two assessors' work, and
// the policy says what happens.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "judgements/merge.h"

namespace fovea {

class JudgementBuilder {
  /// A document that was there already, kept until finish().
  struct Repeated {
    std::size_t topic = 0;
    Opinion opinion;
  };

 public:
  JudgementBuilder(MergePolicy merge, Diagnostics& diagnostics) : merge_(merge), diagnostics_(diagnostics) {}

  /// As JudgementOptions::as_listed_by has it; before the first document.
  void keep_as_listed_by(std::string_view tool) { listed_by_ = tool; }
  std::string_view listed_by() const { return listed_by_; }
  bool keeps_listed() const { return !listed_by_.empty(); }
  /// Documents that come without a length get it from here, if they are there.
  void use_collection(const Collection* collection) { collection_ = collection; }
  const Collection* collection() const { return collection_; }

  /// How many files there will be: ids that are only good within a file then say which.
  void expect_files(std::size_t files) { expected_files_ = files; }
  bool several_files() const { return expected_files_ > 1; }
  /// Takes over a file; documents added from now on stand in it. The reference is good until finish().
  const InputFile& add_file(InputFile file);
  /// A copy that lives as long as the judgements, for texts that are not views into a file.
  std::string_view keep(std::string_view text) { return judgements_.texts_.keep(text); }
  /// What the documents say; adds to what was said before.
  void add_kinds(JudgementKinds kinds);

  /// Adds a topic that may stay without documents. The name must live as long as the judgements.
  void add_topic(std::string_view topic) { topic_named(topic); }
  bool has_topic(std::string_view topic) const { return judgements_.index_.contains(topic); }
  /// Says what a topic of the current file asks; texts are copied.
  void add_question(std::string_view topic, std::string_view text, std::string_view evidence);
  /// Adds one judged document. Ids and paths must be views that live as long as the judgements. Passages may
  /// come in any order and overlap; `first_listed` is the reader's to set, `file` is set here.
  void add(std::string_view topic, JudgedDocument document, std::span<const Span> passages,
           std::span<const ElementGrade> elements = {});

  /// Adds a judged document by its highlighted spans, in the order the file lists them; none means that it was judged not
  /// relevant. Ids are copied.
  void add_highlights(std::string_view topic, std::string_view doc, std::span<const Span> spans,
                      std::optional<Offset> length, std::uint64_t line);

  /// Adds what a group says of a document of the topic. Views as for add().
  void add_group(std::string_view topic, const GroupGrade& grade) { topic_named(topic).add_group(grade); }

  /// A stretch of the current file that is read apart from the others, on a thread of its own.
  class Part {
   public:
    Part(const JudgementBuilder& builder, Arena& arena) : builder_(&builder), arena_(&arena) {}
    /// As JudgementBuilder::add(), without element grades.
    void add(std::string_view topic, const JudgedDocument& document, std::span<const Span> passages);
    /// To be called after the last document.
    void finish() { store_topic(); }
    /// What is said about its rows.
    Diagnostics& diagnostics() { return diagnostics_; }

   private:
    friend class JudgementBuilder;
    /// Moves the collected topic to where it stays: it takes no more room there than it needs.
    void store_topic();

    const JudgementBuilder* builder_;
    Arena* arena_;
    Diagnostics diagnostics_;
    /// The topic that is being read.
    std::string_view topic_;
    std::vector<JudgedDocument> documents_;
    std::vector<Span> passages_;
    std::vector<TopicJudgements> topics_;
    std::vector<Repeated> repeated_;
  };
  /// Takes over where parts keep their documents.
  void add_arena(std::unique_ptr<Arena> arena) { judgements_.arenas_.push_back(std::move(arena)); }
  /// Adds what a part holds; parts come in the order of the file.
  void append(Part part);

  /// Combines what came twice and hands everything over.
  Judgements finish() &&;

 private:
  /// Fills in what the reader of a row does not know.
  void complete(JudgedDocument& document) const;
  TopicJudgements& topic_named(std::string_view topic);
  void add_repeated(JudgedDocument document, std::span<const Span> passages,
                    std::span<const ElementGrade> elements);
  /// Warns that the row of a document is added to an earlier one.
  void say_appended(const JudgedDocument& document);
  /// Reports that `document` came again, `again` adding what is special about it.
  void reject(const JudgedDocument& document, std::string_view code, std::string_view again,
              std::string_view wanted);
  void merge_repeated(std::span<const Repeated> repeated);

  MergePolicy merge_;
  std::string_view listed_by_;
  Diagnostics& diagnostics_;
  const Collection* collection_ = nullptr;
  std::size_t expected_files_ = 1;
  Judgements judgements_;
  std::size_t current_topic_ = 0;
  std::vector<Repeated> repeated_;
};

}  // namespace fovea
