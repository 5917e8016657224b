// Results: publishing them, where each group stands, and what can be taken along.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assess/exchange.h"
#include "assess/phases.h"
#include "assess/publication.h"

namespace fovea::assess {

namespace {

using ResultJson = nlohmann::ordered_json;

/// The report brings its script and style along and needs nothing else: it runs in an origin of its own, and reaches nothing.
constexpr std::string_view kReportPolicy =
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src "
    "'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string_view type_of_file(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".csv")) return "text/csv; charset=utf-8";
  if (name.ends_with(".json")) return "application/json";
  if (name.ends_with(".tar.gz")) return "application/gzip";
  return "application/octet-stream";
}

/// A file's own name, without folders, as those of results are.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
  });
}

/// Where in the folder of a publication a file lies that is asked for by this name; empty when there is no such thing.
std::string place_of(std::string_view file) {
  if (file == "report.html") return "report/report.html";
  if (file == "everything.tar.gz") return std::string(file);
  const std::size_t slash = file.find('/');
  if (slash == std::string_view::npos) return {};
  const std::string_view folder = file.substr(0, slash);
  if (!is_plain_name(file.substr(slash + 1))) return {};
  if (folder == "tables" || folder == "figures") return fmt::format("report/{}", file);
  if (folder == "scores" || folder == "runs") return std::string(file);
  return {};
}

ResultJson facts_of(const Publication& publication) {
  ResultJson facts = ResultJson::parse(publication.facts, nullptr, false);
  return facts.is_object() ? facts : ResultJson::object();
}

std::vector<std::string> names_below(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    out.push_back(entry.path().filename().string());
  std::ranges::sort(out);
  return out;
}

}  // namespace

Handler::Exchange::Routes Handler::Exchange::result_routes() {
  // clang-format off
  return {
      {{"GET", "/api/results", Access::kLoggedIn, "", "", "{group: string, visible: boolean, results: Publication[]}", "empty for all but organisers unless the phase of results is open"}, &Exchange::list_results},
      {{"POST", "/api/admin/publish", Access::kOrganisers, "", "{name: string}", "{name: string, state: PublicationState}", "makes the report in the background"}, &Exchange::publish},
      {{"GET", "/results/*", Access::kLoggedIn, "", "", "file", "a file of published results"}, &Exchange::result_file},
  };
  // clang-format on
}

bool Handler::Exchange::may_see_results() {
  return may(*session_, Action::kOrganise) ||
         phase_record(*store_, Phase::kResults).state == PhaseState::kOpen;
}

void Handler::Exchange::list_results() {
  ResultJson out{
      {"group", session_->group}, {"visible", may_see_results()}, {"results", ResultJson::array()}};
  if (may_see_results()) {
    const bool organises = may(*session_, Action::kOrganise);
    for (const Publication& each : publications(*store_)) {
      if (each.state != PublicationState::kReady && !organises) continue;
      const ResultJson facts = facts_of(each);
      ResultJson row{{"name", each.name},
                     {"state", name_of(each.state)},
                     {"made_ms", each.made_ms},
                     {"sha256", each.sha256},
                     {"events", each.seq},
                     {"places", facts.value("places", ResultJson::array())},
                     {"runs", facts.value("runs", ResultJson::array())},
                     {"everything", organises || facts.value("all_agreed", false)}};
      if (organises && facts.contains("fault")) row["fault"] = facts["fault"];
      const std::string folder = publication_folder(handler_.store_, each.name);
      row["tables"] = names_below(folder + "/report/tables");
      row["scores"] = names_below(folder + "/scores");
      out["results"].push_back(std::move(row));
    }
  }
  send_json(out);
}

/// /results/NAME/FILE
void Handler::Exchange::result_file() {
  const std::string_view rest = request_.path().substr(std::string_view("/results/").size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view file = rest.substr(std::min(slash + 1, rest.size()));
  const auto known = publication(*store_, rest.substr(0, slash));
  const std::string place = place_of(file);
  if (!known || known->state != PublicationState::kReady || place.empty() || !may_see_results())
    return say(404, "there is no such thing");
  const ResultJson facts = facts_of(*known);
  const bool organises = may(*session_, Action::kOrganise);
  if (place == "everything.tar.gz" && !organises && !facts.value("all_agreed", false))
    return say(404, "not all groups agreed that others may have their runs");
  const ResultJson agreed = facts.value("runs", ResultJson::array());
  if (place.starts_with("runs/") && !organises &&
      std::ranges::find(agreed, ResultJson(place)) == agreed.end())
    return say(404, "there is no such thing");
  const std::string path = publication_folder(handler_.store_, known->name) + "/" + place;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return say(404, "there is no such thing");
  Response response;
  response.type = type_of_file(place);
  response.file = path;
  if (place == "report/report.html") {
    response.headers.emplace_back("Content-Security-Policy", kReportPolicy);
  } else {
    response.headers.emplace_back(
        "Content-Disposition",
        fmt::format("attachment; filename={}", std::filesystem::path(place).filename().string()));
  }
  send(std::move(response));
}

void Handler::Exchange::publish() {
  if (handler_.track_.publisher == nullptr)
    return say(404, "there is no track to publish: this takes the server that holds it");
  const auto given = body();
  if (!given) return;
  const auto name = text(*given, "name");
  if (!name) return;
  write([name = *name, actor = actor()](Store& store) { return begin_publication(store, name, actor); },
        [publisher = handler_.track_.publisher](const Outcome<Publication>& outcome) {
          return answer(outcome, [publisher](const Publication& made) {
            publisher->enqueue(made.name);
            return ResultJson{{"name", made.name}, {"state", name_of(made.state)}};
          });
        });
}

}  // namespace fovea::assess
