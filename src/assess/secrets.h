// Passwords and tokens, by libsodium.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea::assess {

/// A new secret of 256 bits, as letters, digits, - and _.
std::string new_token();
/// What is stored of a token: its SHA-256, 32 bytes. Who reads the store cannot log in with it.
std::string token_hash(std::string_view token);
/// 16 random bytes.
std::string new_op();

/// argon2id with libsodium's INTERACTIVE limits; throws std::bad_alloc when there is no memory for it.
std::string hash_password(std::string_view password);
/// The same work whether or not `hash` is one: an unknown name takes as long as a wrong password.
bool check_password(std::string_view password, const std::string& hash);

/// In a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b);

inline constexpr std::size_t kShortestPassword = 8;
inline constexpr std::size_t kLongestPassword = 1024;

}  // namespace fovea::assess
