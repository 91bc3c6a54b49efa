// Work off the GIL, which Ctrl-C stops.
#pragma once
#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "cutpoint/progress.hpp"

namespace cutpoint::bindings {

enum class Length { short_work, long_work };

// Learning from no more rows than these is short.
inline constexpr unsigned kRowsOfShortWork = 2000;

// Signals are handled by Python's main thread alone.
inline bool in_main_thread() {
  const nanobind::module_ threading = nanobind::module_::import_("threading");
  return threading.attr("get_ident")().equal(threading.attr("main_thread")().attr("ident"));
}

// Run work without the GIL. Long work of the main thread has a thread of its own, while the calling
// one looks for signals twenty times a second; to start a thread would take longer than short work.
template <class Work>
void run_interruptibly(Progress& progress, Length length, Work work) {
  namespace nb = nanobind;
  if (length == Length::short_work || !in_main_thread()) {
    nb::gil_scoped_release release;
    work();
    return;
  }
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  std::exception_ptr failure;
  bool interrupted = false;
  {
    nb::gil_scoped_release release;
    std::thread worker([&] {
      try {
        work();
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      finished.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
      if (interrupted) continue;
      lock.unlock();
      {
        nb::gil_scoped_acquire acquire;
        interrupted = PyErr_CheckSignals() != 0;
      }
      if (interrupted) progress.request_stop();
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (interrupted) throw nb::python_error();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace cutpoint::bindings
