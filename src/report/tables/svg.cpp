#include "report/tables/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "report/tables/chart_scale.h"
#include "text/escape.h"
#include "text/unicode.h"

namespace fovea {

namespace {

using nlohmann::json;

/// The colours of the page (web/src/report.css, web/src/charts.ts), light and dark.
struct Ink {
  std::string_view name, property, light, dark;
};
constexpr Ink kInks[] = {
    {"ground", "fill", "#ffffff", "#14171b"}, {"text", "fill", "#1b1f24", "#e6e9ed"},
    {"faint", "fill", "#57606a", "#a9b1ba"},  {"grid", "stroke", "#d8dce1", "#363d46"},
    {"thin", "stroke", "#57606a", "#a9b1ba"}, {"mark", "fill", "#1f5fa8", "#7cb7ff"},
    {"rule", "stroke", "#1f5fa8", "#7cb7ff"}, {"edge", "stroke", "#ffffff", "#1b1f24"},
};
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kCategories{{{"#1f5fa8", "#7cb7ff"},
                                                                                    {"#b85c00", "#ffb86b"},
                                                                                    {"#2e7d32", "#8fd694"},
                                                                                    {"#ad1457", "#f78fb3"},
                                                                                    {"#5e35b1", "#c4a7ff"},
                                                                                    {"#8d6e00", "#ffe07a"},
                                                                                    {"#00707a", "#7fe0e0"},
                                                                                    {"#555555", "#d0d0d0"}}};
/// Vega's symbols in its order, in a square from -1 to 1.
constexpr std::string_view kSymbols[] = {
    "M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0Z",
    "M-.9,-.9H.9V.9H-.9Z",
    "M-1,-.4H-.4V-1H.4V-.4H1V.4H.4V1H-.4V.4H-1Z",
    "M0,-1.2L1,0L0,1.2L-1,0Z",
    "M0,-1L1.1,.9H-1.1Z",
    "M0,1L1.1,-.9H-1.1Z",
    "M1,0L-.9,1.1V-1.1Z",
    "M-1,0L.9,1.1V-1.1Z",
};

constexpr double kLetter = 6.8;  ///< the mean width of a letter of 12 pixels
constexpr double kLine = 19;     ///< of the legend
constexpr double kPadding = 8;

double width_of(std::string_view text) {
  return kLetter * static_cast<double>(count_code_points(text));
}

std::string escaped_text(std::string_view text) {
  std::string out;
  append_xml_text(out, visible(text));
  return out;
}

/// A text that is not wider than `most`, with a sign of what was cut off.
std::string fitted(std::string_view text, double most) {
  if (width_of(text) <= most) return std::string(text);
  std::string out;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (begins && kLetter * static_cast<double>(++kept + 1) > most) break;
    out += text[i];
  }
  return out + "…";
}

/// What a mark reads from a row: the layer's channels over those of the whole chart.
struct Layer {
  json mark;
  json encoding;
  json rows;

  bool has(const char* channel) const { return encoding.contains(channel) && encoding[channel].is_object(); }
  /// The value of a channel in a row: a field or one value for all.
  const json& value(const json& row, const char* channel) const {
    const json& from = encoding.at(channel);
    return from.contains("datum") ? from["datum"] : row.at(from.at("field").get<std::string>());
  }
};

/// The line of least squares, from the first to the last x.
json regression_of(const json& rows) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const json& row : rows) {
    const double a = row["x"].get<double>(), b = row["y"].get<double>();
    n += 1, x += a, y += b, xx += a * a, xy += a * b;
  }
  const double spread = n * xx - x * x;
  if (n < 2 || spread <= 1e-15 * xx * n) return json::array();
  const double slope = (n * xy - x * y) / spread;
  const double begin = (y - slope * x) / n;
  const auto [low, high] = std::minmax_element(rows.begin(), rows.end(), [](const json& a, const json& b) {
    return a["x"].get<double>() < b["x"].get<double>();
  });
  json line = json::array();
  for (const double at : {(*low)["x"].get<double>(), (*high)["x"].get<double>()})
    line.push_back({{"x", at}, {"y", begin + slope * at}});
  return line;
}

std::vector<Layer> layers_of(const json& chart) {
  std::vector<Layer> layers;
  const json shared = chart.value("encoding", json::object());
  const auto add = [&](const json& from) {
    Layer layer{from.at("mark"), shared,
                from.contains("data") ? from["data"]["values"] : chart["data"]["values"]};
    if (layer.mark.is_string()) layer.mark = {{"type", layer.mark}};
    if (&from != &chart) layer.encoding.update(from.value("encoding", json::object()));
    if (from.contains("transform")) layer.rows = regression_of(layer.rows);
    layers.push_back(std::move(layer));
  };
  if (chart.contains("layer")) {
    for (const json& layer : chart["layer"]) add(layer);
  } else {
    add(chart);
  }
  return layers;
}

/// All that stands along an axis: numbers, or names in the order of their first row.
json values_along(const std::vector<Layer>& layers, const char* channel, const char* second) {
  json values = json::array();
  for (const Layer& layer : layers) {
    for (const char* which : {channel, second}) {
      if (!layer.has(which)) continue;
      for (const json& row : layer.rows) {
        const json& value = layer.value(row, which);
        if (value.is_number() || std::find(values.begin(), values.end(), value) == values.end())
          values.push_back(value);
      }
    }
  }
  return values;
}

const json& channel_of(const std::vector<Layer>& layers, const char* channel) {
  const auto layer = std::ranges::find_if(layers, [&](const Layer& each) { return each.has(channel); });
  return layer->encoding.at(channel);
}

double length_of(const json& size, std::size_t names) {
  return size.is_object() ? size["step"].get<double>() * static_cast<double>(names) : size.get<double>();
}

/// The values of a nominal channel, and the colours that it gives them where it does.
struct Category {
  std::vector<std::string> names;
  std::vector<std::string> colours;

  std::size_t index(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  }
};

Category category_of(const Layer& layer, const char* channel) {
  Category category;
  const json& from = layer.encoding.at(channel);
  const json scale = from.value("scale", json::object());
  if (scale.contains("domain")) {
    category.names = scale["domain"].get<std::vector<std::string>>();
  } else {
    for (const json& row : layer.rows) {
      const std::string name = layer.value(row, channel).get<std::string>();
      if (category.index(name) == category.names.size()) category.names.push_back(name);
    }
  }
  if (scale.contains("range")) category.colours = scale["range"].get<std::vector<std::string>>();
  return category;
}

class Drawing {
 public:
  Drawing(const json& chart, std::string_view caption)
      : chart_(chart),
        caption_(caption),
        layers_(layers_of(chart)),
        across_(values_along(layers_, "x", "x2")),
        down_(values_along(layers_, "y", "y2")),
        x_channel_(channel_of(layers_, "x")),
        y_channel_(channel_of(layers_, "y")),
        width_(length_of(chart["width"], names_along(x_channel_, across_))),
        height_(length_of(chart["height"], names_along(y_channel_, down_))),
        x_(x_channel_, across_, width_),
        y_(y_channel_, down_, height_) {}

  std::string draw() {
    for (const Layer& layer : layers_) note_colours(layer);
    lay_out();
    axes();
    body_ += "<g class=\"marks\">\n";
    for (const Layer& layer : layers_) marks(layer);
    body_ += "</g>\n";
    legend();
    return head() + body_ + "</g>\n</svg>\n";
  }

 private:
  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
  }

  static std::size_t names_along(const json& channel, const json& values) {
    return channel.contains("scale") && channel["scale"].contains("domain")
               ? channel["scale"]["domain"].size()
               : values.size();
  }
  static bool shown(const json& channel) { return !channel.contains("axis") || channel["axis"].is_object(); }
  static const json& axis_of(const json& channel) {
    static const json kNone = json::object();
    return channel.contains("axis") && channel["axis"].is_object() ? channel["axis"] : kNone;
  }
  static std::string title_of(const json& channel) {
    return channel.contains("title") && channel["title"].is_string() ? channel["title"].get<std::string>()
                                                                     : "";
  }

  // ---- Layout: pixels around the plot ----

  double label_room(const ChartScale& scale, const json& channel) const {
    double most = 0;
    for (const AxisTick& tick : scale.ticks()) most = std::max(most, width_of(tick.label));
    return std::min(most, axis_of(channel).value("labelLimit", 180.0));
  }
  bool on_top() const { return axis_of(x_channel_).value("orient", "bottom") == "top"; }
  bool aslant() const { return axis_of(x_channel_).value("labelAngle", 0) != 0; }

  void lay_out() {
    constexpr double kTitle = 20;
    left_ = right_ = top_ = bottom_ = kPadding;
    if (shown(y_channel_)) {
      left_ += label_room(y_, y_channel_) + 8 + (title_of(y_channel_).empty() ? 0 : kTitle);
      top_ += y_.band() > 0 ? 0 : 6;
    }
    if (shown(x_channel_)) {
      const double room = aslant() ? 0.72 * label_room(x_, x_channel_) + 10 : kLine;
      (on_top() ? top_ : bottom_) += room + (title_of(x_channel_).empty() ? 0 : kTitle);
      right_ += aslant() ? room : 14;
    }
    if (!has_legend_) return;
    double most = 0;
    for (const std::string& name : names_) most = std::max(most, width_of(name));
    column_ = std::min(most, 220.0) + 34;
    columns_ = std::clamp<std::size_t>(static_cast<std::size_t>((width_ + 20) / column_), 1, names_.size());
    legend_top_ = height_ + bottom_ + 6;
    bottom_ += 10 + kLine * std::ceil(static_cast<double>(names_.size()) / static_cast<double>(columns_));
    const double needed = column_ * static_cast<double>(columns_);
    right_ = std::max(right_, needed - width_);
  }

  /// What the legend shows: the names of the first channel that has one.
  void note_colours(const Layer& layer) {
    for (const char* channel : {"color", "fill"}) {
      if (!layer.has(channel)) continue;
      const json& from = layer.encoding.at(channel);
      const bool legend = !from.contains("legend") || from["legend"].is_object();
      const Category category = category_of(layer, channel);
      if (category.colours.empty()) categories_ = std::max(categories_, category.names.size());
      if (!legend || !names_.empty()) continue;
      names_ = category.names;
      has_legend_ = true;
      cells_ = !category.colours.empty();
      lines_ = layer.mark["type"] == "line";
      symbols_ = !lines_ || layer.mark.contains("point");
    }
  }

  // ---- Drawing ----

  void text(double x, double y, std::string_view words, std::string_view classes, std::string_view anchor,
            std::string_view more = {}) {
    put("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, classes,
        anchor, more, escaped_text(words));
  }
  void line(double x1, double y1, double x2, double y2, std::string_view classes,
            std::string_view more = {}) {
    put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"{}/>\n", x1, y1, x2, y2,
        classes, more);
  }

  /// Upwards on an axis of numbers, downwards on one of names.
  double up(const ChartScale& scale, double at) const { return scale.band() > 0 ? at : height_ - at; }

  void axes() {
    if (shown(y_channel_)) {
      const bool grid = y_.band() == 0;
      for (const AxisTick& tick : y_.ticks()) {
        const double y = up(y_, tick.at);
        if (grid) line(0, y, width_, y, "grid");
        text(-7, y + 4, fitted(tick.label, axis_of(y_channel_).value("labelLimit", 180.0)), "text", "end");
      }
      if (const std::string title = title_of(y_channel_); !title.empty()) {
        const double x = -left_ + kPadding + 10;
        text(x, height_ / 2, title, "faint", "middle",
             fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", x, height_ / 2));
      }
    }
    if (!shown(x_channel_)) return;
    const json& axis = axis_of(x_channel_);
    double free_from = -1e9;
    for (const AxisTick& tick : x_.ticks()) {
      if (x_.band() == 0 && axis.value("grid", true)) line(tick.at, 0, tick.at, height_, "grid");
      const double limit = axis.value("labelLimit", 180.0) - (x_.band() > 0 && !aslant() ? 8 : 0);
      const std::string label = fitted(tick.label, limit);
      if (aslant()) {
        text(tick.at + 3, -6, label, "text", "start",
             fmt::format(" transform=\"rotate({} {:.1f} -6)\"", axis.value("labelAngle", 0), tick.at + 3));
        continue;
      }
      // Labels that would run into each other are left out, as Vega does.
      if (tick.at - width_of(label) / 2 < free_from && x_.band() == 0) continue;
      free_from = tick.at + width_of(label) / 2 + 6;
      text(tick.at, on_top() ? -6 : height_ + 16, label, "text", "middle");
    }
    if (x_.band() == 0) line(0, height_, width_, height_, "grid");
    if (const std::string title = title_of(x_channel_); !title.empty())
      text(width_ / 2, height_ + 36, title, "faint", "middle");
  }

  double x_of(const Layer& layer, const json& row, const char* channel = "x") const {
    return x_.at(layer.value(row, channel));
  }
  double y_of(const Layer& layer, const json& row, const char* channel = "y") const {
    return up(y_, y_.at(layer.value(row, channel)));
  }

  void marks(const Layer& layer) {
    const std::string type = layer.mark["type"];
    if (type == "line") return lines(layer);
    if (type == "text" && y_.band() == 0 && !chart_["usermeta"]["fovea"].value("tree", false))
      return labels(layer);
    std::optional<Category> kinds;
    if (layer.has("color")) kinds = category_of(layer, "color");
    if (layer.has("fill")) kinds = category_of(layer, "fill");
    const char* const channel = layer.has("fill") ? "fill" : "color";
    for (const json& row : layer.rows) {
      const std::size_t kind = kinds ? kinds->index(layer.value(row, channel).get<std::string>()) : 0;
      if (type == "point") {
        symbol(x_of(layer, row), y_of(layer, row), kinds && layer.has("shape") ? kind : 0,
               kinds ? fmt::format("f{}", kind % kCategories.size()) : "mark",
               layer.mark.value("size", 60.0));
        spots_.emplace_back(x_of(layer, row), y_of(layer, row));
      } else if (type == "rule") {
        line(x_of(layer, row), y_of(layer, row), x_of(layer, row, layer.has("x2") ? "x2" : "x"),
             y_of(layer, row, layer.has("y2") ? "y2" : "y"),
             layer.mark.value("strokeWidth", 1) > 1 ? "rule" : "thin",
             fmt::format(" stroke-width=\"{}\"", layer.mark.value("strokeWidth", 1)));
      } else if (type == "rect") {
        rectangle(layer, row, kinds ? fmt::format("k{} edge", kind) : "mark");
      } else if (type == "text") {
        const double size = layer.mark.value("fontSize", 12);
        text(x_of(layer, row) + layer.mark.value("dx", 0), y_of(layer, row) + size * 0.36,
             layer.value(row, "text").get<std::string>(), kinds ? fmt::format("i{}", kind) : "text",
             layer.mark.value("align", "center") == "left" ? "start" : "middle",
             fmt::format(" font-size=\"{}\"", size));
      }
    }
  }

  void rectangle(const Layer& layer, const json& row, std::string_view classes) {
    double x1 = x_of(layer, row), y1 = y_of(layer, row), x2 = x1, y2 = y1;
    if (layer.has("x2")) {
      x2 = x_of(layer, row, "x2") + layer.mark.value("x2Offset", 0.0);
      y2 = y_of(layer, row, "y2");
      x1 += layer.mark.value("xOffset", 0.0);
    } else {
      x1 -= x_.band() / 2, x2 += x_.band() / 2;
      y1 -= y_.band() / 2, y2 += y_.band() / 2;
    }
    put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"/>\n",
        std::min(x1, x2), std::min(y1, y2), std::abs(x2 - x1), std::abs(y2 - y1), classes);
  }

  void symbol(double x, double y, std::size_t shape, std::string_view classes, double area) {
    put("<path d=\"{}\" transform=\"translate({:.1f} {:.1f}) scale({:.2f})\" class=\"{}\"/>\n",
        kSymbols[shape % std::size(kSymbols)], x, y, std::sqrt(area) / 2, classes);
  }

  std::string dash_of(const Layer& layer, std::size_t kind) const {
    if (!layer.has("strokeDash")) return "";
    const json& range = layer.encoding["strokeDash"]["scale"]["range"];
    return fmt::format(" stroke-dasharray=\"{}\"",
                       fmt::join(range[kind % range.size()].get<std::vector<int>>(), " "));
  }

  void lines(const Layer& layer) {
    const bool named = layer.has("color");
    const Category kinds = named ? category_of(layer, "color") : Category{{""}, {}};
    for (std::size_t kind = 0; kind < kinds.names.size(); ++kind) {
      std::vector<std::pair<double, double>> points;
      for (const json& row : layer.rows) {
        if (!named || layer.value(row, "color") == kinds.names[kind])
          points.emplace_back(x_of(layer, row), y_of(layer, row));
      }
      std::string path;
      for (const auto& [x, y] : points)
        fmt::format_to(std::back_inserter(path), "{}{:.1f},{:.1f}", path.empty() ? "M" : "L", x, y);
      const std::string dash = named ? dash_of(layer, kind) : " stroke-dasharray=\"5 4\"";
      if (named) dashes_.push_back(dash);
      put("<path d=\"{}\" fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\" class=\"{}\"{}/>\n",
          path, named ? fmt::format("s{}", kind % kCategories.size()) : "thin", dash);
      if (!layer.mark.contains("point")) continue;
      for (const auto& [x, y] : points) symbol(x, y, kind, fmt::format("f{}", kind % kCategories.size()), 36);
    }
  }

  /// Names beside points, where they cover neither a point nor another name; a name without room is left out.
  void labels(const Layer& layer) {
    struct Box {
      double left, top, right, bottom;
    };
    std::vector<Box> taken;
    for (const auto& [x, y] : spots_) taken.push_back({x - 5, y - 5, x + 5, y + 5});
    for (const json& row : layer.rows) {
      const std::string name = layer.value(row, "text").get<std::string>();
      const double x = x_of(layer, row), y = y_of(layer, row), wide = width_of(name);
      for (const auto& [left, middle] : {std::pair{x + 8, y}, std::pair{x - 8 - wide, y},
                                         std::pair{x - wide / 2, y - 14}, std::pair{x - wide / 2, y + 14}}) {
        const Box box{left, middle - 6, left + wide, middle + 6};
        const bool free = box.left > 0 && box.right < width_ + right_ && box.top > -top_ &&
                          box.bottom < height_ && std::ranges::none_of(taken, [&](const Box& other) {
                            return box.left < other.right && other.left < box.right &&
                                   box.top < other.bottom && other.top < box.bottom;
                          });
        if (!free) continue;
        taken.push_back(box);
        text(left, middle + 4, name, "text", "start");
        break;
      }
    }
  }

  void legend() {
    for (std::size_t i = 0; columns_ > 0 && i < names_.size(); ++i) {
      const double x = column_ * static_cast<double>(i % columns_);
      const std::size_t row = i / columns_;
      const double y = legend_top_ + kLine * (static_cast<double>(row) + 0.5);
      if (cells_) {
        put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" class=\"k{}\"/>\n", x + 4, y - 6, i);
      }
      if (lines_) {
        put("<path d=\"M{:.1f},{:.1f}h20\" fill=\"none\" stroke-width=\"2\" class=\"s{}\"{}/>\n", x, y,
            i % kCategories.size(), i < dashes_.size() ? dashes_[i] : "");
      }
      if (symbols_ && !cells_) symbol(x + 10, y, i, fmt::format("f{}", i % kCategories.size()), 60);
      text(x + 25, y + 4, fitted(names_[i], 220), "text", "start");
    }
  }

  // ---- The style sheet ----

  std::string sheet(bool dark) const {
    std::string out;
    const auto rule = [&out](std::string_view name, std::string_view property, std::string_view colour) {
      fmt::format_to(std::back_inserter(out), ".{}{{{}:{}}}", name, property, colour);
    };
    for (const Ink& ink : kInks) rule(ink.name, ink.property, dark ? ink.dark : ink.light);
    for (std::size_t i = 0; i < std::min(categories_, kCategories.size()); ++i) {
      const std::string_view colour = dark ? kCategories[i].second : kCategories[i].first;
      rule(fmt::format("s{}", i), "stroke", colour);
      rule(fmt::format("f{}", i), "fill", colour);
    }
    if (!cells_) return out;
    for (const Layer& layer : layers_) {
      const bool cells = layer.has("fill");
      if (!cells && !layer.has("color")) continue;
      const json& shape = chart_["usermeta"]["fovea"];
      const auto colours = dark ? shape["dark"][cells ? "cells" : "inks"].get<std::vector<std::string>>()
                                : category_of(layer, cells ? "fill" : "color").colours;
      for (std::size_t i = 0; i < colours.size(); ++i)
        rule(fmt::format("{}{}", cells ? 'k' : 'i', i), "fill", colours[i]);
    }
    return out;
  }

  std::string head() const {
    const double width = left_ + width_ + right_, height = top_ + height_ + bottom_;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "role=\"img\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\">\n"
        "<title>{2}</title>\n<style>{3}@media (prefers-color-scheme: dark){{{4}}}</style>\n"
        "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" class=\"ground\"/>\n<g transform=\"translate({5:.1f} {6:.1f})\">\n",
        width, height, escaped_text(caption_), sheet(false), sheet(true), left_, top_);
  }

  const json& chart_;
  std::string_view caption_;
  std::vector<Layer> layers_;
  json across_, down_;
  const json& x_channel_;
  const json& y_channel_;
  double width_, height_;
  ChartScale x_, y_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;

  std::vector<std::string> names_;  ///< of the legend
  bool has_legend_ = false;
  std::size_t categories_ = 0;  ///< that have a colour of their own
  bool cells_ = false, lines_ = false, symbols_ = false;
  std::vector<std::string> dashes_;  ///< of the lines
  double column_ = 0, legend_top_ = 0;
  std::size_t columns_ = 0;
  std::vector<std::pair<double, double>> spots_;
  std::string body_;
};

}  // namespace

std::string to_svg(const json& chart, std::string_view caption) {
  return Drawing(chart, caption).draw();
}

}  // namespace fovea
