#include "numeric/xlogx_bounds.hpp"

#include <cmath>

#include "check.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

constexpr double kUnit = 1.0;  // what rounding to fixed point may add

Weight random_weight(check::Random& random, double most) {
  return Weight::of_cases(most * std::exp2(-30.0 * random.share()));
}

}  // namespace

TEST("x lg x lies between its bounds, whether it is tabulated or not") {
  check::Random random(11);
  for (const u64 n_tabulated : {u64{20}, u64{5002}}) {
    const XLogX xlogx(5000.0, n_tabulated);
    const XLogXBounds bounds(xlogx);
    for (int trial = 0; trial < 100'000; ++trial) {
      const Weight weight = trial < 1000 ? Weight::of_units(trial) : random_weight(random, 5000.0);
      const double exact = static_cast<double>(xlogx.of(weight).units());
      CHECK(bounds.below(weight) <= exact + kUnit);
      CHECK(bounds.above(weight) >= exact - kUnit);
      if (!XLogXBounds::is_fine(weight)) continue;
      CHECK_EQUAL(bounds.fine_below(weight), bounds.below(weight));
      CHECK_EQUAL(bounds.fine_above(weight), bounds.above(weight));
    }
  }
}

TEST("a tangent is below x lg x everywhere") {
  check::Random random(12);
  const XLogX xlogx(5000.0, 5002);
  const XLogXBounds bounds(xlogx);
  for (int trial = 0; trial < 100'000; ++trial) {
    const Line line = bounds.tangent(random_weight(random, 5000.0));
    const Weight elsewhere = random_weight(random, 5000.0);
    const double exact = static_cast<double>(xlogx.of(elsewhere).units());
    CHECK(line.at_zero + line.slope * elsewhere.cases() <= exact + kUnit);
  }
}

}  // namespace cutpoint
