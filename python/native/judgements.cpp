// Judgements: files, and what Python holds in memory.
#include "judgements/judgements.h"

#include <fmt/format.h>

#include <limits>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "files/input.h"
#include "judgement_options.h"
#include "judgements/builder.h"
#include "judgements/judgement_file.h"
#include "judgements/judgement_format.h"
#include "native.h"
#include "text/span_set.h"

namespace fovea::python {

MergePolicy merge_named(std::string_view name) {
  if (name == "reject") return MergePolicy::kReject;
  if (name == "union") return MergePolicy::kUnion;
  if (name == "intersection") return MergePolicy::kIntersection;
  if (name == "first") return MergePolicy::kFirst;
  raise("UsageError",
        fmt::format("found merge={}, expected 'reject', 'union', 'intersection' or 'first'", quote(name)));
}

const JudgementFormat* judgement_format(std::optional<std::string_view> name) {
  if (!name) return nullptr;
  if (const JudgementFormat* const format = judgement_format_named(*name)) return format;
  raise("UsageError", fmt::format("found the format {}, expected one of {}", quote(*name),
                                  listed(format_names(all_judgement_formats()))));
}

namespace {

Judgements settled(std::optional<Judgements> judgements, const Diagnostics& said) {
  settle(said);
  if (!judgements) raise("InputError", said);
  return std::move(*judgements);
}

Judgements read_files(const std::vector<std::string>& paths, std::optional<std::string_view> format,
                      std::string_view merge, const Collection* collection, nb::handle texts,
                      std::string_view locate) {
  const DocumentTexts::Source source = text_source(texts, collection);
  std::optional<DocumentTexts> documents;
  if (source) documents.emplace(source);
  JudgementOptions options;
  options.format = judgement_format(format);
  options.merge = merge_named(merge);
  options.collection = collection;
  options.locate = locate_named(locate);
  options.annotation.texts = documents ? &*documents : nullptr;
  Diagnostics said;
  auto judgements = without_lock([&] { return fovea::read_judgements(paths, options, said); });
  return settled(std::move(judgements), said);
}

/// Judgements that were written down as JSON lines.
Judgements judgements_from_lines(std::string name, nb::bytes lines, nb::handle texts,
                                 const Collection* collection, std::string_view locate) {
  const DocumentTexts::Source source = text_source(texts, collection);
  std::optional<DocumentTexts> documents;
  if (source) documents.emplace(source);
  JudgementOptions options;
  options.format = &judgement_formats::kJsonLines;
  options.collection = collection;
  options.locate = locate_named(locate);
  options.annotation.texts = documents ? &*documents : nullptr;
  Diagnostics said;
  const std::string_view bytes(static_cast<const char*>(lines.data()), lines.size());
  auto judgements = without_lock([&] {
    return fovea::read_judgements(InputFile::copy_of(std::move(name), std::string(bytes)), options, said);
  });
  return settled(std::move(judgements), said);
}

/// {topic: {doc: grade}} or {topic: {doc: [(begin, end), …]}}.
class MemoryJudgements {
 public:
  MemoryJudgements() : builder_(MergePolicy::kReject, said_) {
    builder_.add_file(InputFile::from_memory("judgements", {}));
  }

  void add(nb::handle topic, nb::handle documents) {
    std::string memory;
    std::string found;
    const auto id = id_of(topic, memory, found);
    if (!id) return expected("judgements", found, "a topic's id (text or a whole number)");
    topic_ = builder_.keep(*id);
    builder_.add_topic(topic_);
    if (!PyDict_Check(documents.ptr()))
      return expected(at_topic(), found_object(documents),
                      "a mapping from documents to grades or lists of spans");
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    Py_ssize_t position = 0;
    while (PyDict_Next(documents.ptr(), &position, &key, &value) != 0) {
      add_document(nb::borrow(key), nb::borrow(value));
    }
  }

  Judgements build() && {
    if (said_.ok() && line_ == 0) expected("judgements", "no judgement", "judgements");
    Judgements judgements = std::move(builder_).finish();
    settle(said_);
    return judgements;
  }

 private:
  void expected(std::string place, const std::string& found, std::string_view what) {
    said_.expected({std::move(place)}, "bad-judgement", found, what);
  }
  std::string at_topic() const { return fmt::format("judgements: topic {}", quote(topic_)); }
  std::string at(std::string_view doc) const {
    return fmt::format("{}, document {}", at_topic(), quote(doc));
  }

  void add_document(const nb::object& key, const nb::object& value) {
    std::string found;
    const auto id = id_of(key, memory_, found);
    if (!id) return expected(at_topic(), found, "a document's id (text or a whole number)");
    JudgedDocument document;
    document.id = builder_.keep(*id);
    document.line = ++line_;
    spans_.clear();
    if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) {
      if (!read_spans(document.id, value)) return;
      document.grade = spans_.empty() ? 0 : 1;
      document.relevant_chars = static_cast<Offset>(character_count(SpanSet(spans_)));
      if (!spans_.empty()) document.first_listed = spans_.front().begin;
      builder_.add_kinds({.highlights = true});
    } else {
      const auto grade = number_of(value, found);
      using Limits = std::numeric_limits<std::int32_t>;
      if (!grade || *grade != static_cast<double>(static_cast<std::int64_t>(*grade)) ||
          *grade < Limits::min() || *grade > Limits::max()) {
        return expected(at(document.id), found_object(value), "a grade (a whole number) or a list of spans");
      }
      document.grade = static_cast<std::int32_t>(*grade);
      builder_.add_kinds({.document_grades = true});
    }
    builder_.add(topic_, document, spans_);
  }

  bool read_spans(std::string_view doc, const nb::object& list) {
    std::string found;
    for (const nb::handle span : nb::borrow<nb::sequence>(list)) {
      const bool pair = (PyTuple_Check(span.ptr()) || PyList_Check(span.ptr())) && nb::len(span) == 2;
      const auto begin = pair ? offset_of(nb::object(span[0]), found) : std::nullopt;
      const auto end = pair ? offset_of(nb::object(span[1]), found) : std::nullopt;
      if (!begin || !end || *begin >= *end) {
        expected(at(doc), found_object(span), "a span (begin, end) with 0 <= begin < end");
        return false;
      }
      spans_.push_back({*begin, *end});
    }
    return true;
  }

  Diagnostics said_;
  JudgementBuilder builder_;
  std::string_view topic_;
  std::string memory_;
  std::uint32_t line_ = 0;
  std::vector<Span> spans_;
};

Judgements judgements_from_dict(nb::dict topics) {
  MemoryJudgements judgements;
  for (const auto [topic, documents] : topics) judgements.add(topic, documents);
  return std::move(judgements).build();
}

}  // namespace

void bind_judgements(nb::module_& module) {
  nb::class_<Judgements>(
      module, "Judgements",
      "What assessors found relevant, per topic and document. Made by fovea.read_judgements().")
      .def_prop_ro("topics",
                   [](const Judgements& judgements) {
                     nb::list topics;
                     for (const TopicJudgements& topic : judgements.topics()) {
                       topics.append(nb::str(topic.topic().data(), topic.topic().size()));
                     }
                     return topics;
                   })
      .def_prop_ro("files",
                   [](const Judgements& judgements) {
                     std::vector<std::string> files;
                     for (std::size_t i = 0; i < judgements.files(); ++i) files.push_back(judgements.file(i));
                     return files;
                   })
      .def_prop_ro("has_highlights",
                   [](const Judgements& judgements) { return judgements.kinds().highlights; })
      .def(
          "__len__", [](const Judgements& judgements) { return judgements.size(); },
          "How many documents were judged, each counted once per topic.")
      // Not iterable: ir_measures would take it apart.
      .def(
          "documents",
          [](const Judgements& judgements, std::string_view topic) {
            const TopicJudgements* const found = judgements.find(topic);
            if (found == nullptr) throw nb::key_error(std::string(topic).c_str());
            nb::dict documents;
            for (const JudgedDocument& document : found->documents()) {
              nb::list spans;
              for (const Span span : found->highlights(document)) {
                spans.append(nb::make_tuple(span.begin, span.end));
              }
              documents[nb::str(document.id.data(), document.id.size())] =
                  nb::make_tuple(document.grade, spans);
            }
            return documents;
          },
          nb::arg("topic"), "The judged documents of a topic: {doc: (grade, [(begin, end), …])}.");
  module.def("read_judgements", &read_files, nb::arg("paths"), nb::arg("format").none() = nb::none(),
             nb::arg("merge") = "reject", nb::arg("collection").none() = nb::none(),
             nb::arg("texts").none() = nb::none(), nb::arg("locate") = "only", nb::keep_alive<0, 4>());
  module.def("judgements_from_lines", &judgements_from_lines, nb::arg("name"), nb::arg("lines"),
             nb::arg("texts").none() = nb::none(), nb::arg("collection").none() = nb::none(),
             nb::arg("locate") = "only", nb::keep_alive<0, 4>());
  module.def("judgements_from_dict", &judgements_from_dict, nb::arg("topics"));
}

}  // namespace fovea::python
