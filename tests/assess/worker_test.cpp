// Workers: order, limits and stopping.
#include "assess/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <mutex>
#include <string>
#include <vector>

namespace fovea::assess {
namespace {

using testing::ElementsAre;

/// Keeps a worker busy until it is told to go on.
class Gate {
 public:
  Worker::Job job() {
    return [this] {
      began_.set_value();
      opened_.get_future().wait();
    };
  }
  void wait_until_begun() { began_.get_future().wait(); }
  void open() { opened_.set_value(); }

 private:
  std::promise<void> began_, opened_;
};

TEST(Workers, LetKeysTakeTurnsAndRefuseMoreThanMayWait) {
  Worker worker;
  Gate gate;
  ASSERT_TRUE(worker.add("gate", gate.job()));
  gate.wait_until_begun();
  std::vector<std::string> done;
  const auto note = [&done](std::string what) { return [&done, what] { done.push_back(what); }; };
  EXPECT_TRUE(worker.add("a", note("a1"), 2));
  EXPECT_TRUE(worker.add("a", note("a2"), 2));
  EXPECT_FALSE(worker.add("a", note("a3"), 2));
  EXPECT_TRUE(worker.add("b", note("b1"), 2));
  gate.open();
  worker.settle();
  EXPECT_THAT(done, ElementsAre("a1", "b1", "a2"));
}

TEST(Workers, ForgetWhatWaitsWhenTheyAreStopped) {
  Worker worker;
  Gate gate;
  bool stopped = false;
  worker.add("", gate.job());
  gate.wait_until_begun();
  worker.add("", [&stopped] { stopped = true; });
  std::thread stop([&worker] { worker.stop(); });
  while (!worker.stopping()) std::this_thread::yield();
  gate.open();
  stop.join();
  EXPECT_FALSE(stopped);
  EXPECT_FALSE(worker.add("", [] {}));
  worker.stop();
}

TEST(Workers, RunOneJobOfAKeyAtATimeWhereAsked) {
  std::atomic<bool> ready = false;
  Worker worker({.threads = 2,
                 .ready = [&ready](const std::string& key) { return key != "later" || ready; },
                 .one_per_key = true});
  Gate gate;
  std::mutex mutex;
  std::vector<std::string> done;
  const auto note = [&](const char* what) {
    const std::scoped_lock lock(mutex);
    done.emplace_back(what);
  };
  worker.add("a", gate.job());
  gate.wait_until_begun();
  std::promise<void> other;
  worker.add("a", [&] { note("a"); });
  worker.add("later", [&] { note("later"); });
  worker.add("b", [&] {
    note("b");
    other.set_value();
  });
  other.get_future().wait();
  ready = true;
  gate.open();
  worker.settle();
  ASSERT_EQ(done.size(), 3U);
  EXPECT_EQ(done.front(), "b") << "the others wait: for the first of their key, and until it is ready";
}

TEST(Workers, StopAThousandTimesWhileWorkComes) {
  std::atomic<int> done = 0;
  for (int i = 0; i < 1000; ++i) {
    Worker worker({.threads = 2});
    worker.add("first", [&done] { ++done; });
    std::thread adds([&] {
      for (int j = 0; j < 20; ++j) worker.add(std::to_string(j % 3), [&done] { ++done; });
    });
    if (i % 2 == 0) worker.settle();
    worker.stop();
    adds.join();
  }
  EXPECT_GE(done, 500) << "what had come is done where the worker settled";
}

}  // namespace
}  // namespace fovea::assess
