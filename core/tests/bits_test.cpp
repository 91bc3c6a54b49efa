#include "numeric/bits.hpp"

#include <cmath>
#include <limits>

#include "check.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

long double xlgx_long(long double x) { return x > 0 ? x * std::log2(x) : 0; }

}  // namespace

TEST("x lg x of whole cases is the nearest whole number of units") {
  constexpr u64 kMost = 200'000;
  const XLogX xlogx(static_cast<double>(kMost), kMost);
  for (u64 n = 0; n <= kMost; ++n) {
    const long double exact = xlgx_long(static_cast<long double>(n)) * xlogx.scale();
    // Half a unit, and what the long double may be off.
    const long double off = exact * 4 * std::numeric_limits<long double>::epsilon();
    CHECK_NEAR(static_cast<long double>(xlogx[n].units()), exact, 0.5L + off);
  }
}

TEST("x lg x of fractional cases is within a unit") {
  check::Random random(3);
  const XLogX xlogx(1e6, 100);
  for (int trial = 0; trial < 100'000; ++trial) {
    const Weight weight =
        Weight::of_cases(std::ldexp(random.share(), static_cast<int>(random.below(20))));
    const long double exact = xlgx_long(static_cast<long double>(weight.cases())) * xlogx.scale();
    CHECK_NEAR(static_cast<long double>(xlogx.of(weight).units()), exact, 1.0L);
    CHECK_NEAR(XLogX::real(weight), static_cast<double>(exact / xlogx.scale()),
               1e-15 + 4e-16 * std::abs(static_cast<double>(exact / xlogx.scale())));
  }
}

TEST("the quick way to x lg x gives what the slow way does") {
  check::Random random(5);
  for (const double total : {1e2, 1e5, 1e7}) {
    const XLogX xlogx(total, 2);
    for (int trial = 0; trial < 300'000; ++trial) {
      const Weight weight = Weight::of_cases(total * std::exp2(-40.0 * random.share()));
      if (weight == Weight()) continue;
      CHECK_EQUAL(xlogx.fixed(weight.cases()).units(),
                  xlogx.precisely_fixed(weight.cases()).units());
    }
  }
}

TEST("a whole weight beyond the table has the same x lg x as one in it") {
  const XLogX small(1e5, 10), large(1e5, 100'000);
  for (i64 n = 0; n <= 100'000; n += 7) {
    const Weight weight = Weight::of_whole_cases(n);
    CHECK_EQUAL(small.of(weight).units(), large.of(weight).units());
  }
}

TEST("no sum over the cases of a node overflows") {
  for (int power = 0; power <= 66; ++power) {
    const double total = std::exp2(power / 2.0);  // up to 2^33, the most cases there can be
    const XLogX xlogx(total, 1);
    // The sums of a scan are of four such terms, at most.
    CHECK(xlogx.fixed(total).units() >= 0);
    CHECK(xlogx.fixed(total).units() < i64{1} << 60);
    CHECK(xlogx.least_gain() > Bits(0));
  }
}

TEST("the gain of a split is never below nothing but for rounding") {
  check::Random random(4);
  const XLogX xlogx(10'000, 10'000);
  for (int trial = 0; trial < 100'000; ++trial) {
    const u64 a = random.below(2500), b = random.below(2500), c = random.below(2500),
              d = random.below(2500);
    const Bits node = xlogx[a + b + c + d] - xlogx[a + c] - xlogx[b + d];
    const Bits branches = xlogx[a + b] - xlogx[a] - xlogx[b] + (xlogx[c + d] - xlogx[c] - xlogx[d]);
    CHECK((node - branches).units() >= -5);
  }
}

TEST("bits compare and add as whole numbers do") {
  CHECK(Bits(3) + Bits(4) == Bits(7));
  CHECK(Bits(3) - Bits(4) == -Bits(1));
  CHECK(Bits(-1) < Bits(0));
}

}  // namespace cutpoint
