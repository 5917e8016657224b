// Damaged records: reading must end in an answer or in CorruptFile.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "collection/document_builder.h"
#include "collection/record.h"

namespace {

void read_record(std::string_view bytes) {
  try {
    const fovea::Document record(bytes);
    const fovea::ElementTreeView& tree = record.tree();
    for (fovea::ElementIndex element = 0; element < std::min(tree.size(), 20U); ++element) {
      (void)tree.find(tree.path(element));
      (void)tree.children(element);
      (void)tree.text_nodes(element);
      (void)tree.largest_inside(tree.span(element));
      (void)tree.leaves_inside(tree.span(element));
      (void)tree.smallest_containing(tree.span(element));
    }
    (void)record.text({0, 100});
    record.check();
  } catch (const fovea::CorruptFile&) {
  }
}

/// A record of ours with pieces of the input written over it: what damage to a real one looks like.
void damage_record(std::string_view bytes) {
  static const std::string kRecord = [] {
    fovea::DocumentBuilder builder;
    fovea::Diagnostics diagnostics;
    const std::string_view xml = "<a>one<b>two<c/></b><!-- x -->three<b>four &eacute; five</b></a>";
    builder.read_xml_document(fovea::InputFile::from_memory("x", xml), diagnostics);
    return builder.pack("id", "x.xml");
  }();
  std::string damaged = kRecord;
  while (bytes.size() >= 2) {
    damaged[static_cast<unsigned char>(bytes[0]) % damaged.size()] = bytes[1];
    bytes.remove_prefix(2);
  }
  read_record(damaged);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_record(bytes);
  damage_record(bytes);
  return 0;
}
