#include "cli/judgement_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shared_options.h"
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
             "What becomes of judgements of one topic and document that come twice");
  command
      .add_option(
          "--topic-from", topic_from_,
          "Annotation tools: where a span's topic stands: label, tag, field:NAME, file or file:PATTERN")
      ->check(kIdSource)
      ->type_name("WHERE");
  command
      .add_option("--doc-from", doc_from_,
                  "Annotation tools: where the document's id stands, in the same words")
      ->check(kIdSource)
      ->type_name("WHERE");
  command
      .add_option("--label", labels_,
                  "Annotation tools: count only spans with this label; may be given several times")
      ->type_name("LABEL")
      ->allow_extra_args(false);
  command
      .add_option("--texts", texts_folder_,
                  "Annotation tools: folder with the documents' texts, to check quotes against and to quote")
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER");
}

JudgementOptions JudgementArguments::options(const Collection* collection) {
  if (!texts_folder_.empty()) {
    texts_.emplace(texts_in_folder(texts_folder_));
  } else if (collection != nullptr) {
    texts_.emplace(texts_in_collection(*collection));
  }
  JudgementOptions options;
  options.format = format_;
  options.merge = merge_;
  options.collection = collection;
  options.annotation.topic_from = parse_id_source(topic_from_);
  options.annotation.doc_from = parse_id_source(doc_from_);
  options.annotation.labels = labels_;
  options.annotation.texts = texts();
  return options;
}

}  // namespace fovea::cli
