#include "cuts/threshold_method.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuts/placement.hpp"
#include "cuts/score_spread.hpp"

namespace cutpoint {

i64 greatest(std::span<const double> scores) {
  i64 best = kNoCandidate;
  for (u64 i = 0; i < scores.size(); ++i) {
    if (scores[i] == kNoValue) continue;
    if (best < 0 || scores[i] > scores[static_cast<u64>(best)] + kLeastScoreDifference) {
      best = static_cast<i64>(i);
    }
  }
  return best;
}

void smooth(std::span<const double> scores, u32 window, std::span<double> averages) {
  // One score of every window is added at a time: the additions do not wait for one another. The
  // candidates that are smoothed together fit the cache.
  constexpr i64 kTogether = 256;
  const i64 size = static_cast<i64>(scores.size()), half = std::min<i64>(window / 2, size);
  const double* const from = scores.data();
  double* const to = averages.data();
  for (i64 first = 0; first < size; first += kTogether) {
    const i64 stop = std::min(first + kTogether, size);
    std::fill(to + first, to + stop, 0.0);
    for (i64 apart = -half; apart <= half; ++apart) {
      const i64 begin = std::max(first, -apart), end = std::min(stop, size - apart);
      for (i64 i = begin; i < end; ++i) to[i] += from[i + apart];
    }
    for (i64 i = first; i < stop; ++i) {
      const i64 n = std::min(size, i + half + 1) - std::max<i64>(0, i - half);
      to[i] /= static_cast<double>(n);
    }
  }
}

namespace {

// The candidate, from low to high, that divides the cases as a cut value does.
i64 candidate_at(double cut, const EvidenceTable& table, const ScoreCurve& curve, i64 low,
                 i64 high) {
  while (high > low) {
    const i64 middle = (low + high + 1) / 2;
    if (table.values[curve.positions[static_cast<u64>(middle)]] <= cut) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

i64 by_kolmogorov(const EvidenceTable& table, const ThresholdOptions& options,
                  const RealXLogX& xlogx, ThresholdWorkspace& w) {
  fill_curve(table, {Measure::kolmogorov, nullptr}, options.least, xlogx, w.scratch, w.resampled);
  return greatest(w.resampled.scores);
}

// Where the weights of both sides are closest.
i64 median(const EvidenceTable& table, ThresholdWorkspace& w) {
  double known = 0.0;
  for (const double weight : table.weights) known += weight;
  w.other_scores.resize(w.curve.size());
  for (u64 i = 0; i < w.curve.size(); ++i) {
    w.other_scores[i] = -std::abs(2.0 * w.curve.below[i] - known);
  }
  return greatest(w.other_scores);
}

// In the middle of the lowest and the highest cut whose score is above the best less some standard
// deviations of it.
ThresholdChoice averaged(const EvidenceTable& table, const ThresholdOptions& options,
                         const ScoreCurve& curve, i64 best) {
  const u64 at = static_cast<u64>(best);
  const double spread = score_deviation(table, options.criterion, curve.positions[at]);
  const double line = curve.scores[at] - options.width * spread;
  i64 low = best, high = best;
  for (u64 i = 0; i < curve.size(); ++i) {
    if (!(curve.scores[i] > line)) continue;
    low = std::min(low, static_cast<i64>(i));
    high = std::max(high, static_cast<i64>(i));
  }
  const double middle = midpoint(cut_after(table, curve.positions[static_cast<u64>(low)]),
                                 cut_after(table, curve.positions[static_cast<u64>(high)]));
  return {candidate_at(middle, table, curve, low, high), low, high};
}

// At the mean of the best cuts of resamples. A resample that leaves no cut is passed over; if all
// do, the classic cut stays. A mean beyond the first or last candidate is that candidate.
ThresholdChoice bootstrapped(const EvidenceTable& table, const ThresholdOptions& options,
                             const RealXLogX& xlogx, ThresholdWorkspace& w, i64 classic) {
  find_cells(table, w.cells);
  w.drawn.resize(table.weights.size());
  double mean = 0.0, lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  u32 n_found = 0;
  for (u32 number = 0; number < options.resamples; ++number) {
    resample(w.cells, options.key, number, w.drawn);
    w.drawn_totals.assign(table.n_classes(), 0.0);
    const EvidenceTable drawn{table.values, w.drawn, w.drawn_totals, table.n_values};
    for (u32 v = 0; v < table.n_values; ++v) add_to(w.drawn_totals, drawn.row(v));
    fill_curve(drawn, options.criterion, options.least, xlogx, w.scratch, w.resampled);
    const i64 best = greatest(w.resampled.scores);
    if (best < 0) continue;
    const double cut = cut_after(drawn, w.resampled.positions[static_cast<u64>(best)]);
    mean += (cut - mean) / ++n_found;
    lowest = std::min(lowest, cut), highest = std::max(highest, cut);
  }
  if (n_found == 0) return {classic, classic, classic};
  const i64 last = static_cast<i64>(w.curve.size()) - 1;
  return {candidate_at(mean, table, w.curve, 0, last),
          candidate_at(lowest, table, w.curve, 0, last),
          candidate_at(highest, table, w.curve, 0, last)};
}

}  // namespace

ThresholdChoice choose_threshold(const EvidenceTable& table, const ThresholdOptions& options,
                                 const RealXLogX& xlogx, ThresholdWorkspace& w) {
  fill_curve(table, options.criterion, options.least, xlogx, w.scratch, w.curve);
  i64 best = kNoCandidate;
  switch (options.method) {
    case ThresholdMethod::kolmogorov:
      best = by_kolmogorov(table, options, xlogx, w);
      break;
    case ThresholdMethod::median:
      best = median(table, w);
      break;
    case ThresholdMethod::smoothing:
      w.other_scores.resize(w.curve.size());
      smooth(w.curve.scores, options.window, w.other_scores);
      best = greatest(w.other_scores);
      break;
    default:
      best = greatest(w.curve.scores);
  }
  if (best < 0) return {};
  if (options.method == ThresholdMethod::averaging) return averaged(table, options, w.curve, best);
  if (options.method == ThresholdMethod::bootstrap) {
    return bootstrapped(table, options, xlogx, w, best);
  }
  return {best, best, best};
}

}  // namespace cutpoint
