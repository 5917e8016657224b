#include "report/track/track_report.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "files/output_file.h"
#include "report/page/html_page.h"
#include "report/track/track_sections.h"

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

/// Names from files may hold anything; bytes that are no UTF-8 are replaced.
std::string to_text(const nlohmann::json& value) {
  return value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
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

/// Puts `fresh` where `place` is. What stood there is there until the new report is, and removed last.
void put_in_place(const fs::path& fresh, const fs::path& place) {
  if (!fs::exists(place)) {
    fs::rename(fresh, place);
    return;
  }
  if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, place.c_str(), RENAME_EXCHANGE) == 0) {
    fs::remove_all(fresh);
    return;
  }
  // A file system that cannot exchange two folders.
  const fs::path aside = folder_beside(place);
  fs::rename(place, aside / "old");
  try {
    fs::rename(fresh, place);
  } catch (...) {
    fs::rename(aside / "old", place);
    fs::remove(aside);
    throw;
  }
  fs::remove_all(aside);
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
  for (const Diagnostic& fault : faults.kept()) report.faults.push_back(to_string(fault));
  if (const auto more = faults.errors() + faults.warnings() - faults.kept().size(); more > 0) {
    report.faults.push_back(fmt::format("… and {} more", more));
  }
  add(report, glance_section(track));
  add(report, participation_section(track));
  for (const TaskResults& task : track.tasks) add(report, task_section(track, task));
  add(report, article_section(track));
  add(report, graded_section(track));
  add(report, two_runs_section(track, report.scores));
  add(report, reading_section(track, report.reading));
  add(report, agreement_section(track));
  add(report, efficiency_section(track));
  add(report, judgements_section(track));
  if (track.judgements->kinds().highlights) add(report, fidelity_section(track));
  report.account =
      "Made by fovea. All judged topics count; a topic that a run does not answer scores 0. Intervals and "
      "tests are over topics. Every table is in tables/ as LaTeX and CSV, every chart in figures/ as "
      "Vega-Lite.";
  return report;
}

bool is_report(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return false;
  return std::ranges::all_of(fs::directory_iterator(folder), [](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    return name == "report.html" || name == "tables" || name == "figures";
  });
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
          write_file(fresh / "figures" / (figure->id + ".vl.json"), to_text(figure->chart) + "\n");
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
