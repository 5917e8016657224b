// brat standoff: DOC.ann beside DOC.txt.
//
//   T1<TAB>Relevant 0 4<TAB>Sony              a span; in several pieces: "0 5;16 23"
//   A1<TAB>Topic T1 301                       an attribute of it: the field "Topic"
//
// Other rows (relations, events, notes, normalisations) say nothing about text. Offsets count code points.
// brat writes line ends inside a quote as blanks, and joins pieces with a blank.
#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "files/lines.h"
#include "files/place_finder.h"
#include "judgements/annotations/session.h"
#include "judgements/judgement_format.h"
#include "text/numbers.h"

namespace fovea {

namespace {

struct BratSpan {
  std::string id;
  std::string label;
  std::vector<Span> pieces;
  std::string quote;
  Place place;
};

std::string with_ending(const std::string& path, std::string_view ending) {
  return std::filesystem::path(path).replace_extension(ending).string();
}

class BratReader {
 public:
  BratReader(const InputFile& file, AnnotationSession& session) : file_(file), session_(session) {}

  void read() {
    LineReader lines(file_.bytes());
    for (std::string_view line; lines.next(line);) {
      line_ = line;
      number_ = lines.line_number();
      if (line.starts_with('T')) {
        read_span();
      } else if (line.starts_with('A') || line.starts_with('M')) {
        read_attribute();
      } else if (line.find_first_not_of(" \t") != std::string_view::npos) {
        session_.leave_out("rows that are neither spans nor attributes");
      }
    }
    hand_over();
  }

 private:
  Place place(std::string_view part) const { return {file_.name(), number_, column_of(line_, part)}; }
  void wrong(std::string_view part, std::string_view expected) {
    session_.diagnostics().expected(place(part), "bad-brat", part.empty() ? "nothing" : quote(part),
                                    expected);
  }

  void read_span() {
    const std::size_t tab = line_.find('\t');
    const std::size_t second = tab == std::string_view::npos ? tab : line_.find('\t', tab + 1);
    if (second == std::string_view::npos) return wrong(line_, "T1<TAB>Label 0 4<TAB>the text");
    std::string_view middle = line_.substr(tab + 1, second - tab - 1);
    BratSpan span;
    span.id = line_.substr(0, tab);
    span.label = take_column(middle);
    span.quote = line_.substr(second + 1);
    span.place = place(line_);
    if (span.label.empty()) return wrong(middle, "a label");
    while (true) {
      const std::size_t end = std::min(middle.find(';'), middle.size());
      if (!read_piece(middle.substr(0, end), span)) return;
      if (end == middle.size()) break;
      middle.remove_prefix(end + 1);
    }
    spans_.push_back(std::move(span));
  }

  bool read_piece(std::string_view text, BratSpan& span) {
    const std::string_view whole = text;
    const auto begin = parse_offset(take_column(text));
    const auto end = parse_offset(take_column(text));
    if (begin && end && *begin < *end && take_column(text).empty()) {
      span.pieces.push_back({*begin, *end});
      return true;
    }
    wrong(whole, "two offsets, begin before end");
    return false;
  }

  void read_attribute() {
    std::string_view rest = line_.substr(std::min(line_.find('\t'), line_.size()));
    const std::string_view name = take_column(rest);
    const std::string_view target = take_column(rest);
    const std::string_view value = take_column(rest);
    if (target.empty()) return wrong(line_, "A1<TAB>Name T1 value");
    attributes_[std::string(target)].emplace_back(name,
                                                  value.empty() ? std::string("true") : std::string(value));
  }

  void hand_over() {
    const std::string doc_name(id_from_file_name(file_.name(), "{}.ann").value_or(file_.name()));
    const Fields no_fields = [](std::string_view) { return std::vector<std::string>(); };
    const auto doc = session_.doc_of(no_fields, doc_name, {file_.name()});
    if (!doc) return;
    const auto own = own_text();
    session_.begin_record({*doc, {}, own.get(), {file_.name()}}, no_fields);
    const auto spaced = with_blanks(own.get());
    const auto spaced_reference = with_blanks(session_.reference());
    for (const BratSpan& span : spans_) {
      const Fields fields = attributes_of(span.id);
      add(span, spaced.get(), spaced_reference.get(), fields);
    }
    session_.end_record();
  }

  Fields attributes_of(const std::string& id) const {
    return [this, id](std::string_view name) {
      std::vector<std::string> values;
      const auto its = attributes_.find(id);
      if (its == attributes_.end()) return values;
      for (const auto& [attribute, value] : its->second) {
        if (attribute == name) values.push_back(value);
      }
      return values;
    };
  }

  /// A quote of one piece is checked like any other; the pieces of a longer one must make it up.
  void add(const BratSpan& span, const DocumentText* own, const DocumentText* reference,
           const Fields& fields) {
    Claim claim;
    claim.place = span.place;
    if (span.pieces.size() == 1) {
      claim.position = span.pieces.front();
      claim.quote = span.quote;
      const auto anchored = anchor(claim, own, reference, session_.diagnostics());
      if (anchored) session_.pieces(std::span(&*anchored, 1), claim, {span.label}, &fields);
      return;
    }
    for (const DocumentText* text : {own, reference}) {
      if (text != nullptr && !makes_up(span, *text)) return;
    }
    session_.pieces(span.pieces, claim, {span.label}, &fields);
  }

  /// Whether the pieces, joined, are the quote; reported when not.
  bool makes_up(const BratSpan& span, const DocumentText& text) {
    std::string joined;
    for (const Span piece : span.pieces) {
      const auto slice = text.slice(piece);
      if (!slice) {
        session_.diagnostics().expected(
            span.place, "bad-span", fmt::format("{}-{}", piece.begin, piece.end),
            fmt::format("a piece inside the text, which has {} characters", text.length()));
        return false;
      }
      joined += joined.empty() ? "" : " ";
      joined += *slice;
    }
    if (joined == span.quote) return true;
    session_.diagnostics().expected(span.place, "wrong-quote", fmt::format("{} in the pieces", quote(joined)),
                                    fmt::format("the quoted {}", quote(span.quote)));
    return false;
  }

  /// The same length in code points, so that offsets hold.
  static std::unique_ptr<DocumentText> with_blanks(const DocumentText* text) {
    if (text == nullptr) return nullptr;
    std::string blanks = text->text();
    std::ranges::replace(blanks, '\n', ' ');
    return std::make_unique<DocumentText>(std::move(blanks));
  }

  std::unique_ptr<DocumentText> own_text() {
    const std::string path = with_ending(file_.name(), ".txt");
    std::error_code error;
    if (path == file_.name() || !std::filesystem::is_regular_file(path, error)) return nullptr;
    const auto file = InputFile::open(path, session_.diagnostics());
    if (!file) return nullptr;
    if (const auto broken = find_malformed_utf8(file->bytes())) {
      session_.diagnostics().expected({path}, "not-utf8",
                                      fmt::format("a broken character at byte {}", *broken), "UTF-8");
      return nullptr;
    }
    return std::make_unique<DocumentText>(std::string(file->bytes()));
  }

  const InputFile& file_;
  AnnotationSession& session_;
  std::string_view line_;
  std::uint64_t number_ = 0;
  std::vector<BratSpan> spans_;
  absl::flat_hash_map<std::string, std::vector<std::pair<std::string, std::string>>> attributes_;
};

/// The text is read from DOC.txt beside `file`, unless that comes from standard input.
void read_brat(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
               Diagnostics& diagnostics) {
  if (const auto broken = find_malformed_utf8(file.bytes())) {
    diagnostics.expected(PlaceFinder(file.name(), file.bytes())(*broken), "not-utf8",
                         quote(file.bytes().substr(*broken, 1)), "UTF-8");
    return;
  }
  AnnotationSession session(file, options.annotation, builder, diagnostics);
  BratReader(file, session).read();
  session.finish();
}

/// The text of a brat document: DOC.txt with a DOC.ann beside it.
bool is_brat_text(const std::string& path) {
  std::error_code error;
  return path.ends_with(".txt") && std::filesystem::is_regular_file(with_ending(path, ".ann"), error);
}

/// A row "T1<TAB>Label 0 4…" before anything that brat does not write.
bool looks_like_brat(std::string_view bytes) {
  LineReader lines(bytes);
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos ||
        std::string_view("TREAMN#*").find(line.front()) == std::string_view::npos) {
      return false;
    }
    if (line.front() != 'T') continue;
    std::string_view rest = line.substr(tab + 1);
    take_column(rest);
    return parse_offset(take_column(rest)).has_value();
  }
  return false;
}

}  // namespace

const JudgementFormat judgement_formats::kBrat = {
    .name = "brat",
    .shape = "brat: `DOC.ann` beside `DOC.txt`",
    .may_be_empty = true,  // a document without annotations
    // An annotated number looks like qrels, so that the file's name counts for more than its content.
    .sniff =
        [](const JudgementHead& head) {
          return head.file().ends_with(".ann") || looks_like_brat(head.bytes());
        },
    .read = read_brat,
    .is_companion = is_brat_text};

}  // namespace fovea
