// What the files of this folder share: each binds one room of the library to `fovea._native`, which the package in
// python/fovea builds on. Nothing here computes anything.
//
// Whatever reads files, scores or tests runs without the interpreter's lock (without_lock()).
#pragma once

#include <nanobind/nanobind.h>
// In every file: without them the types would be taken for classes that nobody has bound.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <string_view>

#include "collection/document_texts.h"
#include "files/diagnostics.h"
#include "runs/run_options.h"
#include "scores/average.h"

namespace fovea::python {

namespace nb = nanobind;

void bind_charts(nb::module_& module);
void bind_collection(nb::module_& module);
void bind_command(nb::module_& module);
void bind_evaluate(nb::module_& module);
void bind_judgements(nb::module_& module);
void bind_measures(nb::module_& module);
void bind_report(nb::module_& module);
void bind_runs(nb::module_& module);
void bind_scores(nb::module_& module);
void bind_search(nb::module_& module);
void bind_shards(nb::module_& module);
void bind_tables(nb::module_& module);
void bind_tools(nb::module_& module);
void bind_topics(nb::module_& module);

/// Calls `work` without the interpreter's lock.
template <class Work>
auto without_lock(const Work& work) {
  const nb::gil_scoped_release released;
  return work();
}

/// "a, b, c". (fmt::join of views is more than GCC 12 can follow.)
template <class Names>
std::string listed(const Names& names) {
  std::string text;
  for (const auto& name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

/// The kept diagnostics as a list of (severity, file, line, column, code, message): fovea.Diagnostic takes them.
nb::list to_python(const Diagnostics& diagnostics);

/// Raises the exception of fovea/errors.py of this name.
[[noreturn]] void raise(const char* name, const Diagnostics& diagnostics);
/// The same for a message alone.
[[noreturn]] void raise(const char* name, const std::string& message);
/// Raises InputError if there are errors, and issues fovea.EvaluationWarning for warnings.
void settle(const Diagnostics& diagnostics);

/// By the name that a Cube gives; a mean where it is none of the others'.
Average average_named(std::string_view name);

/// An id: text as it is, a whole number in decimal digits. Nothing, with the reason in `found`, for anything else. The
/// text lives as long as `memory` and the object.
std::optional<std::string_view> id_of(nb::handle object, std::string& memory, std::string& found);
/// What an object is, for "found …": its type, and what it looks like if that is short.
std::string found_object(nb::handle object);
/// A finite number; nothing, with `found`, for anything else.
std::optional<double> number_of(nb::handle object, std::string& found);
/// An offset in characters; nothing, with `found`, for anything else.
std::optional<Offset> offset_of(nb::handle object, std::string& found);

/// Where texts are: a folder, a mapping from document ids, or None, for the collection's. Empty where there are none. May be
/// called from any thread; `texts` must live as long.
DocumentTexts::Source text_source(nb::handle texts, const Collection* collection);
/// "only" or "next".
Locate locate_named(std::string_view name);

}  // namespace fovea::python
