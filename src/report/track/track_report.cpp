#include "report/track/track_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <system_error>

#include "files/input.h"
#include "files/json_writer.h"
#include "files/output_file.h"
#include "files/temporary.h"
#include "report/page/html_page.h"
#include "report/tables/svg.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

namespace fs = std::filesystem;

std::string subtitle_of(const TrackEvaluation& track) {
  const auto counted = [](std::size_t count, std::string_view one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
  };
  const Words words = words_of(track);
  std::string text = counted(track.runs.size(), words.run) + ", " +
                     counted(track.judgements.topics().size(),
                             compares_chunkers(track) ? words.topic : "judged " + words.topic);
  if (track.collection) text += ", " + counted(track.collection->documents(), "document");
  return text;
}

void write_file(const fs::path& file, std::string_view content) {
  OutputFile out(file.string());
  out.write(content);
  out.commit();
}

void write_table(const fs::path& folder, const std::string& id, std::string_view csv,
                 std::string_view latex) {
  write_file(folder / "tables" / (id + ".tex"), latex);
  write_file(folder / "tables" / (id + ".csv"), csv);
}

/// Whether a folder holds files with these endings and nothing else; one that is not there holds nothing else.
bool holds_only(const fs::path& folder, std::initializer_list<std::string_view> endings) {
  if (!fs::exists(fs::symlink_status(folder))) return true;
  if (!fs::is_directory(fs::symlink_status(folder))) return false;
  return std::ranges::all_of(fs::directory_iterator(folder), [&](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    return fs::is_regular_file(entry.symlink_status()) &&
           std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
  });
}

/// The diagnostics of one severity that were kept, and how many there are besides.
void add_kept(const Diagnostics& diagnostics, Severity severity, std::uint64_t all,
              std::vector<std::string>& out) {
  for (const Diagnostic& each : diagnostics.kept()) {
    if (each.severity == severity) out.push_back(to_string(each));
  }
  if (all > out.size()) out.push_back(fmt::format("… and {} more", all - out.size()));
}

/// Sections that have something to say.
void add(Report& report, Section section) {
  if (!section.blocks.empty()) report.sections.push_back(std::move(section));
}

}  // namespace

Report make_track_report(const TrackEvaluation& track, const Diagnostics& faults) {
  Report report;
  report.title = track.title;
  report.subtitle = subtitle_of(track);
  add_kept(faults, Severity::kError, faults.errors(), report.faults);
  add_kept(faults, Severity::kWarning, faults.warnings(), report.remarks);
  report.words = words_of(track);
  const bool chunks = compares_chunkers(track);
  if (!chunks) add(report, glance_section(track));
  if (!chunks) add(report, participation_section(track));
  for (const TaskResults& task : track.tasks) add(report, task_section(track, task));
  add(report, groups_section(track));
  if (chunks) {
    add(report, chunk_cost_section(track));
    add(report, corpus_section(track));
    add(report, worst_questions_section(track));
  } else {
    add(report, article_section(track));
    add(report, graded_section(track));
  }
  add(report, two_runs_section(track, report.scores));
  add(report, reading_section(track, report.reading));
  if (!chunks) add(report, agreement_section(track));
  add(report, efficiency_section(track));
  add(report, judgements_section(track));
  add(report, answers_section(track));
  if (!chunks && track.judgements.kinds().highlights) add(report, fidelity_section(track));
  report.account =
      fmt::format(
          "All judged {0} count; one that is not answered scores 0. Intervals and tests are over {0}. ",
          report.words.topics) +
      "Every table is in tables/ as LaTeX and CSV, every chart in figures/ as SVG and Vega-Lite.";
  report.has_files = true;
  return report;
}

bool is_report(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return false;
  if (fs::is_empty(folder)) return true;
  const auto is_part = [](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    return name == "report.html" || name == "tables" || name == "figures";
  };
  const fs::path place(folder);
  Diagnostics unread;
  const auto page = InputFile::open((place / "report.html").string(), unread);
  return page && is_report_page(page->bytes()) &&
         std::ranges::all_of(fs::directory_iterator(folder), is_part) &&
         holds_only(place / "tables", {".tex", ".csv"}) &&
         holds_only(place / "figures", {".vl.json", ".svg"});
}

void write_report(const Report& report, const std::string& folder) {
  fs::path place = fs::absolute(folder).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  if (place.has_parent_path()) fs::create_directories(place.parent_path());
  Temporary made(Temporary::Kind::kFolder, behind_links(place.string()));
  const fs::path fresh = made.path();
  fs::create_directory(fresh / "tables");
  fs::create_directory(fresh / "figures");
  write_file(fresh / "report.html", to_html(report));
  for (const Section& section : report.sections) {
    for (const Block& block : section.blocks) {
      if (const auto* table = std::get_if<ReportTable>(&block)) {
        write_table(fresh, table->id, to_csv(table->table), to_latex(*table));
      }
      if (const auto* figure = std::get_if<Figure>(&block)) {
        write_table(fresh, figure->id, to_csv(figure->data), to_latex(figure->data));
        write_file(fresh / "figures" / (figure->id + ".vl.json"), json_text(figure->chart, 2) + "\n");
        write_file(fresh / "figures" / (figure->id + ".svg"), to_svg(figure->chart, figure->caption));
      }
    }
  }
  made.put_in_place();
}

}  // namespace fovea
