// What readers say about the files they read.
//
// Bad data is expected, so it is neither an exception nor a message on the screen: a reader reports it here
// and goes on where it can; the command prints what was collected and chooses the exit code. Memory is
// bounded: every report is counted, by code too, but only the first `keep` are kept.
//
// Not synchronised: one collector per thread, joined with merge() in file order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace [[gnu::visibility("default")]] fovea {

/// Where in a file. Lines and columns count from 1; 0 means that there is none to give.
struct Place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

enum class Severity : std::uint8_t { kError, kWarning };

struct Diagnostic {
  Severity severity = Severity::kError;
  Place place;
  /// A short stable name of the kind of fault, such as "bad-number".
  std::string code;
  /// One sentence without a full stop: "found 'abc', expected a score".
  std::string message;
};

class Diagnostics {
 public:
  static constexpr std::size_t kDefaultKeep = 50;

  explicit Diagnostics(std::size_t keep = kDefaultKeep) : keep_(keep) {}

  /// The usual shape of an error: what stood there and what should have.
  void expected(Place place, std::string_view code, std::string_view found, std::string_view expected);
  /// An error that is not about one token.
  void error(Place place, std::string_view code, std::string message);
  /// Something the user should know that does not make the input wrong.
  void warning(Place place, std::string_view code, std::string message);

  /// Counts further ones of a kind, of which nothing but their number is known.
  void count_more(Severity severity, std::string_view code, std::uint64_t more);

  /// Appends what `later` collected, as if it had been reported here.
  void merge(Diagnostics later);

  bool ok() const { return errors_ == 0; }
  std::uint64_t errors() const { return errors_; }
  std::uint64_t warnings() const { return warnings_; }
  std::uint64_t count(std::string_view code) const;
  const std::map<std::string, std::uint64_t, std::less<>>& counts() const { return counts_; }
  const std::vector<Diagnostic>& kept() const { return kept_; }

 private:
  void add(Diagnostic diagnostic);

  std::size_t keep_;
  std::uint64_t errors_ = 0;
  std::uint64_t warnings_ = 0;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
  std::vector<Diagnostic> kept_;
};

/// "file:line:column: message"; warnings carry the word before their message.
std::string to_string(const Diagnostic& diagnostic);

/// A piece of input fit for a message: in quotes, control and broken bytes escaped, cut when long.
std::string quote(std::string_view text);
/// The same without the quotes: an id among others.
std::string unquoted(std::string_view text);

}  // namespace fovea
