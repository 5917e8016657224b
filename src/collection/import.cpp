#include "collection/import.h"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <filesystem>
#include <memory>

#include "collection/document_builder.h"

namespace fovea {

namespace {

/// Files that travel together, to make the road cheap: this many, or this many bytes from an archive.
constexpr std::size_t kFilesPerLoad = 16;
constexpr std::size_t kBytesPerLoad = std::size_t{1} << 20;

/// A file name in two parts, without the ending of a compressed file: "612.xml.gz" is "612" and ".xml".
struct NameParts {
  std::string stem;
  std::string extension;
};
NameParts split_name(const std::filesystem::path& path) {
  std::filesystem::path name = path.filename();
  if (const std::string packed = lower(name.extension().string()); packed == ".gz" || packed == ".zst") {
    name = name.stem();
  }
  return {name.stem().string(), lower(name.extension().string())};
}

/// What a document is, told by its name where that is clear and by its first character where it is not.
DocumentKind kind_of(std::string_view extension, std::string_view bytes) {
  static constexpr std::array<std::string_view, 5> kText = {".txt", ".text", ".md", ".markdown", ".rst"};
  static constexpr std::array<std::string_view, 5> kXml = {".xml", ".xhtml", ".html", ".htm", ".svg"};
  if (std::find(kText.begin(), kText.end(), extension) != kText.end()) return DocumentKind::kText;
  if (std::find(kXml.begin(), kXml.end(), extension) != kXml.end()) return DocumentKind::kXml;
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return DocumentKind::kXml;
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes[first] == '<' ? DocumentKind::kXml : DocumentKind::kText;
}

/// Reads one file after another; each thread has its own.
class FileReader {
 public:
  explicit FileReader(const ImportOptions& options) : options_(options) {}

  /// Whatever goes wrong, out of memory or a fault of our own, is that of the document: the others can be read.
  ImportedDocument read(FoundFile& file) {
    ImportedDocument result;
    try {
      read(file, result);
    } catch (const std::exception& error) {
      result.document.reset();
      result.diagnostics.error({file.source}, "unreadable", fmt::format("cannot be read: {}", error.what()));
    }
    return result;
  }

 private:
  void read(FoundFile& file, ImportedDocument& result) {
    Diagnostics& diagnostics = result.diagnostics;
    const auto input = file.open(diagnostics);
    if (!input) return;
    result.bytes = input->bytes().size();
    const NameParts name = split_name(file.relative);
    const bool read = kind_of(name.extension, input->bytes()) == DocumentKind::kXml
                          ? builder_.read_xml_document(*input, diagnostics)
                          : builder_.read_text_document(*input, diagnostics);
    if (!read) return;
    std::string id = find_id(file, name.stem, diagnostics);
    if (id.empty()) return;
    std::string record = builder_.pack(id, file.source);
    result.document = PackedDocument{std::move(id), file.source, std::move(record)};
  }

  std::string find_id(const FoundFile& file, std::string_view stem, Diagnostics& diagnostics) const {
    const auto fail = [&](std::string_view found, std::string_view expected) {
      diagnostics.expected({file.source}, "bad-id", found, expected);
      return std::string();
    };
    std::string id;
    switch (options_.id.kind) {
      case IdRule::Kind::kName:
        id = stem;
        break;
      case IdRule::Kind::kPath:
        id = file.relative;
        break;
      case IdRule::Kind::kStemPath: {
        const std::size_t folder = file.relative.rfind('/');
        id = folder == std::string::npos ? std::string() : file.relative.substr(0, folder + 1);
        id += stem;
        break;
      }
      case IdRule::Kind::kElement: {
        const auto text = builder_.text_of(options_.id.names, options_.id.anywhere, kLongestId);
        const std::string path =
            fmt::format("{}{}", options_.id.anywhere ? "//" : "/", fmt::join(options_.id.names, "/"));
        if (!text || text->empty()) {
          return fail(fmt::format("no id in {}", path),
                      fmt::format("1 to {} bytes of text there", kLongestId));
        }
        id = *text;
        break;
      }
    }
    if (id.empty() || id.size() > kLongestId) {
      return fail(fmt::format("a document id of {} bytes", id.size()),
                  fmt::format("1 to {} bytes", kLongestId));
    }
    // Ids are columns of runs and judgements, and lines of messages.
    if (std::any_of(id.begin(), id.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; })) {
      return fail(fmt::format("the document id {}", quote(id)), "one without control characters");
    }
    return id;
  }

  const ImportOptions& options_;
  DocumentBuilder builder_;
};

/// Files on their way, and what became of them.
struct Load {
  std::vector<FoundFile> files;
  std::vector<ImportedDocument> documents;
};

}  // namespace

std::optional<IdRule> parse_id_rule(std::string_view text) {
  if (text == "name") return IdRule{IdRule::Kind::kName, {}, false};
  if (text == "path") return IdRule{IdRule::Kind::kPath, {}, false};
  if (text == "stem-path") return IdRule{IdRule::Kind::kStemPath, {}, false};
  if (!text.starts_with('/')) return std::nullopt;
  IdRule rule{IdRule::Kind::kElement, {}, text.starts_with("//")};
  if (rule.anywhere) text.remove_prefix(1);
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::string_view name = text.substr(0, text.find('/'));
    if (name.empty() || name.find_first_of("[]() ") != std::string_view::npos) return std::nullopt;
    rule.names.emplace_back(name);
    text.remove_prefix(name.size());
  }
  return rule;
}

std::uint64_t import_documents(const std::vector<std::string>& inputs, const ImportOptions& options,
                               const DocumentSink& sink) {
  FileFinder finder(inputs, options.only);
  import_documents([&](Diagnostics& diagnostics) { return finder.next(diagnostics); }, options, sink);
  return finder.passed_over();
}

void import_documents(const FileSource& files, const ImportOptions& options, const DocumentSink& sink) {
  std::atomic<bool> stopped = false;
  tbb::enumerable_thread_specific<std::unique_ptr<FileReader>> readers(
      [&] { return std::make_unique<FileReader>(options); });

  const auto search = [&](tbb::flow_control& flow) -> std::shared_ptr<Load> {
    auto load = std::make_shared<Load>();
    Diagnostics diagnostics;
    std::size_t bytes = 0;
    while (!stopped && load->files.size() < kFilesPerLoad && bytes < kBytesPerLoad && diagnostics.ok()) {
      auto file = files(diagnostics);
      if (!file) break;
      bytes += file->content ? file->content->bytes().size() : 0;
      load->files.push_back(std::move(*file));
    }
    if (diagnostics.errors() + diagnostics.warnings() > 0) {
      load->documents.push_back({std::nullopt, std::move(diagnostics), 0});
    }
    if (load->files.empty() && load->documents.empty()) flow.stop();
    return load;
  };
  const auto read = [&](const std::shared_ptr<Load>& load) {
    FileReader& reader = *readers.local();
    for (FoundFile& file : load->files) {
      if (stopped) break;
      load->documents.push_back(reader.read(file));
    }
    return load;
  };
  const auto deliver = [&](const std::shared_ptr<Load>& load) {
    for (ImportedDocument& document : load->documents) {
      if (stopped) break;
      if (!sink(std::move(document))) stopped = true;
    }
  };

  const auto threads =
      options.threads == 0 ? tbb::info::default_concurrency() : static_cast<int>(options.threads);
  // More threads than cores are the user's choice too.
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute([&] {
    using tbb::filter_mode;
    tbb::parallel_pipeline(
        2 * static_cast<std::size_t>(threads),
        tbb::make_filter<void, std::shared_ptr<Load>>(filter_mode::serial_in_order, search) &
            tbb::make_filter<std::shared_ptr<Load>, std::shared_ptr<Load>>(filter_mode::parallel, read) &
            tbb::make_filter<std::shared_ptr<Load>, void>(filter_mode::serial_in_order, deliver));
  });
}

}  // namespace fovea
