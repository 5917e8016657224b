#include "cli/check_json.h"
#include "files/json_writer.h"

#include <nlohmann/json.hpp>

namespace fovea::cli {

namespace {

using CheckJson = nlohmann::ordered_json;

CheckJson rows_of(const Diagnostics& said) {
  CheckJson out = CheckJson::array();
  for (const Diagnostic& each : said.kept()) {
    out.push_back({{"severity", each.severity == Severity::kError ? "error" : "warning"},
                   {"line", each.place.line},
                   {"column", each.place.column},
                   {"code", each.code},
                   {"message", each.message}});
  }
  return out;
}

}  // namespace

std::string check_json(const std::string& file, int exit, const CheckedRun* run, const Diagnostics& faults) {
  CheckJson out{{"file", file}, {"exit", exit}};
  if (run != nullptr) {
    const RunSummary& summary = run->summary;
    CheckJson kinds = CheckJson::object();
    for (const ResultKind kind : {ResultKind::kDocument, ResultKind::kPassage, ResultKind::kElement,
                                  ResultKind::kRange, ResultKind::kUnresolved}) {
      if (summary.of(kind) > 0) kinds[std::string(plural_name_of(kind))] = summary.of(kind);
    }
    out["run"] = {{"format", run->format},
                  {"id", run->id},
                  {"task", run->task},
                  {"topics", summary.topics},
                  {"unanswered", run->unanswered},
                  {"results", summary.results},
                  {"fewest", summary.fewest},
                  {"most", summary.most},
                  {"documents", summary.documents},
                  {"kinds", kinds}};
  }
  out["errors"] = faults.errors();
  out["broken"] = run != nullptr ? run->breaches.errors() : 0;
  out["warnings"] = faults.warnings();
  out["faults"] = rows_of(faults);
  out["breaches"] = run != nullptr ? rows_of(run->breaches) : CheckJson::array();
  if (run != nullptr && run->changes.warnings() > 0) {
    out["changed"] = run->changes.warnings();
    out["changes"] = rows_of(run->changes);
  }
  return json_text(out);
}

}  // namespace fovea::cli
