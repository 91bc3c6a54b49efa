// C4.5's information measures, in the precision of the caller.
//
// In single precision the arithmetic is that of Release 8's own program: weights and results are
// float, logarithms and everything that meets one are double, and a sum is rounded when it is
// stored. In double precision the same formulas hold. `xlgx` is a function x lg x of a double:
// CXLogX for the faithful learner.
#pragma once
#include <cmath>
#include <span>
#include <vector>

#include "cutpoint/integers.hpp"

namespace cutpoint::release8 {

// C4.5's all-purpose small number; -kEpsilon marks a test that cannot be used.
inline constexpr double kEpsilon = 0.001;

template <class Real>
inline constexpr Real kUnusable = static_cast<Real>(-kEpsilon);

// The logarithm as the C library has it, which Release 8 used: 0 of anything not positive.
inline double c_lg(double x) {
  constexpr double kLn2 = 0.69314718055994530942;
  return x <= 0.0 ? 0.0 : std::log(x) / kLn2;
}

// x lg x by the logarithm of the C library, looked up for whole numbers.
class CXLogX {
 public:
  CXLogX() = default;
  explicit CXLogX(u64 largest) : table_(largest + 1) {
    for (u64 n = 0; n <= largest; ++n) {
      table_[n] = static_cast<double>(n) * c_lg(static_cast<double>(n));
    }
    size_ = static_cast<double>(table_.size());
  }
  double operator()(double x) const {
    if (x >= 0.0 && x < size_) {
      const u64 n = static_cast<u64>(x);
      if (static_cast<double>(n) == x) return table_[n];
    }
    return x * c_lg(x);
  }
  // Of a whole number of cases, which must be tabulated.
  double operator[](u64 n) const { return table_[n]; }

 private:
  std::vector<double> table_;
  double size_ = 0.0;
};

// Total weight times entropy.
template <class Real, class XLgX>
Real total_info(std::span<const Real> weights, const XLgX& xlgx) {
  Real total = 0, inner = 0;
  for (const Real weight : weights) {
    inner = static_cast<Real>(static_cast<double>(inner) + xlgx(weight));
    total += weight;
  }
  return static_cast<Real>(xlgx(total) - static_cast<double>(inner));
}

// The entropy of the known cases of a nominal attribute: here Release 8 sums in double.
template <class Real, class XLgX>
Real base_info(std::span<const Real> class_weights, Real known, const XLgX& xlgx) {
  double inner = 0.0;
  for (const Real weight : class_weights) inner += xlgx(weight);
  return static_cast<Real>((xlgx(known) - inner) / static_cast<double>(known));
}

// Whether at least two branches have the minimum number of cases.
template <class Real>
bool enough_branches(std::span<const Real> weights, Real min_cases) {
  u32 n_large = 0;
  for (const Real weight : weights) n_large += weight >= min_cases ? 1 : 0;
  return n_large >= 2;
}

// (1 - u)(base - residual / known), u being the fraction of unknown values.
template <class Real>
Real scaled_gain(Real base, Real residual, Real known, Real unknown_fraction) {
  return (Real{1} - unknown_fraction) * (base - residual / known);
}

enum class Score : u8 { gain, gain_ratio };

// How good a test is; kUnusable if it is not to be considered. The gain ratio asks for a gain of at
// least `least_gain`.
template <class Real>
Real score_of(Score score, Real gain, Real info, Real least_gain) {
  const double g = gain, i = info;
  if (score == Score::gain_ratio) {
    if (g >= static_cast<double>(least_gain) - kEpsilon && i > kEpsilon) return gain / info;
  } else if (i > 0.0 && g > -kEpsilon) {
    return gain;
  }
  return kUnusable<Real>;
}

}  // namespace cutpoint::release8
