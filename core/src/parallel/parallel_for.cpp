#include "parallel/parallel_for.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cutpoint {

namespace {

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

}  // namespace

void share_out(u64 n_tasks, u32 n_threads, FunctionRef<void(u64, u32)> function) {
  const u32 workers = n_workers(n_tasks, n_threads);
  if (workers == 1) {
    for (u64 task = 0; task < n_tasks; ++task) function(task, 0);
    return;
  }
  std::atomic<u64> next{0};
  FirstFailure failure;
  const auto work = [&](u32 worker) {
    while (!failure.any()) {
      const u64 task = next.fetch_add(1, std::memory_order_relaxed);
      if (task >= n_tasks) return;
      try {
        function(task, worker);
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
