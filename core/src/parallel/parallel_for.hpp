// A loop whose passes are shared out among threads.
#pragma once
#include <algorithm>
#include <concepts>

#include "cutpoint/integers.hpp"
#include "parallel/function_ref.hpp"

namespace cutpoint {

// How many threads parallel_for uses, the calling one included: for one workspace each.
inline u32 n_workers(u64 n_tasks, u32 n_threads) {
  return static_cast<u32>(std::clamp<u64>(n_tasks, 1, std::max(n_threads, u32{1})));
}

// parallel_for without its template, so that threads and failures are compiled once.
void share_out(u64 n_tasks, u32 n_threads, FunctionRef<void(u64, u32)> function);

// Call function(task), or function(task, worker) with worker < n_workers(n_tasks, n_threads), for
// every task < n_tasks. A thread takes the next task as soon as it is free; tasks are begun in
// ascending order. After an exception no more are begun, and the exception of the lowest task goes
// to the caller: that task was begun before any above it, so it is the same for any number of
// threads. One thread is the calling one; no other is started.
template <class Function>
void parallel_for(u64 n_tasks, u32 n_threads, Function&& function) {
  if constexpr (std::invocable<Function&, u64, u32>) {
    share_out(n_tasks, n_threads, function);
  } else {
    share_out(n_tasks, n_threads, [&](u64 task, u32) { function(task); });
  }
}

}  // namespace cutpoint
