// A loop whose passes are shared out among threads.
#pragma once
#include <algorithm>
#include <atomic>
#include <concepts>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// Which exception of several threads goes to the caller: that of the first task that failed.
class FirstFailure {
 public:
  bool any() const { return any_.load(std::memory_order_relaxed); }
  void record(u64 task) {
    const std::lock_guard lock(mutex_);
    if (!exception_ || task < task_) {
      exception_ = std::current_exception();
      task_ = task;
    }
    any_.store(true, std::memory_order_relaxed);
  }
  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<bool> any_{false};
  std::mutex mutex_;
  std::exception_ptr exception_;
  u64 task_ = 0;
};

// How many threads parallel_for uses, the calling one included: for one workspace each.
inline u32 n_workers(u64 n_tasks, u32 n_threads) {
  return static_cast<u32>(std::clamp<u64>(n_tasks, 1, std::max(n_threads, u32{1})));
}

// Call function(task), or function(task, worker) with worker < n_workers(n_tasks, n_threads), for
// every task < n_tasks. A thread takes the next task as soon as it is free; tasks are begun in
// ascending order. After an exception no more are begun, and the exception of the lowest task goes
// to the caller: that task was begun before any above it, so it is the same for any number of
// threads. One thread is the calling one; no other is started.
template <class Function>
void parallel_for(u64 n_tasks, u32 n_threads, Function&& function) {
  const auto call = [&](u64 task, u32 worker) {
    if constexpr (std::invocable<Function&, u64, u32>) {
      function(task, worker);
    } else {
      (void)worker;
      function(task);
    }
  };
  const u32 workers = n_workers(n_tasks, n_threads);
  if (workers == 1) {
    for (u64 task = 0; task < n_tasks; ++task) call(task, 0);
    return;
  }
  std::atomic<u64> next{0};
  FirstFailure failure;
  const auto work = [&](u32 worker) {
    while (!failure.any()) {
      const u64 task = next.fetch_add(1, std::memory_order_relaxed);
      if (task >= n_tasks) return;
      try {
        call(task, worker);
      } catch (...) {
        failure.record(task);
      }
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(workers - 1);
  try {
    for (u32 worker = 1; worker < workers; ++worker) threads.emplace_back(work, worker);
  } catch (const std::system_error&) {
    // The system gives no more threads: those there are do the work.
  }
  work(0);
  for (std::thread& thread : threads) thread.join();
  failure.rethrow();
}

}  // namespace cutpoint
