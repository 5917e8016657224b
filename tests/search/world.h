// Small random collections for tests of the search, and the words of their documents by a naive analysis.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "collection_fixture.h"
#include "search/analysis/analyser.h"
#include "search/index/builder.h"
#include "search/index/index.h"
#include "temporary_folder.h"

namespace fovea::search {

using Documents = std::vector<std::pair<std::string, std::string>>;

/// The seed of a test: another one each day would hide a fault tomorrow, so it is fixed unless the environment says
/// otherwise, and printed.
inline std::uint64_t test_seed() {
  const char* const given = std::getenv("FOVEA_SEED");
  const std::uint64_t seed = given == nullptr ? 20101118 : std::strtoull(given, nullptr, 10);
  std::printf("FOVEA_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

inline Documents random_documents(std::mt19937_64& random, std::size_t count, std::size_t vocabulary) {
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  // Frequent words are much more frequent than others.
  const auto word = [&] { return "w" + std::to_string(below(1 + below(vocabulary))); };
  Documents documents;
  for (std::size_t i = 0; i < count; ++i) {
    std::string xml = "<article><title>" + word() + " " + word() + "</title>";
    if (below(2) == 0) xml += "<p>" + word() + " " + word() + "</p>";
    for (std::size_t section = below(4); section > 0; --section) {
      xml += "<sec><st>" + word() + "</st>";
      for (std::size_t paragraph = below(3); paragraph > 0; --paragraph) {
        xml += "<p>";
        for (std::size_t words = 1 + below(20); words > 0; --words) {
          switch (below(8)) {
            case 0:
              xml += "<b>" + word() + "</b>" + (below(2) == 0 ? "s " : " ");
              break;
            case 1:
              xml += word() + ". The ";
              break;
            default:
              xml += word() + " ";
          }
        }
        xml += "</p>";
      }
      xml += "</sec>";
    }
    xml += "</article>";
    documents.emplace_back("d" + std::to_string(i * 7919 % 10007), xml);
  }
  std::ranges::sort(documents);
  return documents;
}

/// The same with sections inside sections and lists.
inline Documents random_nested_documents(std::mt19937_64& random, std::size_t count, std::size_t vocabulary) {
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  const auto word = [&] {
    return "w" + std::to_string(below(1 + below(vocabulary))) + (below(9) == 0 ? ". " : " ");
  };
  const auto text = [&](std::size_t most) {
    std::string words;
    for (std::size_t left = 1 + below(most); left > 0; --left)
      words += below(7) == 0 ? "<b>" + word() + "</b> " : word();
    return words;
  };
  const auto section = [&](auto&& self, std::size_t depth) -> std::string {
    std::string xml = below(3) == 0 ? "<sec>" : "<sec><st>" + text(3) + "</st>";
    for (std::size_t parts = 1 + below(3); parts > 0; --parts) {
      if (depth > 0 && below(3) == 0) {
        xml += self(self, depth - 1);
      } else if (below(4) == 0) {
        xml += "<list><item><p>" + text(5) + "</p></item><item>" + text(4) + "</item></list>";
      } else {
        xml += "<p>" + text(25) + "</p>";
      }
    }
    return xml + "</sec>";
  };
  Documents documents;
  for (std::size_t i = 0; i < count; ++i) {
    std::string xml = "<article><title>" + text(3) + "</title>";
    if (below(2) == 0) xml += "<p>" + text(12) + "</p>";
    for (std::size_t sections = below(4); sections > 0; --sections) xml += section(section, 2);
    documents.emplace_back("n" + std::to_string(i * 7919 % 10007), xml + "</article>");
  }
  std::ranges::sort(documents);
  return documents;
}

inline void store(const std::string& path, const Documents& documents) {
  Diagnostics diagnostics;
  const auto writer = CollectionWriter::create(path, CollectionWriter::Existing::kReplace, diagnostics);
  ASSERT_TRUE(writer);
  for (const auto& [id, xml] : documents) {
    writer->add({id, "test.xml", pack_xml(id, xml)}, CollectionWriter::Existing::kRefuse, diagnostics);
  }
  writer->finish();
  ASSERT_TRUE(diagnostics.ok());
}

/// Builds an index in `folder` and opens it.
inline Index build(const TemporaryFolder& folder, const std::string& collection, BuildOptions options,
                   const std::string& name = "test.index") {
  Diagnostics diagnostics;
  options.replace = true;
  const auto opened = Collection::open(collection, diagnostics);
  EXPECT_TRUE(opened);
  EXPECT_TRUE(build_index(*opened, folder / name, options, diagnostics));
  auto index = Index::open(folder / name, diagnostics);
  for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
  return std::move(*index);
}

/// What the text of a document says, counted word by word.
struct NaiveDocument {
  std::string id;
  std::vector<std::string> terms;  ///< by position
  std::vector<char> fields;        ///< by position: t(itle), s(ection title), l(ead), r(est)
  AnalysedDocument analysed;

  std::uint32_t tf(std::string_view term) const {
    return static_cast<std::uint32_t>(std::ranges::count(terms, term));
  }
};

inline std::vector<NaiveDocument> analyse_all(const std::string& collection,
                                              const AnalysisSettings& settings) {
  Diagnostics diagnostics;
  const auto opened = Collection::open(collection, diagnostics);
  EXPECT_TRUE(opened);
  std::vector<NaiveDocument> documents;
  Analyser analyser(settings);
  opened->each([&](const Document& document) {
    NaiveDocument naive;
    naive.id = document.id();
    analyser.analyse(document.text(), document.tree(), naive.analysed);
    for (const AnalysedWord& word : naive.analysed.words)
      naive.terms.emplace_back(word.term == kStopped ? std::string_view() : analyser.term(word.term));
    const ElementTreeView& tree = document.tree();
    for (const AnalysedWord& word : naive.analysed.words) {
      char field = 'l';
      for (std::optional<ElementIndex> at = tree.smallest_containing(word.span); at; at = tree.parent(*at)) {
        if (tree.name(*at) == "sec" && field == 'l') field = 'r';
        if (tree.name(*at) == "st") field = 's';
        if (tree.name(*at) == "title") field = 't';
      }
      naive.fields.push_back(field);
    }
    documents.push_back(std::move(naive));
    return true;
  });
  return documents;
}

/// Elements with words, by document, of a collection as its trees and a recount have them.
struct NaiveElement {
  std::string tag;
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  ElementIndex number = 0;  ///< in the tree
  /// Place of the parent; that of the root is UINT32_MAX.
  std::uint32_t parent = UINT32_MAX;
};

/// The words that count for bm25e, [first, end): those of an element, and of the titles above it.
inline std::vector<std::pair<std::uint32_t, std::uint32_t>> naive_stretches(
    const std::vector<NaiveElement>& elements, const NaiveElement& element) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stretches{{element.first, element.end}};
  for (const NaiveElement& title : elements) {
    if (title.first < element.end && element.first < title.end) continue;
    if (title.tag == "title") stretches.emplace_back(title.first, title.end);
    if (title.tag != "st") continue;
    const NaiveElement& section = elements[title.parent];
    if (section.first <= element.first && section.end >= element.end)
      stretches.emplace_back(title.first, title.end);
  }
  return stretches;
}

/// Adds them up by field.
inline void add_naive_fields(const NaiveDocument& document, const std::vector<NaiveElement>& elements,
                             const NaiveElement& element, FieldWords& words) {
  for (const auto& [first, end] : naive_stretches(elements, element)) {
    for (std::uint32_t i = first; i < end; ++i) ++words[std::string_view("tslr").find(document.fields[i])];
  }
}

inline std::vector<std::vector<NaiveElement>> elements_of(const std::string& collection,
                                                          const std::vector<NaiveDocument>& documents) {
  Diagnostics diagnostics;
  const auto opened = Collection::open(collection, diagnostics);
  std::vector<std::vector<NaiveElement>> all;
  for (const NaiveDocument& document : documents) {
    const auto stored = opened->find(document.id);
    const ElementTreeView& tree = stored->tree();
    std::vector<NaiveElement> elements;
    for (ElementIndex i = 0; i < tree.size(); ++i) {
      NaiveElement element{std::string(tree.name(i)), UINT32_MAX, 0, i};
      for (std::uint32_t word = 0; word < document.analysed.words.size(); ++word) {
        const Offset begin = document.analysed.words[word].span.begin;
        if (begin < tree.span(i).begin || begin >= tree.span(i).end) continue;
        element.first = std::min(element.first, word);
        element.end = word + 1;
      }
      if (element.end == 0) continue;
      for (std::uint32_t above = 0; above < elements.size() && i > 0; ++above) {
        if (elements[above].number == *tree.parent(i)) element.parent = above;
      }
      elements.push_back(element);
    }
    all.push_back(std::move(elements));
  }
  return all;
}

}  // namespace fovea::search
