#include "assess/secrets.h"

#include <sodium.h>

#include <array>
#include <new>
#include <stdexcept>

#include "assess/event.h"
#include "files/sha256.h"

namespace fovea::assess {

namespace {

constexpr std::size_t kTokenBytes = 32;
constexpr std::size_t kOpBytesOfServer = 16;

void need_sodium() {
  static const bool ready = sodium_init() >= 0;
  if (!ready) throw std::runtime_error("libsodium cannot be used");
}

std::string random_bytes(std::size_t count) {
  need_sodium();
  std::string bytes(count, '\0');
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

/// Of a password that nobody has.
const std::string& no_hash() {
  static const std::string hash = hash_password(new_token());
  return hash;
}

}  // namespace

std::string new_token() {
  const std::string bytes = random_bytes(kTokenBytes);
  std::array<char, sodium_base64_ENCODED_LEN(kTokenBytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING)> text{};
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  return text.data();
}

std::string token_hash(std::string_view token) {
  return bytes_of_hex(sha256(token));
}

std::string new_op() {
  return random_bytes(kOpBytesOfServer);
}

std::string hash_password(std::string_view password) {
  need_sodium();
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  if (crypto_pwhash_str(hash.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                        crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0) {
    throw std::bad_alloc();
  }
  return hash.data();
}

bool check_password(std::string_view password, const std::string& hash) {
  need_sodium();
  const std::string& checked = hash.empty() ? no_hash() : hash;
  const bool right = crypto_pwhash_str_verify(checked.c_str(), password.data(), password.size()) == 0;
  return right && !hash.empty();
}

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace fovea::assess
