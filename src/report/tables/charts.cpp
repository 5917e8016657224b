#include "report/tables/charts.h"

#include <algorithm>
#include <utility>

namespace fovea {

namespace {

using nlohmann::json;

constexpr int kChartWidth = 640;
constexpr int kChartHeight = 320;
constexpr int kRowHeight = 24;
/// Ticks, their labels and the title of an axis below a plot.
constexpr int kAxisHeight = 56;

json axis(std::string_view field, std::string_view type, std::string_view title) {
  return {{"field", field}, {"type", type}, {"title", title}};
}

/// `room` is the height of plot and axes, without the legend.
json chart(json rows, int room) {
  return {{"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
          {"usermeta", {{"fovea", {{"height", room}}}}},
          {"config", {{"legend", {{"columns", 4}}}}},
          {"data", {{"values", std::move(rows)}}},
          {"width", kChartWidth}};
}

/// A legend below the chart, where it takes no width from it.
json legend_below(json& spec, json names) {
  spec["usermeta"]["fovea"]["legend"] = std::move(names);
  return {{"orient", "bottom"}, {"labelLimit", 180}, {"title", nullptr}};
}

/// The different values of a field, in the order of their first row.
json values_of(const json& rows, std::string_view field) {
  json values = json::array();
  for (const json& row : rows) {
    const json& value = row.at(field);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

json number_tip(std::string_view field, std::string_view title) {
  return {{"field", field}, {"type", "quantitative"}, {"title", title}, {"format", ".4f"}};
}

/// Lines that lie on each other would show the last one only.
json merged(const json& rows) {
  std::vector<std::pair<json, json>> lines;  // points as [x, y], rows
  json names = values_of(rows, "name");
  json out = json::array();
  for (const json& name : names) {
    json points = json::array();
    for (const json& row : rows) {
      if (row.at("name") == name) points.push_back({row.at("x"), row.at("y")});
    }
    const auto same =
        std::ranges::find(lines, points, [](const auto& line) -> const json& { return line.first; });
    if (same == lines.end()) {
      lines.emplace_back(std::move(points), name);
    } else {
      same->second = same->second.get<std::string>() + " = " + name.get<std::string>();
    }
  }
  for (const auto& [points, name] : lines) {
    for (const json& point : points) out.push_back({{"x", point[0]}, {"y", point[1]}, {"name", name}});
  }
  return out;
}

/// 1, 2, 5, 10, 20, 50, …: the smallest of which `most` reach from `low` to `high`.
std::uint64_t bin_width(std::uint64_t low, std::uint64_t high, std::uint64_t most) {
  for (std::uint64_t power = 1;; power *= 10) {
    for (const std::uint64_t step : {1U, 2U, 5U}) {
      const std::uint64_t width = step * power;
      if (high / width - low / width < most) return width;
    }
  }
}

}  // namespace

json interval_chart(json rows, std::string_view measure, std::string_view named) {
  const int runs = static_cast<int>(rows.size());
  json spec = chart(std::move(rows), runs * kRowHeight + kAxisHeight);
  spec["height"] = {{"step", kRowHeight}};
  json y = axis("name", "nominal", "");
  y["title"] = nullptr;
  y["sort"] = nullptr;
  y["axis"] = {{"labelLimit", 220}};
  json low = axis("low", "quantitative", measure);
  low["scale"] = {{"zero", false}};
  low["axis"] = {{"tickCount", 6}};
  spec["encoding"] = {{"y", y},
                      {"tooltip",
                       {{{"field", "name"}, {"title", named}},
                        number_tip("mean", measure),
                        number_tip("low", "from"),
                        number_tip("high", "to")}}};
  spec["layer"] = {{{"mark", {{"type", "rule"}, {"strokeWidth", 3}, {"opacity", 0.8}}},
                    {"encoding", {{"x", low}, {"x2", {{"field", "high"}}}}}},
                   {{"mark", {{"type", "point"}, {"filled", true}, {"size", 80}, {"opacity", 1}}},
                    {"encoding", {{"x", axis("mean", "quantitative", measure)}}}}};
  return spec;
}

json line_chart(json rows, std::string_view x, std::string_view y, LineOptions options) {
  rows = merged(rows);
  const json names = values_of(rows, "name");
  json spec = chart(std::move(rows), kChartHeight);
  spec["height"] = kChartHeight;
  spec["mark"] = {{"type", "line"}, {"point", {{"size", 36}, {"filled", true}}}};
  json across = axis("x", "quantitative", x);
  if (options.share_x) {
    across["scale"] = {{"domain", {0, 1}}};
    across["axis"] = {{"tickCount", 10}, {"format", ".1f"}};
  } else {
    across["axis"] = {{"tickCount", 6}};
    if (options.log_x) across["scale"] = {{"type", "log"}, {"nice", true}};
  }
  json up = axis("y", "quantitative", y);
  up["axis"] = {{"tickCount", 6}};
  // The shape tells lines apart on paper and for those who do not see the colours.
  json name = axis("name", "nominal", "");
  name["title"] = nullptr;
  name["scale"] = {{"domain", names}};  // spelt out so that colour and shape share one legend
  name["legend"] = legend_below(spec, names);
  spec["encoding"] = {{"x", across},
                      {"y", up},
                      {"color", name},
                      {"tooltip", {{{"field", "name"}}, number_tip("x", x), number_tip("y", y)}}};
  if (options.dashes) {
    spec["mark"].erase("point");
    name["scale"]["range"] = {{1, 0}, {6, 3}, {2, 2}, {8, 3, 2, 3}, {1, 3}, {12, 4}, {4, 2, 1, 2}, {3, 5}};
    spec["encoding"]["strokeDash"] = name;
    // Long enough to show a dash and a gap.
    for (const char* channel : {"color", "strokeDash"})
      spec["encoding"][channel]["legend"]["symbolSize"] = 250;
  } else {
    spec["encoding"]["shape"] = name;
  }
  return spec;
}

json histogram_chart(std::span<const std::uint64_t> values, std::string_view x, std::string_view y) {
  constexpr std::uint64_t kMostBins = 25;
  const auto [low, high] = std::ranges::minmax(values);
  const std::uint64_t width = bin_width(low, high, kMostBins);
  std::vector<std::uint64_t> counts(high / width - low / width + 1);
  for (const std::uint64_t value : values) ++counts[value / width - low / width];
  // Bars of single numbers stand over their number, others reach from their first to behind their last.
  const double shift = width == 1 ? 0.5 : 0;
  json rows = json::array();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::uint64_t first = (low / width + i) * width;
    const auto begin = static_cast<double>(first) - shift;
    rows.push_back({{"begin", begin},
                    {"end", begin + static_cast<double>(width)},
                    {"bin", width == 1 ? std::to_string(first)
                                       : std::to_string(first) + "–" + std::to_string(first + width - 1)},
                    {"count", counts[i]}});
  }
  const json domain = {rows.front()["begin"], rows.back()["end"]};
  json spec = chart(std::move(rows), kChartHeight * 3 / 4);
  spec["height"] = kChartHeight * 3 / 4;
  // Rectangles and not bars: Vega-Lite takes bars with two ends for stacks.
  spec["mark"] = {{"type", "rect"}, {"xOffset", 0.5}, {"x2Offset", -0.5}};
  json across = axis("begin", "quantitative", x);
  across["scale"] = {{"domain", domain}, {"nice", false}, {"zero", false}};
  json ticks = json::array();
  for (const json& bar : spec["data"]["values"]) ticks.push_back(bar["begin"].get<double>() + shift);
  if (width > 1) ticks.push_back(domain[1]);
  across["axis"] = {{"values", ticks}, {"format", ",d"}, {"grid", false}, {"labelOverlap", true}};
  json count = axis("count", "quantitative", y);
  count["axis"] = {{"tickCount", 5}, {"tickMinStep", 1}, {"format", "d"}};
  spec["encoding"] = {{"x", across},
                      {"x2", {{"field", "end"}}},
                      {"y", count},
                      {"y2", {{"datum", 0}}},
                      {"tooltip", {{{"field", "bin"}, {"title", x}}, {{"field", "count"}, {"title", y}}}}};
  return spec;
}

json scatter_chart(json rows, std::string_view x, std::string_view y, ScatterOptions options) {
  const json groups = options.names ? values_of(rows, "group") : json::array();
  json spec = chart(std::move(rows), kChartHeight);
  spec["height"] = kChartHeight;
  const auto side = [&](std::string_view field, std::string_view title) {
    json encoding = axis(field, "quantitative", title);
    // Without rounding the padded ends: offsets and scores do not go below 0.
    encoding["scale"] = {{"zero", false}, {"padding", 12}, {"nice", false}};
    encoding["axis"] = {{"tickCount", 6}};
    if (options.ranks) encoding["axis"].update({{"tickMinStep", 1}, {"format", "d"}});
    return encoding;
  };
  json across = side("x", x);
  if (options.log_x) across["scale"] = {{"type", "log"}, {"nice", true}};
  json up = side("y", y);
  spec["encoding"] = {{"x", across}, {"y", up}};
  json tips = json::array();
  json points = {{"mark", {{"type", "point"}, {"filled", true}, {"size", 70}, {"opacity", 0.9}}},
                 {"encoding", json::object()}};
  if (options.names) {
    json group = axis("group", "nominal", "");
    group["title"] = nullptr;
    group["sort"] = nullptr;
    group["legend"] = groups.size() > 1 ? legend_below(spec, groups) : json(nullptr);
    points["encoding"]["color"] = group;
    points["encoding"]["shape"] = group;
    tips.push_back({{"field", "name"}, {"title", "run"}});
    if (groups.size() > 1) tips.push_back({{"field", "group"}, {"title", "task"}});
  }
  tips.push_back({{"field", "x"}, {"title", x}});
  tips.push_back({{"field", "y"}, {"title", y}});
  points["encoding"]["tooltip"] = tips;
  spec["layer"] = json::array();
  if (options.line) {
    spec["layer"].push_back(
        {{"mark", {{"type", "line"}, {"strokeDash", {5, 4}}, {"tooltip", false}, {"opacity", 0.9}}},
         {"transform", {{{"regression", "y"}, {"on", "x"}}}}});
  }
  spec["layer"].push_back(points);
  if (options.labels) {
    spec["layer"].push_back({{"mark", {{"type", "text"}, {"align", "left"}, {"dx", 8}, {"tooltip", false}}},
                             {"encoding", {{"text", {{"field", "name"}}}}}});
  }
  return spec;
}

json tree_chart(json nodes, json edges) {
  constexpr int kNodeHeight = 22;
  constexpr int kLevelWidth = 26;
  const auto count = static_cast<int>(nodes.size());
  const json kinds = values_of(nodes, "kind");
  json spec = chart(std::move(nodes), count * kNodeHeight);
  spec["height"] = count * kNodeHeight;
  spec["usermeta"]["fovea"]["tree"] = true;
  const auto side = [](std::string_view field, double low, double high, bool reverse) {
    json channel = axis(field, "quantitative", "");
    channel["axis"] = nullptr;
    channel["scale"] = {{"domain", {low, high}}, {"nice", false}, {"zero", false}, {"reverse", reverse}};
    return channel;
  };
  const double levels = static_cast<double>(kChartWidth) / kLevelWidth;
  const auto across = [&](std::string_view field) { return side(field, -0.5, levels - 0.5, false); };
  const auto down = [&](std::string_view field) { return side(field, -0.5, count - 0.5, true); };
  json kind = axis("kind", "nominal", "");
  kind["title"] = nullptr;
  kind["scale"] = {{"domain", kinds}};
  kind["legend"] = legend_below(spec, kinds);
  const json place = {{"x", across("depth")}, {"y", down("row")}};
  json points = {{"mark", {{"type", "point"}, {"filled", true}, {"size", 80}, {"opacity", 1}}},
                 {"encoding", place}};
  points["encoding"].update(
      {{"color", kind}, {"shape", kind}, {"tooltip", {{{"field", "label"}}, {{"field", "kind"}}}}});
  json labels = {{"mark", {{"type", "text"}, {"align", "left"}, {"dx", 9}, {"tooltip", false}}},
                 {"encoding", place}};
  labels["encoding"]["text"] = {{"field", "label"}};
  spec["layer"] = {
      {{"data", {{"values", std::move(edges)}}},
       {"mark", {{"type", "rule"}, {"strokeWidth", 1}, {"opacity", 0.6}, {"tooltip", false}}},
       {"encoding",
        {{"x", across("x")}, {"y", down("y")}, {"x2", {{"field", "x2"}}}, {"y2", {{"field", "y2"}}}}}},
      points,
      labels};
  return spec;
}

json matrix_chart(json rows, const std::vector<std::string>& down, const std::vector<std::string>& across,
                  std::span<const CellKind> kinds, CellSize cell) {
  // Names over narrow cells are written aslant.
  const bool aslant = cell.width < 80;
  const int room = static_cast<int>(down.size()) * cell.height + (aslant ? 120 : 30);
  json spec = chart(std::move(rows), room);
  spec["width"] = {{"step", cell.width}};
  spec["height"] = {{"step", cell.height}};
  json column = axis("column", "nominal", "");
  column["title"] = nullptr;
  column["scale"] = {{"domain", across}};
  column["axis"] = {
      {"orient", "top"}, {"labelAngle", aslant ? -45 : 0}, {"labelLimit", aslant ? 130 : cell.width}};
  json row = axis("row", "nominal", "");
  row["title"] = nullptr;
  row["scale"] = {{"domain", down}};
  row["axis"] = {{"labelLimit", 220}};
  json names = json::array();
  json colours = json::array();
  json inks = json::array();
  json dark_colours = json::array();
  json dark_inks = json::array();
  for (const CellKind& kind : kinds) {
    names.push_back(kind.name);
    colours.push_back(kind.colour);
    inks.push_back(kind.text);
    dark_colours.push_back(kind.dark_colour);
    dark_inks.push_back(kind.dark_text);
  }
  spec["usermeta"]["fovea"].update({{"rows", down},
                                    {"columns", across.size()},
                                    {"cell", cell.width},
                                    {"dark", {{"cells", dark_colours}, {"inks", dark_inks}}}});
  json fill = axis("kind", "nominal", "");
  fill["title"] = nullptr;
  fill["scale"] = {{"domain", names}, {"range", colours}};
  fill["legend"] = legend_below(spec, names);
  json ink = {{"field", "kind"},
              {"type", "nominal"},
              {"scale", {{"domain", names}, {"range", inks}}},
              {"legend", nullptr}};
  spec["encoding"] = {
      {"x", column},
      {"y", row},
      {"tooltip", {{{"field", "row"}}, {{"field", "column"}}, {{"field", "kind"}}, {{"field", "note"}}}}};
  spec["layer"] = {{{"mark", {{"type", "rect"}, {"stroke", "#ffffff"}, {"strokeWidth", 1}}},
                    {"encoding", {{"fill", fill}}}},
                   {{"mark", {{"type", "text"}, {"fontSize", 11}, {"tooltip", false}}},
                    {"encoding", {{"text", {{"field", "text"}}}, {"color", ink}}}}};
  spec["resolve"] = {{"scale", {{"color", "independent"}}}};
  return spec;
}

}  // namespace fovea
