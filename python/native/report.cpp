// The track report: what `fovea report` writes.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/report_parts.h"
#include "evaluate/evaluation_plan.h"
#include "evaluation_arguments.h"
#include "native.h"
#ifdef FOVEA_HAS_REPORT
#include "evaluate/track/track_rules.h"
#include "report/tables/account.h"
#include "report/track/track_report.h"
#endif

namespace fovea::python {

namespace {

/// (path of the page, diagnostics, whether all errors among them are broken rules). What is sound is reported all the same.
nb::tuple write_track_report(const std::string& path, const std::string& folder, const std::string& title,
                             std::optional<std::string_view> task, const std::vector<std::string>& measures,
                             bool force) {
#ifdef FOVEA_HAS_REPORT
  Diagnostics faults;
  if (!measures.empty() && !parse_run_measures(measures, faults)) raise("UsageError", faults);
  TrackOptions choice;
  choice.task = find_task(task);
  choice.measures = measures;
  if (std::filesystem::exists(folder)) {
    if (!force)
      raise("UsageError",
            fmt::format("{}: found a folder, expected a name that is free, or force=True", quote(folder)));
    if (!is_report(folder))
      raise("UsageError", fmt::format("{}: found other files than a report's, expected a report to replace",
                                      quote(folder)));
  }
  const bool reported = without_lock([&] {
    const auto track = read_track(path, faults);
    auto evaluation = track ? evaluate_track(*track, choice, faults) : std::nullopt;
    if (!evaluation) return false;
    check_rules(track->rules, *evaluation, faults);
    if (!title.empty()) evaluation->title = title;
    Report report = make_track_report(*evaluation, faults);
    report.version = FOVEA_VERSION;
    report.date = date_of_account();
    report.inputs = account_for_track(*track, path);
    write_report(report, folder);
    return true;
  });
  if (!reported) raise("InputError", faults);
  const auto broken = faults.count(kInvalidRunCode) + faults.count(kBrokenRuleCode);
  return nb::make_tuple((std::filesystem::path(folder) / "report.html").string(), to_python(faults),
                        broken == faults.errors());
#else
  (void)path, (void)folder, (void)title, (void)task, (void)measures, (void)force;
  raise("UsageError", std::string(cli::kWithoutReport));
#endif
}

}  // namespace

void bind_report(nb::module_& module) {
  module.def("write_track_report", &write_track_report, nb::arg("path"), nb::arg("folder"), nb::arg("title"),
             nb::arg("task").none(), nb::arg("measures"), nb::arg("force"));
}

}  // namespace fovea::python
