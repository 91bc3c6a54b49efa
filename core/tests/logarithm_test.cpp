#include "numeric/logarithm.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "numeric/double_double.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

// Positive and finite, of any exponent.
double any_positive(check::Random& random) {
  while (true) {
    const double x = std::bit_cast<double>(random.next() >> 1);
    if (x > 0 && std::isfinite(x)) return x;
  }
}

constexpr bool kLongDoubleIsLonger = std::numeric_limits<long double>::digits > 53;

// Half a unit in the last place, and what our logarithm and long double's may be off.
void check_rounding(double x) {
  const long double exact = std::log2(static_cast<long double>(x)), ours = lg(x);
  const long double ulp = std::nextafter(std::abs(lg(x)), INFINITY) - std::abs(lg(x));
  CHECK_NEAR(ours, exact, 0.501L * ulp + 0x1p-73L);
}

}  // namespace

TEST("the logarithm of a power of two is exact") {
  for (int exponent = -1074; exponent <= 1023; ++exponent) {
    CHECK_EQUAL(lg(std::ldexp(1.0, exponent)), static_cast<double>(exponent));
  }
}

TEST("the logarithm is correctly rounded wherever long double can tell") {
  if (!kLongDoubleIsLonger) return;
  check::Random random(5);
  for (int trial = 0; trial < 200'000; ++trial) check_rounding(any_positive(random));
  for (int trial = 0; trial < 200'000; ++trial) {
    check_rounding(1.0 +
                   (random.share() - 0.5) * std::ldexp(1.0, -static_cast<int>(random.below(50))));
  }
}

TEST("both parts of the logarithm together are good to long double's precision") {
  if (!kLongDoubleIsLonger) return;
  check::Random random(6);
  for (int trial = 0; trial < 200'000; ++trial) {
    const double x = any_positive(random);
    const DoubleDouble ours = precise_lg(x);
    const long double exact = std::log2(static_cast<long double>(x));
    const long double sum =
        static_cast<long double>(ours.high) + static_cast<long double>(ours.low);
    CHECK_NEAR(sum, exact, std::abs(exact) * 2 * std::numeric_limits<long double>::epsilon());
  }
}

TEST("the logarithm never falls") {
  check::Random random(7);
  for (int trial = 0; trial < 200'000; ++trial) {
    const double x = any_positive(random), next = std::nextafter(x, INFINITY);
    if (std::isfinite(next)) CHECK(lg(x) <= lg(next));
  }
  // From one entry of its table to the next, and from one power of two to the next.
  for (int i = 0; i <= 128 * 3; ++i) {
    const double x = 1.0 + i / 128.0;
    CHECK(lg(std::nextafter(x, 0.0)) <= lg(x));
    CHECK(lg(x) <= lg(std::nextafter(x, INFINITY)));
  }
}

TEST("x lg x of nothing is nothing") { CHECK_EQUAL(xlgx(0.0), 0.0); }

TEST("the sum and the product of two doubles are exact in two parts") {
  check::Random random(8);
  for (int trial = 0; trial < 100'000; ++trial) {
    const double a = (random.share() - 0.5) * std::ldexp(1.0, static_cast<int>(random.below(60)));
    const double b = (random.share() - 0.5) * std::ldexp(1.0, static_cast<int>(random.below(60)));
    const DoubleDouble product = two_product(a, b), sum = two_sum(a, b);
    CHECK_EQUAL(product.high, a * b);
    CHECK_EQUAL(product.low, std::fma(a, b, -product.high));
    CHECK_EQUAL(sum.high, a + b);
    // What the sum lost, found by adding the larger to the negative sum first.
    const double larger = std::abs(a) > std::abs(b) ? a : b, smaller = larger == a ? b : a;
    CHECK_EQUAL(sum.low, smaller - (sum.high - larger));
  }
}

}  // namespace cutpoint
