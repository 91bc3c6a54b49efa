#include "release8/sort.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cutpoint::release8 {

namespace {

// Whether a range needs no more work. One that is in order is left as it is: there the original is
// quadratic, and changes nothing. One that is strictly descending holds no equal ranks, so that its
// order is known: it is reversed.
bool is_in_order(std::span<Entry> range) {
  const auto above = [](const Entry& a, const Entry& b) { return a.rank() > b.rank(); };
  const auto not_above = [](const Entry& a, const Entry& b) { return a.rank() <= b.rank(); };
  if (std::ranges::adjacent_find(range, above) == range.end()) return true;
  if (std::ranges::adjacent_find(range, not_above) != range.end()) return false;
  std::ranges::reverse(range);
  return true;
}

struct Parts {
  u64 lower_end, upper_begin;
};

// The pivot is the last entry. An upward pass brings everything not above it to the front; a
// downward pass over that moves what equals the pivot to its end; the pivot goes behind it.
Parts divide(std::span<Entry> range) {
  const u64 last = range.size() - 1;
  const u32 pivot = range[last].rank();
  u64 middle = 0;
  for (u64 i = 0; i < last; ++i) {
    const Entry entry = range[i], other = range[middle];
    const bool moves = entry.rank() <= pivot;  // without a jump: the outcome is hard to foresee
    range[i] = moves ? other : entry;
    range[middle] = moves ? entry : other;
    middle += moves ? 1 : 0;
  }
  u64 lower_end = middle;
  for (u64 i = middle; i-- > 0;) {
    if (range[i].rank() == pivot) std::swap(range[i], range[--lower_end]);
  }
  std::swap(range[middle], range[last]);
  return {lower_end, middle + 1};
}

}  // namespace

void quicksort(std::span<Entry> entries, const Progress& progress) {
  constexpr u64 kMuch = u64{1} << 16;
  std::array<std::span<Entry>, 64> waiting;
  u32 n_waiting = 0;
  waiting[n_waiting++] = entries;
  while (n_waiting > 0) {
    std::span<Entry> range = waiting[--n_waiting];
    while (range.size() > 1 && !is_in_order(range)) {
      if (range.size() > kMuch) progress.check();
      const Parts parts = divide(range);
      // The two parts do not touch each other: the longer one waits, so that few ever do.
      std::span<Entry> lower = range.first(parts.lower_end);
      std::span<Entry> upper = range.subspan(parts.upper_begin);
      if (lower.size() > upper.size()) std::swap(lower, upper);
      waiting[n_waiting++] = upper;
      range = lower;
    }
  }
}

}  // namespace cutpoint::release8
