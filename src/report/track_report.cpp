#include "report/track_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "report/html_page.h"
#include "report/track_sections.h"
#include "text/output_file.h"

namespace fovea {

namespace {

namespace fs = std::filesystem;

std::string subtitle_of(const TrackEvaluation& track) {
  std::string text =
      fmt::format("{} runs, {} judged topics", track.runs.size(), track.judgements->topics().size());
  if (track.collection) text += fmt::format(", {} documents", track.collection->documents());
  return text;
}

void write_file(const fs::path& file, std::string_view content) {
  OutputFile out(file.string());
  out.write(content);
  out.commit();
}

void write_table(const fs::path& folder, const std::string& id, const Table& table) {
  write_file(folder / "tables" / (id + ".tex"), to_latex(table));
  write_file(folder / "tables" / (id + ".csv"), to_csv(table));
}

/// A new empty folder beside `place`, on the same file system.
fs::path folder_beside(const fs::path& place) {
  std::string name = place.string() + ".XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "cannot make a folder beside " + place.string());
  }
  fs::permissions(name, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                            fs::perms::others_read | fs::perms::others_exec);
  return name;
}

/// Puts `fresh` where `place` is. What stood there is moved aside first and removed last.
void put_in_place(const fs::path& fresh, const fs::path& place) {
  if (!fs::exists(place)) {
    fs::rename(fresh, place);
    return;
  }
  const fs::path old = folder_beside(place) / "old";
  fs::rename(place, old);
  fs::rename(fresh, place);
  fs::remove_all(old.parent_path());
}

}  // namespace

Report make_track_report(const TrackEvaluation& track, const Diagnostics& faults) {
  Report report;
  report.title = track.title;
  report.subtitle = subtitle_of(track);
  for (const Diagnostic& fault : faults.kept()) report.faults.push_back(to_string(fault));
  report.sections.push_back(participation_section(track));
  for (const TaskResults& task : track.tasks) report.sections.push_back(task_section(track, task));
  report.scores = two_runs_data(track);
  if (!report.scores.is_null()) {
    report.sections.push_back({"topics", "Two runs, topic by topic", {Widget::kTwoRuns}});
  }
  report.sections.push_back(agreement_section(track));
  report.sections.push_back(efficiency_section(track));
  report.sections.push_back(judgements_section(track));
  if (track.judgements->kinds().highlights) report.sections.push_back(fidelity_section(track));
  report.reading = reading_data(track);
  if (!report.reading.is_null()) {
    report.sections.push_back(
        {"articles",
         "Reading view",
         {Paragraph{
              "What the assessor highlighted in an article, what runs returned of it, and where a reader "
              "who has met 300 irrelevant characters stops."},
          Widget::kReading}});
  }
  report.account =
      "Made by fovea. All judged topics count; a topic that a run does not answer scores 0. Intervals and "
      "tests are "
      "over topics.";
  return report;
}

void write_report(const Report& report, const std::string& folder) {
  fs::path place = fs::absolute(folder).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  if (place.has_parent_path()) fs::create_directories(place.parent_path());
  const fs::path fresh = folder_beside(place);
  try {
    fs::create_directory(fresh / "tables");
    fs::create_directory(fresh / "figures");
    write_file(fresh / "report.html", to_html(report));
    for (const Section& section : report.sections) {
      for (const Block& block : section.blocks) {
        if (const auto* table = std::get_if<ReportTable>(&block)) write_table(fresh, table->id, table->table);
        if (const auto* figure = std::get_if<Figure>(&block)) {
          write_table(fresh, figure->id, figure->data);
          write_file(fresh / "figures" / (figure->id + ".vl.json"), figure->chart.dump(2) + "\n");
        }
      }
    }
    put_in_place(fresh, place);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(fresh, ignored);
    throw;
  }
}

}  // namespace fovea
