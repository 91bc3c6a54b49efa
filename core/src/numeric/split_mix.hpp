// Random numbers that depend on a key and a counter alone (SplitMix64; Steele, Lea & Flood 2014):
// any thread can make any of them, in any order.
#pragma once
#include "cutpoint/integers.hpp"

namespace cutpoint {

class SplitMix {
 public:
  explicit constexpr SplitMix(u64 key) : key_(key) {}

  // The 64-bit number of a counter.
  constexpr u64 operator()(u64 counter) const {
    u64 z = (counter + 1) * 0x9E3779B97F4A7C15 + key_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  // From 0 to below 1.
  constexpr double uniform(u64 counter) const {
    return static_cast<double>((*this)(counter) >> 11) * 0x1p-53;
  }

 private:
  u64 key_;
};

// The key of the part with this number of something that has a key.
constexpr u64 derived_key(u64 key, u64 number) { return SplitMix(key)(number); }

}  // namespace cutpoint
