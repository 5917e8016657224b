#include "assess/handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

#include "assess/exchange.h"
#include "assess/page_assets.h"
#include "assess/secrets.h"
#include "assess/upload_token.h"
#include "evaluate/evaluation_options.h"
#include "text/escape.h"

namespace fovea::assess {

namespace {

constexpr double kSecondsPerHourSaved = 3600;
constexpr std::string_view kBearer = "Bearer ";

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::ranges::find(list, text) != list.end();
}

}  // namespace

std::string fault_of_text(std::string_view name, std::string_view text) {
  const std::string unfit = unfit_for_xml(text);
  if (unfit.empty()) return {};
  return fmt::format(
      "found the character {} in '{}', expected text that XML can hold, with tabs and line ends as the only control "
      "characters",
      unfit, visible(name));
}

std::string fault_of_texts(const JsonValue& value, std::string_view name) {
  // What is never shown or exported may be what it likes, and may have been chosen long ago.
  if (name == "password") return {};
  std::string fault = value.is(JsonValue::Kind::kString) ? fault_of_text(name, value.text) : std::string();
  for (const JsonValue& item : value.items) {
    if (fault.empty()) fault = fault_of_texts(item, name);
  }
  for (const JsonMember& member : value.members) {
    if (fault.empty()) fault = fault_of_text(name, member.name);
    if (fault.empty()) fault = fault_of_texts(member.value, member.name);
  }
  return fault;
}

int status_of(Refusal reason) {
  switch (reason) {
    case Refusal::kNotFound:
    case Refusal::kForeign:
      return 404;
    case Refusal::kConflict:
      return 409;
    case Refusal::kLocked:
      return 423;
    case Refusal::kRule:
      break;
  }
  return 422;
}

Response json_response(const RouteJson& json) {
  Response response;
  response.body = json.dump(-1, ' ', false, RouteJson::error_handler_t::replace);
  return response;
}

Response refusal(const Refused& refused) {
  return error_response(status_of(refused.reason), refused.message);
}

Response answer(const std::optional<Refused>& refused) {
  return refused ? refusal(*refused) : json_response(RouteJson::object());
}

Response late_response() {
  return error_response(503, "this takes too long now: try again later");
}

Response fault_response(const std::exception_ptr& fault) {
  try {
    std::rethrow_exception(fault);
  } catch (const StoreError& error) {
    if (error.full())
      return error_response(507, "the disk is full: nothing was saved, and what was saved before is safe");
    if (error.code() == SQLITE_BUSY) return error_response(503, "the store is busy: try again");
    if (error.code() == SQLITE_INTERRUPT) return late_response();
    return error_response(500, "the store cannot be used");
  } catch (const Overdue&) {
    return late_response();
  } catch (const EvaluationCancelled&) {
    return late_response();
  } catch (const std::exception&) {
    return error_response(500, "something went wrong");
  }
}

Handler::Readers::Loan Handler::Readers::take() {
  const std::scoped_lock lock(mutex_);
  if (free_.empty()) return {*this, std::make_unique<Store>(Store::open(path_, false))};
  std::unique_ptr<Store> store = std::move(free_.back());
  free_.pop_back();
  return {*this, std::move(store)};
}

void Handler::Readers::give_back(std::unique_ptr<Store> store) {
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(store));
}

Handler::Handler(StoreWriter& writer, const std::string& store, ServedTrack track, HandlerOptions options)
    : writer_(writer),
      store_(store),
      files_(store),
      slots_(std::make_shared<UploadSlots>(track.limits)),
      track_(std::move(track)),
      options_(std::move(options)),
      readers_(std::make_unique<Readers>(store)),
      saves_(static_cast<double>(track_.limits.saves_per_second),
             static_cast<double>(track_.limits.save_burst)),
      saved_bytes_(static_cast<double>(megabytes(track_.limits.saved_mb_per_hour)) / kSecondsPerHourSaved,
                   static_cast<double>(megabytes(track_.limits.saved_mb_per_hour))),
      log_ins_(options_.log_ins),
      passwords_(options_.log_ins.queue) {}

Handler::~Handler() = default;

bool Handler::may_take_long(const Request& request) {
  // What does not read takes as long as the writer; but a repaired run is copied, and what runs returned is looked for in the runs.
  return request.method == "GET" || request.path().ends_with("/repaired") ||
         request.path().ends_with("/look");
}

bool Handler::streams(std::string_view method, std::string_view target) {
  return method == "POST" && target.substr(0, target.find('?')) == "/api/submissions";
}

void Handler::handle(const Request& request, const Respond& respond) {
  try {
    Exchange(*this, request, respond).run();
  } catch (...) {
    Response response = fault_response(std::current_exception());
    add_safety(response);
    respond(std::move(response));
  }
}

void Handler::Exchange::send(Response response) const {
  add_safety(response);
  if (session_) response.client = client();
  respond_(std::move(response));
}

bool Handler::Exchange::wants(std::string_view method) {
  if (is(method)) return true;
  say(405, fmt::format("this is asked for with {}", method));
  return false;
}

bool Handler::Exchange::has_known_origin() {
  if (request_.local) return true;
  if (!contains(handler_.options_.hosts, request_.header("host"))) {
    say(403, fmt::format("this server is not {}", quote(request_.header("host"))));
    return false;
  }
  const std::string_view origin = request_.header("origin");
  if (is("GET") && origin.empty()) return true;
  if (contains(handler_.options_.origins, origin)) return true;
  // No page sends a token by itself: there is nothing to be tricked into.
  if (origin.empty() && request_.header("authorization").starts_with(kBearer)) return true;
  say(403, fmt::format("requests from {} are not answered", quote(origin)));
  return false;
}

bool Handler::Exchange::authenticate() {
  if (request_.local) {
    session_ = Session{0, "", Roles(Role::kOrganiser), "", "", "", now_ms_};
    return true;
  }
  if (const std::string_view given = request_.header("authorization"); given.starts_with(kBearer)) {
    by_token_ = true;
    if (!request_.path().starts_with("/api/submissions")) {
      say(404, "a token is for sending runs, and for nothing else");
      return false;
    }
    session_ = session_of_upload_token(*store_, given.substr(kBearer.size()), now_ms_);
    if (!session_) say(401, "the token is too old, or never was");
    return session_.has_value();
  }
  const auto token = request_.cookie(handler_.options_.cookie);
  if (token) session_ = session_of(*store_, *token, now_ms_);
  if (!session_) {
    say(401, "log in");
    return false;
  }
  if (!is("GET") && !same_secret(request_.header("x-csrf"), session_->csrf)) {
    say(403, "the request does not come from a page of this log-in: load it again");
    return false;
  }
  // Now and then: a log-in that is used does not end.
  constexpr std::int64_t kNow = 5 * kMinute;
  if (now_ms_ - session_->seen_ms > kNow) {
    handler_.writer_.submit(
        [hash = session_->token_hash, now = now_ms_](Store& store) {
          mark_seen(store, hash, now);
          return true;
        },
        [](std::optional<bool>, const std::exception_ptr&) {});
  }
  return true;
}

void Handler::Exchange::page() {
  const PageAsset* const asset = page_asset(request_.path());
  if (asset == nullptr) return say(404, "there is no such page");
  if (!wants("GET")) return;
  Response response;
  response.type = asset->type;
  response.shared = asset->bytes;
  send(std::move(response));
}

std::optional<JsonValue> Handler::Exchange::body() {
  if (request_.header("content-type") != "application/json") {
    say(415, "the body is JSON: Content-Type application/json");
    return std::nullopt;
  }
  JsonParser parser;
  JsonFault fault;
  auto value = parser.parse(request_.body, fault);
  if (value && value->is(JsonValue::Kind::kObject)) {
    const std::string unfit = fault_of_texts(*value);
    if (unfit.empty()) return value;
    say(422, unfit);
    return std::nullopt;
  }
  say(400,
      value ? "the body is an object" : fmt::format("found {}, expected {}", fault.found, fault.expected));
  return std::nullopt;
}

bool Handler::Exchange::may_save(std::size_t acts) {
  if (!handler_.saves_.allow(session_->token_hash, now_ms_, static_cast<double>(acts))) {
    say(429, "too many saves: slow down");
    return false;
  }
  if (!handler_.saved_bytes_.allow(client(), now_ms_, static_cast<double>(request_.body.size()))) {
    say(429, fmt::format("you have saved {} MB within an hour: wait a little", limits().saved_mb_per_hour));
    return false;
  }
  return true;
}

std::optional<std::string> Handler::Exchange::text(const JsonValue& object, std::string_view name) {
  const JsonValue* const value = object.find(name);
  if (value != nullptr && value->is(JsonValue::Kind::kString)) return value->text;
  say(400, fmt::format("'{}' is missing, or is no text", name));
  return std::nullopt;
}

bool Handler::Exchange::may_have(const JsonValue& object, std::string_view name,
                                 std::optional<std::string>& value) {
  const JsonValue* const found = object.find(name);
  if (found == nullptr || found->is(JsonValue::Kind::kNull)) return true;
  if (found->is(JsonValue::Kind::kString)) {
    value = found->text;
    return true;
  }
  say(400, fmt::format("'{}' is no text", name));
  return false;
}

}  // namespace fovea::assess
