// Answers that wait in memory until their clients have read them, and how many bytes of them there may be.
//
// An answer counts until its last byte is sent, since its memory is kept until then. A client above its own budget is refused. Above the budget of all, the client with most unread loses the answer that it has been
// reading longest; when that is the client who asks, or nobody has had time to read, the new answer is refused. Bytes that several answers
// share count once. An answer larger than a client's budget, as an organiser's export may be, counts as much as that, and is refused
// only beside others.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>

namespace fovea::assess {

/// Not safe for several threads at once.
class UnreadAnswers {
 public:
  using Clock = std::chrono::steady_clock;
  struct Answer {
    std::string client;
    std::shared_ptr<const std::string> bytes;  ///< nullptr once it was given up
    Clock::time_point since;
    std::function<void()> give_up;  ///< ends the connection
  };
  using Place = std::list<Answer>::iterator;
  enum class Refusal : std::uint8_t { kNone, kOfClient, kOfAll };

  UnreadAnswers(std::uint64_t most, std::uint64_t most_of_client)
      : most_(most), most_of_client_(most_of_client) {}

  /// Whether that many more bytes can be counted for a client, if need be after giving up others' answers.
  Refusal make_room(const std::string& client, const std::shared_ptr<const std::string>& bytes,
                    Clock::time_point now);
  Place add(Answer answer) { return answers_.insert(answers_.end(), std::move(answer)); }
  void remove(Place place) { answers_.erase(place); }

  /// Of all clients, or of one.
  std::uint64_t bytes(const std::string* client = nullptr) const;

 private:
  bool give_up_slowest(const std::string& asking, std::uint64_t own, Clock::time_point now);

  std::uint64_t most_, most_of_client_;
  std::list<Answer> answers_;
};

}  // namespace fovea::assess
