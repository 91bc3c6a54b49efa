#include "cuts/contextual.hpp"

#include <algorithm>
#include <limits>

#include "cuts/blocks.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

void contextual(const EvidenceTable& table, const IntervalOptions& options, const RealXLogX& xlogx,
                ContextualWorkspace& workspace, std::vector<u32>& cuts) {
  std::vector<u32>& ends = workspace.ends;
  find_bins(table, options.bins, ends);
  const u32 n = static_cast<u32>(ends.size());
  gather(table, ends, workspace.intervals.reset(n, table.n_classes()));
  merge_contextually(table.unknown, options, xlogx, workspace, cuts);
  for (u32& cut : cuts) cut = ends[cut];
}

namespace {

// Merge intervals below the minimum of cases before all others, so that no partition that is scored
// has one: the paper leaves these "first stages" unscored.
void merge_too_small(const IntervalOptions& options, ContextualWorkspace& w) {
  MergingIntervals& intervals = w.intervals;
  const u32 n = intervals.size();
  bool some = false;
  for (u32 i = 0; i < n; ++i) some = some || clearly_more(options.min_cases, intervals.weight(i));
  if (!some || n < 2) return;
  constexpr double kNotYet = std::numeric_limits<double>::infinity();
  const auto rate = [&](const Interval& a, const Interval& b) {
    const bool too_small = clearly_more(options.min_cases, std::min(a.weight, b.weight));
    return too_small ? dissimilarity(options.similarity, a, b) : kNotYet;
  };
  intervals.rate_all(rate);
  while (intervals.size() > 1) {
    const auto [i, rating] = intervals.next_pair();
    if (rating == kNotYet) break;
    const u32 gone = n - intervals.size();
    w.gone[intervals.merge(i, rate)] = gone;
  }
}

}  // namespace

void merge_contextually(double unknown, const IntervalOptions& options, const RealXLogX& xlogx,
                        ContextualWorkspace& w, std::vector<u32>& cuts) {
  MergingIntervals& intervals = w.intervals;
  intervals.link();
  const u32 n = intervals.size();
  w.gone.resize(n);
  w.sums.resize(n);
  cuts.clear();
  if (n < 2) return;
  merge_too_small(options, w);

  w.totals.assign(intervals.n_classes(), 0.0);
  for (u32 i = 0; i != MergingIntervals::kNone; i = intervals.after(i)) {
    add_to(w.totals, intervals.classes(i));
  }
  const PartitionScorer scorer(options.measure, w.totals, unknown, xlogx);
  PartitionSums sums;
  for (u32 i = 0; i != MergingIntervals::kNone; i = intervals.after(i)) {
    w.sums[i] = scorer.sums_of(intervals.classes(i), intervals.weight(i));
    sums += w.sums[i];
  }
  const auto rate = [&](const Interval& a, const Interval& b) {
    return dissimilarity(options.similarity, a, b);
  };
  intervals.rate_all(rate);
  BestPartition best;
  while (intervals.size() > 1) {
    if (options.max_branches == kNoLimit || intervals.size() <= options.max_branches) {
      best.offer(scorer.score(sums), intervals.size());
    }
    const u32 i = intervals.next_pair().left, gone = n - intervals.size();
    PartitionSums both = w.sums[i];
    both += w.sums[intervals.after(i)];
    sums -= both;
    w.gone[intervals.merge(i, rate)] = gone;
    w.sums[i] = scorer.sums_of(intervals.classes(i), intervals.weight(i));
    sums += w.sums[i];
  }
  for (u32 i = 0; i + 1 < n; ++i) {  // the last to go are those of the best partition
    if (w.gone[i] >= n - best.size()) cuts.push_back(i);
  }
}

namespace {

// An interval of the top-down search, and where it is divided best.
struct Divisible {
  static constexpr i64 kNowhere = -1;
  u32 first = 0, last = 0;
  i64 cut = kNowhere;
  double unlike = 0.0;
};

class Division {
 public:
  Division(std::span<const double> rows, u64 n_classes, const IntervalOptions& options)
      : rows_(rows), options_(options), below_(n_classes), above_(n_classes) {}

  // Fill in the class weights on both sides of a cut.
  void fill_sides(const Divisible& interval, i64 cut) {
    std::fill(below_.begin(), below_.end(), 0.0);
    std::fill(above_.begin(), above_.end(), 0.0);
    for (u32 i = interval.first; i <= interval.last; ++i)
      add_to(i <= cut ? below_ : above_, row(i));
  }
  // Find the cut whose sides are least alike, the lowest of equals.
  void divide(Divisible& interval) {
    fill_sides(interval, static_cast<i64>(interval.first) - 1);
    double below = 0.0, above = sum_of(above_);
    interval.cut = Divisible::kNowhere;
    interval.unlike = kNoValue;
    for (u32 i = interval.first; i < interval.last; ++i) {
      for (u64 k = 0; k < below_.size(); ++k) {
        below_[k] += row(i)[k];
        above_[k] -= row(i)[k];
        below += row(i)[k];
        above -= row(i)[k];
      }
      if (clearly_more(options_.min_cases, std::min(below, above))) continue;
      const double d = dissimilarity(options_.similarity, {below_, below}, {above_, above});
      if (interval.cut < 0 || d > interval.unlike + PartitionScorer::kSame) {
        interval.cut = i, interval.unlike = d;
      }
    }
  }
  std::span<const double> below() const { return below_; }
  std::span<const double> above() const { return above_; }

 private:
  std::span<const double> row(u64 i) const {
    return rows_.subspan(i * below_.size(), below_.size());
  }
  std::span<const double> rows_;
  const IntervalOptions& options_;
  std::vector<double> below_, above_;
};

// The interval whose best cut has the sides least alike, the leftmost of equals; -1 if none can be
// cut.
i64 next_to_divide(const std::vector<Divisible>& intervals) {
  i64 next = -1;
  for (u64 i = 0; i < intervals.size(); ++i) {
    const Divisible& here = intervals[i];
    if (here.cut < 0) continue;
    if (next >= 0) {
      const Divisible& best = intervals[static_cast<u64>(next)];
      const bool better = here.unlike > best.unlike + PartitionScorer::kSame;
      const bool equal = here.unlike >= best.unlike - PartitionScorer::kSame;
      if (!better && !(equal && here.first < best.first)) continue;
    }
    next = static_cast<i64>(i);
  }
  return next;
}

}  // namespace

void contextual_divisive(const EvidenceTable& table, const IntervalOptions& options,
                         const RealXLogX& xlogx, ContextualWorkspace& w, std::vector<u32>& cuts) {
  // Each division looks at every value again: the search ends at so many intervals.
  constexpr u32 kMostIntervals = 256;
  const u64 n_classes = table.n_classes();
  find_bins(table, options.bins, w.ends);
  w.rows.resize(w.ends.size() * n_classes);
  gather(table, w.ends, w.rows);
  u32 most = kMostIntervals;
  if (options.max_branches != kNoLimit) most = std::min(most, options.max_branches);

  Division division(w.rows, n_classes, options);
  std::vector<Divisible> intervals{{0, static_cast<u32>(w.ends.size() - 1)}};
  division.divide(intervals[0]);
  w.totals.assign(n_classes, 0.0);
  add_to(w.totals, division.below());
  add_to(w.totals, division.above());
  const PartitionScorer scorer(options.measure, w.totals, table.unknown, xlogx);
  PartitionSums sums = scorer.sums_of(w.totals, sum_of(w.totals));
  BestPartition best;
  cuts.clear();
  while (intervals.size() < most) {
    options.check_progress();
    const i64 k = next_to_divide(intervals);
    if (k < 0) break;
    Divisible& left = intervals[static_cast<u64>(k)];
    const u32 cut = static_cast<u32>(left.cut);
    division.fill_sides(left, left.cut);
    const double below = sum_of(division.below()), above = sum_of(division.above());
    w.totals.assign(division.below().begin(), division.below().end());
    add_to(w.totals, division.above());
    sums += scorer.sums_of(division.below(), below);
    sums += scorer.sums_of(division.above(), above);
    sums -= scorer.sums_of(w.totals, below + above);
    cuts.push_back(cut);
    Divisible right{cut + 1, left.last};
    left.last = cut;
    division.divide(left);
    division.divide(right);
    intervals.push_back(right);
    best.offer(scorer.score(sums), static_cast<u32>(intervals.size()));
  }
  cuts.resize(best.size() - 1);
  std::sort(cuts.begin(), cuts.end());
  for (u32& cut : cuts) cut = w.ends[cut];
}

}  // namespace cutpoint
