// The readers behind read_topics(), one per format. Each appends the topics it can read and reports the rest;
// ids are checked by the caller.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"
#include "topics/topic.h"

namespace fovea {

void read_inex_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics);
void read_trec_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics);
void read_tsv_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics);
void read_json_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics);

/// Without the white space around it.
std::string_view trim(std::string_view text);

/// Names as the years spelled them, made one: `INEX-Topic` and `inex_topic` are both "inex_topic".
std::string fold_name(std::string_view name);

/// What a file holds and a Topic has no place for: counted by name, told once per name.
class IgnoredParts {
 public:
  void add(std::string_view name, const Place& place);
  void report(Diagnostics& diagnostics) const;

 private:
  struct Seen {
    Place first;
    std::uint64_t times = 0;
  };
  std::map<std::string, Seen, std::less<>> seen_;
};

}  // namespace fovea
