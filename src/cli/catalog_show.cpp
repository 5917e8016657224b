// `fovea catalog info` and `fovea catalog show`: what is in a collection.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/catalog.h"
#include "cli/command.h"
#include "cli/console.h"
#include "collection/collection.h"
#include "collection/element_path.h"
#include "collection/structure.h"
#include "text/numbers.h"

namespace fovea::cli {

namespace {

struct ShowRequest {
  std::string file;
  std::string document;
  std::string part;
  bool tags = false;
  bool structure = false;
};

/// Opens the collection, runs `look`, and turns damage into a message.
int look_into(const ShowRequest& request, int (*look)(const Collection&, const ShowRequest&)) {
  Diagnostics diagnostics;
  const auto collection = Collection::open(request.file, diagnostics);
  print(diagnostics);
  if (!collection) return kBadInput;
  try {
    return look(*collection, request);
  } catch (const CorruptFile& corrupt) {
    const std::string what = corrupt.what();
    say(what.starts_with(request.file) || request.document.empty()
            ? what
            : fmt::format("{}: document {}: {}", request.file, quote(request.document), what));
    return kBadInput;
  }
}

int info(const Collection& collection, const ShowRequest& request) {
  std::uint64_t elements = 0;
  std::uint64_t characters = 0;
  std::uint32_t depth = 0;
  std::map<std::string, std::uint64_t, std::less<>> tags;
  std::vector<std::uint64_t> counts;
  CollectionStructure structure;
  Progress progress("reading", collection.documents(), "documents", false);
  std::uint64_t done = 0;
  collection.each([&](const Document& document) {
    const ElementTreeView& tree = document.tree();
    elements += tree.size();
    characters += document.length();
    depth = std::max(depth, document.depth());
    if (request.structure) structure.add(document);
    counts.assign(tree.names(), 0);
    if (request.tags) {
      for (ElementIndex element = 0; element < tree.size(); ++element) ++counts.at(tree.name_index(element));
    }
    for (std::uint32_t i = 0; i < tree.names(); ++i) {
      const std::string_view name = tree.name_at(i);
      const auto known = tags.find(name);
      (known == tags.end() ? tags.emplace(name, 0).first : known)->second += counts[i];
    }
    progress.update(++done);
    return true;
  });
  if (request.tags) {
    std::vector<std::pair<std::string, std::uint64_t>> sorted(tags.begin(), tags.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [name, count] : sorted) fmt::print("{}\t{}\n", name, count);
    return kFine;
  }
  fmt::print("documents\t{}\nelements\t{}\ncharacters\t{}\ntags\t{}\ndepth\t{}\n", collection.documents(),
             elements, characters, tags.size(), depth);
  if (request.structure) {
    fmt::print("elements per document\t{:.1f}\nmean depth\t{:.2f}\nbytes of text\t{}\n",
               structure.elements_per_document(), structure.mean_depth(), structure.text_bytes);
    fmt::print("elements of at least {} characters without white space\t{}\n",
               CollectionStructure::kLongEnough, structure.long_elements);
  }
  return kFine;
}

/// The first words of a text in one line: white space as single blanks, cut after `most` characters.
std::string first_words(std::string_view text, std::size_t most) {
  std::string words;
  std::size_t characters = 0;
  bool blank = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      blank = !words.empty();
      continue;
    }
    if ((c & 0xC0) != 0x80) {
      characters += blank ? 2 : 1;
      if (characters > most) return words + "…";
    }
    if (blank) words += ' ';
    blank = false;
    words += c;
  }
  return words;
}

/// One line per element: path, offset, length, first words.
void print_outline(const Document& document) {
  constexpr std::size_t kWords = 50;
  const ElementTreeView& tree = document.tree();
  for (ElementIndex element = 0; element < tree.size(); ++element) {
    const Span span = tree.span(element);
    // White space before the first word does not count among its characters.
    const Span head{span.begin, std::min<Offset>(span.end, span.begin + 4 * kWords)};
    fmt::print("{}\t{}\t{}\t{}\n", tree.path(element), span.begin, span.size(),
               first_words(document.text(head), kWords));
  }
}

/// Text as it is; on a terminal the prompt should not follow it.
void print_text(const std::string& text) {
  fmt::print("{}", text);
  if (::isatty(STDOUT_FILENO) == 1 && !text.ends_with('\n')) std::fputc('\n', stdout);
}

/// "16607:902"; nothing if it is not of this form.
std::optional<std::pair<std::uint64_t, std::uint64_t>> parse_passage(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto offset = parse_integer(text.substr(0, colon));
  const auto length = parse_integer(text.substr(colon + 1));
  if (!offset || !length || *offset < 0 || *length < 0) return std::nullopt;
  return std::pair{static_cast<std::uint64_t>(*offset), static_cast<std::uint64_t>(*length)};
}

int fail(const ShowRequest& request, const std::string& message) {
  say_line(fmt::format("{}: document {}: {}", request.file, quote(request.document), message));
  return kBadInput;
}

int show_passage(const Document& document, const ShowRequest& request, std::uint64_t offset,
                 std::uint64_t length) {
  if (offset + length > document.length()) {
    return fail(request,
                fmt::format("found the passage {} that ends at character {}, expected one within the {} "
                            "characters of the document",
                            request.part, offset + length, document.length()));
  }
  const Span span{static_cast<Offset>(offset), static_cast<Offset>(offset + length)};
  const ElementTreeView& tree = document.tree();
  const ElementIndex element = tree.smallest_containing(span);
  fmt::print("{}\t{}\t{}\n", tree.path(element), tree.span(element).begin, tree.span(element).size());
  print_text(document.text(span));
  return kFine;
}

int show_element(const Document& document, const ShowRequest& request) {
  const std::string_view path = request.part;
  if (const auto fault = check_element_path(path)) return fail(request, to_string(*fault, path));
  const auto span = document.span_of(path);
  if (span) {
    print_text(document.text(*span));
    return kFine;
  }
  // How far the path leads.
  std::string_view known = path;
  while (!known.empty() && !document.tree().find(known)) known = known.substr(0, known.rfind('/'));
  return fail(request,
              fmt::format("found no element {}, {}", quote(path),
                          known.empty() ? fmt::format("expected a path from the root, {}",
                                                      quote(document.tree().path(ElementTreeView::kRoot)))
                                        : fmt::format("expected an element of {}", quote(known))));
}

int show_point(const Document& document, const ShowRequest& request) {
  PathFault fault;
  if (!parse_text_point(request.part, fault)) return fail(request, to_string(fault, request.part));
  const auto offset = document.offset_of(request.part);
  if (!offset)
    return fail(request,
                fmt::format("found no text point {}, expected one in its text nodes", quote(request.part)));
  fmt::print("{}\n", *offset);
  return kFine;
}

int show(const Collection& collection, const ShowRequest& request) {
  const auto document = collection.find(request.document);
  if (!document) {
    say_line(fmt::format("{}: found no document {} among its {}", request.file, quote(request.document),
                         collection.documents()));
    return kBadInput;
  }
  if (request.part.empty()) {
    print_outline(*document);
    return kFine;
  }
  if (const auto passage = parse_passage(request.part)) {
    return show_passage(*document, request, passage->first, passage->second);
  }
  if (request.part.starts_with('/') && !request.part.ends_with(']')) return show_point(*document, request);
  return show_element(*document, request);
}

}  // namespace

void add_catalog_reading(CLI::App& catalog, int& exit) {
  const auto request = std::make_shared<ShowRequest>();

  CLI::App* command = catalog.add_subcommand("info", "Count documents, elements, characters, tags, levels");
  command->add_option("collection", request->file, "The collection")->required();
  command->add_flag("--tags", request->tags, "List all tags with the number of their elements instead");
  command
      ->add_flag("--structure", request->structure,
                 "Also count what papers report: elements per document, mean depth, bytes of text, elements "
                 "of at least 50 characters; reads all texts")
      ->excludes(command->get_option("--tags"));
  command->footer("Examples:\n  fovea catalog info wiki.fovea\n  fovea catalog info --structure wiki.fovea");
  command->callback([request, &exit] { exit = look_into(*request, info); });

  command = catalog.add_subcommand("show", "Print a document's outline, or the text of a part of it");
  command->add_option("collection", request->file, "The collection")->required();
  command->add_option("document", request->document, "The document's id")->required();
  command->add_option("part", request->part,
                      "An element's path, a passage as OFFSET:LENGTH in characters, or a text point "
                      "(/…/text()[2].13)");
  command->footer(
      "Without PART: one line per element with path, offset, length and first words.\n"
      "An element: its text. A passage: the smallest element that contains it (path, offset, length), then "
      "the\n"
      "passage's text. A text point: its offset.\n\n"
      "Examples:\n"
      "  fovea catalog show wiki.fovea 1164\n"
      "  fovea catalog show wiki.fovea 1164 '/article[1]/bdy[1]/sec[2]'\n"
      "  fovea catalog show wiki.fovea 1164 16607:902");
  command->callback([request, &exit] { exit = look_into(*request, show); });
}

}  // namespace fovea::cli
