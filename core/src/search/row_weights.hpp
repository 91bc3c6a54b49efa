// What rows weigh at a node, as a template parameter of a scan: full rows are counted, fractions
// are weighed.
#pragma once
#include "data/entry.hpp"
#include "numeric/xlogx_bounds.hpp"

namespace cutpoint {

// Every row is one case: x lg x is looked up, and bounds are exact.
struct FullRows {
  using Sum = u32;
  static constexpr bool kHasFractions = false;
  template <class Entry>
  static Sum of(const Segment<Entry>&, Entry) {
    return 1;
  }
  static Sum cases(u64 n) { return static_cast<Sum>(n); }
  static Sum least(Weight weight) {
    return static_cast<Sum>((weight.units() + Weight::kUnitsPerCase - 1) >> Weight::kUnitBits);
  }
  static Weight weight(Sum n) { return Weight::of_whole_cases(n); }
  static double real(Sum n) { return static_cast<double>(n); }
  static Bits exact(Sum n, const XLogX& xlogx) { return xlogx[n]; }
  static double above(Sum n, const XLogX& xlogx, const XLogXBounds&) {
    return static_cast<double>(xlogx[n].units());
  }
  static double below(Sum n, const XLogX& xlogx, const XLogXBounds&) {
    return static_cast<double>(xlogx[n].units());
  }
  // A line through two neighbours in the table: below all whole numbers of cases.
  static Line tangent(Sum n, const XLogX& xlogx, const XLogXBounds&) {
    const double at = static_cast<double>(xlogx[n].units());
    const double slope = static_cast<double>((xlogx[n + 1] - xlogx[n]).units());
    return {at - slope * n, slope};
  }
};

// Some rows are fractions: weights are sums of units.
struct FractionalRows {
  using Sum = i64;  // units of Weight
  static constexpr bool kHasFractions = true;
  template <class Entry>
  static Sum of(const Segment<Entry>& segment, Entry e) {
    return segment.weights[place_of_weight(segment.codec, e)].units();
  }
  static Sum cases(u64 n) { return static_cast<Sum>(n) << Weight::kUnitBits; }
  static Sum least(Weight weight) { return weight.units(); }
  static Weight weight(Sum units) { return Weight::of_units(units); }
  static double real(Sum units) { return static_cast<double>(units) * Weight::kCasesPerUnit; }
  static Bits exact(Sum units, const XLogX& xlogx) { return xlogx.of(weight(units)); }
  static double above(Sum units, const XLogX&, const XLogXBounds& bounds) {
    return bounds.above(weight(units));
  }
  static double below(Sum units, const XLogX&, const XLogXBounds& bounds) {
    return bounds.below(weight(units));
  }
  static Line tangent(Sum units, const XLogX&, const XLogXBounds& bounds) {
    return bounds.tangent(weight(units));
  }
};

// A number per class; of a number of classes known to the compiler if that is small (K > 0).
template <class T, u32 K>
struct PerClass : std::array<T, K> {
  explicit PerClass(u32) { this->fill(T{}); }
};
template <class T>
struct PerClass<T, 0> : std::vector<T> {
  explicit PerClass(u32 n_classes) : std::vector<T>(n_classes) {}
};

}  // namespace cutpoint
