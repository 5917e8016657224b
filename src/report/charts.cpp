#include "report/charts.h"

#include <utility>

namespace fovea {

namespace {

using nlohmann::json;

constexpr int kRowHeight = 22;
constexpr int kChartHeight = 320;

json axis(std::string_view field, std::string_view type, std::string_view title) {
  return {{"field", field}, {"type", type}, {"title", title}};
}

json chart(json rows) {
  return {{"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
          {"data", {{"values", std::move(rows)}}},
          {"width", "container"}};
}

}  // namespace

json interval_chart(json rows, std::string_view measure) {
  json spec = chart(std::move(rows));
  spec["height"] = {{"step", kRowHeight}};
  json y = axis("name", "nominal", "");
  y["sort"] = nullptr;
  json low = axis("low", "quantitative", measure);
  low["scale"] = {{"zero", false}};
  spec["encoding"] = {{"y", y}};
  spec["layer"] = {{{"mark", {{"type", "rule"}, {"strokeWidth", 2}}},
                    {"encoding", {{"x", low}, {"x2", {{"field", "high"}}}}}},
                   {{"mark", {{"type", "point"}, {"filled", true}, {"size", 70}, {"opacity", 1}}},
                    {"encoding", {{"x", axis("mean", "quantitative", measure)}}}}};
  return spec;
}

json line_chart(json rows, std::string_view x, std::string_view y) {
  json spec = chart(std::move(rows));
  spec["height"] = kChartHeight;
  spec["mark"] = {{"type", "line"}, {"point", {{"size", 25}}}};
  spec["encoding"] = {{"x", axis("x", "quantitative", x)},
                      {"y", axis("y", "quantitative", y)},
                      {"color", {{"field", "name"}, {"type", "nominal"}, {"title", ""}, {"sort", nullptr}}}};
  return spec;
}

json bar_chart(json rows, std::string_view x, std::string_view y) {
  json spec = chart(std::move(rows));
  spec["height"] = kChartHeight;
  spec["mark"] = {{"type", "bar"}};
  json bins = axis("bin", "ordinal", x);
  bins["sort"] = nullptr;
  spec["encoding"] = {{"x", bins}, {"y", axis("count", "quantitative", y)}};
  return spec;
}

json scatter_chart(json rows, std::string_view x, std::string_view y, ScatterOptions options) {
  json spec = chart(std::move(rows));
  spec["height"] = kChartHeight;
  json across = axis("x", "quantitative", x);
  across["scale"] = options.log_x ? json{{"type", "log"}} : json{{"zero", false}};
  json up = axis("y", "quantitative", y);
  up["scale"] = {{"zero", false}};
  spec["encoding"] = {{"x", across}, {"y", up}};
  const json points = {
      {"mark", {{"type", "point"}, {"filled", true}, {"size", 60}}},
      {"encoding", {{"tooltip", {{{"field", "name"}}, {{"field", "x"}}, {{"field", "y"}}}}}}};
  spec["layer"] = json::array({points});
  if (options.line) {
    spec["layer"].push_back({{"mark", {{"type", "line"}, {"strokeDash", {5, 4}}, {"tooltip", false}}},
                             {"transform", {{{"regression", "y"}, {"on", "x"}}}}});
  }
  return spec;
}

json matrix_chart(json rows, const std::vector<std::string>& order) {
  json spec = chart(std::move(rows));
  spec["height"] = {{"step", kRowHeight}};
  json across = axis("column", "nominal", "");
  across["sort"] = order;
  json down = axis("row", "nominal", "");
  down["sort"] = order;
  spec["mark"] = {{"type", "rect"}};
  spec["encoding"] = {
      {"x", across},
      {"y", down},
      {"color",
       {{"field", "p"},
        {"type", "quantitative"},
        {"title", "p"},
        {"scale",
         {{"type", "threshold"}, {"domain", {0.001, 0.01, 0.05}}, {"scheme", "blues"}, {"reverse", true}}}}},
      {"tooltip",
       {{{"field", "row"}},
        {{"field", "column"}},
        {{"field", "p"}, {"format", ".4f"}},
        {{"field", "significant"}}}}};
  return spec;
}

}  // namespace fovea
