// Answers of a search for people who read them, on a terminal or as JSON.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "search/reading/found_article.h"

namespace fovea {

struct TopicAnswer {
  std::string topic;
  std::string query;
  std::vector<search::FoundArticle> articles;
};

/// Which sections of an article are listed.
enum class ListedSections : std::uint8_t { kAll, kHits, kNone };

struct FoundLayout {
  std::size_t width = 80;
  /// Words of the query are bold and heat has a colour; else the words stand in «» and nothing has one.
  bool terminal = false;
  ListedSections sections = ListedSections::kHits;
};

/// Per article its title, id and score, a strip of where the score lies, sections with their heat, and passages with path and
/// characters.
std::string to_text(const TopicAnswer& answer, const FoundLayout& layout);

/// All of them in one object; offsets are characters of the documents.
std::string to_json(std::span<const TopicAnswer> answers, ListedSections sections);

/// Whether a section is listed.
bool is_listed(const search::FoundSection& section, ListedSections sections);

}  // namespace fovea
