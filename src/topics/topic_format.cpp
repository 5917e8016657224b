#include "topics/topic_format.h"

#include <algorithm>
#include <array>

#include "files/blank_lines.h"
#include "text/trim.h"
#include "topics/reader_tools.h"

namespace fovea {

namespace {

constexpr std::array kTable = {
#define FOVEA_FORMAT_ADDRESS(record) &topic_formats::record,
    FOVEA_TOPIC_FORMATS(FOVEA_FORMAT_ADDRESS)
#undef FOVEA_FORMAT_ADDRESS
};

/// The name of the first element, with `<?…?>`, comments and the DOCTYPE before it passed over.
std::string first_element(std::string_view bytes) {
  const auto skip_past = [&bytes](std::string_view mark) {
    const std::size_t at = bytes.find(mark);
    bytes.remove_prefix(at == std::string_view::npos ? bytes.size() : at + mark.size());
  };
  while (true) {
    bytes.remove_prefix(std::min(bytes.find_first_not_of(kWhiteSpace), bytes.size()));
    if (bytes.starts_with("<?")) {
      skip_past("?>");
    } else if (bytes.starts_with("<!--")) {
      skip_past("-->");
    } else if (bytes.starts_with("<!")) {
      if (bytes.find('[') < bytes.find('>')) skip_past("]");
      skip_past(">");
    } else {
      break;
    }
  }
  if (!bytes.starts_with('<')) return {};
  return fold_name(bytes.substr(1, bytes.find_first_of(" \t\r\n/>") - 1));
}

}  // namespace

TopicHead::TopicHead(std::string_view file) : bytes(skip_blank_lines(file).rest) {
  const std::size_t at = file.find_first_not_of(kWhiteSpace);
  if (at != std::string_view::npos) first = file[at];
  if (first == '<') element = first_element(file);
}

FormatTable<TopicFormat> all_topic_formats() {
  return kTable;
}

const TopicFormat* topic_format_named(std::string_view name) {
  return format_named(all_topic_formats(), name);
}

const TopicFormat* sniff_topics(std::string_view bytes) {
  return format_of(all_topic_formats(), TopicHead(bytes));
}

}  // namespace fovea
