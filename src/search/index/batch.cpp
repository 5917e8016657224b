#include "search/index/batch.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "collection/document_texts.h"
#include "files/corrupt_file.h"
#include "files/mapping.h"
#include "search/index/inversion.h"
#include "search/index/structure.h"

namespace fovea::search {

std::uint32_t TagNumbers::number_of(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(names_.size());
  numbers_.emplace(names_.emplace_back(name), number);
  return number;
}

std::unique_ptr<Analyser> AnalyserPool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return std::make_unique<Analyser>(settings_);
  auto analyser = std::move(free_.back());
  free_.pop_back();
  return analyser;
}

void AnalyserPool::give(std::unique_ptr<Analyser> analyser) {
  if (analyser->memory() > memory_) analyser->forget();
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(analyser));
}

namespace {

/// Lets go of the pages of documents that were read; those that lie side by side as one stretch.
void release(const std::vector<Batch::Piece>& pieces) {
  constexpr std::ptrdiff_t kApart = 64;
  std::string_view stretch;
  for (const Batch::Piece& piece : pieces) {
    const std::string_view bytes = piece.document.bytes();
    const std::ptrdiff_t gap = bytes.data() - (stretch.data() + stretch.size());
    if (bytes.data() == stretch.data()) continue;
    if (!stretch.empty() && gap >= 0 && gap < kApart) {
      stretch = {stretch.data(), static_cast<std::size_t>(bytes.data() + bytes.size() - stretch.data())};
    } else {
      release_pages(stretch);
      stretch = bytes;
    }
  }
  release_pages(stretch);
}

}  // namespace

Batch invert(Batch batch, AnalyserPool& pool, TagNumbers& numbers, const BatchParts& parts) {
  auto analyser = pool.take();
  BatchInverter inverter(*analyser, {parts.positions, parts.classes});
  AnalysedDocument analysed;
  // What is known of a name in this batch; the collection keeps the names.
  struct Name {
    std::uint32_t number;
    FieldTag field;
  };
  absl::flat_hash_map<std::string_view, Name> names;
  std::vector<std::uint32_t> tag_numbers;
  std::vector<FieldTag> field_tags;
  DocumentFields fields;
  std::vector<FieldWords> field_words;
  std::vector<std::uint32_t> places;
  DocumentNumber number = batch.first;
  std::optional<DocumentText> whole;
  const char* entered = nullptr;
  for (const auto& [document, span] : batch.pieces) {
    const ElementTreeView& tree = document.tree();
    if (!parts.chunks) {
      analyser->analyse(document.text(), tree, analysed);
    } else {
      if (document.bytes().data() != entered) {
        entered = document.bytes().data();
        whole.emplace(document.text());
        analyser->enter(tree);
      }
      const auto text = whole->slice(span);
      if (!text) throw CorruptFile("a document has not the length that its record says");
      analyser->analyse_part(*text, span.begin, analysed);
    }
    tag_numbers.clear();
    field_tags.clear();
    for (std::uint32_t i = 0; i < tree.names(); ++i) {
      const std::string_view name = tree.name_at(i);
      auto found = names.find(name);
      if (found == names.end())
        found = names.emplace(name, Name{numbers.number_of(name), field_tag(parts.roles, name)}).first;
      tag_numbers.push_back(found->second.number);
      field_tags.push_back(found->second.field);
    }
    inverter.add(number, analysed, tag_numbers);
    Batch::Structure structure;
    structure.length = analysed.length;
    for (const TagOfDocument& tag : count_tags(analysed.elements, places)) {
      structure.tags.push_back({tag_numbers[tag.name], tag.elements, tag.words});
      inverter.add_tag(number, tag_numbers[tag.name], tree.name_at(tag.name), tag.elements);
    }
    find_fields(analysed.elements, field_tags, fields);
    for (const Field field : fields.of_words) ++structure.fields[static_cast<std::size_t>(field)];
    count_field_words(analysed.elements, fields, field_words);
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t field = 0; field < kFields; ++field)
        structure.tags[places[i]].fields[field] += field_words[i][field];
    }
    pack_elements(analysed.elements, places, structure.elements);
    pack_sentences(analysed.sentences, structure.sentences);
    structure.sentence_count = static_cast<std::uint32_t>(analysed.sentences.size());
    batch.structures.push_back(std::move(structure));
    ++number;
  }
  release(batch.pieces);
  batch.pieces = {};
  batch.run = inverter.finish();
  pool.give(std::move(analyser));
  return batch;
}

}  // namespace fovea::search
