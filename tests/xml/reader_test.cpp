#include "xml/reader.h"
#include "places.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "temporary_folder.h"
#include "text/unicode.h"
#include "xml/html_entities.h"

namespace fovea {
namespace {

/// Writes down all that happens: "<a", "text@offset", ">", "|" for a gap.
class Recorder : public XmlHandler {
 public:
  void on_start(std::string_view name, const XmlAttributes& attributes, XmlCursor& at) override {
    events += fmt::format("<{}@{}", name, at.offset());
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      events += fmt::format(" {}={}", attributes[i].name, attributes[i].value);
    }
    events += " ";
    places.push_back(at.place());
  }
  void on_end(std::string_view name, XmlCursor& at) override {
    events += fmt::format("{}@{}> ", name, at.offset());
  }
  void on_text(std::string_view piece, XmlCursor& at) override {
    EXPECT_EQ(at.offset(), length);
    length += count_code_points(piece);
    EXPECT_FALSE(find_malformed_utf8(piece));
    EXPECT_FALSE(piece.empty());
    text += piece;
  }
  void on_gap(XmlCursor& at) override { events += fmt::format("|{} ", at.offset()); }

  std::string events;
  std::string text;
  std::size_t length = 0;
  std::vector<Place> places;
};

struct Outcome {
  Recorder seen;
  bool ok = false;
  /// The first diagnostic as the user sees it.
  std::string said;
};

Outcome read(std::string_view bytes, const XmlLimits& limits = {}) {
  Outcome outcome;
  Diagnostics diagnostics;
  outcome.ok = read_xml(InputFile::from_memory("f.xml", bytes), outcome.seen, diagnostics, limits);
  EXPECT_EQ(outcome.ok, diagnostics.ok());
  if (!diagnostics.kept().empty()) outcome.said = to_string(diagnostics.kept().front());
  return outcome;
}

std::string text_of(std::string_view bytes) {
  const Outcome outcome = read(bytes);
  EXPECT_EQ(outcome.said, "") << bytes;
  return outcome.seen.text;
}

std::string fault_of(std::string_view bytes, const XmlLimits& limits = {}) {
  const Outcome outcome = read(bytes, limits);
  EXPECT_FALSE(outcome.ok) << bytes;
  return outcome.said;
}

std::string utf16(std::string_view ascii, bool little) {
  std::string out = little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : ascii) {
    if (little) {
      out += {c, '\0'};
    } else {
      out += {'\0', c};
    }
  }
  return out;
}

TEST(XmlReader, GivesStartTextAndEndWithOffsetsInCodePoints) {
  const Outcome outcome = read("<a x='1' xml:y='&lt;2'>\xC3\xA9\xF0\x9F\x98\x80<b/>z</a>");
  EXPECT_TRUE(outcome.ok);
  EXPECT_EQ(outcome.seen.events, "<a@0 x=1 xml:y=<2 <b@2 b@2> a@3> ");
  EXPECT_EQ(outcome.seen.text, "\xC3\xA9\xF0\x9F\x98\x80z");
}

TEST(XmlReader, KnowsLineAndColumnOfMarkup) {
  const Outcome outcome = read("<a>\n  \xC3\xA9<b/>\n<c/></a>");
  ASSERT_EQ(outcome.seen.places.size(), 3U);
  EXPECT_EQ(outcome.seen.places[1].line, 2U);
  EXPECT_EQ(outcome.seen.places[1].column, 4U);
  EXPECT_EQ(outcome.seen.places[2].line, 3U);
  EXPECT_EQ(outcome.seen.places[2].column, 1U);
}

TEST(XmlReader, LeavesWhiteSpaceUnchangedAndCommentsOut) {
  const Outcome outcome =
      read("<?xml version='1.0'?><!-- x --><a> \n\t<!-- y -->b<?pi z?> <![CDATA[<c>]]></a>\n");
  EXPECT_EQ(outcome.seen.text, " \n\tb <c>");
  EXPECT_EQ(outcome.seen.events, "|0 <a@0 |3 |4 a@8> ");
}

TEST(XmlReader, CountsEveryEntityAndCharacterReferenceAsOneCharacter) {
  const Outcome outcome = read("<a>&nbsp;&mdash;&amp;&#x1F600;&#65;</a>");
  EXPECT_EQ(outcome.seen.text,
            "\xC2\xA0\xE2\x80\x94&\xF0\x9F\x98\x80"
            "A");
  EXPECT_EQ(outcome.seen.events, "<a@0 a@5> ");
}

TEST(XmlReader, UsesTheHtmlTableWhateverTheDocumentSaysAboutItsDtd) {
  for (const char* head :
       {"", "<!DOCTYPE a>", "<!DOCTYPE a SYSTEM 'gone.dtd'>",
        "<!DOCTYPE a PUBLIC 'x' 'http://nowhere/x.dtd'>", "<!DOCTYPE a SYSTEM 'gone.dtd' [<!ENTITY e 'x'>]>",
        "<!DOCTYPE a [<!ENTITY e 'x'>]>", "<?xml version='1.0' standalone='yes'?>",
        "<?xml version='1.0' standalone=\"yes\" ?><!DOCTYPE a>",
        "<?xml version='1.0' encoding='UTF-8' standalone='no'?>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM 'q'> %p;]>"}) {
    EXPECT_EQ(text_of(std::string(head) + "<a>&nbsp;</a>"), "\xC2\xA0") << head;
  }
}

TEST(XmlReader, ExpandsEntitiesDeclaredInsideTheDocumentAndPrefersThem) {
  EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY e 'x&f;'><!ENTITY f 'yz'>]><a>&e;</a>"), "xyz");
  EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY nbsp ' '>]><a>&nbsp;</a>"), " ");
  EXPECT_EQ(read("<!DOCTYPE a [<!ENTITY e '<b>x</b>'>]><a>&e;</a>").seen.events, "<a@0 <b@0 b@1> a@1> ");
}

TEST(XmlReader, ReadsFilesThatRedeclareThePredefinedEntities) {
  EXPECT_EQ(
      text_of(
          "<!DOCTYPE a [<!ENTITY lt 'lessthan'><!ENTITY gt 'g'><!ENTITY amp 'and'>]><a>&lt;&gt;&amp;</a>"),
      "<>&");
}

TEST(XmlReader, KnowsEntitiesInAttributesToo) {
  EXPECT_EQ(read("<a t='caf&eacute; &copy;&lt;' u='x'>y</a>").seen.events,
            "<a@0 t=caf\xC3\xA9 \xC2\xA9< u=x a@1> ");
  EXPECT_EQ(read("<!DOCTYPE a [<!ENTITY e '&#38;f;\"'><!ENTITY f 'F'>]><a t='&e;&nbsp;&LT;'/>").seen.events,
            "<a@0 t=F\"\xC2\xA0< a@0> ");
  EXPECT_EQ(read("<?xml version='1.0' encoding='ISO-8859-1'?><a t='\xE9&eacute;'/>").seen.events,
            "<a@0 t=\xC3\xA9\xC3\xA9 a@0> ");
  EXPECT_EQ(fault_of("<a>\n<b t='&nosuch;'/></a>"),
            "f.xml:2:1: found the entity '&nosuch;', expected one that is declared in the document or named "
            "in HTML");
}

TEST(XmlReader, NamesAnEntityThatNobodyKnows) {
  EXPECT_EQ(fault_of("<a>\n x &nosuch; y</a>"),
            "f.xml:2:4: found the entity '&nosuch;', expected one that is declared in the document or named "
            "in HTML");
}

TEST(XmlReader, NeverFetchesAnExternalEntityAndSaysThatItsTextIsMissing) {
  const TemporaryFolder folder;
  const std::string secret = folder.write("secret", "secret");
  const Outcome outcome = read("<!DOCTYPE a [<!ENTITY e SYSTEM '" + secret + "'>]><a>x&e;y</a>");
  EXPECT_TRUE(outcome.ok);
  EXPECT_EQ(outcome.seen.text, "xy");
  EXPECT_NE(outcome.said.find("warning"), std::string::npos) << outcome.said;
  EXPECT_NE(outcome.said.find("not fetched"), std::string::npos) << outcome.said;
}

TEST(XmlReader, ReadsTheUsualEncodings) {
  EXPECT_EQ(text_of("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>"), "\xC3\xA9");
  EXPECT_EQ(text_of("<?xml version='1.0' encoding='Windows-1252'?><a>\x93\xE9\x80</a>"),
            "\xE2\x80\x9C\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(text_of("<?xml version='1.0' encoding='UTF-8'?><a>\xC3\xA9</a>"), "\xC3\xA9");
  EXPECT_EQ(text_of("\xEF\xBB\xBF<a>\xC3\xA9</a>"), "\xC3\xA9");
  EXPECT_EQ(text_of(utf16("<a>xy&eacute;</a>", true)), "xy\xC3\xA9");
  EXPECT_EQ(text_of(utf16("<?xml version='1.0' encoding='UTF-16'?><a>xy&#233;</a>", false)), "xy\xC3\xA9");
  EXPECT_NE(fault_of("<?xml version='1.0' encoding='EBCDIC'?><a/>").find("UTF-16"), std::string::npos);
}

TEST(XmlReader, SaysWhereAndHowADocumentIsBroken) {
  EXPECT_EQ(fault_of(""), "f.xml:1:1: found an empty file, expected an XML document");
  EXPECT_EQ(fault_of("<a>\n<b>x</a>"), "f.xml:2:5: found '</a>', expected '</b>'");
  EXPECT_EQ(fault_of("<a><b>x</b>"), "f.xml:1:12: found the end of the file, expected '</a>'");
  EXPECT_EQ(fault_of(" "), "f.xml:1:2: found the end of the file, expected an element");
  EXPECT_EQ(fault_of("<a>x\xFFy</a>"),
            "f.xml:1:5: found the byte 0xFF, expected a character in the encoding of the document");
  EXPECT_EQ(fault_of("<a>x<b</a>"), "f.xml:1:7: found '<', expected well-formed XML");
  EXPECT_EQ(fault_of("<a>x<b"),
            "f.xml:1:5: found the end of the file behind '<b', expected the rest of this markup");
  EXPECT_EQ(fault_of("<a/><b/>"), "f.xml:1:5: found '<b/>', expected nothing behind the root element");
  EXPECT_EQ(fault_of("<a x='1' x='2'/>"), "f.xml:1:10: found the attribute 'x' twice, expected it once");
  EXPECT_EQ(fault_of("no markup"), "f.xml:1:1: found 'n', expected well-formed XML");
}

TEST(XmlReader, StopsEntityBombs) {
  std::string bomb = "<!DOCTYPE a [<!ENTITY e0 'ha'>";
  for (int i = 1; i <= 40; ++i) bomb += fmt::format("<!ENTITY e{} '&e{};&e{};'>", i, i - 1, i - 1);
  EXPECT_NE(fault_of(bomb + "]><a>&e40;</a>").find("found entities that expand to far more than the file"),
            std::string::npos);
  EXPECT_NE(fault_of("<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a>&e;</a>").find("refers to itself"),
            std::string::npos);
  std::string quadratic = "<!DOCTYPE a [<!ENTITY e '" + std::string(100000, 'x') + "'>]><a>";
  for (int i = 0; i < 20000; ++i) quadratic += "&e;";
  EXPECT_NE(fault_of(quadratic + "</a>").find("found entities that expand"), std::string::npos);
}

TEST(XmlReader, StopsAtMarksThatAreTooLong) {
  const XmlLimits limits{.mark = 20};
  const std::string message =
      "found a tag, comment or declaration of more than 20 bytes, expected at most that many";
  EXPECT_TRUE(read("<a>\n<b x='12345678901'/></a>", limits).ok);
  EXPECT_EQ(fault_of("<a>\n<b x='123456789012'/></a>", limits), "f.xml:2:1: " + message);
  EXPECT_EQ(fault_of("<a>12<!-- 1234567890123 --></a>", limits), "f.xml:1:6: " + message);
  EXPECT_EQ(fault_of("<a>12<?pi 12345678901234 ?></a>", limits), "f.xml:1:6: " + message);
  EXPECT_EQ(fault_of("<!DOCTYPE a [<!ENTITY e '1234567890'>]><a><b x='&e;&e;&e;'/></a>", limits),
            "f.xml:1:43: " + message);
  // What does not end is not waited for.
  const std::string endless(9 << 20, 'x');
  EXPECT_EQ(fault_of("<a>\n<b x='" + endless, limits), "f.xml:2:1: " + message);
  EXPECT_EQ(fault_of("<a>\n<!-- " + endless, limits), "f.xml:2:1: " + message);
  EXPECT_EQ(fault_of("<!DOCTYPE a [\n<!ENTITY e '" + endless, limits), "f.xml:2:12: " + message);
  EXPECT_TRUE(read("<a>" + endless + "</a>", limits).ok) << "text is no mark";
  EXPECT_EQ(
      fault_of("<a x='" + std::string(9 << 20, 'x') + "'/>"),
      "f.xml:1:1: found a tag, comment or declaration of more than 8388608 bytes, expected at most that "
      "many");
}

TEST(XmlReader, GivesALongEntityInParts) {
  struct Longest : XmlHandler {
    void on_text(std::string_view text, XmlCursor& at) override {
      longest = std::max(longest, text.size());
      end = at.end();
    }
    std::size_t longest = 0;
    Offset end = 0;
  } seen;
  std::string entity;
  for (int i = 0; i < 1'500'000; ++i) entity += "\xC3\xA9";
  Diagnostics diagnostics;
  EXPECT_TRUE(read_xml(InputFile::copy_of("f.xml", "<!DOCTYPE a [<!ENTITY e '" + entity + "'>]><a>z&e;</a>"),
                       seen, diagnostics));
  EXPECT_EQ(seen.end, 1'500'001U);
  EXPECT_LE(seen.longest, std::size_t{2} << 20);
}

TEST(XmlReader, StopsAtTheLimitsOfDepthAndLength) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_EQ(fault_of(deep), "f.xml:1:12289: found elements nested 4097 deep, expected at most 4096");
  EXPECT_TRUE(read("<a><b>12345</b></a>", {.depth = 2, .length = 5}).ok);
  EXPECT_EQ(fault_of("<a><b>12345</b>6</a>", {.depth = 2, .length = 5}),
            "f.xml:1:16: found more than 5 characters of text, expected at most that many");
  EXPECT_NE(fault_of("<a>&eacute;&eacute;</a>", {.depth = 2, .length = 1}), "");
}

TEST(XmlReader, EndsWhereTheHandlerSaysStop) {
  struct : XmlHandler {
    void on_start(std::string_view name, const XmlAttributes&, XmlCursor& at) override {
      seen += name;
      if (name == "b") at.stop();
    }
    void on_text(std::string_view text, XmlCursor&) override { seen += text; }
    std::string seen;
  } handler;
  Diagnostics diagnostics;
  EXPECT_TRUE(read_xml(InputFile::from_memory("f", "<a>x<b>y</b><c/></a"), handler, diagnostics));
  EXPECT_EQ(handler.seen, "axb");
  EXPECT_TRUE(diagnostics.ok());
}

TEST(XmlReader, LetsExceptionsOfTheHandlerThrough) {
  struct : XmlHandler {
    void on_text(std::string_view, XmlCursor&) override { throw std::runtime_error("full"); }
  } handler;
  Diagnostics diagnostics;
  EXPECT_THROW(read_xml(InputFile::from_memory("f", "<a>x</a>"), handler, diagnostics), std::runtime_error);
}

TEST(XmlReader, DoesNotDependOnWhereThePiecesOfALargeFileEnd) {
  std::string large = "<a>";
  std::string text;
  for (int i = 0; large.size() < 3U << 20; ++i) {
    large += fmt::format("<b n='{}'>\xC3\xA9{}&mdash;\n</b>", i, i);
    text += fmt::format("\xC3\xA9{}\xE2\x80\x94\n", i);
  }
  EXPECT_EQ(text_of(large + "</a>"), text);
}

/// What XML says of a content without tags: ends of lines first, then references and CDATA sections.
std::string text_of_content(std::string content) {
  const std::vector<std::pair<std::string, std::string>> replacements = {
      {"\r\n", "\n"},    {"\r", "\n"},    {"<![CDATA[", ""}, {"]]>", ""},         {"<!-- -->", ""},
      {"&own;", "o\nn"}, {"&#10;", "\n"}, {"&#13;", "\r"},   {"&nbsp;", "\u00A0"}};
  for (const auto& [from, to] : replacements) {
    std::string replaced;
    std::size_t begin = 0;
    for (std::size_t at = 0; (at = content.find(from, begin)) != std::string::npos;
         begin = at + from.size()) {
      replaced += content.substr(begin, at - begin) + to;
    }
    content = replaced + content.substr(begin);
  }
  return content;
}

TEST(XmlReader, PutsTextTogetherFromWhateverPiecesItComesIn) {
  const std::vector<std::string> pieces = {"x",
                                           "é",
                                           "\n",
                                           "\r\n",
                                           "\r",
                                           "&#10;",
                                           "&#13;",
                                           "&own;",
                                           "<![CDATA[]]>",
                                           "<![CDATA[\n]]>",
                                           "&nbsp;",
                                           "<!-- -->",
                                           "\n\n",
                                           "<![CDATA[y\r]]>",
                                           "long line"};
  std::mt19937 random(4);
  for (int i = 0; i < 3000; ++i) {
    std::string content;
    // The last ones are larger than what expat is given at once.
    const std::size_t count = i < 2997 ? random() % 8 : 2500000;
    while (content.size() < count) content += pieces[random() % pieces.size()];
    const std::string declared = "<!DOCTYPE a [<!ENTITY own \"o\nn\">]>";
    EXPECT_EQ(text_of(declared + "<a>" + content + "</a>"), text_of_content(content)) << "seed 4, " << i;
  }
}

TEST(XmlReader, ReadsTheRealTopicFile) {
  const std::string file = extended_data() + "/inex2010/topics.xml";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  Diagnostics diagnostics;
  const auto input = InputFile::open(file, diagnostics);
  ASSERT_TRUE(input);
  Recorder recorder;
  EXPECT_TRUE(read_xml(*input, recorder, diagnostics));
  EXPECT_NE(recorder.text.find("Drum & bass"), std::string::npos);
}

TEST(HtmlEntities, AreFoundByTheirExactName) {
  EXPECT_EQ(html_entity("nbsp"), U'\u00A0');
  EXPECT_EQ(html_entity("Eacute"), U'\u00C9');
  EXPECT_EQ(html_entity("eacute"), U'\u00E9');
  EXPECT_EQ(html_entity("AElig"), U'\u00C6');
  EXPECT_EQ(html_entity("zwnj"), U'\u200C');
  EXPECT_FALSE(html_entity(""));
  EXPECT_FALSE(html_entity("EACUTE"));
  EXPECT_FALSE(html_entity("nbspx"));
}

}  // namespace
}  // namespace fovea
