// Judgements from a text in the test, or from files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judgements/judgement_file.h"
#include "temporary_folder.h"

namespace fovea {

/// What a reader made of one file and what it said about it. Messages carry the name "judgements" instead of
/// the temporary path.
struct ReadResult {
  std::optional<Judgements> judgements;
  Diagnostics diagnostics;

  /// All messages, one per line.
  std::string messages() const {
    std::string all;
    for (const Diagnostic& diagnostic : diagnostics.kept()) {
      std::string text = to_string(diagnostic);
      for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
        text.erase(at, folder.size());
      }
      all += text + "\n";
    }
    return all;
  }
  std::string folder;
};

inline ReadResult read_texts(const std::vector<std::string>& texts, JudgementOptions options = {}) {
  const TemporaryFolder folder;
  ReadResult result;
  result.folder = folder.path().string() + "/";
  std::vector<std::string> paths;
  for (const std::string& text : texts) {
    const std::string number = paths.empty() ? "" : std::to_string(paths.size() + 1);
    paths.push_back(folder.write("judgements" + number, text));
  }
  result.judgements = read_judgements(paths, options, result.diagnostics);
  return result;
}

inline ReadResult read_text(const std::string& text, JudgementOptions options = {}) {
  return read_texts({text}, options);
}

}  // namespace fovea
