// Random numbers for tests: the same on every system (the standard's distributions are not).
#pragma once
#include "cutpoint/integers.hpp"

namespace cutpoint::check {

// SplitMix64 (Steele, Lea & Flood 2014).
class Random {
 public:
  explicit Random(u64 seed) : state_(seed) {}
  u64 next() {
    u64 z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  u64 below(u64 n) { return next() % n; }
  // In [0, 1).
  double share() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  u64 state_;
};

}  // namespace cutpoint::check
