// The XML reader: a document as a sequence of events, each with its place in the text and in the file.
//
// Over expat, strict and streaming. What it adds:
// - Offsets. A document's text is the concatenation of its text nodes: white space unchanged, every entity or
//   character reference one character; comments, processing instructions and the DOCTYPE have none. Offsets
//   count its code points from 0.
// - Encodings: UTF-8, UTF-16, ISO-8859-1, US-ASCII, Windows-1252. Handlers always see UTF-8.
// - Entities. Those the document declares inside itself are expanded, within expat's limits on amplification.
//   All others, in text and in attributes, are looked up in the HTML table, since real documents use `&nbsp;`
//   and name a DTD that nobody has. An entity found nowhere is an error. Nothing is ever fetched: an external
//   DTD is accepted and ignored, a reference to an external entity is a warning and gives no text.
// - Limits on depth, on length and on single marks; faults as diagnostics with line and column.
//
// Element and attribute names are reported as written ("xlink:href"); namespaces are not resolved.
//
//     struct Titles : XmlHandler {
//       void on_start(std::string_view name, const XmlAttributes& attributes, XmlCursor& at) override {
//         if (name == "topic" && !attributes.find("id")) at.error("missing", "a topic without id");
//       }
//     } titles;
//     if (!read_xml(input, titles, diagnostics)) …
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"
#include "text/span.h"

struct XML_ParserStruct;

namespace fovea {

struct XmlAttribute {
  std::string_view name;
  std::string_view value;
};

/// The attributes of one start tag, in the order of the file; valid during the call that gives them.
class XmlAttributes {
 public:
  /// expat's list: name, value, name, value, …, nullptr.
  explicit XmlAttributes(const char* const* list) : list_(list) {}

  std::size_t size() const;
  bool empty() const { return *list_ == nullptr; }
  XmlAttribute operator[](std::size_t index) const { return {list_[2 * index], list_[2 * index + 1]}; }
  std::optional<std::string_view> find(std::string_view name) const;

 private:
  const char* const* list_;
};

/// Where the reader stands, and what a handler may tell it.
class XmlCursor {
 public:
  /// Code points of text before this event.
  Offset offset() const { return offset_; }
  /// Code points of text before the next event: in on_text(), offset() and the length of the text.
  Offset end() const { return end_; }
  /// File, line and column of the markup or text. Computed when asked for: not free.
  virtual Place place() const = 0;
  /// Number of open elements, the one just started included, the one just ended not.
  virtual std::size_t depth() const = 0;
  /// Reports a fault here; reading goes on.
  virtual void error(std::string_view code, std::string message) = 0;
  /// Ends reading after this event, as if the document ended here; read_xml() returns true if all was well.
  virtual void stop() = 0;

 protected:
  ~XmlCursor() = default;
  Offset offset_ = 0;
  Offset end_ = 0;
};

/// What happens in a document. Views are valid during the call only.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void on_start(std::string_view name, const XmlAttributes& attributes, XmlCursor& at);
  virtual void on_end(std::string_view name, XmlCursor& at);
  /// The text between two marks in UTF-8, never empty; a long one comes in several calls.
  virtual void on_text(std::string_view text, XmlCursor& at);
  /// A comment or processing instruction: text before and after it belongs to different text nodes.
  virtual void on_gap(XmlCursor& at);
  /// For a handler that keeps all text: the string to which the reader appends it, before on_text(). The
  /// handler may take text out of it there. Asked for once; nullptr: the reader uses its own.
  virtual std::string* text_buffer();
};

struct XmlLimits {
  /// Nesting of elements. The deepest documents people write have some dozens of levels.
  std::size_t depth = 4096;
  /// Code points of text.
  Offset length = kMaxOffset;
  /// Bytes of a single tag, comment, processing instruction or declaration, and of the values of a tag's
  /// attributes with their entities expanded: expat keeps each whole.
  std::size_t mark = std::size_t{8} << 20;
};

/// Reads one document after another, keeping expat's memory between them. Not shared between threads.
class XmlReader {
 public:
  XmlReader();
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;
  ~XmlReader();

  /// Reads a whole document. What is wrong goes to `diagnostics`; reading ends at the first fault of the XML.
  /// Returns whether there was none (handlers' errors count, warnings do not).
  bool read(const InputFile& input, XmlHandler& handler, Diagnostics& diagnostics,
            const XmlLimits& limits = {});

 private:
  XML_ParserStruct* parser_;
  /// Seed of expat's hash tables; otherwise it asks the system for a new one per document.
  unsigned long salt_;
};

/// Reads a single document: XmlReader().read(…).
bool read_xml(const InputFile& input, XmlHandler& handler, Diagnostics& diagnostics,
              const XmlLimits& limits = {});

}  // namespace fovea
