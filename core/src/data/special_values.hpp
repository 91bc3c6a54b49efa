// Which of the numbers that are not ordinary there are among others.
#pragma once
#include "cutpoint/integers.hpp"

namespace cutpoint {

struct Special {
  bool any_unknown = false;  // NaN
  bool any_infinite = false;

  Special& operator|=(Special other) {
    any_unknown |= other.any_unknown;
    any_infinite |= other.any_infinite;
    return *this;
  }
};

// Among `count` numbers that lie `stride` numbers apart.
Special find_special(const double* values, u64 count, i64 stride);

}  // namespace cutpoint
