#include "search/index/inversion.h"

#include <algorithm>
#include <limits>

#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr std::uint32_t kNoSlot = UINT32_MAX;

/// The first eight bytes of a text as a number that is ordered as they are.
std::uint64_t prefix_of(std::string_view text) {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < sizeof prefix; ++i)
    prefix = prefix << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0);
  return prefix;
}

}  // namespace

std::uint32_t BatchInverter::slot_of(std::uint32_t term) {
  std::uint32_t& slot = slot_of_term_[term];
  if (slot == kNoSlot) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.push_back({.term = term});
    if (parts_.classes) rows_.resize(rows_.size() + kColumns);
  }
  return slot;
}

/// Counts the open elements that did not hold the term yet: the innermost ones, up to one that did.
void BatchInverter::count_elements(std::uint32_t slot, std::uint32_t behind_last) {
  std::uint16_t* const row = &rows_[std::size_t{slot} * kColumns];
  for (auto element = open_.rbegin(); element != open_.rend() && behind_last <= element->first; ++element) {
    if (element->tag < kColumns && ++row[element->tag] != 0) continue;
    // A tag without a column, or a count that has gone round.
    const std::uint64_t key = std::uint64_t{slot} << 32 | element->tag;
    const std::uint32_t more =
        element->tag < kColumns ? std::numeric_limits<std::uint16_t>::max() + std::uint32_t{1} : 1;
    const auto [found, fresh] = beyond_rows_.emplace(key, 0);
    if (element->tag < kColumns) {
      gone_round_ = true;
    } else if (fresh) {
      tags_beyond_[slot].push_back(element->tag);
    }
    found->second += more;
  }
}

void BatchInverter::add(DocumentNumber number, const AnalysedDocument& document,
                        const std::vector<std::uint32_t>& tags) {
  slot_of_term_.resize(analyser_.terms(), kNoSlot);
  const auto base = static_cast<std::uint32_t>(words_.size());
  documents_.emplace_back(base, number);
  open_.clear();
  auto element = document.elements.begin();
  auto sentence = document.sentences.begin();
  std::uint32_t sentence_begin = base;
  for (std::uint32_t position = 0; position < document.words.size(); ++position) {
    const std::uint32_t here = base + position;
    if (sentence != document.sentences.end() && sentence->first_word <= position) {
      sentence_begin = base + sentence->first_word;
      ++sentence;
    }
    while (!open_.empty() && open_.back().end <= here) open_.pop_back();
    for (; parts_.classes && element != document.elements.end() && element->first_word <= position; ++element)
      open_.push_back(
          {base + element->first_word, base + element->first_word + element->words, tags[element->name]});
    const std::uint32_t term = document.words[position].term;
    if (term == kStopped) {
      words_.push_back(kNoSlot);
      continue;
    }
    const std::uint32_t number_of_slot = slot_of(term);
    Slot& slot = slots_[number_of_slot];
    ++slot.occurrences;
    if (slot.behind_last <= sentence_begin) ++slot.sentences;
    if (parts_.classes) count_elements(number_of_slot, slot.behind_last);
    slot.behind_last = here + 1;
    words_.push_back(number_of_slot);
  }
}

void BatchInverter::add_tag(DocumentNumber number, std::uint32_t tag, std::string_view name,
                            std::uint32_t elements) {
  TagList& list = tag_lists_[tag];
  if (list.name.empty()) list.name = kTagMark + std::string(name);
  list.documents.emplace_back(number, elements);
}

void BatchInverter::put_classes(std::uint32_t slot, std::string& out) const {
  const std::uint16_t* const row = &rows_[std::size_t{slot} * kColumns];
  const auto put = [&](std::uint32_t tag, std::uint64_t count) {
    if (count == 0) return;
    put_number(out, tag);
    put_number(out, count);
  };
  const auto beyond = [&](std::uint32_t tag) {
    const auto found = beyond_rows_.find(std::uint64_t{slot} << 32 | tag);
    return found == beyond_rows_.end() ? 0 : found->second;
  };
  for (std::uint32_t tag = 0; tag < kColumns; ++tag) put(tag, row[tag] + (gone_round_ ? beyond(tag) : 0));
  const auto others = tags_beyond_.find(slot);
  if (others == tags_beyond_.end()) return;
  for (const std::uint32_t tag : others->second) put(tag, beyond(tag));
}

void BatchInverter::put_postings(std::uint32_t slot, RunEntry& entry) {
  DocumentNumber before = 0;
  for (std::size_t i = begins_[slot]; i < begins_[slot + std::size_t{1}];) {
    const DocumentNumber document = sorted_[i].first;
    std::size_t end = i + 1;
    while (end < begins_[slot + std::size_t{1}] && sorted_[end].first == document) ++end;
    put_number(entry.postings, document - before);
    put_number(entry.postings, end - i);
    for (std::size_t j = i; parts_.positions && j < end; ++j)
      put_number(entry.postings, j == i ? sorted_[j].second : sorted_[j].second - sorted_[j - 1].second - 1);
    before = document;
    ++entry.documents;
    i = end;
  }
  entry.last = before;
}

SortedRun BatchInverter::finish() {
  // A counting sort by term keeps documents and positions in order.
  begins_.assign(slots_.size() + 1, 0);
  for (std::size_t i = 0; i < slots_.size(); ++i) begins_[i + 1] = begins_[i] + slots_[i].occurrences;
  sorted_.resize(begins_.back());
  std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
  for (std::size_t i = 0; i < documents_.size(); ++i) {
    const auto [base, document] = documents_[i];
    const std::size_t end = i + 1 < documents_.size() ? documents_[i + 1].first : words_.size();
    for (std::size_t word = base; word < end; ++word) {
      if (words_[word] != kNoSlot)
        sorted_[next[words_[word]]++] = {document, static_cast<std::uint32_t>(word - base)};
    }
  }
  struct Ordered {
    std::uint64_t prefix;
    std::uint32_t slot;
  };
  std::vector<Ordered> order;
  order.reserve(slots_.size());
  const auto term_at = [&](std::uint32_t slot) { return analyser_.term(slots_[slot].term); };
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot)
    order.push_back({prefix_of(term_at(slot)), slot});
  std::ranges::sort(order, [&](const Ordered& a, const Ordered& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : term_at(a.slot) < term_at(b.slot);
  });
  SortedRun run;
  RunEntry entry;
  const auto begin_entry = [&](std::string_view term, std::uint64_t sentences) {
    entry.term = term;
    entry.documents = 0;
    entry.sentences = sentences;
    entry.classes.clear();
    entry.postings.clear();
  };
  for (const Ordered& each : order) {
    begin_entry(term_at(each.slot), slots_[each.slot].sentences);
    if (parts_.classes) put_classes(each.slot, entry.classes);
    put_postings(each.slot, entry);
    run.add(entry);
  }
  std::vector<const TagList*> tags;
  for (const auto& [tag, list] : tag_lists_) tags.push_back(&list);
  std::ranges::sort(tags, {}, [](const TagList* list) -> const std::string& { return list->name; });
  for (const TagList* list : tags) {
    begin_entry(list->name, 0);
    entry.documents = list->documents.size();
    entry.last = list->documents.back().first;
    DocumentNumber before = 0;
    for (const auto& [document, elements] : list->documents) {
      put_number(entry.postings, document - before);
      put_number(entry.postings, elements);
      before = document;
    }
    run.add(entry);
  }
  return run;
}

}  // namespace fovea::search
