// INEX assessments in XML, 2002–2008: one <assessments topic=…> with a <file> for each assessed document.
//
//   2002        <path path= relevance="0–3" coverage="N|S|L|E"/>
//   2003, 2004  <path path= exhaustiveness="0–3" specificity="0–3" inpool= inferred= inconsistant=/>
//   2005–2008   <element path= exhaustivity="1|2|?" size= rsize=/>  <passage start= end= size=/>
//               <best-entry-point path=/>;  an empty <file/> is a document judged not relevant
//
// All become exhaustivity e and specificity s from 0 to 3:
// - 2002: e is the relevance. Coverage says what 2003 calls specificity, in the words of the two guidelines: too
//   large (L), the topic being a minor theme, is 1; too small (S), the topic being the theme of a piece that
//   cannot stand alone, is 2; exact (E) is 3; none (N) is 0. With this the generalised quantisation of 2003
//   gives every pair its value of 2002.
// - 2003, 2004: as they are. U (not assessed) stays out; how many there were is said in a warning.
// - 2005–2008: e as it is; "?" (too small to grade) is 0 and marked; where the attribute is missing (2006 on),
//   1 if any text is highlighted. s comes from rsize/size, by the scale's own words: all of it 3 (the only
//   theme), half or more 2 (a major theme), less 1 (a minor theme), nothing 0. Both sizes are kept for
//   measures that want the ratio itself.
//
// Passages and entry points of 2005–2008 are XPath points (/article[1]/p[2]/text()[1].13): they become text
// spans with a collection. Without one, what a file says by itself is kept (passage sizes, the document's
// length from its root element) and a warning names what is missing.
#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "collection/element_path.h"
#include "judgements/builder.h"
#include "judgements/judgement_format.h"
#include "judgements/output.h"
#include "judgements/xpath_passage.h"
#include "text/escape.h"
#include "text/numbers.h"
#include "xml/reader.h"

namespace fovea {

namespace {

/// A grade as the files of 2002–2004 write it; not assessed has no value.
struct WrittenGrade {
  std::uint8_t value = 0;
  bool assessed = true;
};

std::optional<WrittenGrade> parse_grade(std::string_view text) {
  if (text == "U") return WrittenGrade{0, false};
  if (text.size() != 1 || text[0] < '0' || text[0] > '3') return std::nullopt;
  return WrittenGrade{static_cast<std::uint8_t>(text[0] - '0'), true};
}

std::optional<WrittenGrade> parse_coverage(std::string_view text) {
  constexpr std::string_view kCoverage = "NLSE";
  if (text == "U") return WrittenGrade{0, false};
  const std::size_t value = text.size() == 1 ? kCoverage.find(text[0]) : std::string_view::npos;
  if (value == std::string_view::npos) return std::nullopt;
  return WrittenGrade{static_cast<std::uint8_t>(value), true};
}

class AssessmentReader : public XmlHandler {
 public:
  AssessmentReader(JudgementBuilder& builder, Diagnostics& diagnostics)
      : builder_(builder), diagnostics_(diagnostics) {}

  void on_start(std::string_view name, const XmlAttributes& attributes, XmlCursor& at) override;
  void on_end(std::string_view name, XmlCursor& at) override;

  /// What is to be said about the file as a whole, after it was read.
  void finish(const InputFile& file);

 private:
  void start_topic(const XmlAttributes& attributes, XmlCursor& at);
  void start_document(const XmlAttributes& attributes, XmlCursor& at);
  void end_document();
  /// Turns what is written into text, in the collection, or keeps what can be kept without one.
  void resolve_points(std::vector<Span>& passages);
  void count_sizes();
  void read_part(std::string_view name, const XmlAttributes& attributes, XmlCursor& at);
  /// <path>, 2002–2004.
  void read_graded(const XmlAttributes& attributes, XmlCursor& at);
  /// <element>, 2005–2008.
  void read_sized(const XmlAttributes& attributes, XmlCursor& at);
  void read_passage(const XmlAttributes& attributes, XmlCursor& at);
  void read_entry_point(const XmlAttributes& attributes, XmlCursor& at);
  void add_element(ElementGrade element, std::string_view path, XmlCursor& at);
  void skip(std::string_view name, XmlCursor& at);

  /// An attribute that must be there; reports and returns nothing when it is not.
  std::optional<std::string_view> need(const XmlAttributes& attributes, std::string_view name, XmlCursor& at);
  std::optional<std::string_view> need_path(const XmlAttributes& attributes, XmlCursor& at);
  std::optional<Offset> need_offset(const XmlAttributes& attributes, std::string_view name, XmlCursor& at);
  void expected(XmlCursor& at, std::string_view code, std::string_view found, std::string_view what) {
    diagnostics_.expected(at.place(), code, found, what);
  }

  JudgementBuilder& builder_;
  Diagnostics& diagnostics_;
  std::size_t skipped_depth_ = 0;
  bool any_topic_ = false;
  absl::flat_hash_set<std::string> unknown_;
  std::uint64_t not_assessed_ = 0;
  std::uint64_t points_ = 0;

  std::string_view topic_;
  bool in_topic_ = false;
  bool in_document_ = false;
  JudgedDocument document_;
  std::vector<XpathPassage> passages_;
  std::optional<XpathPassage> entry_point_;
  std::size_t unassessed_ = 0;
  std::vector<ElementGrade> elements_;
  absl::flat_hash_map<std::string_view, std::uint32_t> lines_;
};

void AssessmentReader::on_start(std::string_view name, const XmlAttributes& attributes, XmlCursor& at) {
  if (skipped_depth_ > 0) return;
  if (name == "assessments") {
    start_topic(attributes, at);
  } else if (!in_topic_) {
    return;  // a wrapper around several <assessments>
  } else if (name == "file" && !in_document_) {
    start_document(attributes, at);
  } else if (in_document_) {
    read_part(name, attributes, at);
  } else {
    skip(name, at);
  }
}

void AssessmentReader::on_end(std::string_view name, XmlCursor& at) {
  if (skipped_depth_ > 0) {
    if (at.depth() < skipped_depth_) skipped_depth_ = 0;
    return;
  }
  if (name == "file" && in_document_) end_document();
  if (name == "assessments") in_topic_ = false;
}

/// Files carry a copy of their topic; other elements are said once.
void AssessmentReader::skip(std::string_view name, XmlCursor& at) {
  constexpr std::size_t kMostNames = 100;
  skipped_depth_ = at.depth();
  if (name == "inex_topic" || unknown_.size() >= kMostNames || !unknown_.emplace(name).second) return;
  diagnostics_.warning(at.place(), "ignored-element",
                       fmt::format("<{}> is not known here and is ignored, here and below", name));
}

std::optional<std::string_view> AssessmentReader::need(const XmlAttributes& attributes, std::string_view name,
                                                       XmlCursor& at) {
  const auto value = attributes.find(name);
  if (value && !value->empty()) return value;
  expected(at, "missing-attribute", fmt::format("no attribute '{}'", name), "one with a value");
  return std::nullopt;
}

std::optional<std::string_view> AssessmentReader::need_path(const XmlAttributes& attributes, XmlCursor& at) {
  const auto path = need(attributes, "path", at);
  if (!path || !check_element_path(*path)) return path;
  expected(at, "bad-path", quote(*path), "an element path such as /article[1]/bdy[1]/sec[2]");
  return std::nullopt;
}

std::optional<Offset> AssessmentReader::need_offset(const XmlAttributes& attributes, std::string_view name,
                                                    XmlCursor& at) {
  const auto text = need(attributes, name, at);
  if (!text) return std::nullopt;
  const auto value = parse_offset(*text);
  if (!value) expected(at, "bad-number", fmt::format("{}={}", name, quote(*text)), "a number of characters");
  return value;
}

void AssessmentReader::start_topic(const XmlAttributes& attributes, XmlCursor& at) {
  any_topic_ = true;
  const auto topic = need(attributes, "topic", at);
  in_topic_ = topic.has_value();
  if (topic) topic_ = builder_.keep(*topic);
}

void AssessmentReader::start_document(const XmlAttributes& attributes, XmlCursor& at) {
  const bool named = attributes.find("name").has_value();  // 2005–2008
  const auto id = need(attributes, named ? "name" : "file", at);
  if (!id) {
    skipped_depth_ = at.depth();
    return;
  }
  builder_.add_kinds({.highlights = named && builder_.collection() != nullptr, .element_grades = !named});
  in_document_ = true;
  document_ = {};
  document_.id = builder_.keep(*id);
  document_.line = static_cast<std::uint32_t>(at.place().line);
  passages_.clear();
  entry_point_.reset();
  unassessed_ = 0;
  elements_.clear();
  lines_.clear();
}

void AssessmentReader::end_document() {
  in_document_ = false;
  not_assessed_ += unassessed_;
  if (unassessed_ > 0 && elements_.empty()) return;  // nobody judged anything of it
  builder_.add_kinds({.element_grades = !elements_.empty()});
  std::vector<Span> spans;
  if (!passages_.empty() || entry_point_) resolve_points(spans);
  document_.grade = derived_grade(!passages_.empty(), elements_);
  builder_.add(topic_, document_, spans, elements_);
}

void AssessmentReader::resolve_points(std::vector<Span>& passages) {
  if (builder_.collection() == nullptr) return count_sizes();
  const auto document = builder_.collection()->find(document_.id);
  if (!document) {
    const Place place = entry_point_ ? entry_point_->place : passages_.front().place;
    diagnostics_.expected(place, "unknown-document", fmt::format("document {}", quote(document_.id)),
                          fmt::format("a document of {}", builder_.collection()->path()));
    return;
  }
  TextPoints points(document->tree());
  for (const XpathPassage& written : passages_) {
    const auto passage = resolve_passage(*document, points, written, diagnostics_);
    if (passage) passages.push_back(*passage);
  }
  if (entry_point_) {
    document_.bep = resolve_point(*document, points, entry_point_->start, PointSide::kBegin,
                                  entry_point_->place, diagnostics_);
  }
  document_.relevant_chars = static_cast<Offset>(character_count(SpanSet(passages)));
  if (!passages.empty()) document_.first_listed = passages.front().begin;
}

void AssessmentReader::count_sizes() {
  std::uint64_t characters = 0;
  for (const XpathPassage& passage : passages_) characters += passage.size.value_or(0);
  document_.relevant_chars = static_cast<Offset>(std::min<std::uint64_t>(characters, kMaxOffset));
  points_ += passages_.size() + (entry_point_ ? 1 : 0);
}

void AssessmentReader::read_part(std::string_view name, const XmlAttributes& attributes, XmlCursor& at) {
  if (name == "path") {
    read_graded(attributes, at);
  } else if (name == "element") {
    read_sized(attributes, at);
  } else if (name == "passage") {
    read_passage(attributes, at);
  } else if (name == "best-entry-point") {
    read_entry_point(attributes, at);
  } else {
    skip(name, at);
  }
}

void AssessmentReader::add_element(ElementGrade element, std::string_view path, XmlCursor& at) {
  element.path = builder_.keep(path);
  element.line = static_cast<std::uint32_t>(at.place().line);
  const auto [earlier, fresh] = lines_.try_emplace(element.path, element.line);
  if (!fresh) {
    expected(at, "duplicate-element", fmt::format("element {} again", quote(path)),
             fmt::format("one assessment, which stands in line {}", earlier->second));
    return;
  }
  elements_.push_back(element);
}

void AssessmentReader::read_graded(const XmlAttributes& attributes, XmlCursor& at) {
  const bool coverage = attributes.find("coverage").has_value();
  const auto path = need_path(attributes, at);
  const auto first = need(attributes, coverage ? "relevance" : "exhaustiveness", at);
  const auto second = need(attributes, coverage ? "coverage" : "specificity", at);
  if (!path || !first || !second) return;
  const auto exhaustivity = parse_grade(*first);
  const auto specificity = coverage ? parse_coverage(*second) : parse_grade(*second);
  if (!exhaustivity || !specificity || exhaustivity->assessed != specificity->assessed) {
    expected(at, "bad-grade", fmt::format("grades {} and {}", quote(*first), quote(*second)),
             coverage ? "a relevance 0–3 and a coverage N, S, L or E, or U for both"
                      : "two of 0–3, or U for both");
    return;
  }
  if (!exhaustivity->assessed) {
    ++unassessed_;
    return;
  }
  const auto flag = [&attributes](std::string_view name) {
    return attributes.find(name).value_or("") == "true";
  };
  ElementGrade element;
  element.exhaustivity = exhaustivity->value;
  element.specificity = specificity->value;
  element.in_pool = flag("inpool");
  element.inferred = flag("inferred");
  element.inconsistent = flag("inconsistant") || flag("inconsistent");
  add_element(element, *path, at);
}

void AssessmentReader::read_sized(const XmlAttributes& attributes, XmlCursor& at) {
  const auto path = need_path(attributes, at);
  const auto size = need_offset(attributes, "size", at);
  const auto highlighted = need_offset(attributes, "rsize", at);
  if (!path || !size || !highlighted) return;
  if (*highlighted > *size) {
    expected(at, "bad-size", fmt::format("rsize={}", *highlighted),
             fmt::format("at most the size, {}", *size));
    return;
  }
  ElementGrade element;
  element.size = *size;
  element.highlighted = *highlighted;
  element.specificity = specificity_of_share(*highlighted, *size);
  element.exhaustivity = *highlighted > 0 ? 1 : 0;
  element.exhaustivity_given = false;
  if (const auto written = attributes.find("exhaustivity")) {
    const auto grade = parse_grade(*written);
    element.too_small = *written == "?";
    if (!element.too_small && (!grade || !grade->assessed)) {
      expected(at, "bad-grade", quote(*written), "an exhaustivity, 0–3 or ?");
      return;
    }
    element.exhaustivity = element.too_small ? 0 : grade->value;
    element.exhaustivity_given = true;
  }
  if (parent_path(*path).empty()) document_.length = *size;
  add_element(element, *path, at);
}

void AssessmentReader::read_passage(const XmlAttributes& attributes, XmlCursor& at) {
  const auto start = need(attributes, "start", at);
  const auto end = need(attributes, "end", at);
  if (!start || !end) return;
  std::optional<Offset> size;
  if (attributes.find("size")) {
    size = need_offset(attributes, "size", at);
    if (!size) return;
  }
  passages_.push_back({std::string(*start), std::string(*end), size, at.place()});
}

void AssessmentReader::read_entry_point(const XmlAttributes& attributes, XmlCursor& at) {
  const auto path = need(attributes, "path", at);
  if (path) entry_point_ = {std::string(*path), std::string(*path), std::nullopt, at.place()};
}

void AssessmentReader::finish(const InputFile& file) {
  if (!any_topic_) {
    diagnostics_.expected({file.name(), 0, 0}, "missing-element", "no <assessments>", "INEX assessments");
  }
  if (not_assessed_ > 0) {
    diagnostics_.warning(
        {file.name(), 0, 0}, "not-assessed",
        fmt::format("{} elements are marked U (not assessed) and stay unjudged", not_assessed_));
  }
  if (points_ > 0) {
    diagnostics_.warning(
        {file.name(), 0, 0}, "needs-collection",
        fmt::format("{} passages and entry points are XPath points, which only a collection turns into "
                    "text; sizes and grades are kept",
                    points_));
  }
}

/// Whether an <assessments> begins early in a file that looks like XML.
bool sniff_assessments(const JudgementHead& head) {
  if (head.first() != '<') return false;
  constexpr std::size_t kEarly = 4096;
  const std::string_view early = head.bytes().substr(0, kEarly);
  const std::size_t at = early.find("<assessments");
  return at != std::string_view::npos && early.substr(at + 12).find_first_of(" \t\r\n>") == 0;
}

void append_attribute(JudgementOutput& out, std::string_view name, std::string_view value) {
  out.add(" {}=\"", name);
  append_xml_text(out.text, value);
  out.text += '"';
}

/// Whether the shape of 2005, which has no place for specificity but for sizes, gives the same element back.
bool fits_sized_shape(const ElementGrade& element) {
  return element.size > 0 && element.specificity == specificity_of_share(element.highlighted, element.size) &&
         !element.in_pool && !element.inferred && !element.inconsistent;
}

void append_xml_element(JudgementOutput& out, const ElementGrade& element) {
  const bool sized = fits_sized_shape(element);
  out.text += sized ? "<element" : "<path";
  append_attribute(out, "path", element.path);
  if (sized) {
    if (element.exhaustivity_given)
      append_attribute(out, "exhaustivity", element.too_small ? "?" : std::to_string(element.exhaustivity));
    out.add(R"( size="{}" rsize="{}")", element.size, element.highlighted);
  } else {
    out.miss("sizes of elements", element.size > 0);
    out.miss("marks of elements too small to grade", element.too_small);
    out.add(R"( exhaustiveness="{}" specificity="{}")", element.exhaustivity, element.specificity);
    if (element.in_pool) out.text += R"( inpool="true")";
    if (element.inferred) out.text += R"( inferred="true")";
    if (element.inconsistent) out.text += R"( inconsistant="true")";
  }
  out.text += "/>";
  out.end_row();
}

/// What a file can say of a relevant document without a relevant element: that of its root, with its sizes where they are known, and otherwise
/// the lowest grades. INEX's articles begin with /article[1].
ElementGrade root_of(const JudgedDocument& document, std::span<const ElementGrade> elements) {
  ElementGrade root;
  root.path = "/article[1]";
  if (!elements.empty()) root.path = elements[0].path.substr(0, elements[0].path.find('/', 1));
  root.exhaustivity = root.specificity = 1;
  if (document.relevant_chars > 0 && document.length && *document.length >= document.relevant_chars) {
    root.size = *document.length;
    root.highlighted = document.relevant_chars;
    root.specificity = specificity_of_share(root.highlighted, root.size);
    root.exhaustivity_given = false;
  }
  return root;
}

void append_xml_document(JudgementOutput& out, const TopicJudgements& topic, const JudgedDocument& document) {
  std::span<const ElementGrade> elements = topic.elements(document);
  if (!is_xml_text(document.id)) return out.miss(kMissUnfitIds);
  std::vector<ElementGrade> with_root;
  if (document.relevant() && derived_grade(false, elements) == 0) {
    out.miss("relevant documents without graded elements, written as their root element");
    with_root.push_back(root_of(document, elements));
    std::ranges::copy_if(elements, std::back_inserter(with_root),
                         [&](const ElementGrade& element) { return element.path != with_root.front().path; });
    elements = with_root;
  }
  const bool length_said = std::ranges::any_of(elements, [&document](const ElementGrade& element) {
    return fits_sized_shape(element) && parent_path(element.path).empty() && element.size == document.length;
  });
  out.miss(kMissHighlights, document.span_count > 0);
  out.miss(kMissCharacters, document.relevant_chars > 0);
  out.miss(kMissEntryPoints, document.bep.has_value());
  out.miss(kMissLengths, document.length.has_value() && !length_said);
  out.miss(kMissGrades, document.grade != derived_grade(false, elements));
  out.text += "<file";
  append_attribute(out, "file", document.id);
  if (elements.empty()) {
    out.text += "/>";
    return out.end_row();
  }
  out.text += '>';
  out.end_row();
  for (const ElementGrade& element : elements) append_xml_element(out, element);
  out.text += "</file>";
  out.end_row();
}

/// Points are resolved in builder.collection(). A passage whose given size differs from its text is warned about.
void read_assessments(const InputFile& file, const JudgementOptions&, JudgementBuilder& builder,
                      Diagnostics& diagnostics) {
  AssessmentReader reader(builder, diagnostics);
  if (read_xml(file, reader, diagnostics)) reader.finish(file);
}

/// Elements with sizes as in 2005, others as in 2003. Several topics stand side by side in one <inex-assessments>.
Unsaid write_assessments(const Judgements& judgements, DocumentTexts*, const JudgementSink& sink) {
  JudgementOutput out(sink);
  const bool wrapped = judgements.topics().size() != 1;
  out.text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  if (wrapped) out.text += "<inex-assessments>\n";
  for (const TopicJudgements& topic : judgements.topics()) {
    if (!is_xml_text(topic.topic())) {
      for (std::size_t i = 0; i < topic.documents().size(); ++i) out.miss(kMissUnfitIds);
      continue;
    }
    out.text += "<assessments";
    append_attribute(out, "topic", topic.topic());
    out.text += '>';
    out.end_row();
    for (const JudgedDocument& document : topic.documents()) append_xml_document(out, topic, document);
    out.text += "</assessments>";
    out.end_row();
  }
  if (wrapped) out.text += "</inex-assessments>\n";
  return out.finish();
}

}  // namespace

const JudgementFormat judgement_formats::kAssessments = {.name = "assessments",
                                                         .shape = "INEX 2002–2008, XML",
                                                         .sniff = sniff_assessments,
                                                         .read = read_assessments,
                                                         .write = write_assessments};

}  // namespace fovea
