// The XML reader on arbitrary bytes: the text it hands over must be UTF-8 and add up to the offsets it gives,
// and what was read must pack into a record that passes its own checks.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "collection/document_builder.h"
#include "text/unicode.h"
#include "xml/reader.h"

namespace {

struct Counter : fovea::XmlHandler {
  void on_start(std::string_view, const fovea::XmlAttributes& attributes, fovea::XmlCursor& at) override {
    if (at.offset() != length) std::abort();
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (fovea::find_malformed_utf8(attributes[i].value)) std::abort();
    }
    (void)at.place();
  }
  void on_text(std::string_view text, fovea::XmlCursor& at) override {
    if (at.offset() != length || fovea::find_malformed_utf8(text)) std::abort();
    length += static_cast<fovea::Offset>(fovea::count_code_points(text));
    (void)at.place();
  }
  fovea::Offset length = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto input = fovea::InputFile::from_memory("fuzz", bytes);
  fovea::Diagnostics diagnostics;
  Counter counter;
  const bool good = fovea::read_xml(input, counter, diagnostics);
  if (good != diagnostics.ok()) std::abort();
  fovea::DocumentBuilder builder;
  if (builder.read_xml_document(input, diagnostics) && !good) std::abort();
  if (good) {
    if (builder.document().length != counter.length) std::abort();
    const std::string record = builder.pack("id", "fuzz");
    fovea::Document(record).check();
  }
  if (builder.read_text_document(input, diagnostics)) {
    const std::string record = builder.pack("id", "fuzz");
    fovea::Document(record).check();
  }
  return 0;
}
