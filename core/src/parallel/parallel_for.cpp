#include "parallel/parallel_for.hpp"

#include "parallel/worker_pool.hpp"

namespace cutpoint {

void share_out(u64 n_tasks, u32 n_threads, FunctionRef<void(u64, u32)> function) {
  const u32 workers = n_workers(n_tasks, n_threads);
  if (workers == 1) {
    for (u64 task = 0; task < n_tasks; ++task) function(task, 0);
    return;
  }
  WorkerPool(workers).loop(n_tasks, function);
}

}  // namespace cutpoint
