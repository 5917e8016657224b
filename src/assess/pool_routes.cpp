// Pooling on the organiser's page: what would be pooled and how, what there is, and making it.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assess/exchange.h"
#include "assess/pooling.h"
#include "pools/methods/method.h"
#include "text/numbers.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

/// A number of documents: nothing where none is given; false when it is something else.
bool read_count(const JsonValue& object, std::string_view name, std::optional<std::size_t>& out) {
  constexpr std::int64_t kMost = 1'000'000'000;
  const JsonValue* const value = object.find(name);
  if (value == nullptr || value->is(JsonValue::Kind::kNull)) return true;
  const auto number = value->is(JsonValue::Kind::kNumber) ? parse_integer(value->text) : std::nullopt;
  if (!number || *number < 1 || *number > kMost) return false;
  out = static_cast<std::size_t>(*number);
  return true;
}

Json json_of(const pools::Pool& pool) {
  Json out{{"method", pool.settings.method->name},
           {"size", pool.settings.size},
           {"depth", pool.settings.depth},
           {"runs", pool.runs.size()},
           {"items", pool.items()},
           {"topics", Json::array()}};
  for (const pools::PoolTopic& topic : pool.topics)
    out["topics"].push_back({{"id", topic.id}, {"items", topic.items.size()}});
  return out;
}

}  // namespace

Handler::Exchange::Routes Handler::Exchange::pool_routes() {
  // clang-format off
  return {
      {{"GET", "/api/pool", Access::kOrganisers, "?file=1", "", R"({state: "idle" | "making" | "failed", fault: string, refusal: string, runs: number, pool: Pool | null, usual: {method: string, size: number, depth: number, budget: number | null}, methods: {name: string, takes: string, by_depth: boolean}[]})", "`refusal`: why none can be made now, or empty; `runs` that there are to pool. `file=1`: the pool file"}, &Exchange::show_pool},
      {{"POST", "/api/admin/pool", Access::kOrganisers, "", "{method?: string, size?: number, depth?: number, budget?: number}", "{}", "makes it in the background; a budget, or size and depth. 423 unless pooling is open and runs are not, 409 when people have begun to judge, runs are being checked, or the file was not made here"}, &Exchange::make_pool},
  };
  // clang-format on
}

/// What the page shows; with `file=1` the pool file.
void Handler::Exchange::show_pool() {
  Pooling* const pooling = handler_.track_.pooling;
  if (pooling == nullptr) return say(404, "this server knows no runs");
  const auto pool = pooling->pool();
  if (request_.query("file") == "1") {
    std::error_code error;
    if (pool == nullptr || !std::filesystem::is_regular_file(pooling->file(), error))
      return say(404, "there is no pool yet");
    log_export({{"format", "pool"}});
    Response response;
    response.type = "application/octet-stream";
    response.file = pooling->file();
    response.headers.emplace_back("Content-Disposition", "attachment; filename=pool.jsonl");
    return send(std::move(response));
  }
  const auto [state, fault] = pooling->state();
  const pools::PoolOrder& usual = pooling->usual();
  const auto refused = pooling->refusal(*store_);
  Json out{{"state", name_of(state)},
           {"fault", fault},
           {"refusal", refused ? refused->message : ""},
           {"runs", pooling->runs(*store_)},
           {"pool", pool == nullptr ? Json(nullptr) : json_of(*pool)},
           {"usual",
            {{"method", usual.settings.method->name},
             {"size", usual.settings.size},
             {"depth", usual.settings.depth},
             {"budget", usual.budget ? Json(*usual.budget) : Json(nullptr)}}},
           {"methods", Json::array()}};
  for (const pools::PoolMethod* const method : pools::all_methods()) {
    out["methods"].push_back(
        {{"name", method->name}, {"takes", method->takes}, {"by_depth", method->by_depth}});
  }
  send_json(out);
}

void Handler::Exchange::make_pool() {
  Pooling* const pooling = handler_.track_.pooling;
  if (pooling == nullptr) return say(404, "there is no track to pool: this takes the server that holds it");
  const auto given = body();
  if (!given) return;
  std::optional<std::string> method;
  if (!may_have(*given, "method", method)) return;
  pools::PoolOrder order = pooling->usual();
  if (method) order.settings.method = pools::find_method(*method);
  if (order.settings.method == nullptr) return say(422, "a method is one of " + pools::method_names());
  std::optional<std::size_t> size;
  std::optional<std::size_t> depth;
  std::optional<std::size_t> budget;
  if (!read_count(*given, "size", size) || !read_count(*given, "depth", depth) ||
      !read_count(*given, "budget", budget))
    return say(422, "'size', 'depth' and 'budget' are numbers of documents, from 1 on");
  if (budget && (size || depth))
    return say(422, "a budget is given in the place of a size or depth, not beside it");
  if (budget || size || depth) order.budget = budget;
  order.settings.size = size.value_or(order.settings.size);
  order.settings.depth = depth.value_or(order.settings.depth);
  send(answer(pooling->begin(*store_, order, actor())));
}

}  // namespace fovea::assess
