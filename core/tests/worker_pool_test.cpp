#include "parallel/worker_pool.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"

namespace cutpoint {

TEST("every task of every loop of a pool is done once, and every job") {
  for (const u32 n_threads : {1u, 2u, 5u}) {
    WorkerPool pool(n_threads);
    std::atomic<u64> n_jobs{0};
    u64 n_added = 0;
    for (u64 n_tasks = 0; n_tasks < 60; ++n_tasks) {
      std::vector<std::atomic<int>> times(n_tasks);
      if (pool.add([&] { ++n_jobs; })) ++n_added;
      pool.loop(n_tasks, [&](u64 task, u32 worker) {
        CHECK(worker < pool.n_threads());
        ++times[task];
      });
      for (const auto& n : times) CHECK_EQUAL(n.load(), 1);
    }
    pool.finish_jobs();
    CHECK_EQUAL(n_jobs.load(), n_added);
    CHECK_EQUAL(n_added, n_threads == 1 ? u64{0} : u64{60});
  }
}

TEST("a loop of a pool throws what its lowest task throws, and the pool can be used again") {
  WorkerPool pool(4);
  for (int trial = 0; trial < 50; ++trial) {
    std::string message;
    try {
      pool.loop(200, [](u64 task, u32) {
        if (task % 50 == 20) throw std::runtime_error(std::to_string(task));
      });
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    CHECK_EQUAL(message, "20");
  }
}

TEST("what a job throws goes to the one who finishes the jobs, and those that wait are dropped") {
  WorkerPool pool(2);
  pool.add([] { throw std::runtime_error("failed"); });
  CHECK_THROWS(std::runtime_error, pool.finish_jobs());
}

TEST("a pool that goes waits for the job at hand, and forgets the others") {
  std::atomic<int> n_begun{0}, n_ended{0};
  {
    WorkerPool pool(2);
    const auto job = [&] {
      ++n_begun;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ++n_ended;
    };
    for (int i = 0; i < 5; ++i) pool.add(job);
    pool.drop_jobs();
    CHECK_EQUAL(n_begun.load(), n_ended.load());
    for (int i = 0; i < 5; ++i) pool.add(job);
  }
  CHECK_EQUAL(n_begun.load(), n_ended.load());
  CHECK(n_ended.load() < 10);
}

}  // namespace cutpoint
