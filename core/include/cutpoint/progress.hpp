// How long work tells how far it has come, and is asked to stop.
#pragma once
#include <atomic>
#include <cmath>
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
  void advance(i64 amount) { add(static_cast<i64>(static_cast<u64>(amount) << kUnitBits)); }
  // Of an amount that need not be whole.
  void advance_by_part(double amount) {
    constexpr double kUnits = i64{1} << kUnitBits;
    add(std::llround(amount * kUnits));
  }
  i64 done() const {  // to the nearest whole
    const i64 units = done_.load(std::memory_order_relaxed);
    return (units >> kUnitBits) + (units >> (kUnitBits - 1) & 1);
  }
  void request_stop() { stop_.store(true, std::memory_order_relaxed); }
  bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }
  // To be called at least every few milliseconds of work.
  void check() const {
    if (stop_requested()) throw Stopped();
  }

 private:
  static constexpr u32 kUnitBits = 20;
  void add(i64 units) { done_.fetch_add(units, std::memory_order_relaxed); }

  std::atomic<i64> done_{0};  // in units
  std::atomic<bool> stop_{false};
};

}  // namespace cutpoint
