#include "text/wrap.h"

#include <algorithm>

#include "text/unicode.h"

namespace fovea {

std::string wrap(std::string_view text, const Wrap& how) {
  std::string out(how.first, ' ');
  std::size_t column = how.first;
  bool begun = false;
  for (std::size_t at = text.find_first_not_of(' '); at < text.size(); at = text.find_first_not_of(' ', at)) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const std::size_t length = count_code_points(word);
    const bool last = text.find_first_not_of(' ', end) == std::string_view::npos;
    const std::size_t room = how.width - std::min(how.width, last ? 0 : how.broken.size());
    if (begun && column + 1 + length > room) {
      out += how.broken;
      out += '\n';
      out.append(how.rest, ' ');
      column = how.rest;
    } else if (begun) {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
    begun = true;
    at = end;
  }
  return out;
}

}  // namespace fovea
