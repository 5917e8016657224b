#include "native.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "collection/collection.h"
#include "text/span.h"

namespace fovea::python {

namespace {

nb::object text_of(std::string_view text) {
  // Names of files may hold any bytes.
  PyObject* const object =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

}  // namespace

nb::list to_python(const Diagnostics& diagnostics) {
  nb::list out;
  for (const Diagnostic& one : diagnostics.kept()) {
    out.append(nb::make_tuple(one.severity == Severity::kError ? "error" : "warning", text_of(one.place.file),
                              one.place.line, one.place.column, one.code, text_of(one.message),
                              diagnostics.count(one.code), diagnostics.errors()));
  }
  return out;
}

void raise(const char* name, const Diagnostics& diagnostics) {
  nb::module_::import_("fovea._errors").attr("fail")(name, to_python(diagnostics));
  throw std::runtime_error("fovea._errors.fail() returned");
}

void raise(const char* name, const std::string& message) {
  Diagnostics said;
  said.error({}, "", message);
  raise(name, said);
}

void settle(const Diagnostics& diagnostics) {
  if (!diagnostics.ok()) raise("InputError", diagnostics);
  if (diagnostics.warnings() > 0) nb::module_::import_("fovea._errors").attr("warn")(to_python(diagnostics));
}

std::string found_object(nb::handle object) {
  constexpr std::size_t kMost = 60;
  const std::string type = nb::cast<std::string>(nb::str(object.type().attr("__name__")));
  PyObject* const shown = PyObject_Repr(object.ptr());
  if (shown == nullptr) {
    PyErr_Clear();
    return "a " + type;
  }
  const std::string text = nb::cast<std::string>(
      nb::steal(PyUnicode_AsEncodedString(nb::steal(shown).ptr(), "utf-8", "backslashreplace"))
          .attr("decode")("utf-8"));
  return text.size() > kMost ? "a " + type : fmt::format("{} ({})", unquoted(text), type);
}

std::optional<std::string_view> id_of(nb::handle object, std::string& memory, std::string& found) {
  if (PyUnicode_Check(object.ptr())) {
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
    if (text != nullptr && size > 0) return std::string_view(text, static_cast<std::size_t>(size));
    PyErr_Clear();
    found = text != nullptr ? "an empty text" : "a text that is no Unicode";
    return std::nullopt;
  }
  if (!PyBool_Check(object.ptr()) && PyIndex_Check(object.ptr())) {
    PyObject* const whole = PyNumber_Index(object.ptr());
    if (whole != nullptr) {
      memory = nb::cast<std::string>(nb::str(nb::steal(whole)));
      return memory;
    }
    PyErr_Clear();
  }
  found = found_object(object);
  return std::nullopt;
}

std::optional<double> number_of(nb::handle object, std::string& found) {
  const double value = PyFloat_AsDouble(object.ptr());
  if (value == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
  } else if (std::isfinite(value)) {
    return value;
  }
  found = found_object(object);
  return std::nullopt;
}

std::optional<Offset> offset_of(nb::handle object, std::string& found) {
  if (!PyBool_Check(object.ptr())) {
    const auto value = number_of(object, found);
    if (value && *value >= 0 && *value <= kMaxOffset && *value == std::floor(*value))
      return static_cast<Offset>(*value);
  }
  found = found_object(object);
  return std::nullopt;
}

DocumentTexts::Source text_source(nb::handle texts, const Collection* collection) {
  if (texts.is_none())
    return collection == nullptr ? DocumentTexts::Source() : texts_in_collection(*collection);
  if (PyUnicode_Check(texts.ptr())) return texts_in_folder(nb::cast<std::string>(texts));
  return [texts](std::string_view doc) -> std::optional<std::string> {
    const nb::gil_scoped_acquire locked;
    const nb::object key = text_of(doc);
    PyObject* const text = PyObject_GetItem(texts.ptr(), key.ptr());
    if (text == nullptr) {
      PyErr_Clear();
      return std::nullopt;
    }
    std::string found;
    std::string memory;
    const nb::object owned = nb::steal(text);
    if (!PyUnicode_Check(text)) return std::nullopt;
    const auto read = id_of(owned, memory, found);
    return std::string(read.value_or(""));
  };
}

Locate locate_named(std::string_view name) {
  if (name == "only") return Locate::kOnly;
  if (name == "next") return Locate::kNext;
  raise("UsageError", fmt::format("found locate={}, expected 'only' or 'next'", quote(name)));
}

}  // namespace fovea::python
