// Logging in and out, and who one is.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assess/exchange.h"
#include "assess/log_in_gate.h"
#include "assess/phases.h"
#include "assess/secrets.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

std::string cookie_for(const HandlerOptions& options, std::string_view token, std::int64_t seconds) {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{}", options.cookie, token, seconds,
                     options.secure ? "; Secure" : "");
}

Response logged_in(const HandlerOptions& options, const NewLogin& login) {
  Response response = json_response({{"csrf", login.csrf}});
  response.headers.emplace_back("Set-Cookie", cookie_for(options, login.token, kLongestLogin / 1000));
  return response;
}

Response busy(std::uint64_t seconds) {
  Response response = error_response(429, fmt::format("too many log-ins: try again in {} s", seconds));
  response.headers.emplace_back("Retry-After", std::to_string(seconds));
  return response;
}

}  // namespace

Handler::Exchange::Routes Handler::Exchange::account_routes() {
  // clang-format off
  return {
      {{"POST", "/api/login", Access::kEverybody, "", "{name: string, password: string} | {key: string}", "{csrf: string}", "and the cookie"}, &Exchange::log_in},
      {{"POST", "/api/invite", Access::kEverybody, "", "{token: string, password: string}", "{csrf: string}", "and the cookie; once, within 7 days"}, &Exchange::accept},
      {{"POST", "/api/logout", Access::kLoggedIn, "", "", "{}", ""}, &Exchange::log_out},
      {{"GET", "/api/me", Access::kLoggedIn, "", "", "{name: string, roles: Role[], csrf: string, group?: string, track: {title: string}, search: boolean, phases: Phase[], assignments: Assignment[]}", "`search`: whether the track has an index; own assignments, those of topics that one wrote first"}, &Exchange::me},
  };
  // clang-format on
}

/// One log-in from its wait to its answer; kept by the jobs that it is made of.
struct Handler::LogIn {
  Handler& handler;
  Respond respond;
  std::string name, password, address;
  std::string hash = {};  ///< what is stored for the name

  void answer(Response response) const {
    add_safety(response);
    respond(std::move(response));
  }
  void end(std::optional<bool> right) const {
    handler.log_ins_.told(name, address, right, handler.options_.now_ms());
    if (right == true) handler.passwords_.trust(network_of(address));
  }
};

/// On the thread of passwords.
void Handler::finish_log_in(const std::shared_ptr<LogIn>& log_in, bool may_compute) {
  if (!may_compute) {
    log_in->end(std::nullopt);
    return log_in->answer(busy(options_.log_ins.wait_seconds));
  }
  const bool right =
      log_in->password.size() <= kLongestPassword && check_password(log_in->password, log_in->hash);
  log_in->end(right);
  if (!right) return log_in->answer(error_response(401, "name or password is wrong"));
  writer_.submit(
      [log_in, now = options_.now_ms()](Store& store) -> std::optional<NewLogin> {
        // A password that was changed meanwhile is not the right one any more.
        if (password_hash(store, log_in->name) != log_in->hash) return std::nullopt;
        return assess::log_in(store, *store.account(log_in->name), now);
      },
      [log_in](std::optional<std::optional<NewLogin>> login, const std::exception_ptr& error) {
        if (error) return log_in->answer(fault_response(error));
        log_in->answer(*login ? logged_in(log_in->handler.options_, **login)
                              : error_response(401, "name or password is wrong"));
      });
}

void Handler::Exchange::log_in() {
  const auto given = body();
  if (!given) return;
  if (const JsonValue* const key = given->find("key")) {
    // 256 bits: nobody guesses them.
    const HandlerOptions& options = handler_.options_;
    if (options.key.empty() || !same_secret(key->text, options.key))
      return say(401, "this key opens nothing");
    return write([account = options.key_account,
                  now = now_ms_](Store& store) { return assess::log_in(store, account, now); },
                 [&options](const NewLogin& login) { return logged_in(options, login); });
  }
  const auto name = text(*given, "name");
  const auto password = name ? text(*given, "password") : std::nullopt;
  if (!password) return;
  const auto log_in = std::make_shared<LogIn>(
      LogIn{handler_, respond_, *name, *password, request_.peer, password_hash(*store_, *name)});
  const std::chrono::milliseconds wait(handler_.log_ins_.wait(*name, request_.peer, now_ms_));
  const bool added = handler_.passwords_.add(
      network_of(request_.peer), wait,
      [&handler = handler_, log_in](bool may_compute) { handler.finish_log_in(log_in, may_compute); });
  if (added) return;
  log_in->end(std::nullopt);
  log_in->answer(busy(handler_.options_.log_ins.wait_seconds));
}

void Handler::Exchange::accept() {
  const auto given = body();
  if (!given) return;
  const auto token = text(*given, "token");
  const auto password = token ? text(*given, "password") : std::nullopt;
  if (!password) return;
  if (password->size() < kShortestPassword || password->size() > kLongestPassword)
    return say(422, fmt::format("a password has {} to {} bytes", kShortestPassword, kLongestPassword));
  constexpr std::string_view kNone = "this invitation was used, is too old, or never was";
  // Before anything is computed: only those who are invited cost something.
  if (!is_invited(*store_, *token, now_ms_)) return say(404, kNone);
  const auto accepted = [&handler = handler_, respond = respond_, token = *token, password = *password,
                         network = network_of(request_.peer), kNone](bool may_compute) {
    const auto answer = [respond](Response response) {
      add_safety(response);
      respond(std::move(response));
    };
    if (!may_compute) return answer(busy(handler.options_.log_ins.wait_seconds));
    try {
      handler.passwords_.trust(network);
      handler.writer_.submit(
          [token, hash = hash_password(password),
           now = handler.options_.now_ms()](Store& store) -> std::optional<NewLogin> {
            const auto account = accept_invite(store, token, hash, now);
            return account ? std::optional(assess::log_in(store, *account, now)) : std::nullopt;
          },
          [answer, kNone, &handler](std::optional<std::optional<NewLogin>> login,
                                    const std::exception_ptr& error) {
            answer(error    ? fault_response(error)
                   : *login ? logged_in(handler.options_, **login)
                            : error_response(404, kNone));
          });
    } catch (...) {
      answer(fault_response(std::current_exception()));
    }
  };
  if (!handler_.passwords_.add(network_of(request_.peer), {}, accepted))
    send(busy(handler_.options_.log_ins.wait_seconds));
}

void Handler::Exchange::log_out() {
  write(
      [hash = session_->token_hash](Store& store) {
        assess::log_out(store, hash);
        return true;
      },
      [&options = handler_.options_](bool) {
        Response response = json_response(Json::object());
        response.headers.emplace_back("Set-Cookie", cookie_for(options, "", 0));
        return response;
      });
}

void Handler::Exchange::me() {
  Json out{{"name", session_->name}, {"roles", Json::array()}, {"csrf", session_->csrf}};
  for (const Role role : session_->roles.all()) out["roles"].push_back(name_of(role));
  if (!session_->group.empty()) out["group"] = session_->group;
  out["track"] = {{"title", handler_.track_.title}};
  out["search"] = can_search();
  out["phases"] = phases_json(*store_);
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
         {"part", name_of(assignment.part)},
         {"fields", Json::parse(store_->topic_fields(assignment.topic), nullptr, false)},
         {"state", name_of(assignment.state)},
         {"author", is_author(assignment)},
         {"items", all.size()},
         {"judged", judged}});
  }
  send_json(out);
}

}  // namespace fovea::assess
