// Topic files of any kind: no crash; what is read is written as JSON lines and read again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "topics/nexi.h"
#include "topics/topic_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = fovea::InputFile::from_memory("fuzz", {reinterpret_cast<const char*>(data), size});
  fovea::Diagnostics diagnostics;
  const auto topics = fovea::read_topics(file, nullptr, diagnostics);
  if (topics.empty() && diagnostics.ok()) std::abort();
  std::string written;
  for (const auto& topic : topics) {
    (void)fovea::nexi::parse(topic.castitle, topic.castitle_place, diagnostics);
    written += fovea::to_json_line(topic) + "\n";
  }
  if (topics.empty()) return 0;
  fovea::Diagnostics again;
  const auto second = fovea::read_topics(fovea::InputFile::from_memory("again", written), nullptr, again);
  if (second.size() != topics.size() || !again.ok()) std::abort();
  for (std::size_t i = 0; i < topics.size(); ++i) {
    if (second[i].id != topics[i].id || second[i].title != topics[i].title) std::abort();
  }
  return 0;
}
