#include "judgements/quotes.h"

#include <algorithm>
#include <optional>

#include "files/field_names.h"
#include "judgements/annotations/anchor.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

constexpr std::string_view kQuote = R"(a quote: a text, or an object such as {"text":"…"})";

class QuoteReader {
 public:
  QuoteReader(std::string_view topic, std::string_view doc, TextLocator& locator, const JsonReader& reader)
      : topic_(topic), doc_(doc), locator_(locator), reader_(reader) {}

  void read(const JsonValue& value) {
    if (value.is(Kind::kString)) return read_text(value, value.text, doc_);
    if (!value.is(Kind::kObject)) return reader_.wrong(value, kQuote);
    JsonValue object = value;
    use_field_names(object);
    std::string_view doc = doc_;
    std::optional<std::string> own_doc;
    if (object.find("doc") != nullptr) {
      own_doc = reader_.need_id(object, "doc");
      if (!own_doc) return;
      doc = *own_doc;
    }
    if (object.find("begin") != nullptr || object.find("end") != nullptr) return read_offsets(object, doc);
    const JsonValue* const text = reader_.need(object, "text", Kind::kString);
    if (text != nullptr) read_text(*text, text->text, doc);
  }

  std::vector<QuotedDocument> documents() && { return std::move(documents_); }

 private:
  void read_text(const JsonValue& at, std::string_view text, std::string_view doc) {
    if (!has_document(at, doc)) return;
    const auto span = locator_.locate(text, topic_, doc, reader_.place(at), reader_.diagnostics());
    if (span) add(doc, *span);
  }

  void read_offsets(const JsonValue& object, std::string_view doc) {
    if (!has_document(object, doc)) return;
    const auto begin = reader_.need_offset(object, "begin");
    const auto end = reader_.need_offset(object, "end");
    const JsonValue* const text = reader_.want(object, "text", Kind::kString);
    if (!begin || !end) return;
    Claim claim;
    claim.position = Span{*begin, *end};
    if (text != nullptr) claim.quote = text->text;
    claim.place = reader_.place(object);
    const auto span = anchor(claim, nullptr, locator_.text_if_any(doc), reader_.diagnostics());
    if (span) add(doc, *span);
  }

  bool has_document(const JsonValue& at, std::string_view doc) {
    if (doc.empty())
      reader_.diagnostics().expected(reader_.place(at), "bad-judgement", "a quote",
                                     "a \"doc\" that it stands in");
    return !doc.empty();
  }

  void add(std::string_view doc, Span span) {
    auto at = std::ranges::find(documents_, doc, &QuotedDocument::doc);
    if (at == documents_.end()) {
      const DocumentText* const text = locator_.text_if_any(doc);
      at = documents_.insert(documents_.end(), QuotedDocument{std::string(doc), {}, std::nullopt});
      if (text != nullptr) at->length = text->length();
    }
    at->spans.push_back(span);
  }

  std::string_view topic_;
  std::string_view doc_;
  TextLocator& locator_;
  const JsonReader& reader_;
  std::vector<QuotedDocument> documents_;
};

}  // namespace

std::vector<QuotedDocument> locate_quotes(const JsonValue& quotes, std::string_view topic,
                                          std::string_view doc, TextLocator& locator,
                                          const JsonReader& reader) {
  QuoteReader all(topic, doc, locator, reader);
  if (quotes.is(Kind::kArray)) {
    for (const JsonValue& quote : quotes.items) all.read(quote);
  } else {
    all.read(quotes);
  }
  return std::move(all).documents();
}

}  // namespace fovea
