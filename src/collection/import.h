// Reading documents for a collection: many files, in parallel, handed over in the order of the input.
//
// Files are read and parsed on several threads; what they give is handed to one sink, in order, so that the
// result does not depend on the number of threads. Memory is bounded by the number of threads, not by the
// number of files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/file_finder.h"
#include "collection/writer.h"
#include "files/diagnostics.h"

namespace fovea {

/// Where a document's id comes from.
struct IdRule {
  enum class Kind : std::uint8_t {
    kName,      ///< the file's name without its extension
    kPath,      ///< the file's path below the folder or in the archive that was named
    kStemPath,  ///< the same without the extension: co/2001/r7022, as INEX 2002–2004 has it
    kElement,   ///< the text of an element
  };
  Kind kind = Kind::kName;
  /// kElement: the names that lead to the element, from the root or, with `anywhere`, from any element.
  std::vector<std::string> names;
  bool anywhere = false;
};

/// "name", "path", "stem-path", "/article/header/id" or "//header/id"; nothing for other texts.
std::optional<IdRule> parse_id_rule(std::string_view text);

struct ImportOptions {
  IdRule id;
  /// Shell patterns of file names; empty: all files.
  std::vector<std::string> only;
  /// 0: as many as the machine has cores.
  unsigned threads = 0;
};

/// One file that was read.
struct ImportedDocument {
  /// Nothing when the file is bad; `diagnostics` say why.
  std::optional<PackedDocument> document;
  Diagnostics diagnostics;
  /// Size of the file.
  std::uint64_t bytes = 0;
};

/// Gets the documents, one at a time, in the order of the input; false ends the import.
using DocumentSink = std::function<bool(ImportedDocument)>;

/// Reads all files that `inputs` name. Returns how many were passed over because no pattern of `only` fits
/// them.
std::uint64_t import_documents(const std::vector<std::string>& inputs, const ImportOptions& options,
                               const DocumentSink& sink);

/// Gives the next file, or nothing at the end; called from one thread at a time.
using FileSource = std::function<std::optional<FoundFile>(Diagnostics& diagnostics)>;
/// The same from files that somebody else finds, whatever `only` says.
void import_documents(const FileSource& files, const ImportOptions& options, const DocumentSink& sink);

}  // namespace fovea
