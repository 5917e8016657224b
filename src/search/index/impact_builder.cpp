#include "search/index/impact_builder.h"

#include "search/index/impacts.h"
#include "search/index/term_record.h"

namespace fovea::search {

namespace {

void skip_record(ByteReader& reader) {
  read_term(reader);
}

class ScoredLists {
 public:
  ScoredLists(const ImpactInput& input, const ScoreRange& range)
      : input_(input),
        range_(range),
        dictionary_(input.terms, input.term_places, kTermPlaces, input.term_count, skip_record),
        cursor_(dictionary_.from_block(0)) {
    if (input.statistics != nullptr) all_.emplace(input.statistics->terms());
  }

  /// Goes to the next list; false at the end, or at a term that the statistics do not have.
  bool next() {
    if (!cursor_.next()) return false;
    ByteReader reader(cursor_.beside());
    const TermRecord record = read_term(reader);
    std::uint32_t df = record.df;
    if (all_ && !find_df(df)) {
      unknown_ = true;
      return false;
    }
    PostingList list;
    if (record.df == 1) {
      list = PostingList::single(record.document, record.largest_tf);
    } else {
      list = PostingList(input_.postings.substr(at_, record.postings_bytes), record.df,
                         static_cast<std::uint32_t>(input_.lengths.size()));
      at_ += record.postings_bytes;
    }
    documents_.clear();
    scores_.clear();
    // A term of all documents says nothing.
    if (df >= range_.documents) return true;
    for (PostingCursor posting(list); posting.document() != kNoDocument; posting.next()) {
      documents_.push_back(posting.document());
      scores_.push_back(impact_score(range_.documents, df, posting.tf(),
                                     static_cast<double>(input_.lengths[posting.document()]),
                                     range_.mean_length()));
    }
    return true;
  }
  bool unknown() const { return unknown_; }
  const std::vector<DocumentNumber>& documents() const { return documents_; }
  const std::vector<double>& scores() const { return scores_; }

 private:
  bool find_df(std::uint32_t& df) {
    while (all_->next()) {
      if (all_->text() < cursor_.text()) continue;
      const std::uint32_t of_all = Statistics::df(*all_);
      const bool known = all_->text() == cursor_.text() && of_all >= df;
      df = of_all;
      return known;
    }
    return false;
  }

  const ImpactInput& input_;
  const ScoreRange& range_;
  Dictionary dictionary_;
  Dictionary::Cursor cursor_;
  std::optional<Dictionary::Cursor> all_;
  std::uint64_t at_ = 0;
  bool unknown_ = false;
  std::vector<DocumentNumber> documents_;
  std::vector<double> scores_;
};

}  // namespace

std::optional<ScoreRange> write_impacts(const ImpactInput& input, unsigned bits, std::uint64_t keep,
                                        AppendFile& impacts, std::vector<std::uint64_t>& places) {
  ScoreRange range = input.statistics == nullptr ? input.range : input.statistics->range();
  if (range.documents < input.range.documents || range.words < input.range.words) return std::nullopt;
  if (input.statistics == nullptr) {
    Quantiser seen(bits);
    for (ScoredLists lists(input, range); lists.next();) {
      for (const double score : lists.scores()) seen.see(score);
    }
    range.least = seen.least();
    range.most = seen.most();
  }
  const Quantiser quantiser(bits, range.least, range.most);
  std::vector<std::uint32_t> quantised;
  std::string packed;
  std::string sized;
  ScoredLists lists(input, range);
  for (std::uint64_t term = 0; lists.next(); ++term) {
    if (term % kImpactBlock == 0) places.push_back(impacts.at());
    quantised.clear();
    for (const double score : lists.scores()) {
      if (score < range.least || score > range.most) return std::nullopt;
      quantised.push_back(quantiser.impact(score));
    }
    packed.clear();
    if (!quantised.empty()) pack_impacts(lists.documents(), quantised, keep, packed);
    sized.clear();
    put_number(sized, packed.size());
    impacts.write(sized);
    impacts.write(packed);
  }
  if (lists.unknown()) return std::nullopt;
  return range;
}

}  // namespace fovea::search
