#include "report/page/html_page.h"

#include <fmt/format.h>

#include <cstdlib>
#include <iterator>
#include <limits>
#include <string_view>

#include "report/page/page_assets.h"
#include "text/escape.h"

namespace fovea {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  append_xml_text(out, text);
  return out;
}

/// JSON inside a script element: "</script>" must not end it, nor "<!--" open a comment.
std::string for_script(const nlohmann::json& data) {
  std::string out;
  for (const char c : data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

constexpr std::string_view kPageBegin = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n";
constexpr std::string_view kDataBegin = "<script type=\"application/json\" id=\"report-data\">";

class PageWriter {
 public:
  explicit PageWriter(const Report& report) : report_(report) {}

  std::string write() {
    head();
    contents();
    put("<main id=\"main\">\n");
    faults();
    for (const Section& section : report_.sections) {
      put("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n", section.id,
          escaped(section.title));
      for (const Block& block : section.blocks) {
        std::visit([this](const auto& part) { write(part); }, block);
      }
      put("</section>\n");
    }
    put("</main>\n</div>\n<footer><p>{}</p></footer>\n", escaped(report_.account));
    put("{}{}</script>\n", kDataBegin,
        for_script({{"charts", charts_}, {"scores", report_.scores}, {"reading", report_.reading}}));
    put("<script>{}</script>\n</body>\n</html>\n", page_script());
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  void head() {
    put("{}<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n",
        kPageBegin, escaped(report_.title));
    put("<link rel=\"icon\" href=\"data:,\">\n<style>{}</style>\n</head>\n<body>\n", page_style());
    put("<a class=\"skip\" href=\"#main\">Skip to the report</a>\n");
    put("<header><div><h1>{}</h1><p>{}</p></div>"
        "<button type=\"button\" class=\"theme\" hidden></button></header>\n",
        escaped(report_.title), escaped(report_.subtitle));
  }

  void contents() {
    put("<div class=\"page\">\n<nav aria-label=\"Contents\"><ol>\n");
    for (const Section& section : report_.sections) {
      put("<li><a href=\"#{}\">{}</a></li>\n", section.id, escaped(section.title));
    }
    put("</ol></nav>\n");
  }

  void faults() {
    if (report_.faults.empty()) return;
    put("<section class=\"faults\" id=\"faults\" aria-labelledby=\"faults-title\">\n"
        "<h2 id=\"faults-title\">What is wrong with this track</h2>\n<ul>\n");
    for (const std::string& fault : report_.faults) put("<li>{}</li>\n", escaped(fault));
    put("</ul>\n</section>\n");
  }

  void write(const Paragraph& paragraph) { put("<p>{}</p>\n", escaped(paragraph.text)); }

  void write(const ReportTable& part) {
    write_table(part.table, "table-" + part.id, part.caption,
                part.mark_best ? best_cells(part.table) : std::vector<std::string>());
  }

  void write(const Figure& figure) {
    charts_[figure.id] = figure.chart;
    put("<figure id=\"figure-{0}\">\n<figcaption>{1}</figcaption>\n<div class=\"plot\" data-chart=\"{0}\" "
        "role=\"img\" aria-label=\"{1}\"></div>\n<details><summary>The numbers as a table</summary>\n",
        figure.id, escaped(figure.caption));
    write_table(figure.data, "data-" + figure.id, figure.caption, {});
    put("</details>\n</figure>\n");
  }

  void write(const Widget& widget) {
    if (widget == Widget::kTwoRuns) {
      put("<div id=\"two-runs\">\n<div class=\"choices\">"
          "<label>First run <select name=\"first\"></select></label>"
          "<label>Second run <select name=\"second\"></select></label>"
          "<label>Measure <select name=\"measure\"></select></label></div>\n"
          "<p><output></output></p>\n<figure>\n<figcaption>Difference of the two runs, topic by "
          "topic.</figcaption>\n<div class=\"plot\"></div>\n"
          "<details><summary>The numbers as a table</summary>\n<div class=\"wide\"><table "
          "id=\"table-two-runs\"><caption>Difference of the two runs, topic by topic.</caption>"
          "<thead><tr></tr></thead><tbody></tbody></table></div>\n</details>\n</figure>\n</div>\n");
    } else {
      put("<div id=\"reading\">\n<div class=\"choices\">"
          "<label>Topic <select name=\"topic\"></select></label>"
          "<label>Article <select name=\"article\"></select></label></div>\n"
          "<div class=\"choices runs\" role=\"group\" aria-label=\"Runs to show\"></div>\n"
          "<p class=\"key\"><mark class=\"relevant\">relevant</mark> <mark "
          "class=\"retrieved\">retrieved</mark> <mark class=\"both\">relevant and retrieved</mark> "
          "<span class=\"flag bep\">best entry point</span> <span class=\"flag entry\">entry point of a "
          "run</span> <span class=\"flag stop\">reading stops</span></p>\n"
          "<div class=\"columns\"></div>\n</div>\n");
    }
  }

  /// The highest number of each column as it is written; empty for columns of names.
  static std::vector<std::string> best_cells(const Table& table) {
    std::vector<std::string> best(table.header.size());
    if (table.rows.size() < 2) return best;
    for (std::size_t column = table.name_columns; column < best.size(); ++column) {
      double highest = -std::numeric_limits<double>::infinity();
      for (const auto& row : table.rows) {
        char* end = nullptr;
        const double value = std::strtod(row[column].c_str(), &end);
        if (end == row[column].c_str() || !(value > highest)) continue;
        highest = value;
        best[column] = row[column];
      }
    }
    return best;
  }

  /// `best` has a text per column, or is empty: cells that say just that are marked.
  void write_table(const Table& table, std::string_view id, std::string_view caption,
                   const std::vector<std::string>& best) {
    const auto kind = [&](std::size_t column, std::string_view text) {
      if (column < table.name_columns) return "";
      const bool marked = !best.empty() && !text.empty() && text == best[column];
      return marked ? " class=\"number best\"" : " class=\"number\"";
    };
    put("<div class=\"wide\"><table id=\"{}\"><caption>{}</caption>\n<thead><tr>", id, escaped(caption));
    for (std::size_t i = 0; i < table.header.size(); ++i) {
      put("<th scope=\"col\"{}>{}</th>", kind(i, ""), escaped(table.header[i]));
    }
    put("</tr></thead>\n<tbody>\n");
    for (const auto& row : table.rows) {
      put("<tr>");
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i == 0) {
          put("<th scope=\"row\"{}>{}</th>", kind(i, row[i]), escaped(row[i]));
        } else {
          put("<td{}>{}</td>", kind(i, row[i]), escaped(row[i]));
        }
      }
      put("</tr>\n");
    }
    put("</tbody></table></div>\n");
  }

  const Report& report_;
  nlohmann::json charts_ = nlohmann::json::object();
  std::string out_;
};

}  // namespace

std::string to_html(const Report& report) {
  return PageWriter(report).write();
}

bool is_report_page(std::string_view bytes) {
  return bytes.starts_with(kPageBegin) && bytes.find(kDataBegin) != std::string_view::npos;
}

}  // namespace fovea
