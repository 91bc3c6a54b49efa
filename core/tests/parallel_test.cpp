#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "parallel/parallel_for.hpp"

namespace cutpoint {

TEST("every task is done once, by any number of threads") {
  for (const u64 n_tasks : {u64{0}, u64{1}, u64{2}, u64{3}, u64{100}, u64{1000}}) {
    for (const u32 n_threads : {0u, 1u, 2u, 3u, 16u}) {
      std::vector<std::atomic<int>> times(n_tasks);
      parallel_for(n_tasks, n_threads, [&](u64 task) { ++times[task]; });
      for (const auto& n : times) CHECK_EQUAL(n.load(), 1);
    }
  }
}

TEST("a worker has a number below that of the workers") {
  constexpr u64 kTasks = 500;
  for (const u32 n_threads : {1u, 2u, 7u}) {
    std::vector<std::atomic<u64>> done(n_workers(kTasks, n_threads));
    parallel_for(kTasks, n_threads, [&](u64, u32 worker) { ++done.at(worker); });
    u64 sum = 0;
    for (const auto& n : done) sum += n.load();
    CHECK_EQUAL(sum, kTasks);
  }
  CHECK_EQUAL(n_workers(0, 4), 1u);
  CHECK_EQUAL(n_workers(3, 4), 3u);
  CHECK_EQUAL(n_workers(9, 0), 1u);
}

TEST("the exception of the lowest task that fails goes to the caller") {
  for (const u32 n_threads : {1u, 2u, 8u}) {
    for (int trial = 0; trial < 50; ++trial) {
      std::string message;
      try {
        parallel_for(200, n_threads, [&](u64 task) {
          if (task % 50 == 20) throw std::runtime_error(std::to_string(task));
        });
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      CHECK_EQUAL(message, "20");
    }
  }
}

TEST("a parallel loop may be within another") {
  std::atomic<u64> sum{0};
  parallel_for(10, 3, [&](u64 i) { parallel_for(10, 3, [&](u64 j) { sum += 10 * i + j; }); });
  CHECK_EQUAL(sum.load(), u64{99 * 100 / 2});
}

}  // namespace cutpoint
