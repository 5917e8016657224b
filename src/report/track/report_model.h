// A report before it is written: sections of paragraphs, tables and figures.
//
// What computes a report (the sections) and what writes it (HTML, LaTeX, CSV, Vega-Lite) meet here.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "report/tables/account.h"
#include "report/tables/table.h"

namespace fovea {

struct Paragraph {
  std::string text;
};

struct ReportTable {
  std::string id;  ///< a name for files and links: "participants"
  std::string caption;
  Table table;
  bool mark_best = false;  ///< the highest number of each column is shown in bold
  /// The page shows the numbers right behind the first name, and the other names after them: on a phone what
  /// counts is then in sight.
  bool values_first = false;
  bool total = false;  ///< the last row sums up the others, and stays below them
  /// Instead of what to_latex makes of the table, where there is more to say than it holds.
  std::string latex = {};
  /// By row, where pressing its name opens the reading view: the topic, then the runs to show.
  std::vector<std::vector<std::string>> opens = {};
};

/// As it stands in tables/ID.tex.
inline std::string to_latex(const ReportTable& part) {
  return part.latex.empty() ? to_latex(part.table, part.mark_best) : part.latex;
}

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

/// What a report calls its things: a track has topics and articles, a comparison of chunkers questions and
/// documents.
struct Words {
  std::string run = "run";
  std::string topic = "topic";
  std::string topics = "topics";
  std::string article = "article";
  std::string assessor = "Assessor";  ///< who highlighted the text
};

using Block = std::variant<Paragraph, ReportTable, Figure, Widget>;

struct Section {
  std::string id;
  std::string title;
  std::vector<Block> blocks = {};

  void add(Block block) { blocks.push_back(std::move(block)); }
  void say(std::string text) { add(Paragraph{std::move(text)}); }
};

struct Report {
  std::string title;
  std::string subtitle;
  std::vector<Section> sections;
  /// What was wrong with the track; at the top.
  std::vector<std::string> faults;
  /// What a reader should know though nothing is wrong; below it.
  std::vector<std::string> remarks;
  Words words;
  /// How the figures came about, at the foot.
  std::string account;
  std::string version;  ///< of fovea
  std::string date;     ///< of the report
  std::vector<AccountedFile> inputs;
  /// Whether tables/ and figures/ stand beside the page.
  bool has_files = false;
  /// For the script: per-topic scores and the reading view (web/src/data.ts).
  nlohmann::json scores;
  nlohmann::json reading;
};

}  // namespace fovea
