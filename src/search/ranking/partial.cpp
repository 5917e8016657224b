#include "search/ranking/partial.h"

#include <algorithm>

#include "files/corrupt_file.h"
#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr std::string_view kPartialKind = "fovea partial 2\n";

void put_span(std::string& bytes, Span span) {
  put_number(bytes, span.begin);
  put_number(bytes, span.end);
}

Span read_span(ByteReader& reader) {
  Span span;
  span.begin = reader.number32();
  span.end = reader.number32();
  if (span.end < span.begin) throw CorruptFile("a part of an answer ends before it begins");
  return span;
}

void put_doubles(std::string& bytes, std::span<const double> values) {
  put_number(bytes, values.size());
  for (const double value : values) put_fixed(bytes, value);
}

void read_doubles(ByteReader& reader, std::vector<double>& values) {
  for (std::uint64_t left = reader.number(); left > 0; --left) values.push_back(reader.fixed<double>());
}

void put_units(std::string& bytes, const ArticleUnits& article) {
  put_number(bytes, article.hit);
  put_number(bytes, article.units.size());
  for (std::size_t i = 0; i < article.units.size(); ++i) {
    const Unit& unit = article.units[i];
    put_number(bytes, unit.words.first);
    put_number(bytes, unit.words.end);
    put_span(bytes, unit.span);
    for (const std::uint32_t number : {unit.element, unit.parent, unit.next}) put_number(bytes, number);
    put_fixed(bytes, unit.score);
    put_doubles(bytes, article.values_of(i));
  }
  put_number(bytes, article.frames.size());
  for (const UnitFrame& frame : article.frames) {
    for (const std::uint32_t number : {frame.element, frame.parent, frame.first_word})
      put_number(bytes, number);
    put_span(bytes, frame.span);
  }
  put_doubles(bytes, article.best);
}

ArticleUnits read_units(ByteReader& reader) {
  ArticleUnits article;
  article.hit = reader.number32();
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    Unit unit;
    unit.words.first = reader.number32();
    unit.words.end = reader.number32();
    unit.span = read_span(reader);
    unit.element = reader.number32();
    unit.parent = reader.number32();
    unit.next = reader.number32();
    unit.score = reader.fixed<double>();
    read_doubles(reader, article.values);
    article.units.push_back(unit);
    if (article.values.size() != article.units.size() * article.values_each())
      throw CorruptFile("units of an article have different numbers of values");
  }
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    UnitFrame frame;
    frame.element = reader.number32();
    frame.parent = reader.number32();
    frame.first_word = reader.number32();
    frame.span = read_span(reader);
    article.frames.push_back(frame);
  }
  read_doubles(reader, article.best);
  return article;
}

}  // namespace

std::string to_bytes(const Partial& partial) {
  std::string bytes(kPartialKind);
  put_number(bytes, partial.postings_read);
  put_number(bytes, partial.articles.size());
  for (const Answer& article : partial.articles) {
    put_number(bytes, article.id.size());
    bytes += article.id;
    put_fixed(bytes, article.score);
    put_number(bytes, article.span.end);
  }
  put_number(bytes, partial.units.size());
  for (const ArticleUnits& article : partial.units) put_units(bytes, article);
  return bytes;
}

Partial partial_from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(kPartialKind)) throw CorruptFile("this is no part of an answer");
  ByteReader reader(bytes, kPartialKind.size());
  Partial partial;
  partial.postings_read = reader.number();
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    Answer article;
    article.id = reader.bytes(reader.number());
    article.score = reader.fixed<double>();
    article.span.end = reader.number32();
    partial.articles.push_back(std::move(article));
  }
  const std::uint64_t with_units = reader.number();
  if (with_units > partial.articles.size()) throw CorruptFile("a part of an answer has units of no article");
  for (std::uint64_t left = with_units; left > 0; --left) partial.units.push_back(read_units(reader));
  if (!reader.at_end()) throw CorruptFile("something stands behind a part of an answer");
  return partial;
}

}  // namespace fovea::search
