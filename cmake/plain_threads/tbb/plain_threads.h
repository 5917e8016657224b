// What fovea calls of oneTBB, on plain threads: in the place of TBB where the thread sanitizer looks on. Debian's TBB is not
// instrumented, so that the sanitizer would not see what it orders and take everything for a race. Four threads work at
// once whatever the machine has, so that there is something to see.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace tbb {

namespace plain {

inline constexpr std::size_t kThreads = 4;
/// A task that is one of several does its own parts one after another.
inline thread_local bool among_others = false;

/// Calls `work` on so many threads at once and waits; the first exception comes through.
template <typename Work>
void on_threads(std::size_t threads, const Work& work) {
  if (threads <= 1 || among_others) {
    work();
    return;
  }
  std::mutex mutex;
  std::exception_ptr thrown;
  std::vector<std::thread> workers;
  for (std::size_t i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      among_others = true;
      try {
        work();
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!thrown) thrown = std::current_exception();
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace plain

template <typename Value>
class blocked_range {
 public:
  blocked_range(Value begin, Value end, std::size_t /*grain*/ = 1) : begin_(begin), end_(end) {}
  Value begin() const { return begin_; }
  Value end() const { return end_; }

 private:
  Value begin_, end_;
};

template <typename Body>
void parallel_for(std::size_t begin, std::size_t end, const Body& body) {
  std::atomic<std::size_t> next = begin;
  plain::on_threads(std::min(plain::kThreads, end - std::min(begin, end)), [&] {
    for (std::size_t i = next++; i < end; i = next++) body(i);
  });
}

template <typename Body>
void parallel_for(const blocked_range<std::size_t>& range, const Body& body) {
  parallel_for(range.begin(), range.end(), [&](std::size_t i) { body(blocked_range(i, i + 1)); });
}

template <typename Value>
class enumerable_thread_specific {
 public:
  explicit enumerable_thread_specific(std::function<Value()> make) : make_(std::move(make)) {}

  Value& local() {
    const std::lock_guard lock(mutex_);
    auto& mine = places_[std::this_thread::get_id()];
    if (mine == nullptr) mine = values_.emplace_back(new Value(make_())).get();
    return *mine;
  }

  class iterator {
   public:
    explicit iterator(typename std::vector<std::unique_ptr<Value>>::iterator at) : at_(at) {}
    Value& operator*() const { return **at_; }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const iterator&) const = default;

   private:
    typename std::vector<std::unique_ptr<Value>>::iterator at_;
  };
  iterator begin() { return iterator(values_.begin()); }
  iterator end() { return iterator(values_.end()); }

 private:
  std::mutex mutex_;
  std::function<Value()> make_;
  std::map<std::thread::id, Value*> places_;
  std::vector<std::unique_ptr<Value>> values_;
};

class global_control {
 public:
  enum parameter { max_allowed_parallelism };
  global_control(parameter, std::size_t) {}
};

class task_arena {
 public:
  explicit task_arena(int) {}
  template <typename Work>
  void execute(const Work& work) {
    work();
  }
};

namespace this_task_arena {
inline int max_concurrency() {
  return static_cast<int>(plain::kThreads);
}
template <typename Work>
void isolate(const Work& work) {
  work();
}
}  // namespace this_task_arena

namespace info {
inline int default_concurrency() {
  return static_cast<int>(plain::kThreads);
}
}  // namespace info

enum class filter_mode { parallel, serial_in_order };

class flow_control {
 public:
  void stop() { stopped = true; }
  bool stopped = false;
};

template <typename In, typename Out>
struct filter {
  std::function<Out(In)> call;
};
template <typename Out>
struct filter<void, Out> {
  std::function<Out(flow_control&)> call;
};

template <typename In, typename Out, typename Call>
filter<In, Out> make_filter(filter_mode, Call call) {
  return {std::move(call)};
}

/// First and middle; the last makes it a line.
template <typename Item, typename Made>
struct half_line {
  filter<void, Item> first;
  filter<Item, Made> middle;
};
template <typename Item, typename Made>
struct line {
  half_line<Item, Made> before;
  filter<Made, void> last;
};
template <typename Item, typename Made>
half_line<Item, Made> operator&(filter<void, Item> first, filter<Item, Made> middle) {
  return {std::move(first), std::move(middle)};
}
template <typename Item, typename Made>
line<Item, Made> operator&(half_line<Item, Made> before, filter<Made, void> last) {
  return {std::move(before), std::move(last)};
}

/// Items come from the first filter one at a time, go through the middle at once, and reach the last in their order.
template <typename Item, typename Made>
void parallel_pipeline(std::size_t, const line<Item, Made>& filters) {
  std::mutex source, sink;
  std::condition_variable turn;
  flow_control flow;
  std::size_t taken = 0, delivered = 0;
  bool failed = false;
  plain::on_threads(plain::kThreads, [&] {
    while (true) {
      std::optional<Item> item;
      std::size_t number = 0;
      {
        const std::lock_guard lock(source);
        if (flow.stopped) return;
        item.emplace(filters.before.first.call(flow));
        if (flow.stopped) return;
        number = taken++;
      }
      try {
        Made made = filters.before.middle.call(std::move(*item));
        std::unique_lock lock(sink);
        turn.wait(lock, [&] { return delivered == number || failed; });
        if (failed) return;
        filters.last.call(std::move(made));
        ++delivered;
        turn.notify_all();
      } catch (...) {
        const std::lock_guard lock(sink);
        failed = true;
        turn.notify_all();
        throw;
      }
    }
  });
}

}  // namespace tbb

namespace oneapi {
namespace tbb = ::tbb;
}
