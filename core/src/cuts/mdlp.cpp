#include "cuts/mdlp.hpp"

#include <cmath>

namespace cutpoint {

namespace {

// lg(3^k - 2).
double lg_of_3_to_the(double k) {
  constexpr double kLg3 = 1.584962500721156;
  if (k >= 30.0) return k * kLg3;
  double power = 1.0;
  for (int i = 0; i < static_cast<int>(k); ++i) power *= 3.0;
  return lg(power - 2.0);
}

double per_case(const ClassBits& c) { return c.present * c.bits / c.cases; }

}  // namespace

double least_description(const ClassBits& whole) {
  if (whole.present < 1.0) return 0.0;
  const double theory = lg_of_3_to_the(whole.present) - per_case(whole);
  return std::max(lg(std::max(whole.cases - 1.0, 1.0)) + theory, 0.0);
}

bool shortens_description(const ClassBits& whole, const ClassBits& below, const ClassBits& above) {
  if (whole.cases <= 1.0) return false;
  const double theory =
      lg_of_3_to_the(whole.present) - (per_case(whole) - per_case(below) - per_case(above));
  return whole.bits - below.bits - above.bits > lg(whole.cases - 1.0) + theory;
}

}  // namespace cutpoint
