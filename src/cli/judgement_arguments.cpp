#include "cli/judgement_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shared_options.h"
#include "evaluate/file_kind.h"
#include "judgements/judgement_format.h"
#include "judgements/options.h"

namespace fovea::cli {

namespace {

const CLI::Validator kIdSource(
    [](std::string& text) {
      return parse_id_source(text) ? std::string() : "expected label, tag, field:NAME, file or file:PATTERN";
    },
    "", "id source");

}  // namespace

void JudgementArguments::add_format_to(CLI::App& command) {
  const std::string names = fmt::format("{}", fmt::join(format_names(all_judgement_formats()), ", "));
  add_record<JudgementFormat>(command, "-R,--judgement-format", format_, judgement_format_named, names,
                              "Format of the judgements instead of what their content tells: " + names)
      ->type_name("FORMAT");
}

void JudgementArguments::add_to(CLI::App& command) {
  add_choice(command, "--merge", merge_,
             {{"reject", MergePolicy::kReject},
              {"union", MergePolicy::kUnion},
              {"intersection", MergePolicy::kIntersection},
              {"first", MergePolicy::kFirst}},
             "What becomes of judgements of one topic and document that come twice")
      ->group(kReadingGroup);
  command
      .add_option("--topic-from", topic_from_,
                  "Where a span's topic stands: label, tag, field:NAME, file or file:PATTERN")
      ->check(kIdSource)
      ->type_name("WHERE")
      ->group(kAnnotationGroup);
  command.add_option("--doc-from", doc_from_, "Where the document's id stands, in the same words")
      ->check(kIdSource)
      ->type_name("WHERE")
      ->group(kAnnotationGroup);
  command.add_option("--label", labels_, "Count only spans with this label; may be given several times")
      ->type_name("LABEL")
      ->group(kAnnotationGroup)
      ->allow_extra_args(false);
  command
      .add_option(
          "--texts", texts_folder_,
          "Folder with the documents' texts, to find quotes and chunks in that have no offsets, and to "
          "check quotes against (default: the collection)")
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER")
      ->group(kReadingGroup);
  add_choice(
      command, "--locate", locate_,
      {{"only", Locate::kOnly, "an error"}, {"next", Locate::kNext, "the first behind the one before"}},
      "Where a quote or chunk without offsets stands that has several places in its document")
      ->group(kReadingGroup);
}

JudgementOptions JudgementArguments::options(const Collection* collection) {
  if (!texts_folder_.empty()) {
    source_ = texts_in_folder(texts_folder_);
  } else if (collection != nullptr) {
    source_ = texts_in_collection(*collection);
  }
  if (source_) texts_.emplace(*source_);
  JudgementOptions options;
  options.format = format_;
  options.merge = merge_;
  options.collection = collection;
  options.annotation.topic_from = parse_id_source(topic_from_);
  options.annotation.doc_from = parse_id_source(doc_from_);
  options.annotation.labels = labels_;
  options.annotation.texts = texts();
  if (source_ && !texts_folder_.empty()) options.lengths = lengths_of(*source_);
  options.locate = locate_;
  options.on_bad_file = [this](const InputFile& file) {
    if (swapped_.empty() && sniff_kind(file.bytes()) == FileKind::kRun)
      swapped_ = file.name() + " is a run; judgements come first";
  };
  return options;
}

RunOptions JudgementArguments::run_options() const {
  return {.texts = source_ ? &*source_ : nullptr, .locate = locate_};
}

}  // namespace fovea::cli
