#include "report/tables/account.h"

#include "files/sha256.h"

namespace fovea {

AccountedFile account_for(std::string_view role, const std::string& path) {
  return {
      .role = std::string(role), .name = path, .sha256 = path == "-" ? std::nullopt : sha256_of_file(path)};
}

}  // namespace fovea
