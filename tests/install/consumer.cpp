#include <fovea/fovea.h>

#include <cstdio>

int main(int argc, char** argv) {
  fovea::SpanSet retrieved;
  retrieved.insert({10, 20});
  retrieved.insert({15, 30});
  fovea::Diagnostics diagnostics;
  const auto file = fovea::InputFile::open(argc > 1 ? argv[1] : "/no/such/file", diagnostics);
  std::printf("%llu characters, %s\n", static_cast<unsigned long long>(fovea::character_count(retrieved)),
              file ? "read" : fovea::to_string(diagnostics.kept()[0]).c_str());
  return file ? 0 : 1;
}
