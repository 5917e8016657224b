// A report before it is written: sections of paragraphs, tables and figures.
//
// What computes a report (the sections) and what writes it (HTML, LaTeX, CSV, Vega-Lite) meet here.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "files/diagnostics.h"
#include "report/tables/table.h"

namespace fovea {

struct Paragraph {
  std::string text;
};

struct ReportTable {
  std::string id;  ///< a name for files and links: "participants"
  std::string caption;
  Table table;
  bool mark_best = false;  ///< the page shows the highest number of each column in bold
};

/// A chart with the figures behind it.
struct Figure {
  std::string id;
  std::string caption;
  nlohmann::json chart;  ///< Vega-Lite
  Table data;
};

/// Parts that the page's script fills in.
enum class Widget : std::uint8_t {
  kTwoRuns,  ///< the topics of two chosen runs
  kReading,  ///< an article as the assessor and the runs saw it
};

using Block = std::variant<Paragraph, ReportTable, Figure, Widget>;

struct Section {
  std::string id;
  std::string title;
  std::vector<Block> blocks;
};

struct Report {
  std::string title;
  std::string subtitle;
  std::vector<Section> sections;
  /// What was wrong with the track; stands at the top.
  std::vector<std::string> faults;
  /// How the figures came about, at the foot.
  std::string account;
  /// For the script: per-topic scores and the reading view (web/src/data.ts).
  nlohmann::json scores;
  nlohmann::json reading;
};

}  // namespace fovea
