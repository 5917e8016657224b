#include "files/csv.h"

namespace fovea {

std::size_t CsvField::raw_byte(std::size_t text_byte) const {
  if (!raw.starts_with('"')) return text_byte;
  std::size_t at = 1;
  for (; text_byte > 0 && at < raw.size(); --text_byte) at += raw[at] == '"' ? 2 : 1;
  return at;
}

CsvReader::CsvReader(const InputFile& file, Diagnostics& diagnostics)
    : bytes_(file.bytes()), diagnostics_(diagnostics), places_(file.name(), file.bytes()) {}

bool CsvReader::at_line_end() const {
  return at_ == bytes_.size() || bytes_[at_] == '\n' || bytes_.substr(at_, 2) == "\r\n";
}

void CsvReader::skip_line() {
  const std::size_t end = bytes_.find('\n', at_);
  at_ = end == std::string_view::npos ? bytes_.size() : end + 1;
}

bool CsvReader::next(std::vector<CsvField>& fields) {
  while (at_ < bytes_.size()) {
    if (at_line_end()) {
      skip_line();
      continue;
    }
    const bool good = take_record(fields);
    ++next_record_;
    skip_line();
    if (good) return true;
  }
  return false;
}

bool CsvReader::take_record(std::vector<CsvField>& fields) {
  fields.clear();
  while (true) {
    CsvField& field = fields.emplace_back();
    const bool quoted = at_ < bytes_.size() && bytes_[at_] == '"';
    if (!(quoted ? take_quoted(field) : take_plain(field))) return false;
    if (at_line_end()) return true;
    ++at_;  // the comma
  }
}

bool CsvReader::take_quoted(CsvField& field) {
  const std::size_t begin = at_++;
  while (true) {
    const std::size_t quote_at = bytes_.find('"', at_);
    if (quote_at == std::string_view::npos) {
      diagnostics_.expected(places_(begin), "bad-csv", "a quote that is never closed", "a closing '\"'");
      at_ = bytes_.size();
      return false;
    }
    field.text += bytes_.substr(at_, quote_at - at_);
    at_ = quote_at + 1;
    if (at_ == bytes_.size() || bytes_[at_] != '"') break;
    field.text += '"';
    ++at_;
  }
  field.raw = bytes_.substr(begin, at_ - begin);
  if (at_line_end() || bytes_[at_] == ',') return true;
  diagnostics_.expected(places_(at_), "bad-csv", quote(bytes_.substr(at_, 1)),
                        "',' or the end of the line behind a closing quote");
  return false;
}

bool CsvReader::take_plain(CsvField& field) {
  const std::size_t begin = at_;
  while (!at_line_end() && bytes_[at_] != ',' && bytes_[at_] != '"') ++at_;
  field.raw = bytes_.substr(begin, at_ - begin);
  field.text = field.raw;
  if (at_line_end() || bytes_[at_] == ',') return true;
  diagnostics_.expected(places_(at_), "bad-csv", "'\"' in the middle of a field",
                        "a field that begins with its quote");
  return false;
}

Place CsvReader::place(const CsvField& field, std::size_t raw_byte) {
  return places_(static_cast<std::size_t>(field.raw.data() - bytes_.data()) + raw_byte);
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + '"';
}

}  // namespace fovea
