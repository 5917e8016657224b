// `fovea track new FOLDER`: a commented track file, and what to do next.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/track.h"
#include "files/output_file.h"
#include "files/temporary.h"
#include "text/escape.h"

// Laid down by cmake/embed.cmake.
extern "C" {
extern const char fovea_track_template[];
extern const char fovea_track_template_end[];
}

namespace fovea::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTrackFile = "track.toml";

std::string_view track_template() {
  return {fovea_track_template, static_cast<std::size_t>(fovea_track_template_end - fovea_track_template)};
}

/// The file appears under its name at once, unless something has the name.
void write_new(const fs::path& file) {
  Temporary made(Temporary::Kind::kFile, behind_links(file.string()));
  for (std::string_view rest = track_template(); !rest.empty();) {
    const ssize_t written = ::write(made.descriptor(), rest.data(), rest.size());
    if (written < 0) fail_to_write(file.string());
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(made.descriptor()) != 0) fail_to_write(file.string());
  made.put_in_place(Temporary::Existing::kRefuse);
}

void say_what_next(const std::string& folder) {
  fmt::print(
      "{0}/track.toml is the track: read it, and give it a title.\n"
      "\n"
      "Then, in {0}:\n"
      "  1. fovea catalog build collection.fovea ARTICLES    the articles, from a folder or an archive\n"
      "  2. fovea index collection.fovea -o collection.index their index, to explore them by\n"
      "  3. fovea serve track.toml                           the server; it prints the address of your page\n"
      "  4. fovea serve invite track.assess ann --role participant --group Harbour\n"
      "  5. fovea serve phase track.assess topics open --until 2026-12-01\n"
      "\n"
      "fovea track status track.toml says where it stands, at any time.\n",
      visible(folder));
}

}  // namespace

int make_track(const std::string& folder) {
  fs::path place = fs::absolute(folder).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  try {
    if (fs::is_directory(place)) {
      write_new(place / kTrackFile);
    } else {
      Temporary made(Temporary::Kind::kFolder, behind_links(place.string()));
      OutputFile out((fs::path(made.path()) / kTrackFile).string());
      out.write(track_template());
      out.commit();
      made.put_in_place(Temporary::Existing::kRefuse);
    }
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::file_exists) throw;
    say(fmt::format("{}: is there already, and is not replaced",
                    fs::is_directory(place) ? (fs::path(folder) / kTrackFile).string() : folder));
    return kBadInput;
  }
  say_what_next(folder);
  return kFine;
}

}  // namespace fovea::cli
