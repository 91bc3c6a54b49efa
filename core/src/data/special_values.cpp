#include "data/special_values.hpp"

#include <bit>
#include <limits>

namespace cutpoint {

Special find_special(const double* values, u64 count, i64 stride) {
  // By the bits, which compilers turn into vector code.
  constexpr i64 kMagnitude = std::numeric_limits<i64>::max();
  constexpr i64 kInfinity = std::bit_cast<i64>(std::numeric_limits<double>::infinity());
  i64 unknown = 0, infinite = 0;
  const auto look_at = [&](double value) {
    const i64 magnitude = std::bit_cast<i64>(value) & kMagnitude;
    unknown |= kInfinity - magnitude;  // negative for NaN
    infinite |= magnitude == kInfinity ? -1 : 0;
  };
  if (stride == 1) {
    for (u64 i = 0; i < count; ++i) look_at(values[i]);
  } else {
    for (u64 i = 0; i < count; ++i) look_at(values[static_cast<i64>(i) * stride]);
  }
  return {unknown < 0, infinite < 0};
}

}  // namespace cutpoint
