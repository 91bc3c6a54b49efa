#include "measures/chi2.hpp"

#include <cmath>

#include "numeric/logarithm.hpp"

namespace cutpoint {

namespace {

constexpr double kLn2 = 0.6931471805599453, kHalfLnTwoPi = 0.9189385332046727;
constexpr double kPrecision = 1e-15, kTiny = 1e-300;

double ln(double x) { return lg(x) * kLn2; }

// ln of the gamma function, for a > 0: Stirling's series, above 16 where it is exact.
double log_gamma(double a) {
  double product = 1.0;
  for (; a < 16.0; a += 1.0) product *= a;
  const double square = 1.0 / (a * a);
  const double series =
      (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680)))) / a;
  return (a - 0.5) * ln(a) - a + kHalfLnTwoPi + series - ln(product);
}

// The regularised lower incomplete gamma function by its series, over x^a e^-x / gamma(a).
double lower_series(double a, double x) {
  double term = 1.0 / a, sum = term;
  for (double n = a + 1.0; term > sum * kPrecision; n += 1.0) {
    term *= x / n;
    sum += term;
  }
  return sum;
}

double away_from_zero(double x) { return std::abs(x) < kTiny ? kTiny : x; }

// The upper one by Lentz's continued fraction.
double upper_fraction(double a, double x) {
  constexpr double kMostSteps = 100000.0;
  double b = x + 1.0 - a, c = 1.0 / kTiny, d = 1.0 / b, fraction = d, change = 0.0;
  for (double i = 1.0; std::abs(change - 1.0) > kPrecision && i <= kMostSteps; i += 1.0) {
    const double step = -i * (i - a);
    b += 2.0;
    d = 1.0 / away_from_zero(step * d + b);
    c = away_from_zero(b + step / c);
    change = d * c;
    fraction *= change;
  }
  return fraction;
}

// ln Q(a, x), Q being the regularised upper incomplete gamma function; the logarithm is taken
// before anything can underflow.
double log_upper_gamma(double a, double x) {
  const double front = a * ln(x) - x - log_gamma(a);
  if (x < a + 1.0) {
    return std::log1p(-std::min(1.0 - 1e-16, std::exp(front) * lower_series(a, x)));
  }
  return front + ln(upper_fraction(a, x));
}

}  // namespace

double minus_log_p(double statistic, u32 degrees_of_freedom) {
  if (degrees_of_freedom == 0 || statistic <= 0.0) return 0.0;
  return -log_upper_gamma(0.5 * degrees_of_freedom, 0.5 * statistic);
}

}  // namespace cutpoint
