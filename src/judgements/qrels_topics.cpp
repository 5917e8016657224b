#include "judgements/qrels_topics.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "files/binary.h"
#include "judgements/builder.h"
#include "judgements/judgement_format.h"
#include "judgements/qrels.h"

namespace fovea {

namespace {

/// More than nearly all qrels have.
constexpr std::size_t kMayStay = std::size_t{32} << 20;

}  // namespace

QrelsTopics::QrelsTopics(Judgements names, TopicIndex index)
    : names_(std::move(names)), index_(std::move(index)) {}

std::optional<QrelsTopics> QrelsTopics::open(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;  // a pipe cannot be read again
  Diagnostics unsaid;  // what is wrong with the file is for those to say who read it the long way
  std::optional<InputFile> input = InputFile::open(path, unsaid);
  if (!input || !binary_kind(input->bytes()).empty()) return std::nullopt;
  const JudgementFormat* const format = judgement_format_of(*input);
  const bool inex = format == &judgement_formats::kInexQrels;
  if (!inex && format != &judgement_formats::kTrecQrels) return std::nullopt;

  JudgementBuilder builder(MergePolicy::kReject, unsaid);
  TopicIndex index(builder.add_file(std::move(*input)), ColumnEnd::kBlank, kMayStay);
  builder.add_kinds({.highlights = inex, .document_grades = !inex});
  for (std::size_t i = 0; i < index.topics(); ++i) builder.add_topic(builder.keep(index.topic(i)));
  Judgements names = std::move(builder).finish();
  if (!unsaid.ok()) return std::nullopt;
  return QrelsTopics(std::move(names), std::move(index));
}

bool QrelsTopics::read(std::size_t topic, TopicJudgements& out) const {
  out.restart(names_.topics()[topic].topic());
  return names_.kinds().highlights ? read_inex_topic(names_.input(0), index_.stretches(topic), out)
                                   : read_trec_topic(names_.input(0), index_.stretches(topic), out);
}

}  // namespace fovea
