#include "assess/suggestions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "files/sha256.h"
#include "judgements/builder.h"
#include "judgements/judgement_file.h"
#include "judgements/judgement_format.h"
#include "runs/resolve.h"
#include "runs/run.h"
#include "stats/kappa.h"
#include "stats/sample.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSeed = "fovea suggestions 1";

SpanSet spans_of(const TopicJudgements& topic, const JudgedDocument& document) {
  const SpanView marked = topic.highlights(document);
  return SpanSet(std::vector<Span>(marked.begin(), marked.end()));
}

Judgements judgements_of(const Run& run, const Collection& collection, Diagnostics& said) {
  JudgementBuilder builder(MergePolicy::kReject, said);
  builder.add_file(InputFile::from_memory(run.file(), {}));
  builder.use_collection(&collection);
  builder.add_kinds({.highlights = true});
  TopicResults topic;
  for (std::size_t t = 0; t < run.topics(); ++t) {
    run.read(t, topic, said);
    resolve(topic, run.file(), collection, said);
    std::map<std::string_view, std::vector<Span>> spans;
    for (const Result& result : topic.results) {
      const auto document = collection.find(result.doc);
      if (document && has_place(result))
        spans[result.doc].push_back({result.span.begin, std::min(result.span.end, document->length())});
    }
    const std::string_view id = builder.keep(run.topic(t));
    for (const auto& [doc, of_document] : spans) {
      JudgedDocument judged;
      judged.id = builder.keep(doc);
      judged.grade = 1;
      builder.add(id, judged, of_document);
    }
  }
  return std::move(builder).finish();
}

/// Rows of the table `suggestion`, one at a time.
Suggestion suggestion_in(const Statement& row) {
  Suggestion out;
  out.source = row.copy(0);
  try {
    const auto spans = nlohmann::json::parse(row.text(1));
    const auto data = nlohmann::json::parse(row.text(2));
    std::vector<Span> marked;
    for (const auto& span : spans) marked.push_back({span.at(0).get<Offset>(), span.at(1).get<Offset>()});
    out.state.spans = SpanSet(std::move(marked));
    out.state.status = named<Status>(data.at("status").get<std::string>()).value();
    if (!data.at("bep").is_null()) out.state.bep = data.at("bep").get<Offset>();
    out.show = named<SuggestionTime>(data.at("show").get<std::string>()).value();
  } catch (const std::exception&) {
    throw StoreError(SQLITE_CORRUPT, "a suggestion is damaged");
  }
  return out;
}

/// Pairs of what a person and a machine say.
class Comparison {
 public:
  void add(const DocumentState& person, const DocumentState& machine) {
    ++out_.documents;
    const bool one = person.status == Status::kRelevant;
    const bool other = machine.status == Status::kRelevant;
    ++(one ? (other ? decisions_.both : decisions_.only_first)
           : (other ? decisions_.only_second : decisions_.neither));
    common_ += character_count(intersect(person.spans, machine.spans));
    marked_ += character_count(person.spans) + character_count(machine.spans);
    if (person.bep && machine.bep)
      distances_.push_back(std::abs(static_cast<double>(*person.bep) - static_cast<double>(*machine.bep)));
    out_.unchanged += person.status == machine.status && person.spans == machine.spans &&
                              (person.bep == machine.bep || !machine.bep)
                          ? 1
                          : 0;
  }

  SuggestionAgreement finish() && {
    out_.kappa = stats::cohens_kappa(decisions_);
    if (marked_ > 0) out_.text_f1 = 2 * static_cast<double>(common_) / static_cast<double>(marked_);
    if (!distances_.empty()) out_.median_bep_distance = stats::median(std::move(distances_));
    return std::move(out_);
  }

 private:
  SuggestionAgreement out_;
  stats::JointDecisions decisions_;
  std::uint64_t common_ = 0, marked_ = 0;
  std::vector<double> distances_;
};

/// What somebody said about a document, followed through the events.
struct Judged {
  DocumentState now;
  std::optional<DocumentState> first;   ///< at the first verdict
  std::vector<std::string> seen_first;  ///< sources that could be seen then
  std::vector<std::string> seen;        ///< by any act
};

using JudgedDocuments = std::map<std::pair<std::int64_t, std::int64_t>, Judged>;  ///< by assignment, document

JudgedDocuments follow(Store& store) {
  JudgedDocuments out;
  each_event(store.database(), [&](const Event& event) {
    if (!event.delta || !event.assignment || !event.document) return true;
    const auto delta = parse_delta(*event.delta);
    const auto data = nlohmann::json::parse(event.data, nullptr, false);
    if (!delta || !data.is_object()) throw StoreError(SQLITE_CORRUPT, "an event is damaged");
    Judged& judged = out[{*event.assignment, *event.document}];
    apply(*delta, judged.now);
    if (data.contains("seen")) judged.seen = data["seen"].get<std::vector<std::string>>();
    if (!judged.first && judged.now.judged()) {
      judged.first = judged.now;
      judged.seen_first = judged.seen;
    }
    return true;
  });
  return out;
}

bool holds(const std::vector<std::string>& list, const std::string& text) {
  return std::ranges::find(list, text) != list.end();
}

}  // namespace

std::optional<Judgements> read_suggestions(const std::string& path, const Collection& collection,
                                           Diagnostics& said) {
  auto file = InputFile::open(path, said);
  if (!file) return std::nullopt;
  if (judgement_format_of(*file) != nullptr) {
    JudgementOptions options;
    options.collection = &collection;
    return read_judgements(std::move(*file), options, said);
  }
  const auto run = Run::open(path, said);
  return run ? std::optional(judgements_of(*run, collection, said)) : std::nullopt;
}

std::int64_t put_suggestions(Store& store, const std::string& source, SuggestionTime show,
                             const Judgements& judgements, const Actor& actor) {
  Database& database = store.database();
  database.prepare("DELETE FROM suggestion WHERE source = ?1").bind(source).run();
  std::int64_t kept = 0;
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      const auto known = store.document(document.id);
      if (!known || !store.has_item(topic.topic(), known->id)) continue;
      const Json data{{"show", name_of(show)},
                      {"status", name_of(document.relevant() ? Status::kRelevant : Status::kNotRelevant)},
                      {"bep", document.bep ? Json(*document.bep) : Json(nullptr)}};
      database
          .prepare(
              "INSERT INTO suggestion (source, topic, document, spans, data) VALUES (?1, ?2, ?3, ?4, ?5)")
          .bind(source, topic.topic(), known->id, spans_json(spans_of(topic, document)).dump(), data.dump())
          .run();
      ++kept;
    }
  }
  store.record(EventKind::kSuggestion, {{"source", source}, {"documents", kept}}, actor);
  return kept;
}

bool is_held_out(std::string_view topic, std::string_view doc) {
  const std::string sum = sha256(std::string(kSeed) + '\n' + std::string(topic) + '\n' + std::string(doc));
  return std::stoul(sum.substr(0, 8), nullptr, 16) % 10 == 0;
}

std::vector<Suggestion> visible_suggestions(Store& store, const Assignment& assignment,
                                            const StoredDocument& document) {
  std::vector<Suggestion> out = store.database().all(
      "SELECT source, spans, data FROM suggestion WHERE topic = ?1 AND document = ?2 ORDER BY source",
      suggestion_in, assignment.topic, document.id);
  if (out.empty()) return out;
  if (is_held_out(assignment.topic, document.name)) return {};
  const bool judged = store.database().any(
      "SELECT 1 FROM event WHERE assignment = ?1 AND document = ?2 AND kind = ?3 LIMIT 1", assignment.id,
      document.id, name_of(EventKind::kJudge));
  std::erase_if(out, [&](const Suggestion& each) {
    return each.show == SuggestionTime::kNever || (each.show == SuggestionTime::kAfter && !judged);
  });
  return out;
}

std::vector<SuggestionFigures> suggestion_figures(Store& store) {
  const JudgedDocuments said = follow(store);
  std::map<std::string, std::pair<Comparison, Comparison>> by_source;
  std::map<std::string, std::vector<std::int64_t>> assignments;
  for (const Assignment& each : store.assignments()) assignments[each.topic].push_back(each.id);
  store.database().each("SELECT source, spans, data, topic, document FROM suggestion ORDER BY source",
                        [&](const Statement& row) {
                          const Suggestion suggestion = suggestion_in(row);
                          auto& [blind, seen] = by_source[suggestion.source];
                          for (const std::int64_t assignment : assignments[row.copy(3)]) {
                            const auto found = said.find({assignment, row.integer(4)});
                            if (found == said.end()) continue;
                            const Judged& judged = found->second;
                            if (judged.first && !holds(judged.seen_first, suggestion.source))
                              blind.add(*judged.first, suggestion.state);
                            if (judged.now.judged() && holds(judged.seen, suggestion.source))
                              seen.add(judged.now, suggestion.state);
                          }
                        });
  std::vector<SuggestionFigures> out;
  for (auto& [source, compared] : by_source)
    out.push_back({source, std::move(compared.first).finish(), std::move(compared.second).finish()});
  return out;
}

std::optional<Judgements> suggested_judgements(Store& store, std::string_view source) {
  Diagnostics said;  // a topic has each document once
  JudgementBuilder builder(MergePolicy::kReject, said);
  builder.add_file(InputFile::from_memory("store", {}));
  builder.add_kinds({.highlights = true});
  bool any = false;
  store.database().each(
      "SELECT s.source, s.spans, s.data, s.topic, d.name, d.length FROM suggestion s JOIN document d ON d.id = "
      "s.document JOIN topic t ON t.id = s.topic WHERE s.source = ?1 ORDER BY t.place, d.id",
      [&](const Statement& row) {
        any = true;
        const Suggestion suggestion = suggestion_in(row);
        JudgedDocument judged;
        judged.id = builder.keep(row.text(4));
        judged.length = static_cast<Offset>(row.integer(5));
        judged.bep = suggestion.state.bep;
        judged.grade = suggestion.state.status == Status::kRelevant ? 1 : 0;
        judged.relevant_chars = static_cast<Offset>(character_count(suggestion.state.spans));
        builder.add(builder.keep(row.text(3)), judged,
                    std::vector<Span>(suggestion.state.spans.begin(), suggestion.state.spans.end()));
      },
      source);
  return any ? std::optional(std::move(builder).finish()) : std::nullopt;
}

}  // namespace fovea::assess
