#include "xml/reader.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <random>
#include <vector>

#include "text/unicode.h"
#include "xml/attribute_entities.h"
#include "xml/encodings.h"
#include "xml/html_entities.h"

namespace fovea {

std::size_t XmlAttributes::size() const {
  std::size_t count = 0;
  while (list_[2 * count] != nullptr) ++count;
  return count;
}

std::optional<std::string_view> XmlAttributes::find(std::string_view name) const {
  for (const char* const* at = list_; *at != nullptr; at += 2) {
    if (*at == name) return at[1];
  }
  return std::nullopt;
}

void XmlHandler::on_start(std::string_view, const XmlAttributes&, XmlCursor&) {}
void XmlHandler::on_end(std::string_view, XmlCursor&) {}
void XmlHandler::on_text(std::string_view, XmlCursor&) {}
void XmlHandler::on_gap(XmlCursor&) {}
std::string* XmlHandler::text_buffer() {
  return nullptr;
}

namespace {

/// expat gets the input in pieces, and the memory of each is let go of behind it.
constexpr std::size_t kPiece = std::size_t{1} << 20;
/// Longer texts are handed over in parts.
constexpr std::size_t kLongText = std::size_t{1} << 16;

class Reader final : public XmlCursor {
 public:
  /// `parser` must be new or reset.
  Reader(XML_Parser parser, const InputFile& input, XmlHandler& handler, Diagnostics& diagnostics,
         const XmlLimits& limits);

  bool read();

  Place place() const override;
  std::size_t depth() const override { return open_.size(); }
  void error(std::string_view code, std::string message) override;
  void stop() override;

 private:
  static Reader& from(void* self) { return *static_cast<Reader*>(self); }
  /// expat is C: an exception must not cross it. It is kept and thrown again by read().
  template <class Event>
  static void guarded(void* self, Event event);
  void start(const char* name, const char** attributes);
  void end();
  void gap();
  /// Collects the pieces in which expat gives a text (a line, its end, an entity …) …
  void text(std::string_view utf8);
  /// … and hands them over before the next markup.
  void hand_over_text();
  Place text_place() const;
  void undeclared_entity(std::string_view name);
  void report_entity(std::string_view name);
  /// Ends reading when a mark, or the values of its attributes, have more bytes than they may.
  bool fits(std::size_t bytes);
  bool repair_attributes(const char* const*& list);

  bool feed(std::string_view piece, bool last);
  void report_fault();
  /// The input from where expat stands.
  std::string_view here() const;
  std::string expected_end() const;

  XML_Parser parser_;
  const InputFile& input_;
  XmlHandler& handler_;
  Diagnostics& diagnostics_;
  XmlLimits limits_;
  bool failed_ = false;
  bool stopped_ = false;
  std::size_t fed_ = 0;  ///< bytes that expat was given
  /// The text since the last mark stands behind text_begin_ of text_, which is own_text_ or the handler's.
  std::string own_text_;
  std::string* handlers_text_;
  std::string& text_;
  std::size_t text_begin_;
  XML_Index text_index_ = 0;
  bool in_text_ = false;
  std::exception_ptr thrown_;
  /// Names of the open elements, one behind the other, and where each begins.
  std::string names_;
  std::vector<std::size_t> open_;
  AttributeEntities attribute_entities_;
  /// From the last tag with attributes to here there is no '&': few tags have one, so all need not be
  /// searched.
  std::size_t next_ampersand_ = 0;
};

Reader::Reader(XML_Parser parser, const InputFile& input, XmlHandler& handler, Diagnostics& diagnostics,
               const XmlLimits& limits)
    : parser_(parser),
      input_(input),
      handler_(handler),
      diagnostics_(diagnostics),
      limits_(limits),
      handlers_text_(handler.text_buffer()),
      text_(handlers_text_ != nullptr ? *handlers_text_ : own_text_),
      text_begin_(text_.size()) {
  XML_SetUserData(parser, this);
  XML_SetElementHandler(
      parser,
      [](void* self, const char* name, const char** attributes) {
        guarded(self, [&](Reader& reader) { reader.start(name, attributes); });
      },
      [](void* self, const char*) { guarded(self, [](Reader& reader) { reader.end(); }); });
  XML_SetCharacterDataHandler(parser, [](void* self, const char* text, int length) {
    guarded(self, [&](Reader& reader) { reader.text({text, static_cast<std::size_t>(length)}); });
  });
  XML_SetCommentHandler(parser,
                        [](void* self, const char*) { guarded(self, [](Reader& reader) { reader.gap(); }); });
  XML_SetProcessingInstructionHandler(parser, [](void* self, const char*, const char*) {
    guarded(self, [](Reader& reader) { reader.gap(); });
  });
  // As if every document named a DTD we do not have: then expat hands us the entities it does not know.
  XML_UseForeignDTD(parser, XML_TRUE);
  XML_SetSkippedEntityHandler(parser, [](void* self, const char* name, int is_parameter) {
    if (is_parameter == 0) guarded(self, [&](Reader& reader) { reader.undeclared_entity(name); });
  });
  XML_SetEntityDeclHandler(parser, [](void* self, const char* name, int is_parameter, const char* value,
                                      int length, const char*, const char*, const char*, const char*) {
    if (is_parameter != 0) return;
    const std::string_view text =
        value == nullptr ? std::string_view() : std::string_view(value, static_cast<std::size_t>(length));
    guarded(self, [&](Reader& reader) { reader.attribute_entities_.declare(name, text); });
  });
  XML_SetExternalEntityRefHandlerArg(parser, parser);
  XML_SetExternalEntityRefHandler(
      parser, [](XML_Parser inner, const char* names, const char*, const char* system, const char*) {
        void* self = XML_GetUserData(inner);
        guarded(self, [&](Reader& reader) {
          reader.diagnostics_.warning(
              reader.place(), "external-entity",
              fmt::format("the external entity {} ({}) is not fetched: its text is missing", quote(names),
                          quote(system == nullptr ? "" : system)));
        });
        return static_cast<int>(XML_STATUS_OK);
      });
  XML_SetUnknownEncodingHandler(
      parser,
      [](void*, const char* name, XML_Encoding* encoding) {
        encoding->data = nullptr;
        encoding->convert = nullptr;
        encoding->release = nullptr;
        return static_cast<int>(map_encoding(name, encoding->map) ? XML_STATUS_OK : XML_STATUS_ERROR);
      },
      nullptr);
}

template <class Event>
void Reader::guarded(void* self, Event event) {
  Reader& reader = from(self);
  // After a stop expat may still hand over what belongs to the same token.
  if (reader.stopped_) return;
  try {
    event(reader);
  } catch (...) {
    reader.thrown_ = std::current_exception();
    reader.stop();
  }
}

Place Reader::place() const {
  if (in_text_) return text_place();
  return {input_.name(), XML_GetCurrentLineNumber(parser_), XML_GetCurrentColumnNumber(parser_) + 1};
}

void Reader::error(std::string_view code, std::string message) {
  failed_ = true;
  diagnostics_.error(place(), code, std::move(message));
}

void Reader::stop() {
  if (stopped_) return;
  stopped_ = true;
  XML_StopParser(parser_, XML_FALSE);
}

void Reader::start(const char* name, const char** attributes) {
  hand_over_text();
  if (stopped_) return;
  if (open_.size() >= limits_.depth) {
    error("too-deep", fmt::format("found elements nested {} deep, expected at most {}", limits_.depth + 1,
                                  limits_.depth));
    stop();
    return;
  }
  if (!fits(static_cast<std::size_t>(XML_GetCurrentByteCount(parser_)))) return;
  const std::string_view view(name);
  open_.push_back(names_.size());
  names_.append(view);
  const char* const* list = attributes;
  if (*attributes != nullptr && !repair_attributes(list)) return;
  handler_.on_start(view, XmlAttributes(list), *this);
}

void Reader::end() {
  hand_over_text();
  if (stopped_) return;
  const std::size_t begin = open_.back();
  open_.pop_back();
  handler_.on_end(std::string_view(names_).substr(begin), *this);
  names_.resize(begin);
}

void Reader::gap() {
  hand_over_text();
  if (stopped_ || !fits(static_cast<std::size_t>(XML_GetCurrentByteCount(parser_)))) return;
  handler_.on_gap(*this);
}

bool Reader::fits(std::size_t bytes) {
  if (bytes <= limits_.mark) return true;
  error("long-mark", fmt::format("found a tag, comment or declaration of more than {} bytes, expected at "
                                 "most that many",
                                 limits_.mark));
  stop();
  return false;
}

void Reader::text(std::string_view utf8) {
  // Only an entity gives more than a piece of the input at once.
  while (utf8.size() > kPiece && !stopped_) {
    std::size_t part = kPiece;
    while ((utf8[part] & 0xC0) == 0x80) --part;  // not through the middle of a character
    text(utf8.substr(0, part));
    utf8.remove_prefix(part);
  }
  if (stopped_) return;
  if (text_.size() == text_begin_) text_index_ = XML_GetCurrentByteIndex(parser_);
  // Every end of a line comes alone.
  if (utf8.size() == 1) {
    text_.push_back(utf8.front());
  } else {
    text_.append(utf8);
  }
  if (text_.size() - text_begin_ >= kLongText) hand_over_text();
}

void Reader::hand_over_text() {
  if (text_.size() == text_begin_) return;
  const std::string_view text = std::string_view(text_).substr(text_begin_);
  end_ = offset_ + static_cast<Offset>(count_code_points(text));
  in_text_ = true;
  if (end_ > limits_.length) {
    error("too-long",
          fmt::format("found more than {} characters of text, expected at most that many", limits_.length));
    stop();
  } else {
    handler_.on_text(text, *this);
    offset_ = end_;
  }
  in_text_ = false;
  own_text_.clear();
  text_begin_ = text_.size();
}

Place Reader::text_place() const {
  // expat stands behind the text: go back over its lines.
  const std::string_view bytes = input_.bytes();
  const auto begin = std::min(static_cast<std::size_t>(std::max<XML_Index>(text_index_, 0)), bytes.size());
  const std::size_t end = bytes.size() - here().size();
  const std::string_view passed = bytes.substr(begin, end - std::min(begin, end));
  const std::size_t line_begin = bytes.substr(0, begin).rfind('\n') + 1;  // npos + 1 is 0
  const auto lines = static_cast<std::uint64_t>(std::count(passed.begin(), passed.end(), '\n'));
  return {input_.name(), XML_GetCurrentLineNumber(parser_) - lines,
          count_code_points(bytes.substr(line_begin, begin - line_begin)) + 1};
}

void Reader::undeclared_entity(std::string_view name) {
  const auto character = html_entity(name);
  if (!character) {
    report_entity(name);
    return;
  }
  std::string utf8;
  append_utf8(utf8, *character);
  text(utf8);
}

void Reader::report_entity(std::string_view name) {
  error("unknown-entity",
        fmt::format("found the entity '&{};', expected one that is declared in the document or named in HTML",
                    name));
  stop();
}

bool Reader::repair_attributes(const char* const*& list) {
  const std::string_view rest = here();
  const std::size_t begin = input_.bytes().size() - rest.size();
  if (next_ampersand_ < begin) {
    const std::string_view ahead = rest.substr(0, kPiece);
    next_ampersand_ = begin + std::min(ahead.find('&'), ahead.size());
  }
  const auto length = static_cast<std::size_t>(XML_GetCurrentByteCount(parser_));
  if (begin + length <= next_ampersand_) return true;
  // The tag as the file has it; inside an entity expat does not stand at a tag.
  const std::string_view tag = rest.substr(0, length);
  if (!tag.starts_with('<') || !tag.ends_with('>')) return true;
  std::size_t values = 0;
  for (const char* const* at = list; *at != nullptr; at += 2) values += std::string_view(at[1]).size();
  if (!fits(values)) return false;
  if (const std::string_view unknown = attribute_entities_.repair(tag); !unknown.empty()) {
    report_entity(unknown);
    return false;
  }
  if (attribute_entities_.list() != nullptr) list = attribute_entities_.list();
  return true;
}

bool Reader::feed(std::string_view piece, bool last) {
  const bool ok =
      XML_Parse(parser_, piece.data(), static_cast<int>(piece.size()), last ? 1 : 0) == XML_STATUS_OK;
  if (thrown_) std::rethrow_exception(thrown_);
  if (!ok && !stopped_) report_fault();
  if (!ok || last) return ok;
  // A mark that has not ended stands where expat does; it stands nowhere while it waits for more input.
  fed_ += piece.size();
  const XML_Index index = XML_GetCurrentByteIndex(parser_);
  const std::size_t open = index < 0 ? 0 : fed_ - std::min(fed_, static_cast<std::size_t>(index));
  return open <= 2 * kPiece || fits(open);
}

bool Reader::read() {
  std::string_view rest = input_.bytes();
  if (rest.empty()) {
    diagnostics_.expected({input_.name(), 1, 1}, "empty", "an empty file", "an XML document");
    return false;
  }
  const std::string declaration = declaration_without_standalone(rest);
  rest.remove_prefix(declaration.size());
  bool going = declaration.empty() || feed(declaration, rest.empty());
  while (going && !rest.empty()) {
    const std::string_view piece = rest.substr(0, kPiece);
    rest.remove_prefix(piece.size());
    going = feed(piece, rest.empty());
    if (piece.size() == kPiece) input_.release(piece);
  }
  return !failed_;
}

std::string_view Reader::here() const {
  const auto index = static_cast<std::size_t>(std::max<XML_Index>(XML_GetCurrentByteIndex(parser_), 0));
  return input_.bytes().substr(std::min(index, input_.bytes().size()));
}

std::string Reader::expected_end() const {
  return open_.empty() ? "an element" : fmt::format("'</{}>'", names_.substr(open_.back()));
}

void Reader::report_fault() {
  failed_ = true;
  const XML_Error code = XML_GetErrorCode(parser_);
  const std::string_view found = here();
  switch (code) {
    case XML_ERROR_NO_MEMORY:
      throw std::bad_alloc();
    case XML_ERROR_TAG_MISMATCH: {
      // expat stands behind the "</".
      Place tag = place();
      tag.column -= std::min<std::uint64_t>(tag.column - 1, 2);
      diagnostics_.expected(tag, "mismatched-tag",
                            quote(fmt::format("</{}", found.substr(0, found.find('>') + 1))), expected_end());
      return;
    }
    case XML_ERROR_NO_ELEMENTS:
      diagnostics_.expected(place(), "truncated", "the end of the file", expected_end());
      return;
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_PARTIAL_CHAR:
    case XML_ERROR_UNCLOSED_CDATA_SECTION:
      diagnostics_.expected(place(), "truncated",
                            fmt::format("the end of the file behind {}", quote(found.substr(0, 20))),
                            "the rest of this markup");
      return;
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH:
      diagnostics_.expected(place(), "entity-bomb", "entities that expand to far more than the file",
                            "an expansion within the limits");
      return;
    case XML_ERROR_RECURSIVE_ENTITY_REF:
      diagnostics_.expected(place(), "entity-bomb", "an entity that refers to itself", "one that ends");
      return;
    case XML_ERROR_UNKNOWN_ENCODING:
      diagnostics_.expected(place(), "bad-encoding", "a declared encoding that is not supported",
                            "UTF-8, UTF-16, ISO-8859-1, US-ASCII or Windows-1252");
      return;
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
      diagnostics_.expected(place(), "bad-xml", quote(found.substr(0, 20)),
                            "nothing behind the root element");
      return;
    case XML_ERROR_DUPLICATE_ATTRIBUTE:
      diagnostics_.expected(
          place(), "bad-xml",
          fmt::format("the attribute {} twice", quote(found.substr(0, found.find_first_of("= \t\r\n")))),
          "it once");
      return;
    case XML_ERROR_SYNTAX:
    case XML_ERROR_INVALID_TOKEN:
      if (found.empty()) break;
      if (utf8_length(found) == 0) {
        diagnostics_.expected(place(), "bad-utf8",
                              fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(found.front())),
                              "a character in the encoding of the document");
      } else {
        diagnostics_.expected(place(), "bad-xml", quote(found.substr(0, 1)), "well-formed XML");
      }
      return;
    default:
      break;
  }
  diagnostics_.error(place(), "bad-xml",
                     fmt::format("{}: {}", XML_ErrorString(code), quote(found.substr(0, 20))));
}

}  // namespace

XmlReader::XmlReader() : parser_(XML_ParserCreate(nullptr)), salt_(std::random_device()() | 1U) {
  if (parser_ == nullptr) throw std::bad_alloc();
}

XmlReader::~XmlReader() {
  XML_ParserFree(parser_);
}

bool XmlReader::read(const InputFile& input, XmlHandler& handler, Diagnostics& diagnostics,
                     const XmlLimits& limits) {
  XML_ParserReset(parser_, nullptr);
  XML_SetHashSalt(parser_, salt_);
  return Reader(parser_, input, handler, diagnostics, limits).read();
}

bool read_xml(const InputFile& input, XmlHandler& handler, Diagnostics& diagnostics,
              const XmlLimits& limits) {
  return XmlReader().read(input, handler, diagnostics, limits);
}

}  // namespace fovea
