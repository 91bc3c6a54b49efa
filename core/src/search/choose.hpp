// The choice among the best tests of all attributes of a node.
#pragma once
#include <algorithm>
#include <limits>
#include <span>

#include "search/cut_finder.hpp"

namespace cutpoint {

// Let later attributes know what this one has reached, where only better tests matter.
inline void raise(BestSoFar& best, const SplitCandidate& candidate, const GrowSpec& spec) {
  if (!candidate.usable) return;
  const Measure measure = spec.criterion.measure;
  if (measure == Measure::gain && spec.penalty != Penalty::rank) {
    best.gain = std::max(best.gain, candidate.gain);
  }
  // Without an average to compare with, only a better value matters.
  const bool only_better = spec.cut_by == CutBy::criterion && measure != Measure::gain_ratio &&
                           measure != Measure::gain && spec.penalty == Penalty::none;
  if (only_better) best.value = std::max(best.value, candidate.value);
}

// C4.5: a nominal attribute with so many values does not count for the average gain.
inline bool has_many_values(const GrowSpec& spec, u32 n_values, double total_cases) {
  constexpr double kManyValues = 0.3;
  return spec.leave_out_many_values && n_values >= kManyValues * total_cases;
}

// By how much the value of a test must be better, at a node of so many cases.
inline double least_difference(Measure measure, double cases) {
  return measure == Measure::gain ? kLeastGain / cases : kLeastDifference;
}
inline double lowest_choice(Measure measure) {
  return measure == Measure::distance || measure == Measure::custom ? kNoValue : 0.0;
}

// What the gain of a test must reach: under the gain ratio the average of all (C4.5).
// `is_left_out(attribute)`: whether it does not count for the average.
template <class IsLeftOut>
double gain_line(std::span<const SplitCandidate> candidates, Measure measure, double cases,
                 IsLeftOut is_left_out) {
  if (measure != Measure::gain_ratio) return -std::numeric_limits<double>::infinity();
  double sum = 0.0;
  u32 n = 0;
  for (u32 a = 0; a < candidates.size(); ++a) {
    if (!candidates[a].usable || is_left_out(a)) continue;
    sum += candidates[a].gain;
    ++n;
  }
  return n > 0 ? sum / n - GainRatio::kLeastSplit * cases
               : -std::numeric_limits<double>::infinity();
}

// The attribute with the best test, the first of equals; -1 if there is none.
inline i32 choose_attribute(std::span<const SplitCandidate> candidates, Measure measure,
                            double cases, double line) {
  double best_value = lowest_choice(measure);
  const double tolerance = least_difference(measure, cases);
  i32 best = -1;
  for (u32 a = 0; a < candidates.size(); ++a) {
    const SplitCandidate& candidate = candidates[a];
    if (!candidate.usable || candidate.gain < line || candidate.value == kNoValue) continue;
    if (candidate.value > best_value + tolerance) {
      best_value = candidate.value;
      best = static_cast<i32>(a);
    }
  }
  return best;
}

}  // namespace cutpoint
