#include "cuts/equal_depth.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/weight.hpp"

namespace cutpoint {

void equal_depth(const EvidenceTable& table, u32 n_bins, std::vector<u32>& cuts) {
  cuts.clear();
  constexpr i64 kNone = -1;
  double left = 0.0, running = 0.0, before = 0.0;
  for (u32 v = 0; v < table.n_values; ++v) left += sum_of(table.row(v));
  double target = left / n_bins;
  i64 before_at = kNone;  // the last value below the target, if there is one
  for (u32 i = 0; i + 1 < table.n_values && cuts.size() + 1 < n_bins; ++i) {
    const double here = sum_of(table.row(i));
    running += here;
    left -= here;
    if (clearly_more(target, running)) {
      before = running, before_at = i;
      continue;
    }
    if (before_at != kNone && clearly_more(running - target, target - before)) {
      cuts.push_back(static_cast<u32>(before_at));
      running -= before;
      before = running, before_at = i;
    } else {
      cuts.push_back(i);
      running = 0.0, before = 0.0, before_at = kNone;
    }
    target = (left + running) / static_cast<double>(n_bins - cuts.size());
  }
  if (cuts.size() + 1 < n_bins && before_at != kNone) cuts.push_back(static_cast<u32>(before_at));
}

namespace {

// The cases up to each value where no two values are equal.
struct Distinct {
  u32 n;
  u32 size() const { return n; }
  i64 operator[](u64 i) const { return static_cast<i64>(i) + 1; }
};
struct Tied {
  std::span<const u32> up_to;
  u32 size() const { return static_cast<u32>(up_to.size()); }
  i64 operator[](u64 i) const { return up_to[i]; }
};

// The first position from `first` on with at least `wanted` cases, `stop` if there is none. As
// every value has a case, it cannot lie further ahead than the cases that are wanted.
template <class UpTo>
u32 first_to_reach(const UpTo& up_to, u32 first, u32 stop, i64 wanted) {
  u32 high = static_cast<u32>(std::min<i64>(first + std::max<i64>(wanted - up_to[first], 0), stop));
  if (high == first || up_to[high - 1] < wanted) return high;  // so where each value has one case
  u32 low = first;
  while (low < high) {
    const u32 middle = low + (high - low) / 2;
    if (up_to[middle] < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

template <class UpTo>
u32 depth_cuts(const UpTo& up_to, u32 n_bins, std::span<u32> cuts) {
  if (up_to.size() == 0) return 0;
  constexpr i64 kNone = -1;
  const u32 last = up_to.size() - 1;
  const i64 cases = up_to[last];
  double target = static_cast<double>(cases) / n_bins;
  i64 base = 0;           // the cases of intervals that are closed
  i64 before_at = kNone;  // the last value below the target, if there is one
  u32 n_cuts = 0;
  for (u32 i = 0; i < last && n_cuts + 1 < n_bins;) {
    const u32 at = first_to_reach(
        up_to, i, last, base + static_cast<i64>(std::ceil(target - Weight::kRoundingCases)));
    if (at > i) before_at = at - 1;
    if (at == last) break;
    const double running = static_cast<double>(up_to[at] - base);
    if (before_at != kNone &&
        clearly_more(running - target,
                     target - static_cast<double>(up_to[static_cast<u64>(before_at)] - base))) {
      cuts[n_cuts] = static_cast<u32>(before_at);
      base = up_to[static_cast<u64>(before_at)], before_at = at;
    } else {
      cuts[n_cuts] = at;
      base = up_to[at], before_at = kNone;
    }
    ++n_cuts;
    target = static_cast<double>(cases - base) / static_cast<double>(n_bins - n_cuts);
    i = at + 1;
  }
  if (n_cuts + 1 < n_bins && before_at != kNone) cuts[n_cuts++] = static_cast<u32>(before_at);
  return n_cuts;
}

}  // namespace

u32 equal_depth_of_cases(std::span<const u32> up_to, u32 n_bins, std::span<u32> cuts) {
  return depth_cuts(Tied{up_to}, n_bins, cuts);
}
u32 equal_depth_of_distinct(u32 n_cases, u32 n_bins, std::span<u32> cuts) {
  return depth_cuts(Distinct{n_cases}, n_bins, cuts);
}

}  // namespace cutpoint
