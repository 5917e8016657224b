#include "assess/archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "assess/candidates.h"
#include "assess/export.h"
#include "assess/progress.h"
#include "assess/selection.h"
#include "assess/submissions.h"
#include "assess/suggestions.h"
#include "collection/document_texts.h"
#include "files/sha256.h"
#include "judgements/judgement_format.h"
#include "pools/pool_file.h"
#include "topics/topic_file.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

la_ssize_t append_bytes(struct archive* /*archive*/, void* out, const void* bytes, std::size_t size) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

/// Packs files, and writes down what they are.
class Packer {
 public:
  Packer() : archive_(archive_write_new()) {
    if (!archive_) throw std::bad_alloc();
    check(archive_write_add_filter_gzip(archive_.get()));
    check(archive_write_set_format_pax_restricted(archive_.get()));
    // No time of packing: the same content gives the same bytes.
    check(archive_write_set_options(archive_.get(), "gzip:!timestamp"));
    check(archive_write_open(archive_.get(), &out_, nullptr, append_bytes, nullptr));
  }

  /// `unsaid`: what the format had no words for.
  void add(const std::string& name, const std::string& bytes, const Unsaid& unsaid = {}) {
    pack(name, bytes);
    Json& row = files_.emplace_back(Json{{"name", name}, {"bytes", bytes.size()}, {"sha256", sha256(bytes)}});
    for (const auto& [what, count] : unsaid) row["unsaid"][std::string(what)] = count;
  }

  std::string finish(const Head& head) && {
    pack("manifest.json",
         Json{{"events", head.seq}, {"chain", hex(head.chain)}, {"files", files_}}.dump(2) + "\n");
    check(archive_write_close(archive_.get()));
    return std::move(out_);
  }

 private:
  void pack(const std::string& name, const std::string& bytes) {
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                              archive_entry_free);
    if (!entry) throw std::bad_alloc();
    constexpr int kReadable = 0644;
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), kReadable);
    archive_entry_set_mtime(entry.get(), 0, 0);
    check(archive_write_header(archive_.get(), entry.get()));
    if (archive_write_data(archive_.get(), bytes.data(), bytes.size()) !=
        static_cast<la_ssize_t>(bytes.size()))
      throw std::bad_alloc();
  }

  /// It writes to memory: nothing else can go wrong.
  static void check(int result) {
    if (result != ARCHIVE_OK) throw std::bad_alloc();
  }

  struct Free {
    void operator()(archive* each) const { archive_write_free(each); }
  };
  std::string out_;
  std::unique_ptr<archive, Free> archive_;
  std::vector<Json> files_;
};

void add_judgements(Store& store, Part part, const ArchiveParts& parts, Packer& packer) {
  const Judgements judgements = judgements_in(store, {.part = part, .collection = parts.collection});
  if (judgements.topics().empty()) return;
  std::optional<DocumentTexts> texts;
  if (parts.collection != nullptr) texts.emplace(texts_in_collection(*parts.collection));
  for (const JudgementFormat* const format : all_judgement_formats()) {
    if (format->write == nullptr) continue;
    std::string bytes;
    const Unsaid unsaid =
        format->write(judgements, texts ? &*texts : nullptr, [&](std::string_view piece) { bytes += piece; });
    if (bytes.empty()) continue;
    packer.add("judgements/" + std::string(name_of(part)) + "." + std::string(format->name), bytes, unsaid);
  }
}

void add_suggestions(Store& store, Packer& packer) {
  const std::vector<std::string> sources =
      store.database().all("SELECT DISTINCT source FROM suggestion ORDER BY source", text_in);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::string bytes;
    judgement_formats::kJsonLines.write(*suggested_judgements(store, sources[i]), nullptr,
                                        [&](std::string_view piece) { bytes += piece; });
    // Names are free text: the file has a number, and says whose it is.
    packer.add("suggestions/" + std::to_string(i + 1) + ".jsonl", bytes);
    packer.add("suggestions/" + std::to_string(i + 1) + ".name", sources[i] + "\n");
  }
}

std::string events_of(Store& store) {
  std::string out;
  const auto number = [](const std::optional<std::int64_t>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  const CandidatesById candidates = candidate_table(store);
  each_event(store.database(), [&](const Event& event) {
    out += line({{"seq", event.seq},
                 {"op", hex(event.op)},
                 {"account", number(event.account)},
                 {"assignment", number(event.assignment)},
                 {"document", number(event.document)},
                 {"kind", name_of(event.kind)},
                 {"data", public_data(event.kind, event.data, candidates)},
                 {"delta", event.delta ? Json(*event.delta) : Json(nullptr)},
                 {"version", number(event.version)},
                 {"undoes", number(event.undoes)},
                 {"server_ms", event.server_ms},
                 {"active_ms", event.active_ms},
                 {"chain", hex(event.chain)}});
    return true;
  });
  return out;
}

std::string answers_of(Store& store) {
  std::string out;
  for (const Assignment& assignment : store.assignments()) {
    for (const auto& [question, value] : store.answers(assignment.id)) {
      out += line({{"topic", assignment.topic},
                   {"account", store.account_name(assignment.account)},
                   {"part", name_of(assignment.part)},
                   {"form", question.first},
                   {"question", question.second},
                   {"value", value}});
    }
  }
  return out;
}

/// Topics that were handed in, and what was chosen and rejected; topics in work stay their authors'.
void add_candidates(Store& store, Packer& packer) {
  std::vector<Candidate> candidates = all_candidates(store);
  std::erase_if(candidates, [](const Candidate& each) {
    return each.state == CandidateState::kDraft || each.state == CandidateState::kWithdrawn;
  });
  if (candidates.empty()) return;
  std::string lines;
  for (const Candidate& each : candidates) lines += to_json_line(each) + "\n";
  packer.add("candidates.jsonl", lines);
  for (const auto& [name, state] : {std::pair("topics.xml", CandidateState::kChosen),
                                    std::pair("rejected.xml", CandidateState::kRejected)}) {
    const auto topics = topics_in(candidates, state);
    if (topics.empty()) continue;
    std::string bytes;
    const Unsaid unsaid =
        write_topics(topics, topic_formats::kInex, [&](std::string_view piece) { bytes += piece; });
    packer.add(name, bytes, unsaid);
  }
}

}  // namespace

std::string everything(Store& store, const ArchiveParts& parts) {
  const Reading moment(store.database());
  Packer packer;
  for (const Part part : {Part::kMain, Part::kSecond}) add_judgements(store, part, parts, packer);
  const auto given = store.assignments();
  if (std::ranges::find(given, Part::kFinal, &Assignment::part) != given.end())
    add_judgements(store, Part::kFinal, parts, packer);
  add_suggestions(store, packer);
  add_candidates(store, packer);
  if (const std::string lines = submission_lines(store); !lines.empty())
    packer.add("submissions.jsonl", lines);
  packer.add("events.jsonl", events_of(store));
  packer.add("answers.jsonl", answers_of(store));
  if (parts.pool != nullptr) packer.add("pool.jsonl", pools::to_json_lines(*parts.pool));
  packer.add("progress.json", line(to_json(progress_of(store))));
  return std::move(packer).finish(head_of(store.database()));
}

}  // namespace fovea::assess
