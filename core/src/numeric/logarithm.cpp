#include "numeric/logarithm.hpp"

#include "numeric/double_double.hpp"

namespace cutpoint {

namespace {

constexpr DoubleDouble kPreciseLgE{1.4426950408889634, 2.0355273740931033e-17};
constexpr u32 kTableSize = 1 << kPartBits;

// The middle of the i-th of the equal parts of [1, 2).
constexpr double middle(u32 i) { return 1.0 + (static_cast<double>(i) + 0.5) / kTableSize; }

// ln c = 2 artanh((c - 1) / (c + 1)), c in [1, 2): a series in powers of at most 1/9.
constexpr DoubleDouble precise_lg_by_series(double c) {
  const DoubleDouble z = DoubleDouble{c - 1.0, 0.0} / (c + 1.0), square = z * z;
  DoubleDouble power = z, sum = z;
  for (int n = 3; n < 70; n += 2) {
    power = power * square;
    sum = sum + power / n;
  }
  return DoubleDouble{2.0 * sum.high, 2.0 * sum.low} * kPreciseLgE;
}

constexpr auto make_table() {
  std::array<DoubleDouble, kTableSize> table{};
  for (u32 i = 0; i < kTableSize; ++i) table[i] = precise_lg_by_series(middle(i));
  return table;
}
constexpr std::array<DoubleDouble, kTableSize> kTable = make_table();

constexpr auto make_quick_table() {
  constexpr double kSteps = 1048576.0;  // 2^20
  std::array<LogarithmOfPart, kTableSize> table{};
  for (u32 i = 0; i < kTableSize; ++i) {
    const double high = static_cast<double>(static_cast<i64>(kTable[i].high * kSteps)) / kSteps;
    table[i] = {high, (kTable[i].high - high) + kTable[i].low, middle(i), 1.0 / middle(i)};
  }
  return table;
}

}  // namespace

constinit const std::array<LogarithmOfPart, kTableSize> logarithm_of_part = make_quick_table();

DoubleDouble precise_lg(double x) {
  u64 bits = std::bit_cast<u64>(x);
  int exponent = -1023;
  if (bits >> 52 == 0) {                                 // subnormal
    bits = std::bit_cast<u64>(x * 18014398509481984.0);  // 2^54
    exponent -= 54;
  }
  exponent += static_cast<int>(bits >> 52);
  const u64 fraction = bits & ((u64{1} << 52) - 1);
  const double m = std::bit_cast<double>(fraction | u64{1023} << 52);
  if (fraction == 0) return {static_cast<double>(exponent), 0.0};
  const u32 i = static_cast<u32>(fraction >> (52 - kPartBits));
  // lg m = lg c + lg(1 + f), |f| <= 2^-8, by the series of the logarithm.
  const double c = middle(i);
  const DoubleDouble f = DoubleDouble{m - c, 0.0} / c;
  const double h = f.high;
  const DoubleDouble square = f * f;
  const double rest =
      h * h * h *
      (1.0 / 3 - h * (1.0 / 4 - h * (1.0 / 5 - h * (1.0 / 6 - h * (1.0 / 7 - h * (1.0 / 8))))));
  const DoubleDouble ln =
      f + (DoubleDouble{-0.5 * square.high, -0.5 * square.low} + DoubleDouble{rest, 0.0});
  return DoubleDouble{static_cast<double>(exponent), 0.0} + (kTable[i] + ln * kPreciseLgE);
}

}  // namespace cutpoint
