#include "cuts/chimerge.hpp"

#include <algorithm>
#include <numeric>

namespace cutpoint {

namespace {

// Any number of classes that is not known to the compiler.
constexpr u64 kAnyClasses = 0;

template <u64 kClasses>
struct ChiSquared {
  double smoothing;

  double operator()(const Interval& a, const Interval& b) const {
    constexpr double kTiny = 1e-300;  // instead of 0 cases of a class, of which there is no excess
    if (a.weight <= 0.0 || b.weight <= 0.0) return 0.0;  // what holds no case resembles everything
    const u64 n_classes = kClasses == kAnyClasses ? a.classes.size() : kClasses;
    const double n = static_cast<double>(n_classes);
    const double of_a = a.weight + n * smoothing, of_b = b.weight + n * smoothing;
    double total = 0.0;
    for (u64 c = 0; c < n_classes; ++c) {
      const double x = a.classes[c] + smoothing, y = b.classes[c] + smoothing;
      const double excess = x * of_b - y * of_a;
      total += excess * excess / std::max(x + y, kTiny);
    }
    return total / (of_a * of_b);
  }
};

// Call function(rate) with the rating of pairs for a number of classes.
template <class Function>
void with_rate(u64 n_classes, double smoothing, Function function) {
  switch (n_classes) {
    case 2:
      return function(ChiSquared<2>{smoothing});
    case 3:
      return function(ChiSquared<3>{smoothing});
    case 4:
      return function(ChiSquared<4>{smoothing});
    default:
      return function(ChiSquared<kAnyClasses>{smoothing});
  }
}

template <class Rate>
void merge_below(double critical, const Rate& rate, MergingIntervals& intervals) {
  for (;;) {
    const auto [i, rating] = intervals.next_pair();
    if (!(rating < critical)) return;
    intervals.merge(i, rate);
    if (intervals.is_sparse()) intervals.compact();
  }
}

// Whether the classes of two intervals do not differ at all.
bool are_alike(const Interval& a, const Interval& b) {
  u32 n_different = 0;
  for (u64 c = 0; c < a.classes.size(); ++c) {
    n_different += a.classes[c] * b.weight != b.classes[c] * a.weight ? 1 : 0;
  }
  return n_different == 0;
}

// Neighbours whose classes do not differ at all merge before all others, whatever comes first: they
// are put together at once. Fills in where the runs end, and their class weights.
void gather_alike(const EvidenceTable& table, ChiMergeWorkspace& w) {
  const u64 k = table.n_classes();
  const std::span<double> rows = w.intervals.reset(table.n_values, table.n_classes());
  w.ends.clear();
  double weight = 0.0;
  for (u32 v = 0; v < table.n_values; ++v) {
    const std::span<const double> row = table.row(v);
    const double here = sum_of(row);
    if (v > 0) {
      const std::span<double> last = rows.subspan((w.ends.size() - 1) * k, k);
      if (are_alike({last, weight}, {row, here})) {
        add_to(last, row);
        weight += here;
        w.ends.back() = v;
        continue;
      }
    }
    std::copy(row.begin(), row.end(), rows.begin() + static_cast<i64>(w.ends.size() * k));
    weight = here;
    w.ends.push_back(v);
  }
  w.intervals.shrink(static_cast<u32>(w.ends.size()));
}

void gather_all(const EvidenceTable& table, MergingIntervals& intervals) {
  const std::span<double> rows = intervals.reset(table.n_values, table.n_classes());
  std::copy_n(table.weights.begin(), rows.size(), rows.begin());
}

double majority(std::span<const double> classes) {
  return *std::max_element(classes.begin(), classes.end());
}

}  // namespace

double chi_squared(const Interval& a, const Interval& b, double smoothing) {
  return ChiSquared<kAnyClasses>{smoothing}(a, b);
}

void merge_by_chi_squared(const IntervalOptions& options, ChiMergeWorkspace& w,
                          std::vector<u32>& cuts) {
  w.intervals.link();
  with_rate(w.intervals.n_classes(), options.smoothing, [&](const auto& rate) {
    w.intervals.rate_all(rate);
    merge_below(options.critical, rate, w.intervals);
  });
  w.intervals.cuts(cuts);
}

void chimerge(const EvidenceTable& table, const IntervalOptions& options, ChiMergeWorkspace& w,
              std::vector<u32>& cuts) {
  if (options.smoothing == 0.0 && options.critical > 0.0) {
    gather_alike(table, w);
    merge_by_chi_squared(options, w, cuts);
    for (u32& cut : cuts) cut = w.ends[cut];
    return;
  }
  gather_all(table, w.intervals);
  merge_by_chi_squared(options, w, cuts);
}

void chi2(const EvidenceTable& table, const IntervalOptions& options, ChiMergeWorkspace& w,
          std::vector<u32>& cuts) {
  MergingIntervals& intervals = w.intervals;
  gather_all(table, intervals);
  intervals.link();
  const ChiSquared<kAnyClasses> rate{options.smoothing};
  intervals.rate_all(rate);
  double outside = 0.0, cases = 0.0;  // the majority of their interval
  for (u32 v = 0; v < table.n_values; ++v) {
    outside += intervals.weight(v) - majority(table.row(v));
    cases += intervals.weight(v);
  }
  const double most = std::max(outside, options.inconsistency * cases);
  intervals.cuts(cuts);
  for (const double critical : options.criticals) {
    for (;;) {
      const auto [i, rating] = intervals.next_pair();
      if (!(rating < critical)) break;
      outside += majority(intervals.classes(i)) + majority(intervals.classes(intervals.after(i)));
      intervals.merge(i, rate);
      outside -= majority(intervals.classes(i));
    }
    if (clearly_more(outside, most)) return;
    intervals.cuts(cuts);
  }
}

}  // namespace cutpoint
