// The track report: what `fovea report` writes.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "evaluate/evaluation_plan.h"
#include "evaluation_arguments.h"
#include "native.h"
#include "report/report.h"
#include "report/track/track_report.h"

namespace fovea::python {

namespace {

/// (path of the page, diagnostics, whether all errors among them are broken rules). What is sound is reported all the same.
nb::tuple write_track_report(const std::string& path, const std::string& folder, const std::string& title,
                             std::optional<std::string_view> task, const std::vector<std::string>& measures,
                             bool force) {
#ifdef FOVEA_HAS_REPORT
  Diagnostics faults;
  if (!measures.empty() && !parse_run_measures(measures, faults)) raise("UsageError", faults);
  find_task(task);
  if (std::filesystem::exists(folder)) {
    if (!force)
      raise("UsageError",
            fmt::format("{}: found a folder, expected a name that is free, or force=True", quote(folder)));
    if (!is_report(folder))
      raise("UsageError", fmt::format("{}: found other files than a report's, expected a report to replace",
                                      quote(folder)));
  }
  const TrackReportOptions options{title, std::string(task.value_or("")), measures};
  const TrackReported reported =
      without_lock([&] { return fovea::write_track_report(path, folder, options, faults); });
  if (reported == TrackReported::kNoTrack || reported == TrackReported::kNoJudgements)
    raise("InputError", faults);
  return nb::make_tuple((std::filesystem::path(folder) / "report.html").string(), to_python(faults),
                        reported == TrackReported::kSound || reported == TrackReported::kBrokenRules);
#else
  (void)path, (void)folder, (void)title, (void)task, (void)measures, (void)force;
  raise("UsageError", std::string(kWithoutReport));
#endif
}

}  // namespace

void bind_report(nb::module_& module) {
  module.def("write_track_report", &write_track_report, nb::arg("path"), nb::arg("folder"), nb::arg("title"),
             nb::arg("task").none(), nb::arg("measures"), nb::arg("force"));
}

}  // namespace fovea::python
