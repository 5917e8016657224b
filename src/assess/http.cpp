#include "assess/http.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "text/trim.h"
#include "text/unicode.h"

namespace fovea::assess {

namespace {

constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types "
    "fovea-worker";

/// %41 is A; + stays what it is. Nothing for broken escapes, bytes that are no UTF-8, and NUL.
std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    unsigned value = 0;
    if (i + 2 >= text.size()) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16);
    if (error != std::errc() || end != text.data() + i + 3 || value == 0) return std::nullopt;
    out += static_cast<char>(value);
    i += 2;
  }
  return find_malformed_utf8(out) ? std::nullopt : std::optional(std::move(out));
}

/// The value of `name` in a list of NAME=VALUE.
std::optional<std::string_view> value_in(std::string_view list, std::string_view name, char separator) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    std::string_view pair = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
  }
  return std::nullopt;
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string_view() : found->second;
}

std::string_view Request::path() const {
  return std::string_view(target).substr(0, target.find('?'));
}

std::optional<std::string> Request::query(std::string_view name) const {
  const std::size_t mark = target.find('?');
  if (mark == std::string::npos) return std::nullopt;
  const auto value = value_in(std::string_view(target).substr(mark + 1), name, '&');
  return value ? decoded(*value) : std::nullopt;
}

std::optional<std::string> Request::cookie(std::string_view name) const {
  const auto value = value_in(header("cookie"), name, ';');
  return value ? std::optional(std::string(*value)) : std::nullopt;
}

void add_safety(Response& response) {
  const auto has = [&response](std::string_view name) {
    return std::ranges::any_of(response.headers, [name](const auto& each) { return each.first == name; });
  };
  if (!has("Content-Security-Policy"))
    response.headers.emplace_back("Content-Security-Policy", kContentPolicy);
  for (const auto& [name, value] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"X-Content-Type-Options", "nosniff"},
           {"Referrer-Policy", "no-referrer"},
           {"Cross-Origin-Opener-Policy", "same-origin"},
           {"Cross-Origin-Resource-Policy", "same-origin"},
           {"Cache-Control", "no-store"}}) {
    if (!has(name)) response.headers.emplace_back(name, value);
  }
}

void add_unsaid(Response& response, const std::map<std::string, std::uint64_t, std::less<>>& unsaid) {
  std::string all;
  for (const auto& [what, count] : unsaid)
    all += (all.empty() ? "" : "; ") + what + ": " + std::to_string(count);
  if (!all.empty()) response.headers.emplace_back("X-Left-Out", std::move(all));
}

std::string client_of(const std::string& peer, std::string_view forwarded,
                      const std::vector<std::string>& proxies) {
  const auto ours = [&proxies](std::string_view address) {
    return std::ranges::find(proxies, address) != proxies.end();
  };
  const auto is_address = [](const std::string& text) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return ::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
           ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
  };
  std::string client = peer;
  while (ours(client) && !forwarded.empty()) {
    const std::size_t comma = forwarded.rfind(',');
    std::string last(trim(forwarded.substr(comma == std::string_view::npos ? 0 : comma + 1)));
    if (!is_address(last)) break;
    client = std::move(last);
    forwarded = forwarded.substr(0, comma == std::string_view::npos ? 0 : comma);
  }
  return client;
}

std::string_view error_name(int status) {
  constexpr std::array<std::pair<int, std::string_view>, 14> kNames = {{{400, "bad_request"},
                                                                        {401, "log_in"},
                                                                        {403, "forbidden"},
                                                                        {404, "not_found"},
                                                                        {405, "method"},
                                                                        {408, "slow"},
                                                                        {409, "conflict"},
                                                                        {413, "too_large"},
                                                                        {415, "type"},
                                                                        {422, "rule"},
                                                                        {423, "locked"},
                                                                        {429, "too_many"},
                                                                        {503, "busy"},
                                                                        {507, "full"}}};
  const auto* const found = std::ranges::find(kNames, status, &std::pair<int, std::string_view>::first);
  return found == kNames.end() ? "error" : found->second;
}

Response error_response(int status, std::string_view message) {
  Response out;
  out.status = status;
  out.body = nlohmann::json{{"error", error_name(status)}, {"message", message}}.dump(
      -1, ' ', false, nlohmann::json::error_handler_t::replace);
  return out;
}

}  // namespace fovea::assess
