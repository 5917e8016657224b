// The benchmark files of LegalBench-RAG.
//
//   {"tests":[{"query":"…","snippets":[{"file_path":"cuad/F.txt","span":[44579,45211],"answer":"…"}],"tags":[]}]}
//
// Each test is a topic; its id is its position in the list, from 0, behind "STEM:" where several files are read:
// every benchmark counts from 0. Results know a test by its query, so that is kept too. Snippets are highlighted
// spans of their files. Offsets count code points.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "files/file_stem.h"
#include "files/json.h"
#include "files/legalbench_evidence.h"
#include "files/place_finder.h"
#include "judgements/annotations/anchor.h"
#include "judgements/builder.h"
#include "judgements/judgement_format.h"
#include "text/trim.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

/// The snippets of one test in one file.
struct Snippets {
  std::string doc;
  std::vector<Span> spans;
  std::optional<Offset> length;
  std::uint64_t line = 0;
};

class LegalBenchReader {
 public:
  LegalBenchReader(const InputFile& file, DocumentTexts* texts, JudgementBuilder& builder,
                   const JsonReader& reader)
      : file_(file), texts_(texts), builder_(builder), reader_(reader) {}

  void read(const JsonValue& root) {
    const JsonValue* tests = reader_.need(root, "tests", Kind::kArray);
    if (tests == nullptr) return;
    const std::string prefix = prefix_of_file();
    for (std::size_t i = 0; i < tests->items.size(); ++i) {
      read_test(tests->items[i], builder_.keep(prefix + std::to_string(i)));
    }
    if (unchecked_ == 0) return;
    reader_.diagnostics().warning(
        {file_.name()}, "unchecked",
        fmt::format("{} snippets are not checked: there is no answer or no text of their file", unchecked_));
  }

 private:
  std::string prefix_of_file() const {
    if (!builder_.several_files()) return {};
    return std::string(file_stem(file_.name())) + ":";
  }

  /// A test without snippets is a topic on which no run can score.
  void read_test(const JsonValue& test, std::string_view topic) {
    const JsonValue* list = reader_.need(test, "snippets", Kind::kArray);
    if (list == nullptr) return;
    if (builder_.has_topic(topic)) {
      return reader_.diagnostics().expected(
          reader_.place(test), "same-stem",
          fmt::format("topic {} again: the position in a second file of this name", quote(topic)),
          "benchmark files that differ in the last part of their names");
    }
    const JsonValue* const query = reader_.want(test, "query", Kind::kString);
    builder_.add_topic(topic);
    builder_.add_question(topic, query == nullptr ? "" : query->text, legalbench_evidence(*list));
    const std::uint64_t errors = reader_.diagnostics().errors();
    std::vector<Snippets> by_file;
    for (const JsonValue& snippet : list->items) read_snippet(snippet, by_file);
    if (reader_.diagnostics().errors() != errors) return;
    for (const Snippets& one : by_file)
      builder_.add_highlights(topic, one.doc, one.spans, one.length, one.line);
  }

  void read_snippet(const JsonValue& snippet, std::vector<Snippets>& by_file) {
    const JsonValue* doc = reader_.need(snippet, "file_path", Kind::kString);
    const JsonValue* span = reader_.need(snippet, "span", Kind::kArray);
    if (doc == nullptr || span == nullptr) return;
    const auto begin = span->items.size() == 2 ? span->items[0].offset() : std::nullopt;
    const auto end = span->items.size() == 2 ? span->items[1].offset() : std::nullopt;
    if (doc->text.empty()) return reader_.wrong(*doc, "the name of a file");
    if (!begin || !end) return reader_.wrong(*span, "[begin, end]");
    Claim claim;
    claim.position = Span{*begin, *end};
    claim.place = reader_.place(*span);
    if (const JsonValue* answer = reader_.want(snippet, "answer", Kind::kString)) claim.quote = answer->text;
    const DocumentText* text = texts_ == nullptr ? nullptr : texts_->find(doc->text);
    const auto anchored = anchor(claim, nullptr, text, reader_.diagnostics());
    if (!anchored) return;
    if (text == nullptr || !claim.quote) ++unchecked_;
    auto its = std::ranges::find(by_file, doc->text, &Snippets::doc);
    if (its == by_file.end()) {
      by_file.push_back(
          {doc->text, {}, text == nullptr ? std::nullopt : std::optional(text->length()), claim.place.line});
      its = by_file.end() - 1;
    }
    its->spans.push_back(*anchored);
  }

  const InputFile& file_;
  DocumentTexts* texts_;
  JudgementBuilder& builder_;
  const JsonReader& reader_;
  std::uint64_t unchecked_ = 0;
};

void read_legalbench(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
                     Diagnostics& diagnostics) {
  PlaceFinder places(file.name(), file.bytes());
  JsonParser parser;
  JsonFault fault;
  const auto root = parser.parse(file.bytes(), fault);
  if (!root) return report(fault, places(fault.byte), diagnostics);
  LegalBenchReader(file, options.annotation.texts, builder, JsonReader(places, diagnostics)).read(*root);
}

/// Whether this is an object that begins with its "tests".
bool sniff_legalbench(const JudgementHead& head) {
  std::string_view bytes = head.bytes();
  const auto skip = [&bytes](std::string_view token) {
    bytes.remove_prefix(std::min(bytes.find_first_not_of(kWhiteSpace), bytes.size()));
    const bool there = bytes.starts_with(token);
    if (there) bytes.remove_prefix(token.size());
    return there;
  };
  return skip("{") && skip("\"tests\"") && skip(":") && skip("[");
}

}  // namespace

const JudgementFormat judgement_formats::kLegalBench = {
    .name = "legalbench",
    .shape =
        R"(LegalBench-RAG: `{"tests":[{"query":…,"snippets":[…]}]}`; the topic is the position in the list, )"
        "from 0, behind `STEM:` where several files are read",
    .sniff = sniff_legalbench,
    .read = read_legalbench};

}  // namespace fovea
