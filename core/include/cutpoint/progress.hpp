// How long work tells how far it has come, and is asked to stop.
#pragma once
#include <atomic>
#include <exception>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// Thrown by work that was asked to stop; nothing it made is kept.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped"; }
};

// Shared by the thread that works and the one that watches.
class Progress {
 public:
  void advance(i64 amount) { done_.fetch_add(amount, std::memory_order_relaxed); }
  i64 done() const { return done_.load(std::memory_order_relaxed); }
  void request_stop() { stop_.store(true, std::memory_order_relaxed); }
  bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }
  // To be called at least every few milliseconds of work.
  void check() const {
    if (stop_requested()) throw Stopped();
  }

 private:
  std::atomic<i64> done_{0};
  std::atomic<bool> stop_{false};
};

}  // namespace cutpoint
