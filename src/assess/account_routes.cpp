// Logging in and out, and who one is.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <semaphore>

#include "assess/exchange.h"
#include "assess/phases.h"
#include "assess/secrets.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

/// Hashing takes 64 MB each time: so many at once.
constexpr int kHashesAtOnce = 2;
std::counting_semaphore<kHashesAtOnce> g_hashing(
    kHashesAtOnce);  // NOLINT: of the whole process, as its memory is

class Hashing {
 public:
  Hashing() { g_hashing.acquire(); }
  Hashing(const Hashing&) = delete;
  Hashing& operator=(const Hashing&) = delete;
  ~Hashing() { g_hashing.release(); }
};

std::string cookie_for(const HandlerOptions& options, std::string_view token, std::int64_t seconds) {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{}", options.cookie, token, seconds,
                     options.secure ? "; Secure" : "");
}

}  // namespace

void Handler::Exchange::log_in_as(std::int64_t account) {
  write([account, now = now_ms_](Store& store) { return assess::log_in(store, account, now); },
        [&options = handler_.options_](const NewLogin& login) {
          Response response;
          response.body = Json{{"csrf", login.csrf}}.dump();
          response.headers.emplace_back("Set-Cookie", cookie_for(options, login.token, kLongestLogin / 1000));
          return response;
        });
}

void Handler::Exchange::log_in() {
  const auto given = body();
  if (!given) return;
  if (!handler_.logins_by_peer_.allow(request_.peer, now_ms_))
    return say(429, "too many log-ins from this address: wait a minute");
  if (const JsonValue* const key = given->find("key")) {
    const HandlerOptions& options = handler_.options_;
    if (options.key.empty() || !same_secret(key->text, options.key))
      return say(401, "this key opens nothing");
    return log_in_as(options.key_account);
  }
  const auto name = text(*given, "name");
  const auto password = name ? text(*given, "password") : std::nullopt;
  if (!password) return;
  if (!handler_.logins_by_name_.allow(*name, now_ms_))
    return say(429, "too many log-ins with this name: wait a minute");
  const std::string hash = password_hash(*store_, *name);
  bool right = false;
  if (password->size() <= kLongestPassword) {
    const Hashing one_of_two;
    right = check_password(*password, hash);
  }
  if (!right) return say(401, "name or password is wrong");
  log_in_as(*store_->account(*name));
}

void Handler::Exchange::accept() {
  const auto given = body();
  if (!given) return;
  if (!handler_.logins_by_peer_.allow(request_.peer, now_ms_))
    return say(429, "too many invitations from this address: wait a minute");
  const auto token = text(*given, "token");
  const auto password = token ? text(*given, "password") : std::nullopt;
  if (!password) return;
  if (password->size() < kShortestPassword || password->size() > kLongestPassword)
    return say(422, fmt::format("a password has {} to {} bytes", kShortestPassword, kLongestPassword));
  std::string hash;
  {
    const Hashing one_of_two;
    hash = hash_password(*password);
  }
  write(
      [token = *token, hash, now = now_ms_](Store& store) -> std::optional<NewLogin> {
        const auto account = accept_invite(store, token, hash, now);
        return account ? std::optional(assess::log_in(store, *account, now)) : std::nullopt;
      },
      [&options = handler_.options_](const std::optional<NewLogin>& login) {
        if (!login) return error_response(404, "this invitation was used, is too old, or never was");
        Response response;
        response.body = Json{{"csrf", login->csrf}}.dump();
        response.headers.emplace_back("Set-Cookie", cookie_for(options, login->token, kLongestLogin / 1000));
        return response;
      });
}

void Handler::Exchange::log_out() {
  write(
      [hash = session_->token_hash](Store& store) {
        assess::log_out(store, hash);
        return true;
      },
      [&options = handler_.options_](bool) {
        Response response;
        response.body = "{}";
        response.headers.emplace_back("Set-Cookie", cookie_for(options, "", 0));
        return response;
      });
}

void Handler::Exchange::me() {
  Json out{{"name", session_->name}, {"roles", Json::array()}, {"csrf", session_->csrf}};
  for (const Role role : session_->roles.all()) out["roles"].push_back(name_of(role));
  if (!session_->group.empty()) out["group"] = session_->group;
  out["search"] = can_search();
  out["phases"] = Json::parse(phases_json(*store_));
  out["assignments"] = Json::array();
  std::vector<Assignment> own = store_->assignments();
  std::erase_if(own, [this](const Assignment& each) { return each.account != session_->account; });
  // Whoever wrote a topic is offered it first.
  std::stable_partition(own.begin(), own.end(), [this](const Assignment& each) { return is_author(each); });
  for (const Assignment& assignment : own) {
    std::size_t judged = 0;
    const auto all = store_->items(assignment);
    for (const ItemState& each : all) judged += each.state.status == Status::kOpen ? 0 : 1;
    out["assignments"].push_back(
        {{"id", assignment.id},
         {"topic", assignment.topic},
         {"fields", Json::parse(store_->topic_fields(assignment.topic), nullptr, false)},
         {"state", name_of(assignment.state)},
         {"author", is_author(assignment)},
         {"items", all.size()},
         {"judged", judged}});
  }
  send_json(out.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace fovea::assess
