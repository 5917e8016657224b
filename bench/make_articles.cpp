// Writes articles in the manner of the INEX Wikipedia collections, for benchmarks: small XML files with many
// links and deep, unevenly filled sections. The same arguments always give the same files.
//
// Usage: make_articles FOLDER MEGABYTES [short]
// Short articles have one section.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

class Writer {
 public:
  Writer(std::uint64_t seed, bool brief) : random_(seed), brief_(brief) {
    for (int i = 0; i < 20000; ++i) words_.push_back(make_word());
  }

  std::string article(int number) {
    out_ = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE article SYSTEM \"../article.dtd\">\n"
        "<article xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n<header>\n<title>{}</title>\n<id>{}</id>\n"
        "<revision>\n<id>{}</id>\n<timestamp>2008-10-10T10:43:39Z</timestamp>\n</revision>\n</"
        "header>\n<bdy>\n",
        word(), number, 244000000 + number);
    // Most articles are short, a few are long.
    const auto sections = brief_ ? 1 : 1 + static_cast<int>(std::exp(3.0 * uniform()));
    for (int i = 0; i < sections; ++i) section(1);
    out_ += "</bdy>\n</article>\n";
    return out_;
  }

 private:
  double uniform() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  std::string make_word() {
    static const std::vector<std::string> kSyllables = {"ka",  "re",  "mi", "to",  "lun",      "ber",
                                                        "sta", "o",   "en", "chi", "pra",      "vi",
                                                        "dos", "ent", "al", "gra", "\xC3\xA9", "\xC3\xBC"};
    std::string word;
    for (auto syllables = 1 + below(4); syllables > 0; --syllables)
      word += kSyllables[below(kSyllables.size())];
    return word;
  }
  /// Frequent words are much more frequent than others.
  const std::string& word() {
    const double position = std::exp(uniform() * std::log(static_cast<double>(words_.size())));
    return words_[static_cast<std::size_t>(position) - 1];
  }

  void section(int level) {
    const std::string tag = level == 1 ? "sec" : fmt::format("ss{}", level - 1);
    out_ += fmt::format("<{}>\n<st>\n {} {} </st>\n", tag, word(), word());
    for (auto paragraphs = 1 + below(5); paragraphs > 0; --paragraphs) paragraph();
    if (level < 4 && uniform() < 0.4) section(level + 1);
    out_ += fmt::format("</{}>\n", tag);
  }

  void paragraph() {
    if (uniform() < 0.15) {
      list();
      return;
    }
    out_ += "<p>\n\n";
    for (auto pieces = 4 + below(10); pieces > 0; --pieces) piece();
    out_ += ".</p>\n";
  }

  void list() {
    out_ += "<list>\n";
    for (auto entries = 2 + below(8); entries > 0; --entries) {
      out_ += "<entry level=\"1\" type=\"bullet\">\n\n ";
      for (int i = 0; i < 3; ++i) piece();
      out_ += "</entry>\n";
    }
    out_ += "</list>\n";
  }

  void piece() {
    for (auto words = 1 + below(5); words > 0; --words) out_.append(word()) += ' ';
    const double kind = uniform();
    if (kind < 0.45) {
      link();
    } else if (kind < 0.6) {
      out_ += fmt::format(
          "<physical_entity wordnetid=\"100001930\" confidence=\"0.9508927676800064\">\n"
          "<object wordnetid=\"100002684\" confidence=\"0.9508927676800064\">\n");
      link();
      out_ += "</object>\n</physical_entity>\n";
    } else if (kind < 0.7) {
      out_ += fmt::format("<b>{}</b>", word());
    } else if (kind < 0.75) {
      out_ += "&nbsp;&mdash; ";
    }
  }

  void link() {
    const auto target = below(3000000);
    out_ += fmt::format("<link xlink:type=\"simple\" xlink:href=\"../{:03}/{}.xml\">\n{} {}</link>",
                        target % 1000, target, word(), word());
  }

  std::mt19937_64 random_;
  bool brief_;
  std::vector<std::string> words_;
  std::string out_;
};

}  // namespace

int main(int argc, char** argv) {
  const bool brief = argc == 4 && std::string_view(argv[3]) == "short";
  if (argc != 3 && !brief) {
    fmt::print(stderr, "usage: {} FOLDER MEGABYTES [short]\n", argv[0]);
    return 1;
  }
  const std::filesystem::path folder = argv[1];
  const std::uint64_t wanted = std::strtoull(argv[2], nullptr, 10) * 1000000;
  Writer writer(2010, brief);
  std::uint64_t written = 0;
  for (int number = 1; written < wanted; ++number) {
    const std::filesystem::path below = folder / fmt::format("{:03}", number % 100);
    if (number <= 100) std::filesystem::create_directories(below);
    const std::string article = writer.article(number);
    std::ofstream(below / fmt::format("{}.xml", number), std::ios::binary)
        .write(article.data(), static_cast<std::streamsize>(article.size()));
    written += article.size();
  }
}
