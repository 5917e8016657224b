// Writes a made-up evaluation of graded elements the size of INEX 2003, the same for the same numbers: a
// collection, assessments and element runs.
//
//   graded_generate FOLDER [DOCUMENTS [RUNS [TOPICS [RESULTS]]]]      (default 12000 56 36 1500)
//
// Every document has 1,500 elements: an article with 30 sections of 49 elements. FOLDER gets ieee.fovea (made
// once, kept when it is there), assessments/ and runs-RESULTS/. About 46 documents are relevant to a topic,
// each with some 16 graded elements, as Table 1 of Gövert et al. 2006 has it; 254 more are judged not
// relevant.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "collection/document_builder.h"
#include "collection/writer.h"
#include "files/output_file.h"

namespace {

constexpr std::size_t kSections = 30;
constexpr std::size_t kParagraphs = 16;
constexpr std::size_t kRelevantDocuments = 46;
constexpr std::size_t kOtherDocuments = 254;
constexpr std::size_t kVariants = 8;

/// The same numbers on every machine: the engine is defined by the standard, its distributions are not.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::size_t below(std::size_t limit) { return engine_() % limit; }

 private:
  std::mt19937 engine_;
};

struct Size {
  std::size_t documents = 12'000, runs = 56, topics = 36, results = 1'500;
};

std::string document_id(std::size_t number) {
  return fmt::format("co/{}/r{:05}", 1995 + number % 8, number);
}

/// <article><fm/>… <bdy><sec><st/><p>…<it/>…<b/>…</p>…</sec>…</bdy></article>, 1,500 elements.
std::string article(Random& random) {
  std::string text = "<article><fm><ti>title</ti>";
  for (int i = 0; i < 26; ++i) text += "<kwd>k</kwd>";
  text += "</fm><bdy>";
  for (std::size_t section = 0; section < kSections; ++section) {
    text += "<sec>";
    for (std::size_t p = 0; p < kParagraphs; ++p) {
      text += fmt::format("<p>{}<it>in</it>and<b>bold</b></p>", std::string(20 + random.below(200), 'x'));
    }
    text += "</sec>";
  }
  return text + "</bdy></article>";
}

void write_collection(const std::string& path, const Size& size) {
  fovea::Diagnostics diagnostics;
  const auto writer =
      fovea::CollectionWriter::create(path, fovea::CollectionWriter::Existing::kRefuse, diagnostics);
  std::vector<fovea::DocumentBuilder> variants(kVariants);
  Random random(2003);
  for (fovea::DocumentBuilder& variant : variants) {
    variant.read_xml_document(fovea::InputFile::copy_of("article", article(random)), diagnostics);
  }
  for (std::size_t i = 0; i < size.documents; ++i) {
    const std::string id = document_id(i);
    writer->add({id, id, variants[i % kVariants].pack(id, id)}, fovea::CollectionWriter::Existing::kRefuse,
                diagnostics);
  }
  if (!diagnostics.ok()) throw std::runtime_error(to_string(diagnostics.kept().front()));
  writer->finish();
}

std::string paragraph(std::size_t section, std::size_t number) {
  return fmt::format("/article[1]/bdy[1]/sec[{}]/p[{}]", section + 1, number + 1);
}

/// The documents of a topic: the first kRelevantDocuments of them are relevant.
std::vector<std::size_t> judged_documents(std::size_t topic, const Size& size) {
  std::vector<std::size_t> documents;
  for (std::size_t i = 0; i < kRelevantDocuments + kOtherDocuments; ++i) {
    documents.push_back((topic * 331 + i * 37) % size.documents);
  }
  return documents;
}

void write_assessments(const std::string& path, std::size_t topic, const Size& size) {
  Random random(static_cast<std::uint32_t>(topic));
  fovea::OutputFile out(path);
  const auto grade = [&](const std::string& element, std::size_t e, std::size_t s) {
    out.write(fmt::format("  <path path=\"{}\" exhaustiveness=\"{}\" specificity=\"{}\"/>\n", element, e, s));
  };
  out.write(fmt::format("<assessments pool=\"1\" topic=\"{}\">\n", topic));
  const std::vector<std::size_t> documents = judged_documents(topic, size);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    out.write(fmt::format(" <file file=\"{}\">\n", document_id(documents[i])));
    if (i >= kRelevantDocuments) {
      grade("/article[1]", 0, 0);
    } else {
      const std::size_t top = 1 + random.below(3);
      grade("/article[1]", top, 1);
      grade("/article[1]/bdy[1]", top, 1);
      for (std::size_t section = random.below(10); section < kSections; section += 10) {
        grade(fmt::format("/article[1]/bdy[1]/sec[{}]", section + 1), 1 + random.below(top),
              1 + random.below(3));
        for (std::size_t p = random.below(4); p < kParagraphs; p += 4)
          grade(paragraph(section, p), 1, 1 + random.below(3));
      }
    }
    out.write(" </file>\n");
  }
  out.write("</assessments>\n");
  out.commit();
}

std::string some_element(Random& random) {
  const std::size_t section = random.below(kSections);
  switch (random.below(8)) {
    case 0:
      return "/article[1]";
    case 1:
      return "/article[1]/bdy[1]";
    case 2:
    case 3:
      return fmt::format("/article[1]/bdy[1]/sec[{}]", section + 1);
    case 4:
      return paragraph(section, random.below(kParagraphs)) + "/it[1]";
    default:
      return paragraph(section, random.below(kParagraphs));
  }
}

/// A third of the results come from relevant documents, a third from others that were judged.
void write_run(const std::string& path, std::size_t run, const Size& size) {
  Random random(static_cast<std::uint32_t>(run + 1000));
  fovea::OutputFile out(path);
  for (std::size_t topic = 1; topic <= size.topics; ++topic) {
    const std::vector<std::size_t> judged = judged_documents(topic, size);
    for (std::size_t rank = 1; rank <= size.results; ++rank) {
      const std::size_t kind = random.below(3);
      const std::size_t document = kind == 0   ? judged[random.below(kRelevantDocuments)]
                                   : kind == 1 ? judged[random.below(judged.size())]
                                               : random.below(size.documents);
      out.write(fmt::format("{} Q0 {} {} {} run{} {}\n", topic, document_id(document), rank,
                            size.results + 1 - rank, run, some_element(random)));
    }
  }
  out.commit();
}

void generate(const std::filesystem::path& folder, const Size& size) {
  std::filesystem::create_directories(folder / "assessments");
  const std::filesystem::path runs = folder / fmt::format("runs-{}", size.results);
  std::filesystem::create_directories(runs);
  if (!std::filesystem::exists(folder / "ieee.fovea")) write_collection(folder / "ieee.fovea", size);
  for (std::size_t topic = 1; topic <= size.topics; ++topic) {
    write_assessments(folder / "assessments" / fmt::format("topic-{:02}.xml", topic), topic, size);
  }
  for (std::size_t run = 1; run <= size.runs; ++run)
    write_run(runs / fmt::format("run-{:02}", run), run, size);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 6) {
    fmt::print(stderr, "usage: graded_generate FOLDER [DOCUMENTS [RUNS [TOPICS [RESULTS]]]]\n");
    return 1;
  }
  Size size;
  std::size_t* const numbers[] = {&size.documents, &size.runs, &size.topics, &size.results};
  for (int i = 2; i < argc; ++i) *numbers[i - 2] = std::strtoull(argv[i], nullptr, 10);
  try {
    generate(argv[1], size);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
