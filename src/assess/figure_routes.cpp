// Figures: scores of the runs while people judge, agreement, whether the pool can be used again; and searching.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assess/assessor_agreement.h"
#include "assess/exchange.h"
#include "assess/export.h"
#include "assess/suggestions.h"
#include "files/sha256.h"
#include "pools/reuse.h"
#include "report/tables/found_page.h"
#include "report/tables/pool_tables.h"
#include "text/numbers.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kUsualArticles = 20;
constexpr std::size_t kMostArticles = 100;
constexpr std::size_t kLongestQuery = 1000;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const LiveRun& run, const std::vector<std::string>& measures) {
  Json out{{"run", run.name}, {"scores", Json::object()}};
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const LiveScore& score = run.scores[m];
    out["scores"][measures[m]] = {
        {"mean", score.mean},
        {"judged_only", score.judged_only},
        {"interval", score.interval ? Json{score.interval->low, score.interval->high} : Json(nullptr)}};
  }
  out["judged_at_10"] = or_null(run.judged_at_10);
  out["first_unjudged"] = or_null(run.first_unjudged);
  if (!run.fault.empty()) out["fault"] = run.fault;
  return out;
}

Json computed_json(const stats::Computed<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json side(const DocumentState& state) {
  return {{"status", name_of(state.status)},
          {"spans", spans_json(state.spans)},
          {"bep", or_null(state.bep)},
          {"grades", grades_json(state.grades)}};
}

/// The pool's runs that these are, by their files.
std::vector<std::optional<std::uint32_t>> pooled_among(const pools::Pool& pool, std::span<const Run> runs) {
  std::vector<std::optional<std::uint32_t>> out(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto sum = sha256_of_file(runs[i].file());
    for (std::uint32_t r = 0; sum && r < pool.runs.size(); ++r) {
      if (pool.runs[r].sha256 == *sum) out[i] = r;
    }
  }
  return out;
}

}  // namespace

Handler::Exchange::Routes Handler::Exchange::figure_routes() {
  // clang-format off
  return {
      {{"GET", "/api/live", Access::kFigures, "?since=&finished=1", "", "{seq: number, measures?: string[], topics?: number, runs?: LiveRun[], fault?: string}", "only `seq` when nothing has changed since"}, &Exchange::live},
      {{"GET", "/api/agreement", Access::kFigures, "", "", "{topics: TopicAgreement[], median_bep_distance: number | null, entry_points: number, tau: number | null, disagreements?: {topic: string, doc: string, title: string, main: Judgement, second: Judgement}[]}", "`disagreements` for organisers"}, &Exchange::agreement},
      {{"GET", "/api/reuse", Access::kFigures, "", "", "Record<string, Record<string, any>[]>", "what `fovea pool reuse -o json` prints; 503 while another is being computed"}, &Exchange::reuse},
      {{"GET", "/api/suggestions", Access::kFigures, "", "", "{source: string, blind: SuggestionFigures, seen: SuggestionFigures}[]", ""}, &Exchange::suggestions},
      {{"GET", "/api/search", Access::kLoggedIn, "?q=&k=20", "", "{articles: {doc: string, title: string, score: number, passages: {begin: number, end: number, text: string}[], heat: number[]}[]}", "where the track has an index; `heat`: the query's words in each twentieth of the text"}, &Exchange::search},
      {{"GET", "/search", Access::kEverybody, "?q=", "", "file", "a page of answers, for those who are logged in"}, &Exchange::search_page},
  };
  // clang-format on
}

void Handler::Exchange::live() {
  const auto scores = handler_.track_.scores_now();
  if (scores == nullptr) return say(404, "this server knows no runs");
  const auto since = request_.query("since");
  const auto known = since ? parse_integer(*since) : std::optional<std::int64_t>(-1);
  if (!known) return say(400, "'since' is the number of an event");
  if (scores->seq() <= *known) return send_json({{"seq", scores->seq()}});
  const LiveFigures figures = scores->figures(request_.query("finished") == "1");
  Json out{{"seq", figures.seq}, {"measures", figures.measures}, {"topics", figures.topics}};
  out["runs"] = Json::array();
  for (const LiveRun& run : figures.runs) out["runs"].push_back(json_of(run, figures.measures));
  if (!figures.fault.empty()) out["fault"] = figures.fault;
  send_json(out);
}

void Handler::Exchange::agreement() {
  const AssessorAgreement found = assessor_agreement(*store_, handler_.track_.scores_now().get());
  Json out{{"topics", Json::array()}};
  for (const TopicAgreement& topic : found.topics) {
    out["topics"].push_back({{"topic", topic.topic},
                             {"both_relevant", topic.articles.both},
                             {"neither", topic.articles.neither},
                             {"main_only", topic.articles.only_first},
                             {"second_only", topic.articles.only_second},
                             {"kappa", computed_json(topic.kappa)},
                             {"overlap", computed_json(topic.overlap)}});
  }
  out["median_bep_distance"] = or_null(found.median_bep_distance);
  out["entry_points"] = found.entry_points;
  out["tau"] = or_null(found.tau);
  // What single people said is the organisers' to see.
  if (may(*session_, Action::kOrganise)) {
    out["disagreements"] = Json::array();
    for (const Disagreement& each : found.disagreements) {
      out["disagreements"].push_back({{"topic", each.topic},
                                      {"doc", each.doc},
                                      {"title", each.title},
                                      {"main", side(each.main)},
                                      {"second", side(each.second)}});
    }
  }
  send_json(out);
}

void Handler::Exchange::reuse() {
  const auto scores = handler_.track_.scores_now();
  const auto pool = handler_.track_.pool_now();
  if (scores == nullptr || pool == nullptr) return say(404, "this server knows no runs");
  // It scores all runs many times over: one at a time, so that a worker is left for those who judge.
  const std::unique_lock alone(handler_.reusing_, std::try_to_lock);
  if (!alone.owns_lock()) return say(503, "this is being computed: try again");
  const Judgements judgements = judgements_in(*store_, {.collection = rules().collection});
  if (judgements.topics().empty()) return say(422, "nothing is judged yet");
  Diagnostics said;
  std::vector<Run> runs;
  for (const ScoredTrackRun& run : scores->runs()) {
    check_time();
    if (auto opened = Run::open(run.run->file(), &run.run->format(), said))
      runs.push_back(std::move(*opened));
  }
  const auto found =
      pools::examine_reuse(*pool, judgements, runs, pooled_among(*pool, runs), scores->measures(),
                           rules().collection, said, [this] { return request_.overdue(); });
  if (!found)
    return say(422, said.kept().empty() ? "the runs cannot be scored" : to_string(said.kept().front()));
  Response response;
  response.body = fovea::to_json(fovea::tables_of(*found));
  send(std::move(response));
}

void Handler::Exchange::suggestions() {
  const auto json_of = [](const SuggestionAgreement& agreement) {
    return Json{{"documents", agreement.documents},
                {"kappa", computed_json(agreement.kappa)},
                {"text_f1", or_null(agreement.text_f1)},
                {"median_bep_distance", or_null(agreement.median_bep_distance)},
                {"unchanged", agreement.documents == 0 ? Json(nullptr)
                                                       : Json(static_cast<double>(agreement.unchanged) /
                                                              static_cast<double>(agreement.documents))}};
  };
  Json out = Json::array();
  for (const SuggestionFigures& figures : suggestion_figures(*store_))
    out.push_back(
        {{"source", figures.source}, {"blind", json_of(figures.blind)}, {"seen", json_of(figures.seen)}});
  send_json(out);
}

void Handler::Exchange::search() {
  if (handler_.track_.search == nullptr || rules().collection == nullptr)
    return say(404, "this track has no index");
  const auto query = request_.query("q");
  if (!query || query->empty() || query->size() > kLongestQuery)
    return say(400, fmt::format("'q' is what is searched for, {} bytes at most", kLongestQuery));
  const auto wanted = request_.query("k");
  const auto most = wanted ? parse_integer(*wanted) : std::optional<std::int64_t>(kUsualArticles);
  if (!most || *most < 1 || *most > static_cast<std::int64_t>(kMostArticles))
    return say(400, fmt::format("'k' is a number from 1 to {}", kMostArticles));
  Json out{{"articles", Json::array()}};
  for (const search::FoundArticle& article :
       handler_.track_.search->find(*query, static_cast<std::size_t>(*most), checks())) {
    Json passages = Json::array();
    for (const search::FoundPassage& passage : article.passages)
      passages.push_back({{"begin", passage.span.begin}, {"end", passage.span.end}, {"text", passage.text}});
    out["articles"].push_back({{"doc", article.id},
                               {"title", article.title},
                               {"score", article.score},
                               {"passages", passages},
                               {"heat", article.heat}});
  }
  send_json(out);
}

bool Handler::Exchange::can_search() const {
  return handler_.track_.search != nullptr && rules().collection != nullptr;
}

void Handler::Exchange::search_page() {
  FoundPage page;
  page.box = "/search";
  page.style = "/search.css";
  std::vector<TopicAnswer> answers;
  // A form sends blanks as +; a + before a word means nothing here.
  std::string query = request_.query("q").value_or("");
  std::ranges::replace(query, '+', ' ');
  // A stranger gets a page too, which says where to go.
  const auto token = request_.cookie(handler_.options_.cookie);
  const bool known = request_.local || (token && session_of(*store_, *token, now_ms_));
  Response response;
  if (!known) {
    response.status = 401;
    page.remark = "Log in on the first page of this server, then search here.";
  } else if (!can_search()) {
    page.remark = "This track has no index.";
  } else if (query.size() > kLongestQuery) {
    page.remark = fmt::format("A query has {} bytes at most.", kLongestQuery);
  } else if (!query.empty()) {
    answers.push_back({"query", query, handler_.track_.search->find(query, kUsualArticles, checks())});
    if (answers.front().articles.empty()) page.remark = "No word of the query is in the index.";
  }
  response.type = "text/html; charset=utf-8";
  response.body = to_html(answers, rules().collection, page);
  send(std::move(response));
}

}  // namespace fovea::assess
