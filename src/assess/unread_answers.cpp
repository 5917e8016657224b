#include "assess/unread_answers.h"

#include <algorithm>
#include <set>

namespace fovea::assess {

namespace {

/// An answer that has been on its way for less is not given up for another.
constexpr std::chrono::seconds kTimeToRead{1};

}  // namespace

std::uint64_t UnreadAnswers::bytes(const std::string* client) const {
  std::set<const std::string*> seen;
  std::uint64_t sum = 0;
  for (const Answer& each : answers_) {
    if (each.bytes == nullptr || (client != nullptr && each.client != *client)) continue;
    if (seen.insert(each.bytes.get()).second)
      sum += std::min<std::uint64_t>(each.bytes->size(), most_of_client_);
  }
  return sum;
}

bool UnreadAnswers::give_up_slowest(const std::string& asking, std::uint64_t own, Clock::time_point now) {
  Answer* slowest = nullptr;
  std::uint64_t most = own;
  for (Answer& each : answers_) {
    if (each.bytes == nullptr || each.client == asking || each.since > now - kTimeToRead) continue;
    // They are in the order in which they began: the first of a client is its slowest.
    const std::uint64_t held = bytes(&each.client);
    if (held <= most) continue;
    slowest = &each;
    most = held;
  }
  if (slowest == nullptr) return false;
  slowest->bytes = nullptr;
  slowest->give_up();
  return true;
}

UnreadAnswers::Refusal UnreadAnswers::make_room(const std::string& client,
                                                const std::shared_ptr<const std::string>& bytes,
                                                Clock::time_point now) {
  const auto is_counted = [&](const Answer& each) { return each.bytes == bytes; };
  if (std::ranges::any_of(answers_, is_counted)) return Refusal::kNone;
  const std::uint64_t more = std::min<std::uint64_t>(bytes->size(), most_of_client_);
  const std::uint64_t own = this->bytes(&client);
  if (own > 0 && own + more > most_of_client_) return Refusal::kOfClient;
  for (std::uint64_t all = this->bytes(); all > 0 && all + more > most_; all = this->bytes()) {
    if (!give_up_slowest(client, own + more, now)) return Refusal::kOfAll;
  }
  return Refusal::kNone;
}

}  // namespace fovea::assess
