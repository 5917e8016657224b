// What a server grants beside requests: pools that another process makes, and log-ins.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "assess/log_in_gate.h"
#include "assess/password_thread.h"
#include "assess/pool_building.h"
#include "pools/pool_file.h"
#include "temporary_folder.h"
#include "world.h"

namespace fovea::assess {

// ---- Pools ----------------------------------------------------------------------------------------------------------

/// Of a pool that another process makes, after it has done something; empty when it is there.
inline std::string fault_of_pool_made_by(const std::string& work, const Limits& limits) {
  const TemporaryFolder folder;
  folder.write("made", pools::to_json_lines(pool_of({{"1", {"a"}}})));
  const PoolBuilder build = pool_builder_in_child(
      [&](const PoolCommand& command) {
        return std::vector<std::string>{"/bin/sh", "-c",
                                        work + "; cp " + (folder / "made") + " " + command.output};
      },
      limits);
  PoolRequest request;
  request.file = folder / "pool.jsonl";
  request.collection_file = folder / "c.fovea";
  try {
    const BuiltPool built = build(request);
    EXPECT_EQ(built.text, read_whole(folder / "made"));
    EXPECT_FALSE(std::filesystem::exists(request.file + ".made"));
    return "";
  } catch (const std::exception& fault) {
    return fault.what();
  }
}

// ---- Log-ins --------------------------------------------------------------------------------------------------------

/// How long a log-in waits after so many wrong ones that have its name, its address or its network, and nothing else in common.
enum class Common : std::uint8_t { kName, kAddress, kNetwork };
inline std::int64_t wait_after(std::uint64_t wrong, Common common, const Limits& limits = {}) {
  LogInGate gate(log_in_limits(limits));
  for (std::uint64_t i = 0; i < wrong; ++i) {
    const std::string number = std::to_string(i);
    const std::string name = common == Common::kName ? "ann" : "name " + number;
    const std::string address = common == Common::kAddress   ? "192.0.2.1"
                                : common == Common::kNetwork ? "2001:db8::" + number
                                                             : "198.51.100." + number;
    gate.wait(name, address, 0);
    gate.told(name, address, false, 0);
  }
  return gate.wait(common == Common::kName ? "ann" : "bob",
                   common == Common::kNetwork ? "2001:db8::ffff" : "192.0.2.1", 0);
}

inline void let_too_many_log_in() {
  Limits limits;
  limits.log_ins_waiting = 2;
  PasswordThread thread(log_in_limits(limits).queue);
  std::promise<void> begun;
  std::promise<void> go_on;
  EXPECT_TRUE(thread.add("a", std::chrono::milliseconds(0), [&](bool) {
    begun.set_value();
    go_on.get_future().wait();
  }));
  begun.get_future().wait();
  const auto nothing = [](bool) {};
  EXPECT_TRUE(thread.add("b", std::chrono::milliseconds(0), nothing));
  EXPECT_TRUE(thread.add("c", std::chrono::milliseconds(0), nothing));
  EXPECT_FALSE(thread.add("d", std::chrono::milliseconds(0), nothing));
  go_on.set_value();
}

}  // namespace fovea::assess
