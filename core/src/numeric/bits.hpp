// Information in fixed point: whole numbers of 1 / scale bits, so that sums are exact in any order.
#pragma once
#include <algorithm>
#include <cmath>
#include <compare>

#include "cutpoint/integers.hpp"
#include "numeric/buffer.hpp"
#include "numeric/logarithm.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

// By how many bits, over the cases of a node, a test or cut must beat an earlier one.
inline constexpr double kLeastGain = 1e-6;
// By how much the value of a normalised measure must be better.
inline constexpr double kLeastDifference = 1e-9;

// An amount of information, in the fixed point of an XLogX.
class Bits {
 public:
  constexpr Bits() = default;
  explicit constexpr Bits(i64 units) : units_(units) {}
  constexpr i64 units() const { return units_; }
  constexpr Bits operator-() const { return Bits(-units_); }
  constexpr Bits& operator+=(Bits other) {
    units_ += other.units_;
    return *this;
  }
  constexpr Bits& operator-=(Bits other) {
    units_ -= other.units_;
    return *this;
  }
  friend constexpr Bits operator+(Bits a, Bits b) { return Bits(a.units_ + b.units_); }
  friend constexpr Bits operator-(Bits a, Bits b) { return Bits(a.units_ - b.units_); }
  friend constexpr auto operator<=>(Bits, Bits) = default;

 private:
  i64 units_ = 0;
};

// x lg x, the one place it is computed: looked up for whole cases, else worked out.
class XLogX {
 public:
  // For sums over `total_cases`, of which whole numbers up to `n_tabulated` are looked up.
  XLogX(double total_cases, u64 n_tabulated);

  // Of a whole number of cases, which must be tabulated.
  Bits operator[](u64 n_cases) const { return table_[n_cases]; }
  Bits of(Weight weight) const {
    const u64 n = static_cast<u64>(weight.whole_cases());
    if (weight.is_whole() && n < table_.size()) return table_[n];
    return fixed(weight.cases());
  }
  // In bits, as a real number.
  static double real(Weight weight) { return xlgx(weight.cases()); }
  // The scale is a power of two: nothing is rounded.
  double to_real(Bits bits) const { return static_cast<double>(bits.units()) * bits_per_unit_; }
  // Rounded to the nearest unit. The quick sum decides which that is unless it lies next to the
  // middle of two.
  Bits fixed(double cases) const {
    if (cases <= 0.0) return Bits(0);
    const DoubleDouble quick = quick_xlgx(cases);
    const double high = quick.high * scale_, low = quick.low * scale_;
    const double whole = std::floor(high), rest = (high - whole) + low + 0.5;
    const double rounded = std::floor(rest), above = rest - rounded;
    const double unsure = cases * scale_ * (2.0 * kQuickError);
    if (above > unsure && above < 1.0 - unsure) [[likely]] {
      return Bits(static_cast<i64>(whole) + static_cast<i64>(rounded));
    }
    return precisely_fixed(cases);
  }
  Bits precisely_fixed(double cases) const;  // the same, the slow way

  double scale() const { return scale_; }
  const Bits* table() const { return table_.data(); }
  u64 n_tabulated() const { return table_.size(); }
  // kLeastGain in this fixed point.
  Bits least_gain() const { return least_gain_; }

 private:
  double scale_, bits_per_unit_;
  Bits least_gain_;
  Buffer<Bits> table_;
};

}  // namespace cutpoint
