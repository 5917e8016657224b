#include "runs/resolve.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "collection/id_advice.h"

namespace fovea {

namespace {

/// Resolves the results of one topic, keeping the document of the result before at hand.
class Resolver {
 public:
  Resolver(const std::string& file, const Collection& collection, Diagnostics& diagnostics, Diagnostics& lost)
      : file_(file), collection_(collection), diagnostics_(diagnostics), lost_(lost) {}

  void resolve(Result& result) {
    if (result.kind == ResultKind::kUnresolved) return;
    if (!document_ || document_->id() != result.doc) document_ = collection_.find(result.doc);
    if (!document_) {
      expected(result, "unknown-document", quote(result.doc), "a document of the collection");
      return give_up(result);
    }
    resolve_in(*document_, result);
  }

 private:
  void resolve_in(const Document& document, Result& result) {
    switch (result.kind) {
      case ResultKind::kDocument:
        result.span = {0, document.length()};
        break;
      case ResultKind::kPassage:
        check_end(document, result);
        break;
      case ResultKind::kElement:
      case ResultKind::kRange:
        resolve_paths(document, result);
        break;
      case ResultKind::kUnresolved:
        break;
    }
  }

  void check_end(const Document& document, const Result& result) {
    if (result.span.end <= document.length()) return;
    diagnostics_.error({file_, result.line}, "past-end", describe_past_end(result, document.length()));
  }

  void resolve_paths(const Document& document, Result& result) {
    const auto first = span_of(document, result, result.path);
    const auto last = result.kind == ResultKind::kRange ? span_of(document, result, result.last_path) : first;
    if (!first || !last) return give_up(result);
    if (last->end < first->begin || (last->end == first->begin && last->begin < first->begin)) {
      expected(result, "backward-range",
               fmt::format("a range from character {} back to {}", first->begin, last->end),
               "a range that ends behind its beginning");
      return give_up(result);
    }
    result.span = {first->begin, last->end};
  }

  std::optional<Span> span_of(const Document& document, const Result& result, std::string_view path) {
    std::optional<Span> span = document.span_of(path);
    // A range may begin and end at a point in the text.
    if (!span && result.kind == ResultKind::kRange) {
      TextPoints& points = points_.try_emplace(result.doc, document.tree()).first->second;
      if (const auto point = points.find(path)) span = Span{*point, *point};
    }
    if (!span) {
      expected(result, "unknown-path", quote(path),
               fmt::format("the path of an element of document {}", quote(result.doc)));
    }
    return span;
  }

  static void give_up(Result& result) {
    result.kind = ResultKind::kUnresolved;
    result.span = {};
  }

  void expected(const Result& result, std::string_view code, const std::string& found,
                const std::string& what) {
    lost_.expected({file_, result.line}, code, found, what);
  }

  const std::string& file_;
  const Collection& collection_;
  Diagnostics& diagnostics_;
  Diagnostics& lost_;
  std::optional<Document> document_;
  absl::flat_hash_map<std::string_view, TextPoints> points_;  ///< of documents with ranges between points
};

}  // namespace

bool advise_on_run_ids(const Run& run, const Collection& collection, Diagnostics& said) {
  constexpr std::size_t kTopics = 20;
  TopicResults topic;
  Diagnostics ignored(0);
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < std::min(kTopics, run.topics()); ++i) {
    run.read(i, topic, ignored);
    for (const Result& result : topic.results) ids.insert(result.doc);
  }
  return advise_on_ids(run.file(), std::vector(ids.begin(), ids.end()), collection, said);
}

std::string describe_past_end(const Result& result, Offset length) {
  return fmt::format(
      "found a passage that ends at {}, expected an end within document {}, which has {} characters",
      result.span.end, quote(result.doc), length);
}

void resolve(TopicResults& topic, const std::string& file, const Collection& collection,
             Diagnostics& diagnostics) {
  resolve(topic, file, collection, diagnostics, diagnostics);
}

void resolve(TopicResults& topic, const std::string& file, const Collection& collection,
             Diagnostics& diagnostics, Diagnostics& lost) {
  Resolver resolver(file, collection, diagnostics, lost);
  for (Result& result : topic.results) resolver.resolve(result);
}

}  // namespace fovea
