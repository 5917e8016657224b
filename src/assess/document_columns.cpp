#include "assess/document_columns.h"

#include <zlib.h>

#include <algorithm>
#include <map>
#include <new>
#include <nlohmann/json.hpp>

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

std::string gzipped(const std::string& bytes) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;
  constexpr int kMemory = 8;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  // zlib does not write to its input.
  stream.next_in = reinterpret_cast<Bytef*>(
      const_cast<char*>(bytes.data()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

std::string columns_of(const Document& document) {
  const ElementTreeView& tree = document.tree();
  Json begins = Json::array();
  Json ends = Json::array();
  Json names = Json::array();
  Json parents = Json::array();
  Json known = Json::array();
  std::map<std::string, std::size_t, std::less<>> numbers;
  for (ElementIndex i = 0; i < tree.size(); ++i) {
    const Span span = tree.span(i);
    const auto [place, fresh] = numbers.try_emplace(std::string(tree.name(i)), numbers.size());
    if (fresh) known.push_back(place->first);
    begins.push_back(span.begin);
    ends.push_back(span.end);
    names.push_back(place->second);
    const auto parent = tree.parent(i);
    parents.push_back(parent ? static_cast<std::int64_t>(*parent) : -1);
  }
  return Json{{"id", document.id()},     {"length", document.length()},
              {"text", document.text()}, {"names", known},
              {"begin", begins},         {"end", ends},
              {"name", names},           {"parent", parents}}
      .dump();
}

ColumnsCache::Bytes ColumnsCache::find(const std::string& key, const std::function<std::string()>& make) {
  {
    const std::scoped_lock lock(mutex_);
    const auto found = known_.find(key);
    if (Bytes bytes = found == known_.end() ? nullptr : found->second.lock()) {
      const auto place = std::ranges::find(kept_, bytes);
      if (place != kept_.end()) kept_.splice(kept_.begin(), kept_, place);
      return bytes;
    }
  }
  Bytes made = std::make_shared<const std::string>(make());
  const std::scoped_lock lock(mutex_);
  // Another thread may have made the same meanwhile: one of them is enough.
  if (Bytes other = known_[key].lock()) return other;
  known_[key] = made;
  kept_.push_front(made);
  bytes_ += made->size();
  while (bytes_ > kMostKept && !kept_.empty()) {
    bytes_ -= kept_.back()->size();
    kept_.pop_back();
  }
  std::erase_if(known_, [](const auto& each) { return each.second.expired(); });
  return made;
}

Response columns_response(const Document& document, const Request& request, ColumnsCache& cache) {
  const bool packed = request.header("accept-encoding").find("gzip") != std::string_view::npos;
  Response response;
  if (packed) response.headers.emplace_back("Content-Encoding", "gzip");
  response.shared = cache.find((packed ? "gzip " : "plain ") + std::string(document.id()),
                               [&] { return packed ? gzipped(columns_of(document)) : columns_of(document); });
  return response;
}

}  // namespace fovea::assess
