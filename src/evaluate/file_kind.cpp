#include "evaluate/file_kind.h"

#include "files/binary.h"
#include "judgements/judgement_file.h"
#include "runs/run_format.h"
#include "topics/topic_file.h"
#include "topics/topic_format.h"

namespace fovea {

std::optional<FileKind> sniff_kind(std::string_view bytes) {
  if (!binary_kind(bytes).empty()) return std::nullopt;
  if (are_tsv_topics(bytes)) return FileKind::kTopics;
  // A chunk run with whole scores could pass for judgements without passages, which nobody writes.
  if (sniff_run(bytes).format == &run_formats::kChunks) return FileKind::kRun;
  // Judgements are the pickiest about what they take for their own, topics take any JSON object.
  if (sniff_judgements(bytes)) return FileKind::kJudgements;
  if (sniff_run(bytes).format) return FileKind::kRun;
  if (sniff_topics(bytes)) return FileKind::kTopics;
  return std::nullopt;
}

}  // namespace fovea
