#include "search/scan_steps.hpp"

#include <array>

#include "check.hpp"
#include "random.hpp"

namespace cutpoint {

TEST("the steps of rows in any order add up to x lg x of all classes on both sides") {
  check::Random random(21);
  const XLogX xlogx(500.0, 502);
  ClassSteps steps;
  for (const std::array<u32, 4>& totals :
       {std::array<u32, 4>{7, 0, 1, 60}, {100, 3, 90, 12}, {0, 0, 0, 2}, {1, 1, 1, 1}}) {
    steps.set(totals, xlogx);
    u32 n_rows = 0;
    for (const u32 total : totals) n_rows += total;
    std::array<u32, 4> below{};
    std::vector<const Bits*> next(steps.first().begin(), steps.first().end());
    Bits cells = steps.cells();
    for (u32 n_below = 0;; ++n_below) {
      Bits expected;
      for (u32 k = 0; k < 4; ++k) expected += xlogx[below[k]] + xlogx[totals[k] - below[k]];
      CHECK_EQUAL(cells.units(), expected.units());
      const Bits sides = xlogx[n_below] + xlogx[n_rows - n_below];
      CHECK_EQUAL(steps.sides()[n_below], static_cast<double>(sides.units()));
      if (n_below == n_rows) break;
      u32 k = static_cast<u32>(random.below(4));
      while (below[k] == totals[k]) k = (k + 1) % 4;
      cells += *next[k]++;
      ++below[k];
    }
  }
}

}  // namespace cutpoint
