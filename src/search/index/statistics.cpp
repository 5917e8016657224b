#include "search/index/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "files/section_writer.h"
#include "text/numbers.h"

namespace fovea::search {

const SectionKind kStatisticsKind{.name = "fovea statistics",
                                  .version = 1,
                                  .noun = "statistics of indexes",
                                  .maker = "fovea index",
                                  .outdated = nullptr};

namespace {

void skip_df(ByteReader& reader) {
  reader.number32();
}

std::optional<double> parse_hexadecimal(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string hexadecimal(double value) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex).ptr;
  return {text.data(), end};
}

/// Walks the terms of several indexes together; a term stands at all cursors that have it.
class TermMerge {
 public:
  explicit TermMerge(const std::vector<const Index*>& indexes) {
    for (const Index* index : indexes) {
      cursors_.push_back(index->terms());
      more_.push_back(cursors_.back().next());
    }
  }

  /// The next term, with the numbers of the indexes that have it; false at the end.
  bool next(std::string& term, std::vector<std::size_t>& have) {
    for (const std::size_t number : have_) more_[number] = cursors_[number].next();
    have_.clear();
    for (std::size_t i = 0; i < cursors_.size(); ++i) {
      if (!more_[i]) continue;
      if (!have_.empty() && cursors_[i].text() > cursors_[have_.front()].text()) continue;
      if (!have_.empty() && cursors_[i].text() < cursors_[have_.front()].text()) have_.clear();
      have_.push_back(i);
    }
    if (have_.empty()) return false;
    term = cursors_[have_.front()].text();
    have = have_;
    return true;
  }
  TermEntry entry(std::size_t number) const { return cursors_[number].entry(); }

 private:
  std::vector<TermCursor> cursors_;
  std::vector<bool> more_;
  std::vector<std::size_t> have_;
};

/// Whether words were analysed in one way and no document stands in two indexes; else says so.
bool belong_together(const std::vector<const Index*>& indexes, Diagnostics& diagnostics) {
  for (const Index* index : indexes) {
    if (index->facts().analysis == indexes.front()->facts().analysis) continue;
    diagnostics.error({index->path()}, "other-analysis",
                      fmt::format("words are analysed in another way than in {}", indexes.front()->path()));
    return false;
  }
  return true;
}

}  // namespace

std::string to_text(const ScoreRange& range) {
  return fmt::format("{} {} {} {}", range.documents, range.words, hexadecimal(range.least),
                     hexadecimal(range.most));
}

std::optional<ScoreRange> parse_score_range(std::string_view text) {
  std::array<std::string_view, 4> parts;
  for (std::string_view& part : parts) {
    part = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  const auto documents = parse_integer(parts[0]);
  const auto words = parse_integer(parts[1]);
  const auto least = parse_hexadecimal(parts[2]);
  const auto most = parse_hexadecimal(parts[3]);
  if (!documents || !words || !least || !most || *documents < 1 || *words < 0 || !text.empty())
    return std::nullopt;
  return ScoreRange{static_cast<std::uint64_t>(*documents), static_cast<std::uint64_t>(*words), *least,
                    *most};
}

std::optional<Statistics> Statistics::open(const std::string& path, Diagnostics& diagnostics) {
  auto file = SectionFile::open(path, kStatisticsKind, diagnostics);
  if (!file) return std::nullopt;
  Statistics statistics(std::move(*file));
  try {
    const SectionFile& opened = *statistics.file_;
    for (const StoredSection& section : opened.sections()) opened.check(section);
    ByteReader meta(opened.find("meta").bytes);
    const std::uint64_t terms = meta.number();
    const auto range = parse_score_range(meta.rest());
    if (!range) throw CorruptFile("they say nothing sensible about themselves");
    statistics.range_ = *range;
    statistics.terms_ = Dictionary(opened.find("terms").bytes, opened.numbers<std::uint64_t>("term_places"),
                                   1, terms, skip_df);
  } catch (const CorruptFile& error) {
    diagnostics.error({path}, "corrupt", fmt::format("the statistics are damaged: {}", error.what()));
    return std::nullopt;
  }
  return statistics;
}

std::uint32_t Statistics::df(const Dictionary::Cursor& cursor) {
  return ByteReader(cursor.beside()).number32();
}

bool write_statistics(const std::vector<const Index*>& indexes, const std::string& path, bool replace,
                      Diagnostics& diagnostics) {
  if (!belong_together(indexes, diagnostics)) return false;
  const auto writer = SectionWriter::create(
      path, kStatisticsKind, replace ? SectionWriter::Existing::kReplace : SectionWriter::Existing::kRefuse,
      diagnostics);
  if (!writer) return false;
  ScoreRange range;
  for (const Index* index : indexes) {
    range.documents += index->documents();
    range.words += index->facts().words;
  }
  writer->begin("terms");
  const std::uint64_t begin = writer->at();
  DictionaryWriter dictionary;
  std::vector<std::uint64_t> places;
  Quantiser scores(2);
  std::string term;
  std::vector<std::size_t> have;
  std::vector<TermEntry> entries;
  std::string coded;
  for (TermMerge merge(indexes); merge.next(term, have);) {
    std::uint32_t df = 0;
    entries.clear();
    for (const std::size_t number : have) {
      entries.push_back(merge.entry(number));
      df += entries.back().df;
    }
    for (std::size_t i = 0; df < range.documents && i < have.size(); ++i) {
      for (PostingCursor cursor(entries[i].postings); cursor.document() != kNoDocument; cursor.next()) {
        const double length = indexes[have[i]]->length(cursor.document());
        scores.see(impact_score(range.documents, df, cursor.tf(), length, range.mean_length()));
      }
    }
    std::string beside;
    put_number(beside, df);
    coded.clear();
    if (dictionary.add(term, beside, coded)) places.push_back(writer->at() - begin);
    writer->write(coded);
  }
  range.least = scores.least();
  range.most = scores.most();
  writer->begin("term_places");
  writer->write(std::span<const std::uint64_t>(places));
  writer->begin("meta");
  std::string meta;
  put_number(meta, dictionary.size());
  writer->write(meta + to_text(range));
  writer->finish();
  return true;
}

}  // namespace fovea::search
