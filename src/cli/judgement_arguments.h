// The options of every command that reads judgements, and where the texts of documents are that quotes and chunks are
// found in.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "judgements/judgement_file.h"
#include "runs/run_options.h"

namespace fovea::cli {

class JudgementArguments {
 public:
  /// --merge, --topic-from, --doc-from, --label, --texts, --locate.
  void add_to(CLI::App& command);
  /// -R, for commands that have no other way to name the format.
  void add_format_to(CLI::App& command);

  /// What read_judgements() wants. `collection` may be nullptr; texts come from it unless --texts names a
  /// folder. Good as long as this object and the collection are.
  JudgementOptions options(const Collection* collection);
  /// What Run::open() wants, after options().
  RunOptions run_options() const;
  /// "FILE is a run; judgements come first", where that is why judgements could not be read; else empty.
  const std::string& swapped() const { return swapped_; }
  /// The texts of documents, after options(); nullptr when there is neither a folder nor a collection.
  DocumentTexts* texts() { return texts_ ? &*texts_ : nullptr; }

 private:
  const JudgementFormat* format_ = nullptr;
  MergePolicy merge_ = MergePolicy::kReject;
  std::string topic_from_;
  std::string doc_from_;
  std::vector<std::string> labels_;
  std::string texts_folder_;
  Locate locate_ = Locate::kOnly;
  std::optional<DocumentTexts::Source> source_;
  std::optional<DocumentTexts> texts_;
  std::string swapped_;
};

}  // namespace fovea::cli
