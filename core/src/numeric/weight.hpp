// Weights of cases: whole numbers of 2^-30 of a case, so that sums are exact in any order.
#pragma once
#include <cmath>
#include <compare>
#include <span>

#include "cutpoint/integers.hpp"

namespace cutpoint {

class Weight {
 public:
  static constexpr u32 kUnitBits = 30;
  static constexpr i64 kUnitsPerCase = i64{1} << kUnitBits;
  static constexpr double kCasesPerUnit = 1.0 / static_cast<double>(kUnitsPerCase);

  // Sums of fractions that differ by no more than this are equal: it is what the rounding of shares
  // may add up to.
  static constexpr i64 kRounding = 1024;
  static constexpr double kRoundingCases = static_cast<double>(kRounding) * kCasesPerUnit;

  constexpr Weight() = default;
  static constexpr Weight of_units(i64 units) { return Weight(units); }
  static constexpr Weight of_whole_cases(i64 n) { return Weight(n << kUnitBits); }
  // Rounded to the nearest unit.
  static Weight of_cases(double cases) {
    return Weight(static_cast<i64>(std::floor(cases * static_cast<double>(kUnitsPerCase) + 0.5)));
  }
  // A minimum number of cases, less what the rounding of fractions may have taken: three thirds of
  // a case, each rounded, should still be a case.
  static Weight least(double cases) {
    return Weight(static_cast<i64>(std::ceil(cases * static_cast<double>(kUnitsPerCase))) -
                  kRounding);
  }

  constexpr i64 units() const { return units_; }
  constexpr double cases() const { return static_cast<double>(units_) * kCasesPerUnit; }
  constexpr bool is_whole() const { return (units_ & (kUnitsPerCase - 1)) == 0; }
  constexpr i64 whole_cases() const { return units_ >> kUnitBits; }
  // The part that goes down a branch, rounded once.
  Weight share(double fraction) const {
    return Weight(static_cast<i64>(std::floor(static_cast<double>(units_) * fraction + 0.5)));
  }

  constexpr Weight& operator+=(Weight other) {
    units_ += other.units_;
    return *this;
  }
  constexpr Weight& operator-=(Weight other) {
    units_ -= other.units_;
    return *this;
  }
  friend constexpr Weight operator+(Weight a, Weight b) { return Weight(a.units_ + b.units_); }
  friend constexpr Weight operator-(Weight a, Weight b) { return Weight(a.units_ - b.units_); }
  friend constexpr auto operator<=>(Weight, Weight) = default;

 private:
  explicit constexpr Weight(i64 units) : units_(units) {}
  i64 units_ = 0;
};

inline constexpr Weight kOneCase = Weight::of_whole_cases(1);

// Whether a sum of weights is greater than another by more than the rounding of shares: where
// fractions of cases tie, the order of classes, branches and cuts decides.
constexpr bool clearly_more(Weight a, Weight b) {
  return a.units() - b.units() > Weight::kRounding;
}
constexpr bool clearly_more(double a, double b) { return a - b > Weight::kRoundingCases; }

// The position of the first of the greatest weights, which must not be empty. Where all weigh
// hardly anything, what is less than half of the greatest is less: nothing never ties with it.
template <class W>
constexpr u64 first_heaviest(std::span<const W> weights) {
  u64 best = 0;
  for (u64 i = 1; i < weights.size(); ++i) {
    if (weights[i] > weights[best]) best = i;
  }
  const auto is_less = [&](W weight) {
    return clearly_more(weights[best], weight) || weight + weight < weights[best];
  };
  u64 first = 0;
  while (is_less(weights[first])) ++first;
  return first;
}

}  // namespace cutpoint
