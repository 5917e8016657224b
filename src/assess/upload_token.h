// Tokens with which a group's machine sends in runs: `Authorization: Bearer TOKEN`, for the routes of submissions and no others.
//
// An account has one at a time, for thirty days; a new one ends the old one. Of a token only its SHA-256 is stored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assess/accounts.h"
#include "assess/store.h"

namespace fovea::assess {

inline constexpr std::int64_t kUploadTokenTime = 30 * kDay;

/// Called in a transaction.
std::string new_upload_token(Store& store, std::int64_t account, const Actor& actor);
/// Whose token it is, unless it has ended or the account is not active.
std::optional<Session> session_of_upload_token(Store& store, std::string_view token, std::int64_t now_ms);

}  // namespace fovea::assess
