// Threads that stay, for loops too short to start threads for, and for jobs that can wait.
#pragma once
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "cutpoint/integers.hpp"
#include "parallel/function_ref.hpp"

namespace cutpoint {

class TaskLoop;

// One thread, which makes it and is one of the workers, calls all of it. The others start as there
// is work for them, and take part in its loops first: jobs are for those with nothing else to do.
class WorkerPool {
 public:
  using Job = std::function<void()>;

  // So many threads, the calling one included.
  explicit WorkerPool(u32 n_threads) : n_threads_(n_threads) {}
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  u32 n_threads() const { return n_threads_; }
  // Call function(task, worker), worker < n_threads(), for every task < n_tasks: as parallel_for.
  void loop(u64 n_tasks, FunctionRef<void(u64, u32)> function);

  // Have a job done by another thread; false if there is none. Many that wait take memory: then
  // this thread does one. Throws what a job has thrown.
  bool add(Job job);
  // Do all jobs that are left.
  void finish_jobs();
  // Forget those that wait, and wait for those that are being done.
  void drop_jobs();

 private:
  void start_threads(u64 n_others);
  void work(u32 worker);
  bool do_job(std::unique_lock<std::mutex>& lock);

  u32 n_threads_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  TaskLoop* loop_ = nullptr;
  u32 n_in_loop_ = 0;  // threads other than the calling one
  std::deque<Job> waiting_;
  u32 n_in_jobs_ = 0;
  bool ending_ = false;
  std::exception_ptr failure_;  // of a job
  std::vector<std::thread> threads_;
};

}  // namespace cutpoint
