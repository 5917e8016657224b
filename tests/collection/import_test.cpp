// From files to documents: folders, archives, ids, kinds, and everything that can be wrong with a file.
#include "collection/import.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "collection/document_builder.h"
#include "collection/record.h"
#include "files/temporary.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

struct Imported {
  std::vector<std::string> ids;
  std::map<std::string, std::string> records;
  std::vector<std::string> said;
  std::uint64_t passed_over = 0;

  std::string text(const std::string& id) const {
    const auto found = records.find(id);
    if (found == records.end()) return "no document";
    const Document view(found->second);
    return view.text({0, view.length()});
  }
};

Imported import(const std::vector<std::string>& inputs, const std::string& id = "name",
                std::vector<std::string> only = {}, unsigned threads = 2) {
  Imported imported;
  ImportOptions options{*parse_id_rule(id), std::move(only), threads};
  imported.passed_over = import_documents(inputs, options, [&](ImportedDocument document) {
    if (document.document) {
      imported.ids.push_back(document.document->id);
      EXPECT_EQ(Document(document.document->record).id(), document.document->id);
      imported.records[document.document->id] = document.document->record;
    }
    for (const Diagnostic& diagnostic : document.diagnostics.kept())
      imported.said.push_back(to_string(diagnostic));
    return true;
  });
  return imported;
}

/// The only message about a single bad file, without the folder's name.
std::string fault_of(const TemporaryFolder& folder, std::string_view name, std::string_view content) {
  const std::string file = folder.write(name, content);
  const Imported imported = import({file});
  EXPECT_TRUE(imported.ids.empty()) << name;
  EXPECT_EQ(imported.said.size(), 1U) << name;
  return imported.said.empty() ? "" : imported.said.front().substr(folder.path().string().size() + 1);
}

TEST(Import, ReadsDocumentsWithCommentsAndInstructionsBehindTheRoot) {
  const TemporaryFolder folder;
  folder.write("in/1.xml", "<a>x</a><!-- c -->");
  folder.write("in/2.xml", "<a>y<b>z</b></a>\n<?p i?><!-- c --> \n");
  folder.write("in/3.xml", "<!-- c --><a/><?p i?>");
  const Imported imported = import({folder / "in"});
  EXPECT_TRUE(imported.said.empty()) << imported.said.front();
  EXPECT_EQ(imported.text("1"), "x");
  EXPECT_EQ(imported.text("2"), "yz");
  EXPECT_EQ(imported.text("3"), "");
}

TEST(Import, PassesOverATemporaryOfItsOwn) {
  const TemporaryFolder folder;
  folder.write("in/1.xml", "<a>x</a>");
  const Temporary building(Temporary::Kind::kFile, folder / "in/c.fovea");
  EXPECT_EQ(import({folder / "in"}).ids, std::vector<std::string>{"1"});
}

void write_archive(const std::string& path, bool zip,
                   const std::vector<std::pair<std::string, std::string>>& files) {
  archive* const out = archive_write_new();
  if (zip) {
    archive_write_set_format_zip(out);
  } else {
    archive_write_set_format_pax_restricted(out);
    if (path.ends_with(".gz")) archive_write_add_filter_gzip(out);
    if (path.ends_with(".zst")) archive_write_add_filter_zstd(out);
  }
  ASSERT_EQ(archive_write_open_filename(out, path.c_str()), ARCHIVE_OK);
  for (const auto& [name, content] : files) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(out, entry);
    archive_write_data(out, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(out);
  archive_write_free(out);
}

TEST(Import, ReadsFoldersInTheOrderOfTheirNames) {
  const TemporaryFolder folder;
  folder.write("in/b/2.xml", "<a>two</a>");
  folder.write("in/a/3.xml", "<a>three</a>");
  folder.write("in/c.txt", "plain");
  folder.write("in/10.md", "# mark");
  const Imported imported = import({folder / "in"});
  EXPECT_EQ(imported.ids, (std::vector<std::string>{"10", "3", "2", "c"}));
  EXPECT_EQ(imported.text("c"), "plain");
  EXPECT_EQ(imported.text("10"), "# mark");
  EXPECT_TRUE(imported.said.empty());
}

TEST(Import, GivesTheSameForAnyNumberOfThreads) {
  const TemporaryFolder folder;
  for (int i = 0; i < 200; ++i) folder.write(fmt::format("in/{}.xml", i), fmt::format("<a>{}</a>", i));
  folder.write("in/50x.xml", "<a>");
  const Imported one = import({folder / "in"}, "name", {}, 1);
  const Imported many = import({folder / "in"}, "name", {}, 5);
  EXPECT_EQ(one.ids.size(), 200U);
  EXPECT_EQ(one.ids, many.ids);
  EXPECT_EQ(one.records, many.records);
  EXPECT_EQ(one.said, many.said);
}

TEST(Import, ReadsArchivesInPlace) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> files = {
      {"./x/1.xml", "<a>one</a>"}, {"x/2.txt", "two"}, {"big.txt", std::string(20U << 20, 'x')}};
  for (const char* name : {"t.tar", "t.tar.gz", "t.tar.zst", "t.zip"}) {
    const std::string path = folder / name;
    write_archive(path, std::string_view(name).ends_with("zip"), files);
    const Imported imported = import({path}, "path");
    EXPECT_EQ(imported.ids, (std::vector<std::string>{"x/1.xml", "x/2.txt", "big.txt"})) << name;
    EXPECT_EQ(imported.text("x/2.txt"), "two");
    EXPECT_EQ(imported.text("big.txt").size(), 20U << 20);
    EXPECT_TRUE(imported.said.empty());
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 3);
    const Imported cut = import({path}, "path");
    EXPECT_EQ(cut.said.size(), 1U) << name;
  }
}

TEST(Import, ReadsCompressedSingleFiles) {
  const TemporaryFolder folder;
  folder.write("7.xml", "<a>seven</a>");
  ASSERT_EQ(std::system(("gzip " + (folder / "7.xml")).c_str()), 0);
  EXPECT_EQ(import({folder / "7.xml.gz"}).text("7"), "seven");
}

TEST(Import, TakesTheIdFromNamePathOrElement) {
  const TemporaryFolder folder;
  folder.write("in/x/d.v2.xml", "<a><h><id>\n 12 </id></h><id>13</id>t</a>");
  EXPECT_EQ(import({folder / "in"}).ids, (std::vector<std::string>{"d.v2"}));
  EXPECT_EQ(import({folder / "in"}, "path").ids, (std::vector<std::string>{"x/d.v2.xml"}));
  EXPECT_EQ(import({folder / "in"}, "/a/h/id").ids, (std::vector<std::string>{"12"}));
  EXPECT_EQ(import({folder / "in"}, "//id").ids, (std::vector<std::string>{"12"}));
  EXPECT_EQ(import({folder / "in"}, "//a/id").ids, (std::vector<std::string>{"13"}));
  const Imported none = import({folder / "in"}, "/a/x");
  EXPECT_TRUE(none.ids.empty());
  ASSERT_EQ(none.said.size(), 1U);
  EXPECT_NE(none.said.front().find("found no id in /a/x"), std::string::npos) << none.said.front();
  EXPECT_FALSE(parse_id_rule("title"));
  EXPECT_FALSE(parse_id_rule("/a//b"));
  EXPECT_FALSE(parse_id_rule("/a[1]"));
  EXPECT_FALSE(parse_id_rule("/"));
  EXPECT_FALSE(parse_id_rule("//"));
}

TEST(Import, PassesOverFilesThatNoPatternFits) {
  const TemporaryFolder folder;
  folder.write("in/1.xml", "<a/>");
  folder.write("in/style.css", "p {}");
  folder.write("in/.hidden.xml", "<a/>");
  const Imported imported = import({folder / "in"}, "name", {"*.xml"});
  EXPECT_EQ(imported.ids, (std::vector<std::string>{"1"}));
  EXPECT_EQ(imported.passed_over, 2U);
}

TEST(Import, TellsXmlFromTextByNameOrContent) {
  const TemporaryFolder folder;
  folder.write("in/a.page", "\n <a>x</a>");
  folder.write("in/b.md", "<a>x</a>");
  folder.write("in/c", "a < b");
  folder.write("in/d.xhtml", "<html>&nbsp;</html>");
  const Imported imported = import({folder / "in"});
  EXPECT_EQ(imported.text("a"), "x");
  EXPECT_EQ(imported.text("b"), "<a>x</a>");
  EXPECT_EQ(imported.text("c"), "a < b");
  EXPECT_EQ(imported.text("d"), "\xC2\xA0");
  EXPECT_EQ(Document(imported.records.at("b")).tree().path(0), "/text[1]");
  EXPECT_TRUE(imported.said.empty());
}

TEST(Import, KeepsTheTextOfPlainFilesAsItIs) {
  const TemporaryFolder folder;
  std::string text = "\r\n a\tb \r";
  for (int i = 0; i < 30000; ++i) text += "\xC3\xA9\xF0\x9F\x98\x80x";
  folder.write("t.txt", "\xEF\xBB\xBF" + text);
  const Imported imported = import({folder / "t.txt"});
  EXPECT_EQ(imported.text("t"), text);
  const Document view(imported.records.at("t"));
  EXPECT_EQ(view.length(), 8U + 90000U);
  EXPECT_NO_THROW(view.check());
  EXPECT_EQ(view.text({8 + 32766, 8 + 32769}), "\xC3\xA9\xF0\x9F\x98\x80x");
}

TEST(Import, SaysWhatIsWrongWithABadFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(fault_of(folder, "cut.xml", "<a>\n<b>x</b>\n"),
            "cut.xml:3:1: found the end of the file, expected '</a>'");
  EXPECT_EQ(fault_of(folder, "nest.xml", "<a><b>x</a></b>"), "nest.xml:1:8: found '</a>', expected '</b>'");
  EXPECT_EQ(fault_of(folder, "bytes.xml", "<a>\n\xC3(</a>"),
            "bytes.xml:2:1: found the byte 0xC3, expected a character in the encoding of the document");
  EXPECT_EQ(fault_of(folder, "bytes.txt", "one\ntw\xE9o"),
            "bytes.txt:2:3: found the byte 0xE9, expected text in UTF-8");
  EXPECT_EQ(fault_of(folder, "entity.xml", "<a>&nosuch;</a>"),
            "entity.xml:1:4: found the entity '&nosuch;', expected one that is declared in the document or "
            "named in HTML");
  EXPECT_EQ(fault_of(folder, "empty.xml", ""),
            "empty.xml:1:1: found an empty file, expected an XML document");
  EXPECT_EQ(fault_of(folder, "empty.txt", ""), "empty.txt:1:1: found an empty file, expected a document");
  EXPECT_EQ(fault_of(folder, "picture.png", std::string_view("\x89PNG\r\n\x1A\n\0\0", 10)),
            "picture.png:1:1: found the byte 0x89, expected text in UTF-8");
  EXPECT_EQ(fault_of(folder, "binary", std::string_view("abc\0def", 7)),
            "binary:1:4: found the byte 0x00, expected text in UTF-8");
  EXPECT_EQ(fault_of(folder, "a\tb.xml", "<a/>"),
            "a\\x09b.xml: found the document id 'a\\x09b', expected one without control characters");
  EXPECT_EQ(fault_of(folder, "name.xml", "<" + std::string(1001, 'n') + "/>"),
            "name.xml:1:1: found an element name of 1001 bytes, expected at most 1000");
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_NE(fault_of(folder, "deep.xml", deep).find("found elements nested 4097 deep"), std::string::npos);
}

TEST(Import, RefusesDocumentsThatAreTooLong) {
  DocumentBuilder builder;
  Diagnostics diagnostics;
  const auto input = InputFile::from_memory("t", "12\n\xC3\xA9");
  EXPECT_TRUE(builder.read_text_document(input, diagnostics, {.depth = 1, .length = 4}));
  EXPECT_FALSE(builder.read_text_document(input, diagnostics, {.depth = 1, .length = 3}));
  EXPECT_EQ(to_string(diagnostics.kept().front()),
            "t:1:1: found more than 3 characters, expected at most that many");
  EXPECT_FALSE(builder.read_xml_document(InputFile::from_memory("x", "<a>1234</a>"), diagnostics,
                                         {.depth = 1, .length = 3}));
}

TEST(Import, RefusesDocumentsThatTakeTooMuchMemory) {
  DocumentBuilder builder;
  std::mt19937 random(11);
  std::string text;  // hardly packs
  for (int line = 0; line < 2000; ++line) {
    for (int i = 0; i < 79; ++i) text += static_cast<char>('0' + random() % 75);
    text += '\n';
  }
  std::replace(text.begin(), text.end(), '<', ' ');
  std::string tags = "<a>";
  for (int i = 0; i < 1000; ++i) tags += "<b/>\n";
  constexpr std::size_t kMost = 50'000;
  const auto fault = [&](bool xml, const std::string& bytes, std::size_t most) {
    Diagnostics diagnostics;
    const auto input = InputFile::from_memory("f", bytes);
    const bool good = xml ? builder.read_xml_document(input, diagnostics, {}, most)
                          : builder.read_text_document(input, diagnostics, {}, most);
    EXPECT_EQ(good, diagnostics.kept().empty());
    return good ? std::string() : to_string(diagnostics.kept().front());
  };
  const std::string message =
      ": found a document that takes more than 50000 bytes, packed and with 64 for each element, expected at "
      "most that many";
  EXPECT_EQ(fault(false, text, kMost), "f:410:49" + message);
  EXPECT_EQ(fault(true, "<a>" + text + "</a>", kMost), "f:1:4" + message);
  EXPECT_EQ(fault(true, tags + "</a>", kMost), "f:781:1" + message);
  EXPECT_EQ(fault(false, text, 1'000'000), "");
  EXPECT_EQ(fault(true, "<a>" + text + "</a>", 1'000'000), "");
  EXPECT_EQ(fault(true, tags + "</a>", 1'000'000), "");
}

TEST(Import, GoesOnAfterWhatCannotBeOpened) {
  const TemporaryFolder folder;
  folder.write("in/1.xml", "<a/>");
  folder.write("in/2.xml", "<a/>");
  std::filesystem::create_symlink("nowhere", folder / "in/0.xml");
  std::filesystem::create_directory_symlink(folder.path(), folder / "in/loop");
  ASSERT_EQ(::mkfifo((folder / "in/pipe").c_str(), 0600), 0);
  const Imported imported = import({folder / "gone.xml", folder / "gone.zip", folder / "in"});
  EXPECT_EQ(imported.ids, (std::vector<std::string>{"1", "2"}));
  ASSERT_EQ(imported.said.size(), 5U);
  EXPECT_EQ(imported.said[0], (folder / "gone.zip") +
                                  ": found an archive that cannot be read (Failed to open '" +
                                  (folder / "gone.zip") + "'), expected a whole one");
}

TEST(Import, StopsWhenTheSinkSaysSo) {
  const TemporaryFolder folder;
  for (int i = 0; i < 100; ++i) folder.write(fmt::format("in/{}.xml", i), "<a/>");
  int seen = 0;
  import_documents({folder / "in"}, {}, [&](const ImportedDocument&) { return ++seen < 3; });
  EXPECT_EQ(seen, 3);
}

}  // namespace
}  // namespace fovea
