// How many errors a leaf will make: C4.5's upper confidence limit on the errors of a leaf.
#pragma once
#include <array>
#include <cmath>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// In single precision for the faithful learner: everything that meets a constant is then double,
// and rounded when it is stored.
template <class Real>
class ErrorEstimate {
 public:
  // The confidence level, 0 to 1: less means more errors.
  explicit ErrorEstimate(Real confidence)
      : confidence_(confidence), squared_deviation_(squared_deviation(confidence)) {}

  // By how much the errors expected among `cases` exceed the `errors` seen: the exact binomial
  // limit for no error, a straight line from it up to one error, and above that the normal
  // approximation with a correction for continuity.
  Real extra_errors(Real cases, Real errors) const {
    const double e = errors;
    if (e < 1e-6) return extra_if_none(cases);
    if (e >= 0.9999) return extra_if_some(cases, errors);
    const Real none = extra_if_none(cases);
    return none + errors * (extra_if_some(cases, Real{1}) - none);
  }
  // All errors expected of a leaf.
  Real errors_of_leaf(Real cases, Real errors) const {
    return errors + extra_errors(cases, errors);
  }

  // Whether more cases, right or wrong, never lower the errors expected of a leaf, as long as they
  // are whole. At lower levels one error can be expected to become fewer than none.
  bool grows_with_cases() const { return static_cast<double>(confidence_) >= 0.01; }

  // The square of the standard normal deviation at a level, which C4.5 interpolates in a table.
  static Real squared_deviation(Real confidence) {
    u64 i = 1;
    while (i + 1 < kLevels.size() && static_cast<Real>(kLevels[i]) < confidence) ++i;
    const Real low = static_cast<Real>(kLevels[i - 1]), high = static_cast<Real>(kLevels[i]);
    const Real from = static_cast<Real>(kDeviations[i - 1]), to = static_cast<Real>(kDeviations[i]);
    const Real deviation = from + (to - from) * (confidence - low) / (high - low);
    return deviation * deviation;
  }

  static constexpr std::array<double, 9> kLevels{0,    0.001, 0.005, 0.01, 0.05,
                                                 0.10, 0.20,  0.40,  1.00};
  static constexpr std::array<double, 9> kDeviations{4.0,  3.09, 2.58, 2.33, 1.65,
                                                     1.28, 0.84, 0.25, 0.00};

 private:
  // The estimate has a step where all cases but half a one are errors. Parts of cases are rounded,
  // which must not decide on which side a leaf is, unless C4.5's own arithmetic is asked for.
  static constexpr double kNear = sizeof(Real) == sizeof(double) ? 1e-6 : 0.0;

  Real extra_if_none(Real cases) const {
    const double n = cases;
    return static_cast<Real>(n * (1.0 - std::exp(std::log(static_cast<double>(confidence_)) / n)));
  }
  Real extra_if_some(Real cases, Real errors) const {
    const double n = cases, e = static_cast<double>(errors) + 0.5;
    if (e >= n - kNear) return static_cast<Real>(0.67 * static_cast<double>(cases - errors));
    const double half = squared_deviation_ / Real{2}, quarter = squared_deviation_ / Real{4};
    const double root =
        std::sqrt(static_cast<double>(squared_deviation_) * (e * (1.0 - e / n) + quarter));
    const Real rate =
        static_cast<Real>((e + half + root) / static_cast<double>(cases + squared_deviation_));
    return cases * rate - errors;
  }

  Real confidence_, squared_deviation_;
};

}  // namespace cutpoint
