// The random numbers of C4.5: the C library's random() with its default seed.
#pragma once
#include <array>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// As a program on Linux has them that was just started: r(i) = r(i - 3) + r(i - 31) modulo 2^32,
// begun by a multiplicative generator, the first 310 numbers discarded and the lowest bit dropped.
// C4.5 never sets a seed, so that its runs can be repeated.
class CRandom {
 public:
  CRandom() {
    u64 number = 1;
    for (u32& element : state_) {
      element = static_cast<u32>(number);
      number = 16807 * number % 2147483647;
    }
    for (u32 i = 0; i < kDiscarded; ++i) next();
  }

  // random(): a number below 2^31.
  u32 next() {
    const u32 sum = state_[place_] + state_[(place_ + kLag - kShortLag) % kLag];
    state_[place_] = sum;
    place_ = (place_ + 1) % kLag;
    return sum >> 1;
  }
  // As C4.5 uses it: in [0, 1).
  double next_share() { return next() / 2147483648.0; }

 private:
  static constexpr u32 kLag = 31, kShortLag = 3, kDiscarded = 310;
  std::array<u32, kLag> state_;
  u32 place_ = kShortLag;  // the first sum is r(0) + r(3)
};

}  // namespace cutpoint
