#include "simulate/highlight_runs.h"

#include <fmt/format.h>

#include <algorithm>

#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "simulate/simulated_run.h"

namespace fovea {

namespace {

constexpr std::array<std::string_view, kAnswerSets.size()> kSetNames{"S", "SL", "SLD", "SS", "SST"};
constexpr std::array<std::string_view, kDocumentOrders.size()> kOrderNames{"R", "RS", "RI", "RSI"};

/// The relevant documents of a topic, most highlighted text first.
std::vector<const JudgedDocument*> by_size(const TopicJudgements& topic) {
  std::vector<const JudgedDocument*> documents;
  for (const JudgedDocument& document : topic.documents()) {
    if (document.span_count > 0) documents.push_back(&document);
  }
  std::ranges::stable_sort(documents, [](const JudgedDocument* a, const JudgedDocument* b) {
    return a->relevant_chars > b->relevant_chars;
  });
  return documents;
}

const JudgedDocument* first_irrelevant(const TopicJudgements& topic) {
  for (const JudgedDocument& document : topic.documents()) {
    if (!document.relevant() && document.span_count == 0) return &document;
  }
  return nullptr;
}

/// Spans without those inside another one, in document order.
std::vector<ElementIndex> outermost(const ElementTreeView& tree, std::vector<ElementIndex> elements) {
  // In document order an element comes before all it contains.
  std::ranges::sort(elements);
  std::vector<ElementIndex> kept;
  for (const ElementIndex element : elements) {
    if (kept.empty() || element >= tree.next(kept.back())) kept.push_back(element);
  }
  return kept;
}

/// Builds one run, topic by topic.
class Simulation {
 public:
  Simulation(HighlightRun run, const Collection* collection, DocumentLengths lengths,
             Diagnostics& diagnostics)
      : run_(run),
        collection_(collection),
        lengths_(std::move(lengths)),
        diagnostics_(diagnostics),
        out_(name_of(run), run_formats::kPassage) {}

  void add(const TopicJudgements& topic, const std::string& file) {
    std::vector<const JudgedDocument*> documents = by_size(topic);
    if (documents.empty()) return;
    out_.open_topic(topic.topic());
    const bool swapped =
        run_.order == DocumentOrder::kSwapped || run_.order == DocumentOrder::kSwappedIrrelevantFirst;
    if (swapped && documents.size() > 1) std::swap(documents[0], documents[1]);
    const bool irrelevant =
        run_.order == DocumentOrder::kIrrelevantFirst || run_.order == DocumentOrder::kSwappedIrrelevantFirst;
    if (irrelevant) add_irrelevant(topic, file);
    for (const JudgedDocument* document : documents) add_document(topic, *document, file);
  }

  Run finish() && {
    if (without_element_ > 0) {
      diagnostics_.warning({}, "nothing-inside",
                           fmt::format("{}: {} documents are returned with their passages, since no element "
                                       "fits inside these",
                                       kSetNames[static_cast<std::size_t>(run_.set)], without_element_));
    }
    return std::move(out_).build();
  }

 private:
  void add_irrelevant(const TopicJudgements& topic, const std::string& file) {
    if (const JudgedDocument* document = first_irrelevant(topic)) {
      add_whole(*document, find(*document, file));
    } else {
      diagnostics_.warning({file}, "no-irrelevant-document",
                           fmt::format("topic {} has no judged document without relevance to put first",
                                       quote(topic.topic())));
    }
  }

  void add_passages(const TopicJudgements& topic, const JudgedDocument& document) {
    for (const Span passage : topic.highlights(document)) out_.add_passage(document.id, passage);
  }

  void add_document(const TopicJudgements& topic, const JudgedDocument& document, const std::string& file) {
    const std::optional<Document> stored = find(document, file);
    if (run_.set == AnswerSet::kDocuments) return add_whole(document, stored);
    if (run_.set == AnswerSet::kPassages) return add_passages(topic, document);
    if (!stored) return;  // reported by find()
    const ElementTreeView& tree = stored->tree();
    std::vector<ElementIndex> elements;
    for (const Span passage : topic.highlights(document)) {
      const std::vector<ElementIndex> found = elements_for(tree, passage);
      elements.insert(elements.end(), found.begin(), found.end());
    }
    elements = outermost(tree, std::move(elements));
    if (elements.empty()) {
      ++without_element_;
      return add_passages(topic, document);
    }
    for (const ElementIndex element : elements) {
      out_.add_element(document.id, tree.path(element), tree.span(element));
    }
  }

  std::vector<ElementIndex> elements_for(const ElementTreeView& tree, Span passage) const {
    switch (run_.set) {
      case AnswerSet::kContaining:
        return {tree.smallest_containing(passage)};
      case AnswerSet::kInside:
        return tree.largest_inside(passage);
      default:
        return tree.leaves_inside(passage);
    }
  }

  void add_whole(const JudgedDocument& document, const std::optional<Document>& stored) {
    std::optional<Offset> length = document.length;
    if (!length && stored) length = stored->length();
    if (!length && lengths_) length = lengths_(document.id);
    out_.add_document(document.id, length);
  }

  /// The document in the collection. Only elements, and lengths that the judgements do not know, need it.
  std::optional<Document> find(const JudgedDocument& document, const std::string& file) {
    const bool elements = needs_collection(run_);
    if (collection_ == nullptr || (!elements && document.length)) return std::nullopt;
    std::optional<Document> stored = collection_->find(document.id);
    if (!stored) {
      diagnostics_.expected({file, document.line}, "unknown-document",
                            fmt::format("document {}", quote(document.id)), "a document of the collection");
    }
    return stored;
  }

  HighlightRun run_;
  const Collection* collection_;
  DocumentLengths lengths_;
  Diagnostics& diagnostics_;
  SimulatedRunBuilder out_;
  std::uint64_t without_element_ = 0;  ///< documents none of whose passages holds a whole element
};

}  // namespace

std::string name_of(HighlightRun run) {
  return fmt::format("{}_{}", kSetNames[static_cast<std::size_t>(run.set)],
                     kOrderNames[static_cast<std::size_t>(run.order)]);
}

bool needs_collection(HighlightRun run) {
  return run.set != AnswerSet::kPassages && run.set != AnswerSet::kDocuments;
}

std::vector<HighlightRun> highlight_runs(bool with_collection) {
  std::vector<HighlightRun> runs;
  for (const AnswerSet set : kAnswerSets) {
    for (const DocumentOrder order : kDocumentOrders) {
      if (with_collection || !needs_collection({set, order})) runs.push_back({set, order});
    }
  }
  return runs;
}

Run simulate(HighlightRun run, const Judgements& judgements, const Collection* collection,
             Diagnostics& diagnostics) {
  Simulation simulation(run, collection, judgements.lengths(collection), diagnostics);
  for (const TopicJudgements& topic : judgements.topics()) {
    const std::size_t file = topic.documents().empty() ? 0 : topic.documents().front().file;
    simulation.add(topic, judgements.file(file));
  }
  return std::move(simulation).finish();
}

std::vector<Run> simulate_space(const Judgements& judgements, const Collection* collection,
                                Diagnostics& diagnostics) {
  std::vector<Run> runs;
  for (const HighlightRun run : highlight_runs(collection != nullptr)) {
    Diagnostics own;
    runs.push_back(simulate(run, judgements, collection, own));
    // What is wrong with a set shows in its first ranking, what is wrong with a ranking in its first set.
    const bool first = run.order == DocumentOrder::kBySize ||
                       run == HighlightRun{AnswerSet::kPassages, DocumentOrder::kIrrelevantFirst};
    if (first || (diagnostics.ok() && !own.ok())) diagnostics.merge(std::move(own));
  }
  return runs;
}

}  // namespace fovea
