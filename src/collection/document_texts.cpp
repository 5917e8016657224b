#include "collection/document_texts.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "files/input.h"

namespace fovea {

DocumentText::DocumentText(std::string text) : text_(std::move(text)), offsets_(text_) {}

std::optional<std::string_view> DocumentText::slice(Span span) const {
  const auto begin = offsets_.byte_of(span.begin);
  const auto end = offsets_.byte_of(span.end);
  if (!begin || !end || *end < *begin) return std::nullopt;
  return std::string_view(text_).substr(*begin, *end - *begin);
}

std::vector<Span> DocumentText::find_all(std::string_view quote, std::size_t most) const {
  std::vector<Span> found;
  if (quote.empty()) return found;
  const auto length = static_cast<Offset>(count_code_points(quote));
  std::size_t counted = 0;
  Offset code_points = 0;
  for (std::size_t at = text_.find(quote); at != std::string::npos && found.size() < most;
       at = text_.find(quote, at + 1)) {
    code_points +=
        static_cast<Offset>(count_code_points(std::string_view(text_).substr(counted, at - counted)));
    counted = at;
    found.push_back({code_points, code_points + length});
  }
  return found;
}

const DocumentText* DocumentTexts::find(std::string_view doc) {
  const auto known = std::ranges::find(kept_, doc, &Kept::doc);
  if (known != kept_.end()) return known->text.get();
  while (kept_.size() == kKept || (kept_bytes_ > kKeptBytes && !kept_.empty())) {
    if (kept_.front().text) kept_bytes_ -= kept_.front().text->text().size();
    kept_.pop_front();
  }
  Kept& fresh = kept_.emplace_back(Kept{std::string(doc), nullptr});
  auto text = source_(doc);
  if (text && !find_malformed_utf8(*text) && count_code_points(*text) <= kMaxOffset) {
    fresh.text = std::make_unique<DocumentText>(std::move(*text));
    kept_bytes_ += fresh.text->text().size();
  }
  return fresh.text.get();
}

DocumentTexts::Source texts_in_folder(std::string folder) {
  return [folder = std::move(folder)](std::string_view doc) -> std::optional<std::string> {
    namespace fs = std::filesystem;
    // An id is a name inside the folder and must not lead out of it.
    const fs::path name = fs::path(doc).lexically_normal();
    if (name.empty() || name.is_absolute() || *name.begin() == "..") return std::nullopt;
    for (const char* const ending : {"", ".txt", ".md"}) {
      const fs::path path = fs::path(folder) / (name.string() + ending);
      std::error_code error;
      if (!fs::is_regular_file(path, error)) continue;
      Diagnostics unread;
      const auto file = InputFile::open(path.string(), unread);
      if (file) return std::string(file->bytes());
    }
    return std::nullopt;
  };
}

DocumentLengths lengths_of(DocumentTexts::Source source) {
  struct Known {
    std::mutex mutex;
    absl::flat_hash_map<std::string, std::optional<Offset>> lengths;
  };
  // Shared by the copies of the function, as std::function makes them.
  return [source = std::move(source), known = std::make_shared<Known>()](std::string_view doc) {
    const std::scoped_lock lock(known->mutex);
    const auto [at, fresh] = known->lengths.try_emplace(std::string(doc));
    if (!fresh) return at->second;
    const auto text = source(doc);
    if (text && !find_malformed_utf8(*text) && count_code_points(*text) <= kMaxOffset)
      at->second = static_cast<Offset>(count_code_points(*text));
    return at->second;
  };
}

DocumentTexts::Source texts_in_collection(const Collection& collection) {
  return [&collection](std::string_view doc) -> std::optional<std::string> {
    const auto document = collection.find(doc);
    return document ? std::optional(document->text()) : std::nullopt;
  };
}

}  // namespace fovea
