#include "parallel/worker_pool.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <utility>

namespace cutpoint {

// A loop whose tasks are taken by several threads.
class TaskLoop {
 public:
  TaskLoop(u64 n_tasks, FunctionRef<void(u64, u32)> function)
      : n_tasks_(n_tasks), function_(function) {}

  // Whether there may be tasks to take.
  bool is_open() const { return next_.load(std::memory_order_relaxed) < n_tasks_; }
  void work(u32 worker) {
    while (true) {
      const u64 task = next_.fetch_add(1, std::memory_order_relaxed);
      if (task >= n_tasks_) return;
      try {
        function_(task, worker);
      } catch (...) {
        fail(task);
      }
    }
  }
  // Which exception goes to the caller: that of the first task that failed.
  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  void fail(u64 task) {
    next_.store(n_tasks_, std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    if (exception_ && task_ < task) return;
    exception_ = std::current_exception();
    task_ = task;
  }

  u64 n_tasks_;
  FunctionRef<void(u64, u32)> function_;
  std::atomic<u64> next_{0};
  std::mutex mutex_;
  std::exception_ptr exception_;
  u64 task_ = 0;
};

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    waiting_.clear();
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

// As many others, if so many were asked for and the system has them to give.
void WorkerPool::start_threads(u64 n_others) {
  while (threads_.size() < n_others && threads_.size() + 1 < n_threads_) {
    const u32 worker = static_cast<u32>(threads_.size()) + 1;
    try {
      threads_.emplace_back([this, worker] { work(worker); });
    } catch (const std::system_error&) {
      n_threads_ = worker;  // those there are do the work
    }
  }
}

void WorkerPool::work(u32 worker) {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (loop_ != nullptr && loop_->is_open()) {
      TaskLoop& loop = *loop_;
      ++n_in_loop_;
      lock.unlock();
      loop.work(worker);
      lock.lock();
      if (--n_in_loop_ == 0) done_.notify_one();
    } else if (!do_job(lock)) {
      wake_.wait(lock);
    }
  }
}

void WorkerPool::loop(u64 n_tasks, FunctionRef<void(u64, u32)> function) {
  if (n_tasks > 1) start_threads(n_tasks - 1);
  if (n_tasks <= 1 || threads_.empty()) {
    for (u64 task = 0; task < n_tasks; ++task) function(task, 0);
    return;
  }
  TaskLoop loop(n_tasks, function);
  {
    const std::lock_guard lock(mutex_);
    loop_ = &loop;
  }
  wake_.notify_all();
  loop.work(0);
  std::unique_lock lock(mutex_);
  loop_ = nullptr;
  done_.wait(lock, [&] { return n_in_loop_ == 0; });
  loop.rethrow();
}

bool WorkerPool::add(Job job) {
  constexpr u64 kMostWaiting = 8;  // for each thread
  start_threads(threads_.size() + 1);
  if (threads_.empty()) return false;
  std::unique_lock lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  waiting_.push_back(std::move(job));
  wake_.notify_one();
  if (waiting_.size() > kMostWaiting * n_threads_) do_job(lock);
  return true;
}

// Do one of those that wait; false if none does.
bool WorkerPool::do_job(std::unique_lock<std::mutex>& lock) {
  if (waiting_.empty()) return false;
  const Job job = std::move(waiting_.front());
  waiting_.pop_front();
  ++n_in_jobs_;
  lock.unlock();
  std::exception_ptr failure;
  try {
    job();
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  if (failure && !failure_) {
    failure_ = failure;
    waiting_.clear();
  }
  --n_in_jobs_;
  done_.notify_one();
  return true;
}

void WorkerPool::finish_jobs() {
  std::unique_lock lock(mutex_);
  while (do_job(lock)) {
  }
  done_.wait(lock, [&] { return n_in_jobs_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
}

void WorkerPool::drop_jobs() {
  std::unique_lock lock(mutex_);
  waiting_.clear();
  done_.wait(lock, [&] { return n_in_jobs_ == 0; });
}

}  // namespace cutpoint
