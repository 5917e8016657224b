// Collections: documents, their text and their elements.
#include "collection/collection.h"

#include <fmt/format.h>
#include <nanobind/stl/pair.h>

#include <memory>
#include <utility>
#include <vector>

#include "collection/import.h"
#include "collection/writer.h"
#include "files/corrupt_file.h"
#include "files/input.h"
#include "fovea.h"
#include "native.h"

namespace fovea::python {

namespace {

Collection open_file(const std::string& path) {
  Diagnostics said;
  auto collection = without_lock([&] { return Collection::open(path, said); });
  if (!collection) raise(said.count("corrupt") > 0 ? "CorruptCollection" : "InputError", said);
  return std::move(*collection);
}

IdRule check_id(std::string_view id) {
  auto rule = parse_id_rule(id);
  if (!rule) {
    raise("UsageError",
          fmt::format("found id={}, expected 'name', 'path', 'stem-path' or the path of an element",
                      quote(id)));
  }
  return std::move(*rule);
}

/// What was found of documents, as it goes into a collection.
class Build {
 public:
  Build(const std::string& path, std::string_view id, bool force) {
    options_.id = check_id(id);
    writer_ = CollectionWriter::create(
        path, force ? CollectionWriter::Existing::kReplace : CollectionWriter::Existing::kRefuse, said_);
    if (!writer_) raise("InputError", said_);
  }

  const ImportOptions& options() const { return options_; }

  DocumentSink sink() {
    return [this](ImportedDocument imported) {
      Diagnostics step = std::move(imported.diagnostics);
      if (imported.document) writer_->add(*imported.document, CollectionWriter::Existing::kRefuse, step);
      said_.merge(std::move(step));
      return said_.ok();
    };
  }

  void finish() {
    if (said_.ok() && writer_->added() == 0) said_.expected({}, "empty", "no document", "documents to store");
    settle(said_);
    without_lock([&] {
      writer_->finish();
      return 0;
    });
  }

 private:
  ImportOptions options_;
  Diagnostics said_;
  std::unique_ptr<CollectionWriter> writer_;
};

void build_from_paths(const std::string& path, const std::vector<std::string>& sources, std::string_view id,
                      const std::vector<std::string>& only, bool force) {
  check_id(id);
  Diagnostics said;
  without_lock([&] {
    return build_collection(path, sources, said, {.id = std::string(id), .only = only, .replace = force});
  });
  settle(said);
}

/// From an iterator over (name, bytes or text), which is asked for one document at a time.
void build_from_documents(const std::string& path, nb::iterator documents, std::string_view id, bool force) {
  Build build(path, id, force);
  std::exception_ptr fault;
  const FileSource next = [&](Diagnostics&) -> std::optional<FoundFile> {
    const nb::gil_scoped_acquire locked;
    try {
      PyObject* const item = PyIter_Next(documents.ptr());
      if (item == nullptr) {
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        return std::nullopt;
      }
      const auto [name, content] = nb::cast<std::pair<std::string, nb::bytes>>(nb::steal(item));
      const std::string_view bytes(static_cast<const char*>(content.data()), content.size());
      return FoundFile{name, name, InputFile::copy_of(name, std::string(bytes))};
    } catch (...) {
      fault = std::current_exception();  // it belongs to the thread that asked for the collection
      return std::nullopt;
    }
  };
  without_lock([&] {
    import_documents(next, build.options(), build.sink());
    return 0;
  });
  if (fault) std::rethrow_exception(fault);
  build.finish();
}

/// A document of a collection, which it keeps open.
struct StoredDocument {
  Collection collection;
  Document document;
};

std::optional<StoredDocument> find(const Collection& collection, std::string_view id) {
  auto document = collection.find(id);
  if (!document) return std::nullopt;
  return StoredDocument{collection, *document};
}

std::vector<std::string> ids_of(const Collection& collection) {
  std::vector<std::string> ids;
  collection.each_id([&](std::string_view id) {
    ids.emplace_back(id);
    return true;
  });
  return ids;
}

/// (path, begin, end) of every element, in the order of the document.
nb::list elements_of(const StoredDocument& self) {
  const ElementTreeView& tree = self.document.tree();
  nb::list out;
  for (ElementIndex element = 0; element < tree.size(); ++element) {
    const Span span = tree.span(element);
    out.append(nb::make_tuple(tree.path(element), span.begin, span.end));
  }
  return out;
}

std::string text_of(const StoredDocument& self, Offset begin, std::optional<Offset> end) {
  const Offset length = self.document.length();
  const Span span{std::min(begin, length), std::min(end.value_or(length), length)};
  return span.begin >= span.end ? std::string() : self.document.text(span);
}

}  // namespace

void bind_collection(nb::module_& module) {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const CorruptFile& corrupt) {
      const nb::object type = nb::module_::import_("fovea._errors").attr("CorruptCollection");
      PyErr_SetString(type.ptr(), corrupt.what());
    }
  });
  nb::class_<StoredDocument>(module, "StoredDocument")
      .def_prop_ro("id", [](const StoredDocument& self) { return self.document.id(); })
      .def_prop_ro("source", [](const StoredDocument& self) { return self.document.source(); })
      .def_prop_ro("length", [](const StoredDocument& self) { return self.document.length(); })
      .def("text", &text_of, nb::arg("begin") = 0, nb::arg("end").none() = nb::none())
      .def("span",
           [](const StoredDocument& self, std::string_view path) -> std::optional<std::pair<Offset, Offset>> {
             const auto span = self.document.span_of(path);
             return span ? std::optional(std::pair(span->begin, span->end)) : std::nullopt;
           })
      .def("path",
           [](const StoredDocument& self, Offset begin, Offset end) {
             const Offset length = self.document.length();
             if (begin > end || end > length)
               throw nb::value_error(
                   fmt::format("found {} to {}, expected characters of a document of {}", begin, end, length)
                       .c_str());
             return self.document.tree().path(self.document.tree().smallest_containing({begin, end}));
           })
      .def("elements", &elements_of);
  nb::class_<Collection>(module, "StoredCollection")
      .def_prop_ro("path", [](const Collection& collection) { return collection.path(); })
      .def("__len__", [](const Collection& collection) { return collection.documents(); })
      .def("find", &find)
      .def("ids", &ids_of);
  module.def("open_collection", &open_file);
  module.def("build_from_paths", &build_from_paths);
  module.def("build_from_documents", &build_from_documents);
}

}  // namespace fovea::python
