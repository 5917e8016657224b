// Two hundred assessors at a real server, and those who wish it ill: bench/assess.sh.
//
//     assess_load prepare FOLDER CLIENTS GROUPS a store with so many assessors, each with a topic and a log-in, and groups with tokens
//     assess_load upload FOLDER PORT MB SECONDS each group sends a run of so many megabytes, spread over the time; prints how many were
//                                               accepted, and the slowest in ms
//     assess_load save FOLDER PORT SECONDS      each saves once a second; prints how many, p50, p99 and maximum in ms, refusals,
//                                               cut connections, and the p99 of an fdatasync every 20 ms beside them
//     assess_load attack KIND PORT COUNT SECONDS
//
// Attacks: half-open (a header that never ends), header and body (a byte every 100 ms), readers (ask for a large answer, and
// do not read it), connect (connections that say nothing).
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "assess/accounts.h"
#include "assess/phases.h"
#include "assess/store.h"
#include "assess/upload_token.h"
#include "collection/collection.h"
#include "pools/pool_file.h"

namespace {

using namespace fovea;
using namespace fovea::assess;
using Clock = std::chrono::steady_clock;

/// What a client needs to save: its log-in, its assignment, the document it marks.
struct Client {
  std::string cookie, csrf, doc, sha256;
  std::int64_t assignment = 0;
};

template <class Value>
Value must(Outcome<Value> outcome) {
  if (const auto* const refused = std::get_if<Refused>(&outcome)) {
    fmt::print(stderr, "{}\n", refused->message);
    std::exit(1);
  }
  return std::get<Value>(std::move(outcome));
}

int prepare(const std::string& folder, int clients, int groups) {
  Diagnostics said;
  const auto collection = Collection::open(folder + "/c.fovea", said);
  const auto file = InputFile::open(folder + "/pool.jsonl", said);
  const auto pool = file ? pools::read_pool(*file, said) : std::nullopt;
  if (!collection || !pool) return 1;
  Store store = Store::create(folder + "/track.assess");
  Transaction transaction(store.database());
  using namespace std::chrono;
  const std::int64_t now = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  must(store.add_pool(*pool, {}, *collection, {std::nullopt, now}));
  std::ofstream out(folder + "/clients");
  for (int i = 0; i < clients; ++i) {
    const std::string& topic = pool->topics[static_cast<std::size_t>(i)].id;
    const std::int64_t account = must(store.add_account(fmt::format("assessor {}", i), "assessor", "", {}));
    const Assignment given = must(store.assign(topic, account, Part::kMain, {}));
    const NewLogin login = log_in(store, account, now);
    const StoredDocument document = store.items(given).front().document;
    out << login.token << ' ' << login.csrf << ' ' << given.id << ' ' << document.name << ' '
        << document.sha256 << '\n';
  }
  std::ofstream tokens(folder + "/groups");
  for (int i = 0; i < groups; ++i) {
    const std::int64_t account = must(store.add_account(fmt::format("sender {}", i), "participant", "", {}));
    set_roles(store, account, Roles(Role::kParticipant), fmt::format("group-{}", i), {});
    tokens << new_upload_token(store, account, {account, now}) << '\n';
  }
  if (groups > 0) must(change_phase(store, Phase::kRuns, {.state = PhaseState::kOpen}, {std::nullopt, now}));
  transaction.commit();
  return 0;
}

int connected(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socket >= 0 && ::connect(socket, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0)
    return socket;
  if (socket >= 0) ::close(socket);
  return -1;
}

bool send_all(int socket, std::string_view bytes) {
  return ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

/// The status of a response; 0 when the connection broke. Its body is in `body`.
int read_response(int socket, std::string& body) {
  std::string read;
  for (;;) {
    const std::size_t head = read.find("\r\n\r\n");
    const std::size_t length = read.find("Content-Length: ");
    if (head != std::string::npos && length < head &&
        read.size() >= head + 4 + std::stoul(read.substr(length + 16))) {
      body = read.substr(head + 4);
      return std::stoi(read.substr(9, 3));
    }
    char buffer[4096];
    const ssize_t got = ::recv(socket, buffer, sizeof buffer, 0);
    if (got <= 0) return 0;
    read.append(buffer, static_cast<std::size_t>(got));
  }
}

std::string event_request(const Client& client, std::uint16_t port, std::int64_t version, std::uint64_t op) {
  const std::string body = fmt::format(
      R"([{{"op":"{:032x}","doc":"{}","base_version":{},"sha256":"{}","kind":"{}","data":{{"begin":{},"end":{}}}}}])",
      op, client.doc, version, client.sha256, version % 2 == 0 ? "add" : "remove", version % 90,
      version % 90 + 7);
  return fmt::format(
      "POST /api/assignments/{}/events HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: http://127.0.0.1:{}\r\nCookie: "
      "fovea-{}={}\r\nX-CSRF: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
      client.assignment, port, port, port, client.cookie, client.csrf, body.size(), body);
}

/// What the document's version is when the client begins; a save is about the version before it.
std::int64_t present_version(int socket, const Client& client, std::uint16_t port) {
  send_all(socket,
           fmt::format("GET /api/assignments/{}/item?doc={} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: "
                       "fovea-{}={}\r\n\r\n",
                       client.assignment, client.doc, port, port, client.cookie));
  std::string body;
  if (read_response(socket, body) != 200) return 0;
  return std::stoll(body.substr(body.find("\"version\":") + 10));
}

/// What one client saw.
struct Seen {
  std::vector<double> milliseconds;
  int refused = 0, broken = 0;
};

void save_for(const Client& client, std::uint16_t port, int seconds, Seen& seen) {
  std::mt19937_64 random(std::random_device{}());
  const std::uint64_t first_op = random() << 16;
  // Not all in the same moment.
  auto next = Clock::now() + std::chrono::milliseconds(random() % 1000);
  int socket = connected(port);
  std::int64_t version = socket < 0 ? 0 : present_version(socket, client, port);
  for (int i = 0; i < seconds; ++i, next += std::chrono::seconds(1)) {
    std::this_thread::sleep_until(next);
    const auto begin = Clock::now();
    std::string body;
    int status = 0;
    // Who is cut off connects again, as a page does.
    for (int attempt = 0; attempt < 3 && status == 0; ++attempt) {
      if (socket < 0) socket = connected(port);
      if (socket >= 0 && send_all(socket, event_request(client, port, version,
                                                        first_op + static_cast<std::uint64_t>(version))))
        status = read_response(socket, body);
      if (status == 0 && socket >= 0) {
        ::close(socket);
        socket = -1;
        ++seen.broken;
      }
    }
    seen.milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    const bool saved = status == 200 && body.find("\"seq\"") != std::string::npos;
    saved ? ++version : ++seen.refused;
  }
  if (socket >= 0) ::close(socket);
}

double percentile(const std::vector<double>& sorted, double p) {
  return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(p * static_cast<double>(sorted.size() - 1))];
}

/// What the disk alone takes, in ms and sorted: a page is written and synchronised every 20 ms. Counted from when it was due, as
/// those who save meet a disk that stands still.
std::vector<double> sync_for(const std::string& path, int seconds) {
  constexpr auto kEvery = std::chrono::milliseconds(20);
  std::vector<double> times;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const std::string page(4096, 'x');
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  for (auto due = Clock::now(); file >= 0 && due < end; due += kEvery) {
    std::this_thread::sleep_until(due);
    if (::write(file, page.data(), page.size()) < 0 || ::fdatasync(file) != 0) break;
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - due).count());
  }
  ::close(file);
  std::ranges::sort(times);
  return times;
}

int save(const std::string& folder, std::uint16_t port, int seconds) {
  std::ifstream in(folder + "/clients");
  std::vector<Client> clients;
  for (Client each; in >> each.cookie >> each.csrf >> each.assignment >> each.doc >> each.sha256;)
    clients.push_back(each);
  std::vector<Seen> seen(clients.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < clients.size(); ++i)
    threads.emplace_back([&, i] { save_for(clients[i], port, seconds, seen[i]); });
  const std::vector<double> disk = sync_for(folder + "/sync", seconds);
  for (std::thread& thread : threads) thread.join();
  std::vector<double> all;
  int refused = 0;
  int broken = 0;
  for (const Seen& each : seen) {
    all.insert(all.end(), each.milliseconds.begin(), each.milliseconds.end());
    refused += each.refused;
    broken += each.broken;
  }
  std::ranges::sort(all);
  fmt::print("{} {:.2f} {:.2f} {:.2f} {} {} {:.2f}\n", all.size(), percentile(all, 0.5),
             percentile(all, 0.99), all.empty() ? 0 : all.back(), refused, broken, percentile(disk, 0.99));
  return refused == 0 ? 0 : 1;
}

/// Every element of the bench's articles for every topic, and comments up to the size: a valid run of the thorough task.
std::string large_run(std::size_t bytes) {
  std::string out;
  for (int topic = 1; topic <= 200; ++topic) {
    int rank = 0;
    for (int document = 0; document < 40; ++document) {
      for (int paragraph = 1; paragraph <= 20; ++paragraph) {
        ++rank;
        out += fmt::format("{} Q0 d{} {} {} bench /article[1]/p[{}]\n", topic, document, rank, 10'000 - rank,
                           paragraph);
      }
    }
  }
  while (out.size() < bytes) out += "# " + std::string(97, 'x') + "\n";
  return out;
}

int upload(const std::string& folder, std::uint16_t port, int megabytes, int seconds) {
  std::ifstream in(folder + "/groups");
  std::vector<std::string> tokens;
  for (std::string token; in >> token;) tokens.push_back(token);
  const std::string run = large_run(static_cast<std::size_t>(megabytes) << 20);
  std::vector<double> times(tokens.size());
  std::atomic<int> accepted = 0;
  const auto begin = Clock::now();
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    threads.emplace_back([&, i] {
      // All have begun when nine tenths of the time are over.
      const auto wait = std::chrono::milliseconds(900 * static_cast<std::int64_t>(i) * seconds /
                                                  static_cast<std::int64_t>(tokens.size()));
      std::this_thread::sleep_until(begin + wait);
      const auto start = Clock::now();
      const int socket = connected(port);
      std::string body;
      if (socket >= 0 &&
          send_all(
              socket,
              fmt::format("POST /api/submissions?name=bench&task=thorough&result=element HTTP/1.1\r\nHost: "
                          "127.0.0.1:{}\r\nAuthorization: Bearer {}\r\nContent-Length: {}\r\n\r\n",
                          port, tokens[i], run.size()))) {
        std::string_view rest = run;
        while (!rest.empty()) {
          const ssize_t sent = ::send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
          if (sent <= 0) break;
          rest.remove_prefix(static_cast<std::size_t>(sent));
        }
        if (read_response(socket, body) == 200) ++accepted;
      }
      if (socket >= 0) ::close(socket);
      times[i] = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    });
  }
  for (std::thread& thread : threads) thread.join();
  fmt::print("{} {} {:.0f}\n", accepted.load(), tokens.size(), *std::ranges::max_element(times));
  return accepted == static_cast<int>(tokens.size()) ? 0 : 1;
}

int attack(std::string_view kind, std::uint16_t port, int count, int seconds) {
  const rlimit files{65536, 65536};
  ::setrlimit(RLIMIT_NOFILE, &files);
  const std::string begin = fmt::format("GET /page.js HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", port);
  const std::string first =
      kind == "half-open" ? begin
      : kind == "header"  ? begin + "X: "
      : kind == "body"
          ? fmt::format("POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 60000\r\n\r\n",
                        port)
      : kind == "readers" ? begin + "\r\n"
                          : "";
  const bool dribbles = kind == "header" || kind == "body";
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  std::vector<int> sockets;
  int opened = 0;
  int ended = 0;
  while (Clock::now() < end) {
    // All at once, and then those that were ended again, 200 a second.
    const int most = opened < count ? count : 20;
    for (int tries = 0; static_cast<int>(sockets.size()) < count && tries < most; ++tries) {
      const int socket = connected(port);
      if (socket < 0) break;
      ::fcntl(socket, F_SETFL, O_NONBLOCK);
      send_all(socket, first);
      // Slow readers ask again and again, and take nothing.
      for (int i = 0; kind == "readers" && i < 50; ++i) send_all(socket, first);
      sockets.push_back(socket);
      ++opened;
    }
    std::erase_if(sockets, [&](int socket) {
      if (dribbles && !send_all(socket, "x")) {
        ::close(socket);
        ++ended;
        return true;
      }
      if (kind == "readers") return false;
      char byte = 0;
      const ssize_t got = ::recv(socket, &byte, 1, 0);
      if (got == 0 || (got < 0 && errno != EAGAIN)) {
        ::close(socket);
        ++ended;
        return true;
      }
      return false;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  for (const int socket : sockets) ::close(socket);
  fmt::print("{} connections, {} ended by the server\n", opened, ended);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> given(words + 1, words + count);
  const auto number = [&](std::size_t i) { return std::stoi(given.at(i)); };
  if (given.size() == 4 && given[0] == "prepare") return prepare(given[1], number(2), number(3));
  if (given.size() == 5 && given[0] == "upload")
    return upload(given[1], static_cast<std::uint16_t>(number(2)), number(3), number(4));
  if (given.size() == 4 && given[0] == "save")
    return save(given[1], static_cast<std::uint16_t>(number(2)), number(3));
  if (given.size() == 5 && given[0] == "attack")
    return attack(given[1], static_cast<std::uint16_t>(number(2)), number(3), number(4));
  fmt::print(stderr, "usage: see the head of bench/assess_load.cpp\n");
  return 1;
}
