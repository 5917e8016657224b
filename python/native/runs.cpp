// Runs: files, and what Python holds in memory.
#include "runs/run.h"

#include <fmt/format.h>

#include <utility>

#include "collection/collection.h"
#include "files/input.h"
#include "native.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "runs/run_names.h"
#include "runs/task.h"
#include "runs/writer.h"

namespace fovea::python {

namespace {

const RunFormat* run_format(std::optional<std::string_view> name) {
  if (!name) return nullptr;
  if (const RunFormat* const format = run_format_named(*name)) return format;
  raise("UsageError",
        fmt::format("found the format {}, expected one of {}", quote(*name), run_format_names()));
}

Run open_run(std::optional<Run> run, const Diagnostics& said) {
  settle(said);
  if (!run) raise("InputError", said);
  return std::move(*run);
}

Run read_run(const std::string& path, std::optional<std::string_view> format, nb::handle texts,
             const Collection* collection, std::string_view locate) {
  const DocumentTexts::Source source = text_source(texts, collection);
  const RunOptions options{run_format(format), source ? &source : nullptr, locate_named(locate)};
  Diagnostics said;
  auto run = without_lock([&] { return Run::open(path, options, said); });
  return open_run(std::move(run), said);
}

/// A run that was written down as JSON lines.
Run run_from_lines(std::string name, nb::bytes lines, nb::handle texts, const Collection* collection,
                   std::string_view locate) {
  const DocumentTexts::Source source = text_source(texts, collection);
  const RunOptions options{&run_formats::kJsonLines, source ? &source : nullptr, locate_named(locate)};
  Diagnostics said;
  const std::string_view bytes(static_cast<const char*>(lines.data()), lines.size());
  auto run = without_lock(
      [&] { return Run::open(InputFile::copy_of(std::move(name), std::string(bytes)), options, said); });
  return open_run(std::move(run), said);
}

/// {topic: {doc: score}} or {topic: [(doc, begin, end[, score]), …]}.
class MemoryRun {
 public:
  MemoryRun(std::string name, const RunFormat& format) : name_(std::move(name)), builder_(name_, format) {}

  /// False when there is a result that is no tuple: whoever called turns them all into lines of JSON.
  bool add(nb::handle topic, nb::handle results) {
    std::string memory;
    std::string found;
    const auto id = id_of(topic, memory, found);
    if (!id) return expected(name_, found, "a topic's id (text or a whole number)"), true;
    topic_ = *id;
    builder_.open_topic(topic_);
    if (PyDict_Check(results.ptr())) return add_scores(results), true;
    const bool list = PyList_Check(results.ptr()) || PyTuple_Check(results.ptr());
    if (!list) {
      return expected(at_topic(), found_object(results),
                      "a mapping from documents to scores or a list of results"),
             true;
    }
    for (const nb::handle result : nb::borrow<nb::sequence>(results)) {
      // A pair may be a framework's document and its score.
      if (!PyTuple_Check(result.ptr()) || nb::len(result) == 2) return false;
      add_passage(result);
    }
    return true;
  }

  Run build() && {
    if (builder_.topics() == 0 && said_.ok()) expected(name_, "no result", "a run");
    settle(said_);
    return std::move(builder_).build();
  }

 private:
  void expected(std::string place, const std::string& found, std::string_view what) {
    said_.expected({std::move(place)}, "bad-result", found, what);
  }
  std::string at_topic() const { return fmt::format("{}: topic {}", name_, quote(topic_)); }
  std::string at(std::size_t position) const { return fmt::format("{}, result {}", at_topic(), position); }

  void add_scores(nb::handle scores) {
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    Py_ssize_t position = 0;
    std::string memory;
    std::string found;
    builder_.expect(nb::len(scores));
    while (PyDict_Next(scores.ptr(), &position, &key, &value) != 0) {
      const nb::object doc = nb::borrow(key);  // held while a number's own code runs
      const nb::object score = nb::borrow(value);
      const auto id = id_of(doc, memory, found);
      if (!id) {
        expected(at_topic(), found, "a document's id (text or a whole number)");
        continue;
      }
      const auto number = number_of(score, found);
      if (!number) {
        expected(fmt::format("{}, document {}", at_topic(), quote(*id)), found, "a score");
        continue;
      }
      Result result;
      result.doc = builder_.copy(*id);
      result.span = {0, kMaxOffset};
      result.score = *number;
      result.line = ++row_;
      builder_.add(result);
    }
  }

  void add_passage(nb::handle tuple) {
    std::string memory;
    std::string found;
    const std::size_t position = row_++;
    const std::size_t size = nb::len(tuple);
    if (size != 3 && size != 4) {
      return expected(at(position), fmt::format("a tuple of {}", size), "(document, begin, end[, score])");
    }
    const nb::object parts[] = {tuple[0], tuple[1], tuple[2]};
    const auto id = id_of(parts[0], memory, found);
    if (!id) return expected(at(position), found, "a document's id (text or a whole number)");
    const auto begin = offset_of(parts[1], found);
    if (!begin) return expected(at(position), found, "a begin in characters");
    const auto end = offset_of(parts[2], found);
    if (!end || *end < *begin) {
      return expected(at(position), end ? fmt::to_string(*end) : found,
                      fmt::format("an end from {} on", *begin));
    }
    Result result;
    if (size == 4 && !nb::object(tuple[3]).is_none()) {
      const auto score = number_of(nb::object(tuple[3]), found);
      if (!score) return expected(at(position), found, "a score");
      result.score = *score;
    }
    result.doc = builder_.keep(*id);
    result.span = {*begin, *end};
    result.kind = ResultKind::kPassage;
    result.line = position + 1;
    builder_.add(result);
  }

  std::string name_;
  RunBuilder builder_;
  Diagnostics said_;
  std::string topic_;
  std::size_t row_ = 0;
};

/// Nothing when the results are no tuples.
std::optional<Run> run_from_dict(std::string name, nb::dict topics) {
  bool scores = true;
  for (const auto [topic, results] : topics) scores = scores && PyDict_Check(results.ptr());
  MemoryRun run(std::move(name), scores ? run_formats::kTrec : run_formats::kJsonLines);
  for (const auto [topic, results] : topics) {
    if (!run.add(topic, results)) return std::nullopt;
  }
  return std::move(run).build();
}

nb::object text_or_none(std::string_view text) {
  return text.empty() ? nb::none() : nb::object(nb::str(text.data(), text.size()));
}

/// Rows (topic, doc, begin, end, path, last_path, rank, score) of one topic, None for what a result has not.
nb::list rows_of(const Run& run, std::size_t topic) {
  TopicResults results;
  Diagnostics said;
  run.read(topic, results, said);
  if (!said.ok()) raise("InputError", said);
  nb::list rows;
  for (const Result& result : results.results) {
    const bool passage = result.kind == ResultKind::kPassage;
    rows.append(nb::make_tuple(
        nb::str(results.topic.data(), results.topic.size()), nb::str(result.doc.data(), result.doc.size()),
        passage ? nb::cast(result.span.begin) : nb::none(), passage ? nb::cast(result.span.end) : nb::none(),
        text_or_none(result.path), text_or_none(result.last_path),
        result.rank > 0 ? nb::cast(result.rank) : nb::none(), result.score));
  }
  return rows;
}

}  // namespace

void bind_runs(nb::module_& module) {
  nb::class_<Run>(module, "Run",
                  "What one system answered: per topic a ranked list of results. Made by fovea.read_run(), "
                  "fovea.simulate() and Index.run().")
      .def_prop_ro(
          "name", [](const Run& run) { return name_of(run); }, "Its tag, else the stem of its file.")
      .def_prop_ro("file", [](const Run& run) { return run.file(); })
      .def_prop_ro("tag", [](const Run& run) { return run.details().id; })
      .def_prop_ro("format", [](const Run& run) { return run.format().name; })
      .def_prop_ro(
          "task", [](const Run& run) { return guess_task(run).task->name; },
          "The task that its results look like.")
      .def_prop_ro("topics",
                   [](const Run& run) {
                     nb::list topics;
                     for (std::size_t i = 0; i < run.topics(); ++i) {
                       topics.append(nb::str(run.topic(i).data(), run.topic(i).size()));
                     }
                     return topics;
                   })
      .def("__len__", [](const Run& run) { return run.topics(); })
      .def("rows", &rows_of, nb::arg("topic"),
           "The results of a topic, by its number: (topic, doc, begin, end, path, last_path, rank, score).");
  module.def("read_run", &read_run, nb::arg("path"), nb::arg("format").none() = nb::none(),
             nb::arg("texts").none() = nb::none(), nb::arg("collection").none() = nb::none(),
             nb::arg("locate") = "only");
  module.def("run_from_lines", &run_from_lines, nb::arg("name"), nb::arg("lines"),
             nb::arg("texts").none() = nb::none(), nb::arg("collection").none() = nb::none(),
             nb::arg("locate") = "only");
  module.def("run_from_dict", &run_from_dict, nb::arg("name"), nb::arg("topics"));
}

}  // namespace fovea::python
