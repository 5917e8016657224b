#include "report/page/charts.h"

#include <algorithm>
#include <utility>

namespace fovea {

namespace {

using nlohmann::json;

constexpr int kChartWidth = 640;
constexpr int kChartHeight = 320;
constexpr int kRowHeight = 24;

json axis(std::string_view field, std::string_view type, std::string_view title) {
  return {{"field", field}, {"type", type}, {"title", title}};
}

json chart(json rows) {
  return {{"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
          {"config", {{"legend", {{"columns", 4}}}}},
          {"data", {{"values", std::move(rows)}}},
          {"width", kChartWidth}};
}

/// A legend below the chart, where it takes no width from it.
json legend_below() {
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

}  // namespace

json interval_chart(json rows, std::string_view measure) {
  json spec = chart(std::move(rows));
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
                       {{{"field", "name"}, {"title", "run"}},
                        number_tip("mean", measure),
                        number_tip("low", "from"),
                        number_tip("high", "to")}}};
  spec["layer"] = {{{"mark", {{"type", "rule"}, {"strokeWidth", 3}, {"opacity", 0.45}}},
                    {"encoding", {{"x", low}, {"x2", {{"field", "high"}}}}}},
                   {{"mark", {{"type", "point"}, {"filled", true}, {"size", 80}, {"opacity", 1}}},
                    {"encoding", {{"x", axis("mean", "quantitative", measure)}}}}};
  return spec;
}

json line_chart(json rows, std::string_view x, std::string_view y) {
  const json names = values_of(rows, "name");
  json spec = chart(std::move(rows));
  spec["height"] = kChartHeight;
  spec["mark"] = {{"type", "line"}, {"point", {{"size", 36}, {"filled", true}}}};
  json across = axis("x", "quantitative", x);
  across["scale"] = {{"domain", {0, 1}}};
  across["axis"] = {{"tickCount", 10}, {"format", ".1f"}};
  json up = axis("y", "quantitative", y);
  up["axis"] = {{"tickCount", 6}, {"format", ".1f"}};
  // The shape tells lines apart on paper and for those who do not see the colours.
  json name = axis("name", "nominal", "");
  name["title"] = nullptr;
  name["scale"] = {{"domain", names}};  // spelt out so that colour and shape share one legend
  name["legend"] = legend_below();
  spec["encoding"] = {{"x", across},
                      {"y", up},
                      {"color", name},
                      {"shape", name},
                      {"tooltip", {{{"field", "name"}}, number_tip("x", x), number_tip("y", y)}}};
  return spec;
}

json bar_chart(json rows, std::string_view x, std::string_view y) {
  json spec = chart(std::move(rows));
  spec["height"] = kChartHeight * 3 / 4;
  spec["mark"] = {{"type", "bar"}};
  json bins = axis("bin", "ordinal", x);
  bins["sort"] = nullptr;
  bins["axis"] = {{"labelAngle", 0}, {"labelOverlap", true}};
  json count = axis("count", "quantitative", y);
  count["axis"] = {{"tickCount", 5}, {"tickMinStep", 1}, {"format", "d"}};
  spec["encoding"] = {{"x", bins},
                      {"y", count},
                      {"tooltip", {{{"field", "bin"}, {"title", x}}, {{"field", "count"}, {"title", y}}}}};
  return spec;
}

json scatter_chart(json rows, std::string_view x, std::string_view y, ScatterOptions options) {
  json spec = chart(std::move(rows));
  spec["height"] = kChartHeight;
  json across = axis("x", "quantitative", x);
  across["scale"] = options.log_x ? json{{"type", "log"}, {"nice", true}} : json{{"zero", false}};
  across["axis"] = {{"tickCount", 6}};
  json up = axis("y", "quantitative", y);
  up["scale"] = {{"zero", false}};
  up["axis"] = {{"tickCount", 6}};
  spec["encoding"] = {{"x", across}, {"y", up}};
  json tips = json::array();
  json points = {{"mark", {{"type", "point"}, {"filled", true}, {"size", 70}, {"opacity", 0.85}}},
                 {"encoding", json::object()}};
  if (options.names) {
    json group = axis("group", "nominal", "");
    group["title"] = nullptr;
    group["sort"] = nullptr;
    group["legend"] = legend_below();
    points["encoding"]["color"] = group;
    points["encoding"]["shape"] = group;
    tips.push_back({{"field", "name"}, {"title", "run"}});
    tips.push_back({{"field", "group"}, {"title", "task"}});
  }
  tips.push_back({{"field", "x"}, {"title", x}});
  tips.push_back({{"field", "y"}, {"title", y}});
  points["encoding"]["tooltip"] = tips;
  spec["layer"] = json::array();
  if (options.line) {
    spec["layer"].push_back(
        {{"mark", {{"type", "line"}, {"strokeDash", {5, 4}}, {"tooltip", false}, {"opacity", 0.7}}},
         {"transform", {{{"regression", "y"}, {"on", "x"}}}}});
  }
  spec["layer"].push_back(points);
  if (options.labels) {
    spec["layer"].push_back({{"mark", {{"type", "text"}, {"align", "left"}, {"dx", 8}, {"tooltip", false}}},
                             {"encoding", {{"text", {{"field", "name"}}}}}});
  }
  return spec;
}

json matrix_chart(json rows, const std::vector<std::string>& down, const std::vector<std::string>& across,
                  std::span<const CellKind> kinds, int cell_width) {
  json spec = chart(std::move(rows));
  spec["width"] = {{"step", cell_width}};
  spec["height"] = {{"step", kRowHeight}};
  json column = axis("column", "nominal", "");
  column["title"] = nullptr;
  column["scale"] = {{"domain", across}};
  column["axis"] = {{"orient", "top"}, {"labelAngle", cell_width < 80 ? -45 : 0}, {"labelLimit", 160}};
  json row = axis("row", "nominal", "");
  row["title"] = nullptr;
  row["scale"] = {{"domain", down}};
  row["axis"] = {{"labelLimit", 220}};
  json names = json::array();
  json colours = json::array();
  json inks = json::array();
  for (const CellKind& kind : kinds) {
    names.push_back(kind.name);
    colours.push_back(kind.colour);
    inks.push_back(kind.text);
  }
  json fill = axis("kind", "nominal", "");
  fill["title"] = nullptr;
  fill["scale"] = {{"domain", names}, {"range", colours}};
  fill["legend"] = legend_below();
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
