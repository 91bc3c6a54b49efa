// Logarithms of numbers and of factorials, as Release 8 has them.
#pragma once
#include <vector>

#include "cutpoint/integers.hpp"
#include "release8/information.hpp"

namespace cutpoint::rules {

// lg x by the C library, 0 of anything not positive. Subsets of rules often take equally many bits;
// which of them is chosen hangs on this rounding, in double precision as well.
using release8::c_lg;

// lg n for n up to the largest, rounded to Real, and lg n! as the sums of those.
template <class Real>
struct Logarithms {
  explicit Logarithms(u64 largest) : numbers(largest + 1), factorials(largest + 1) {
    for (u64 n = 2; n <= largest; ++n) {
      numbers[n] = static_cast<Real>(c_lg(static_cast<double>(n)));
      factorials[n] = factorials[n - 1] + numbers[n];
    }
  }
  std::vector<double> numbers, factorials;
};

}  // namespace cutpoint::rules
