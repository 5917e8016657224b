#include "search/index/structure.h"

#include <algorithm>
#include <numeric>

#include "search/index/bytes.h"
#include "search/index/packing.h"

namespace fovea::search {

namespace {

/// A column of a structure, read from the front of `bytes`, which goes on behind it.
std::vector<std::uint32_t> take_column(std::string_view& bytes, std::size_t count) {
  std::vector<std::uint32_t> values;
  bytes.remove_prefix(unpack_all(bytes, count, values));
  return values;
}

std::size_t take_count(std::string_view& bytes) {
  ByteReader reader(bytes);
  const std::uint32_t count = reader.number32();
  bytes = reader.rest();
  return count;
}

}  // namespace

std::vector<TagOfDocument> count_tags(const std::vector<ElementWords>& elements,
                                      std::vector<std::uint32_t>& places) {
  std::vector<TagOfDocument> counted;
  std::vector<std::uint32_t> number_of_name;
  places.clear();
  for (const ElementWords& element : elements) {
    if (element.name >= number_of_name.size())
      number_of_name.resize(element.name + std::size_t{1}, UINT32_MAX);
    std::uint32_t& number = number_of_name[element.name];
    if (number == UINT32_MAX) {
      number = static_cast<std::uint32_t>(counted.size());
      counted.push_back({element.name, 0, 0});
    }
    places.push_back(number);
    ++counted[number].elements;
    counted[number].words += element.words;
  }
  std::vector<std::uint32_t> order(counted.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(
      order, [&](std::uint32_t a, std::uint32_t b) { return counted[a].elements > counted[b].elements; });
  std::vector<std::uint32_t> place_of_number(counted.size());
  std::vector<TagOfDocument> sorted;
  for (const std::uint32_t number : order) {
    place_of_number[number] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(counted[number]);
  }
  for (std::uint32_t& place : places) place = place_of_number[place];
  return sorted;
}

void pack_tags(const std::vector<std::uint32_t>& tags, std::string& out) {
  put_number(out, tags.size());
  for (const std::uint32_t tag : tags) put_number(out, tag);
}

void pack_elements(const std::vector<ElementWords>& elements, const std::vector<std::uint32_t>& places,
                   std::string& out) {
  std::vector<std::uint32_t> numbers;
  std::vector<std::uint32_t> firsts;
  std::vector<std::uint32_t> words;
  std::uint32_t next = 0;
  std::uint32_t first = 0;
  for (const ElementWords& element : elements) {
    numbers.push_back(element.number - next);
    firsts.push_back(element.first_word - first);
    words.push_back(element.words - 1);
    next = element.number + 1;
    first = element.first_word;
  }
  put_number(out, elements.size());
  pack_all(places, out);
  pack_all(numbers, out);
  pack_all(firsts, out);
  pack_all(words, out);
}

void unpack_elements(std::string_view bytes, std::vector<ElementWords>& elements) {
  std::vector<std::uint32_t> tags;
  ByteReader reader(bytes);
  for (std::uint64_t left = reader.number(); left > 0; --left) tags.push_back(reader.number32());
  bytes = reader.rest();
  const std::size_t count = take_count(bytes);
  const auto places = take_column(bytes, count);
  const auto numbers = take_column(bytes, count);
  const auto firsts = take_column(bytes, count);
  const auto words = take_column(bytes, count);
  elements.resize(count);
  std::uint32_t next = 0;
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < count; ++i) {
    first += firsts[i];
    if (places[i] >= tags.size()) ByteReader::fail();
    elements[i] = {next + numbers[i], first, words[i] + 1, tags[places[i]]};
    next = elements[i].number + 1;
  }
}

void pack_sentences(const std::vector<SentenceStart>& sentences, std::string& out) {
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> characters;
  for (std::size_t i = 1; i < sentences.size(); ++i) {
    words.push_back(sentences[i].first_word - sentences[i - 1].first_word - 1);
    characters.push_back(sentences[i].first_character - sentences[i - 1].first_character - 1);
  }
  put_number(out, sentences.size());
  pack_all(words, out);
  pack_all(characters, out);
}

void unpack_sentences(std::string_view bytes, std::vector<SentenceStart>& sentences) {
  const std::size_t count = take_count(bytes);
  sentences.assign(count > 0 ? 1 : 0, {});
  if (count < 2) return;
  const auto words = take_column(bytes, count - 1);
  const auto characters = take_column(bytes, count - 1);
  for (std::size_t i = 0; i + 1 < count; ++i) {
    sentences.push_back(
        {sentences[i].first_word + words[i] + 1, sentences[i].first_character + characters[i] + 1});
  }
}

}  // namespace fovea::search
