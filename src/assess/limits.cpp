#include "assess/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "text/nearest.h"

namespace fovea::assess {

namespace {

#define FOVEA_LIMIT_RECORD(key, usual, what, beyond) LimitRecord{#key, usual, what, beyond, &Limits::key},
constexpr std::array kLimitRecords = {FOVEA_ASSESS_LIMITS(FOVEA_LIMIT_RECORD)};
#undef FOVEA_LIMIT_RECORD

}  // namespace

std::span<const LimitRecord> limit_records() {
  return kLimitRecords;
}

Limits read_limits(const std::vector<TrackLimit>& given, Diagnostics& said) {
  std::vector<std::string_view> known;
  for (const LimitRecord& record : kLimitRecords) known.push_back(record.key);
  Limits out;
  for (const TrackLimit& each : given) {
    const auto* const found = std::ranges::find(kLimitRecords, each.key, &LimitRecord::key);
    if (found == kLimitRecords.end()) {
      said.expected(each.place, "unknown-key", fmt::format("the limit {}", quote(each.key)),
                    fmt::format("one that docs/serve.md lists{}", did_you_mean(each.key, known)));
      continue;
    }
    out.*found->value = each.value;
  }
  return out;
}

std::string limits_as_markdown() {
  std::string out = "| `[limits]` | default | limits | beyond it |\n|---|---|---|---|\n";
  for (const LimitRecord& record : kLimitRecords)
    out += fmt::format("| `{}` | {} | {} | {} |\n", record.key, record.usual, record.what, record.beyond);
  return out;
}

}  // namespace fovea::assess
