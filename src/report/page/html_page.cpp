#include "report/page/html_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "files/json_writer.h"
#include "report/page/page_assets.h"
#include "text/escape.h"

namespace fovea {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  append_xml_text(out, text);
  return out;
}

/// The name of a measure breaks before '@' and '(', and its parts nowhere: no "IoU@1" above a "0".
std::string breakable(std::string_view heading) {
  constexpr std::size_t kLongestPart = 14;
  if (heading.find_first_of("@(") == std::string_view::npos) return escaped(heading);
  std::string out;
  while (!heading.empty()) {
    const std::string_view part = heading.substr(0, heading.find_first_of("@(", 1));
    heading.remove_prefix(part.size());
    const bool whole = part.size() <= kLongestPart && part.find(' ') == std::string_view::npos;
    out += whole ? fmt::format("<span class=\"whole\">{}</span>", escaped(part)) : escaped(part);
    if (!heading.empty()) out += "<wbr>";
  }
  return out;
}

/// JSON inside a script element: "</script>" must not end it, nor "<!--" open a comment.
std::string for_script(const nlohmann::json& data) {
  std::string out;
  for (const char c : json_text(data)) {
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
    list_of("faults", "What is wrong with this track", report_.faults);
    list_of("remarks", "Remarks", report_.remarks);
    for (const Section& section : report_.sections) {
      put("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n", section.id,
          escaped(section.title));
      for (const Block& block : section.blocks) {
        std::visit([this](const auto& part) { write(part); }, block);
      }
      put("</section>\n");
    }
    put("</main>\n</div>\n");
    foot();
    put("{}{}</script>\n", kDataBegin,
        for_script({{"charts", charts_},
                    {"tables", tables_},
                    {"words",
                     {{"run", report_.words.run},
                      {"topic", report_.words.topic},
                      {"topics", report_.words.topics},
                      {"article", report_.words.article},
                      {"assessor", report_.words.assessor}}},
                    {"scores", report_.scores},
                    {"reading", report_.reading}}));
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

  void list_of(std::string_view id, std::string_view title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    put("<section class=\"box {0}\" id=\"{0}\" aria-labelledby=\"{0}-title\">\n"
        "<h2 id=\"{0}-title\">{1}</h2>\n<ul>\n",
        id, title);
    for (const std::string& line : lines) put("<li>{}</li>\n", escaped(line));
    put("</ul>\n</section>\n");
  }

  void write(const Paragraph& paragraph) { put("<p>{}</p>\n", escaped(paragraph.text)); }

  void write(const ReportTable& part) {
    const std::string id = "table-" + part.id;
    write_table(part, id);
    tables_[id] = {{"csv", to_csv(part.table)}, {"tex", to_latex(part)}};
  }

  void write(const Figure& figure) {
    charts_[figure.id] = figure.chart;
    put("<figure id=\"figure-{0}\">\n<figcaption>{1}</figcaption>\n<div class=\"sides\"><div class=\"plot\" "
        "data-chart=\"{0}\" role=\"img\" aria-label=\"{1}\"></div></div>\n<details><summary>The numbers as a table</summary>\n",
        figure.id, escaped(figure.caption));
    const std::string id = "data-" + figure.id;
    write_table({.id = figure.id, .caption = figure.caption, .table = figure.data}, id);
    tables_[id] = {{"csv", to_csv(figure.data)}, {"tex", to_latex(figure.data)}};
    put("</details>\n</figure>\n");
  }

  void write(const Widget& widget) {
    const Words& words = report_.words;
    if (widget == Widget::kTwoRuns) {
      const std::string caption =
          fmt::format("Difference of the two {}s, {} by {}.", words.run, words.topic, words.topic);
      put("<div id=\"two-runs\">\n<div class=\"choices\">"
          "<label>First {0} <select name=\"first\"></select></label>"
          "<label>Second {0} <select name=\"second\"></select></label>"
          "<label>Measure <select name=\"measure\"></select></label></div>\n"
          "<p><output></output></p>\n<figure>\n<figcaption>{1}{2}</figcaption>\n<div class=\"plot\"></div>\n"
          "<details><summary>The numbers as a table</summary>\n<div class=\"wide\"><div class=\"scroll\">"
          "<table id=\"table-two-runs\"><caption>{1}</caption>"
          "<thead><tr></tr></thead><tbody></tbody></table></div></div>\n</details>\n</figure>\n</div>\n",
          words.run, caption,
          report_.reading.is_null() ? ""
                                    : fmt::format(" A bar opens the reading view of its {}.", words.topic));
    } else {
      put("<div id=\"reading\">\n<div class=\"choices\">"
          "<label>{} <select name=\"topic\"></select></label>"
          "<label>{} <select name=\"article\"></select></label></div>\n"
          "<div class=\"choices runs\" role=\"group\" aria-label=\"{}s to show\"></div>\n",
          capital(words.topic), capital(words.article), capital(words.run));
      put("<p class=\"key\"><mark class=\"relevant\">relevant</mark> <mark "
          "class=\"retrieved\">retrieved</mark> <mark class=\"both\">relevant and retrieved</mark>");
      if (!report_.reading.is_null() && !report_.reading.at("tolerance").is_null()) {
        put(" <span class=\"flag bep\">best entry point</span> <span class=\"flag entry\">entry point of a "
            "run</span> <span class=\"flag stop\">reading stops</span>");
      }
      put("</p>\n<div class=\"columns\"></div>\n<div class=\"printed\"></div>\n</div>\n");
    }
  }

  static std::string capital(std::string word) {
    if (!word.empty() && word[0] >= 'a' && word[0] <= 'z') word[0] = static_cast<char>(word[0] - 'a' + 'A');
    return word;
  }

  /// The columns in the order they are shown in.
  static std::vector<std::size_t> order_of(const ReportTable& part) {
    const Table& table = part.table;
    std::vector<std::size_t> order(table.header.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (part.values_first && table.name_columns > 1) {
      std::rotate(order.begin() + 1, order.begin() + static_cast<std::ptrdiff_t>(table.name_columns),
                  order.end());
    }
    return order;
  }

  void write_table(const ReportTable& part, std::string_view id) {
    const Table& table = part.table;
    const std::vector<std::size_t> order = order_of(part);
    const std::vector<std::string> best = part.mark_best ? best_cells(table) : std::vector<std::string>();
    const auto kind = [&](std::size_t column, std::string_view text) -> std::string_view {
      if (column < table.name_columns) return part.values_first && column > 0 ? " class=\"aside\"" : "";
      const bool marked = !best.empty() && !text.empty() && text == best[column];
      return marked ? " class=\"number best\"" : " class=\"number\"";
    };
    put("<div class=\"wide\"><div class=\"scroll\"><table id=\"{}\"><caption>{}</caption>\n<thead><tr>", id,
        escaped(part.caption));
    for (const std::size_t column : order) {
      put("<th scope=\"col\"{}>{}</th>", kind(column, ""), breakable(table.header[column]));
    }
    put("</tr></thead>\n<tbody>\n");
    for (std::size_t at = 0; at < table.rows.size(); ++at) {
      const std::vector<std::string>& row = table.rows[at];
      if (part.total && at + 1 == table.rows.size()) put("</tbody>\n<tfoot>\n");
      put("<tr>");
      for (const std::size_t column : order) {
        if (column > 0) {
          put("<td{}>{}</td>", kind(column, row[column]), escaped(row[column]));
        } else if (at < part.opens.size() && !report_.reading.is_null()) {
          put("<th scope=\"row\"{}><button type=\"button\" class=\"opens\" data-opens=\"{}\">{}</button></th>",
              kind(column, row[column]), escaped(json_text(nlohmann::json(part.opens[at]))),
              escaped(row[column]));
        } else {
          put("<th scope=\"row\"{}>{}</th>", kind(column, row[column]), escaped(row[column]));
        }
      }
      put("</tr>\n");
    }
    put("{}</table></div></div>\n", part.total ? "</tfoot>" : "</tbody>");
  }

  /// What the figures were made of and by, and what lies beside the page.
  void foot() {
    put("<footer><div>\n<p>{}</p>\n", escaped(report_.account));
    if (!report_.version.empty()) {
      put("<p>Made by fovea {}{}.</p>\n", escaped(report_.version),
          report_.date.empty() ? "" : fmt::format(" on {}", escaped(report_.date)));
    }
    if (!report_.inputs.empty()) {
      put("<details><summary>What it was made of, with SHA-256</summary>\n<ul class=\"inputs\">\n");
      for (const AccountedFile& file : report_.inputs) {
        put("<li>{}: {}{}</li>\n", escaped(file.role), escaped(file.name),
            file.sha256 ? fmt::format(" <code>{}</code>", *file.sha256) : "");
      }
      put("</ul>\n");
      if (std::ranges::any_of(report_.inputs, [](const AccountedFile& file) { return !file.sha256; })) {
        put("<p>Folders have no sum.</p>\n");
      }
      put("</details>\n");
    }
    if (report_.has_files) files_beside();
    put("</div></footer>\n");
  }

  void files_beside() {
    put("<details><summary>The files beside this page</summary>\n<ul class=\"files\">\n");
    const auto list = [&](const std::string& id, bool chart) {
      put("<li>{0}: <a href=\"tables/{0}.csv\">CSV</a>, <a href=\"tables/{0}.tex\">LaTeX</a>", escaped(id));
      if (chart)
        put(", <a href=\"figures/{0}.svg\">SVG</a>, <a href=\"figures/{0}.vl.json\">Vega-Lite</a>",
            escaped(id));
      put("</li>\n");
    };
    for (const Section& section : report_.sections) {
      for (const Block& block : section.blocks) {
        if (const auto* table = std::get_if<ReportTable>(&block)) list(table->id, false);
        if (const auto* figure = std::get_if<Figure>(&block)) list(figure->id, true);
      }
    }
    put("</ul>\n</details>\n");
  }

  const Report& report_;
  nlohmann::json charts_ = nlohmann::json::object();
  nlohmann::json tables_ = nlohmann::json::object();  ///< their texts, to be copied
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
