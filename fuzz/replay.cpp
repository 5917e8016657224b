// Runs a fuzz target without libFuzzer: over every file of a corpus folder, and over mutations of each with a
// fixed seed, so that every test run exercises the readers on broken input and no target rots.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int kMutationsPerFile = 200;
constexpr unsigned kSeed = 20260;

void feed(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

/// A byte changed, a piece cut out, doubled or cut off.
std::string mutate(std::string bytes, std::mt19937& random) {
  if (bytes.empty()) return bytes;
  const auto position = [&] { return random() % bytes.size(); };
  for (auto times = 1 + random() % 4; times > 0 && !bytes.empty(); --times) {
    const std::size_t at = position();
    const std::size_t length = 1 + random() % std::min<std::size_t>(16, bytes.size() - at);
    switch (random() % 4) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes.erase(at, length);
        break;
      case 2:
        bytes.insert(position(), bytes.substr(at, length));
        break;
      default:
        bytes.resize(at);
        break;
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CORPUS\n", argv[0]);
    return 1;
  }
  std::mt19937 random(kSeed);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    feed(bytes);
    for (int i = 0; i < kMutationsPerFile; ++i) feed(mutate(bytes, random));
    ++files;
  }
  std::printf("%d files, %d mutations of each, seed %u\n", files, kMutationsPerFile, kSeed);
  return files > 0 ? 0 : 1;
}
