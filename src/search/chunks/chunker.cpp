#include "search/chunks/chunker.h"

#include <fmt/format.h>

#include <algorithm>

#include "collection/document_texts.h"
#include "runs/chunking.h"

namespace fovea::search {

namespace {

/// Packs the sentences of one document into chunks of up to `most` characters.
class SentencePacker {
 public:
  SentencePacker(const Document& document, const std::vector<SentenceStart>& sentences, const Roles& roles,
                 std::size_t most, std::vector<Span>& chunks)
      : tree_(document.tree()), most_(most), chunks_(chunks) {
    for (const SentenceStart& sentence : sentences) starts_.push_back(sentence.first_character);
    starts_.push_back(document.length());
    for (std::uint32_t i = 0; i < tree_.names(); ++i) name_roles_.push_back(roles.role(tree_.name_at(i)));
  }

  void pack() { pack_inside(0, 0, starts_.size() - 1); }

 private:
  /// Sentences [begin, end).
  struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
    ElementIndex element = 0;  ///< whose sentences these are, or which they stand in
    bool whole = false;        ///< of that element

    bool empty() const { return begin == end; }
  };

  std::size_t size(std::size_t begin, std::size_t end) const { return starts_[end] - starts_[begin]; }

  Role role(ElementIndex element) const { return name_roles_[tree_.name_index(element)]; }

  /// The sentences that begin in the characters of an element.
  Stretch stretch_of(ElementIndex element) const {
    const Span span = tree_.span(element);
    const auto place = [&](Offset offset) {
      return static_cast<std::size_t>(std::ranges::lower_bound(starts_, offset) - starts_.begin());
    };
    return {place(span.begin), std::min(place(span.end), starts_.size() - 1), element, true};
  }

  /// The outermost elements below `element` whose role `wanted` takes, with sentences of their own.
  template <class Wanted>
  std::vector<Stretch> parts(ElementIndex element, const Wanted& wanted) const {
    std::vector<Stretch> found;
    for (ElementIndex at = element + 1; at < tree_.next(element);) {
      const Stretch stretch = stretch_of(at);
      const bool taken = wanted(role(at)) && !stretch.empty();
      if (taken) found.push_back(stretch);
      at = taken ? tree_.next(at) : at + 1;
    }
    return found;
  }

  /// Sentences [begin, end) stand in `element`.
  void pack_inside(ElementIndex element, std::size_t begin, std::size_t end) {
    std::vector<Stretch> inside = parts(element, [](Role each) { return each == Role::kSection; });
    if (inside.empty()) inside = parts(element, Roles::ends_sentence);
    std::vector<Stretch> stretches;
    std::size_t at = begin;
    const auto add_sentences = [&](std::size_t until) {
      for (; at < until; ++at) stretches.push_back({at, at + 1, element, false});
    };
    // What stands between elements is sentences; a heading of its own goes with what it stands above, if there is room.
    for (const Stretch& each : inside) {
      if (each.begin < at || each.end > end) continue;
      add_sentences(each.begin);
      stretches.push_back(each);
      at = each.end;
    }
    add_sentences(end);
    pack_stretches(stretches);
  }

  void pack_stretches(const std::vector<Stretch>& stretches) {
    for (std::size_t first = 0; first < stretches.size();) {
      std::size_t last = first + 1;
      while (last < stretches.size() && size(stretches[first].begin, stretches[last].end) <= most_) ++last;
      const Stretch& alone = stretches[first];
      const bool too_long = last == first + 1 && size(alone.begin, alone.end) > most_;
      if (too_long && alone.whole && alone.end - alone.begin > 1) {
        pack_inside(alone.element, alone.begin, alone.end);
      } else {
        chunks_.push_back({starts_[alone.begin], starts_[stretches[last - 1].end]});
      }
      first = last;
    }
  }

  const ElementTreeView& tree_;
  std::vector<Role> name_roles_;
  std::vector<Offset> starts_;
  std::size_t most_;
  std::vector<Span>& chunks_;
};

bool chunk_before(Span a, Span b) {
  return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
}

}  // namespace

Chunker::Chunker(const ChunkUnit& unit, const AnalysisSettings& settings, const GivenChunks* given)
    : unit_(unit), roles_(settings.roles), given_(given), analyser_(settings) {}

void Chunker::cut(const Document& document, std::vector<Span>& chunks) {
  chunks.clear();
  switch (unit_.kind) {
    case ChunkUnit::Kind::kArticle:
      chunks.push_back({0, document.length()});
      return;
    case ChunkUnit::Kind::kCharacters:
      for (std::uint64_t at = 0; at < document.length(); at += unit_.step)
        chunks.push_back({static_cast<Offset>(at),
                          static_cast<Offset>(std::min<std::uint64_t>(at + unit_.n, document.length()))});
      return;
    case ChunkUnit::Kind::kWords:
      return cut_words(document, chunks);
    case ChunkUnit::Kind::kSentences:
      return cut_sentences(document, chunks);
    case ChunkUnit::Kind::kRole:
      return cut_elements(document, chunks);
    case ChunkUnit::Kind::kPacked:
      return pack(document, chunks);
    case ChunkUnit::Kind::kFile:
      break;
  }
  if (given_ == nullptr) return;
  const auto found = given_->find(document.id());
  if (found != given_->end()) chunks = found->second;
}

void Chunker::cut_words(const Document& document, std::vector<Span>& chunks) {
  analyser_.analyse(document.text(), document.tree(), analysed_);
  const auto& words = analysed_.words;
  for (std::size_t at = 0; at < words.size(); at += unit_.step) {
    const std::size_t end = std::min(at + unit_.n, words.size());
    chunks.push_back({words[at].span.begin, words[end - 1].span.end});
  }
}

void Chunker::cut_sentences(const Document& document, std::vector<Span>& chunks) {
  analyser_.analyse(document.text(), document.tree(), analysed_);
  const auto& starts = analysed_.sentences;
  for (std::size_t at = 0; at < starts.size(); at += unit_.step) {
    const std::size_t end = at + unit_.n;
    chunks.push_back(
        {starts[at].first_character, end < starts.size() ? starts[end].first_character : document.length()});
  }
}

void Chunker::cut_elements(const Document& document, std::vector<Span>& chunks) const {
  const ElementTreeView& tree = document.tree();
  for (ElementIndex at = 0; at < tree.size();) {
    const bool taken = roles_.role(tree.name(at)) == unit_.role && !tree.span(at).empty();
    if (taken) chunks.push_back(tree.span(at));
    at = taken ? tree.next(at) : at + 1;
  }
}

void Chunker::pack(const Document& document, std::vector<Span>& chunks) {
  analyser_.analyse(document.text(), document.tree(), analysed_);
  if (!analysed_.sentences.empty())
    SentencePacker(document, analysed_.sentences, roles_, unit_.n, chunks).pack();
}

GivenChunks chunks_of(const Chunking& chunking, const Collection& collection, Diagnostics& diagnostics) {
  GivenChunks chunks;
  std::uint64_t left_out = 0;
  for (const std::string_view id : chunking.documents()) {
    const auto document = collection.find(id);
    std::vector<Span> spans;
    for (const Chunk& chunk : chunking.of(id)) {
      if (!document) {
        diagnostics.error({chunking.file(), chunk.line}, "no-document",
                          fmt::format("found document {}, expected one of {}", quote(id), collection.path()));
        break;
      }
      if (chunk.span.end > document->length()) {
        diagnostics.expected({chunking.file(), chunk.line}, "beyond-end",
                             fmt::format("characters {}-{}", chunk.span.begin, chunk.span.end),
                             fmt::format("at most {}, the end of {}", document->length(), quote(id)));
      } else if (chunk.span.begin < chunk.span.end) {
        spans.push_back(chunk.span);
      } else {
        ++left_out;
      }
    }
    std::ranges::sort(spans, chunk_before);
    const auto twice = std::ranges::unique(spans);
    left_out += twice.size();
    spans.erase(twice.begin(), twice.end());
    if (!spans.empty()) chunks.emplace(id, std::move(spans));
  }
  if (left_out > 0)
    diagnostics.warning({chunking.file()}, "chunks-left-out",
                        fmt::format("{} chunks are empty or stand there twice, and are left out", left_out));
  return chunks;
}

GivenChunks given_chunks(const ChunkUnit& unit, const Collection& collection, Diagnostics& diagnostics) {
  if (unit.kind != ChunkUnit::Kind::kFile) return {};
  const auto texts = texts_in_collection(collection);
  const auto chunking = Chunking::open(unit.file, {.texts = &texts}, diagnostics);
  return chunking ? chunks_of(*chunking, collection, diagnostics) : GivenChunks();
}

}  // namespace fovea::search
