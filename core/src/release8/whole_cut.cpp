#include <algorithm>
#include <cmath>
#include <limits>

#include "release8/best_cut.hpp"

namespace cutpoint::release8 {

BestCut WholeCutFinder::operator()(const SortedEntries& column, std::span<const u32> class_counts,
                                   const CutWeights& weights) {
  begin(class_counts);
  approximate(column, weights);
  if (approximate_.empty()) return {};
  const u32 n_entries = static_cast<u32>(column.size());
  lower_.assign(all_.size(), 0);
  upper_ = all_;
  const Real base = residual(0, n_entries) / weights.known;
  const Real unknown_fraction = weights.unknown_fraction();
  const double slack = tolerance(weights.known, base, unknown_fraction);
  double least = std::numeric_limits<double>::infinity();
  for (const Approximate& candidate : approximate_) least = std::min(least, candidate.residual);

  const double charge =
      c_lg(static_cast<double>(approximate_.size())) / static_cast<double>(weights.cases);
  const double greatest_gain =
      (1.0 - static_cast<double>(unknown_fraction)) *
      (static_cast<double>(base) - (least - slack) / static_cast<double>(weights.known));
  if (!(greatest_gain >= charge)) return {};

  candidates_.clear();
  u32 n_lower = 0;
  for (const Approximate& candidate : approximate_) {
    if (!(candidate.residual <= least + slack)) continue;
    for (; n_lower <= candidate.position; ++n_lower) {
      const u32 c = number_of_class_[column.entries[n_lower].cls()];
      ++lower_[c];
      --upper_[c];
    }
    const Real gain =
        scaled_gain(base, residual(n_lower, n_entries - n_lower), weights.known, unknown_fraction);
    candidates_.push_back({gain, static_cast<Real>(n_lower), candidate.position});
  }
  return best_candidate(candidates_, approximate_.size(), weights, xlgx_);
}

void WholeCutFinder::begin(std::span<const u32> class_counts) {
  // Classes that are not there add nothing to any sum: they are left out.
  all_.clear();
  for (u32 c = 0; c < n_classes_; ++c) {
    if (class_counts[c] == 0) continue;
    number_of_class_[c] = static_cast<u32>(all_.size());
    all_.push_back(class_counts[c]);
  }
}

// The residual information after every candidate, in double precision.
void WholeCutFinder::approximate(const SortedEntries& column, const CutWeights& weights) {
  const CutLimits limits(weights, n_classes_);
  const u32 n = static_cast<u32>(column.size());
  lower_.assign(all_.size(), 0);
  upper_ = all_;
  approximate_.clear();
  u32 i = 0;
  for (; i + 1 < n && static_cast<Real>(i + 1) < limits.least; ++i) {
    const u32 c = number_of_class_[column.entries[i].cls()];
    ++lower_[c];
    --upper_[c];
  }
  double inner = 0.0;  // the sum of x lg x over the classes of both sides
  for (u32 c = 0; c < all_.size(); ++c) inner += xlgx_[lower_[c]] + xlgx_[upper_[c]];
  for (; i + 1 < n; ++i) {
    const u32 c = number_of_class_[column.entries[i].cls()];
    const u32 below = lower_[c]++, above = upper_[c]--;
    inner += (xlgx_[below + 1] - xlgx_[below]) - (xlgx_[above] - xlgx_[above - 1]);
    const u32 n_lower = i + 1;
    const Real low = static_cast<Real>(n_lower);
    if (low > limits.most) break;
    if (!column.may_cut_after(i)) continue;
    const double residual = weights.allow(low) ? xlgx_[n_lower] + xlgx_[n - n_lower] - inner
                                               : std::numeric_limits<double>::infinity();
    approximate_.push_back({residual, i});
  }
}

// By how much a candidate that is best for Release 8 may be behind the best in double precision. In
// single precision the sum over the classes of a side, at most x lg x of all cases, is rounded once
// per class, by 2^-24 of it. What is computed from it is rounded five times more: of two candidates
// that differ by more than these can make, the better one remains better.
double WholeCutFinder::tolerance(double known, double base, double unknown_fraction) const {
  const double n = known, n_classes = static_cast<double>(all_.size());
  const double all = xlgx_(n);
  const double of_sums = std::ldexp(1.0, -24) * (n_classes + 6.0) * all;
  const double of_approximation = std::ldexp(1.0, -52) * (n + 8.0) * all;
  const double of_gain = std::ldexp(1.0, -20) * (base + 2.0) * known / (1.0 - unknown_fraction);
  return 2.0 * (of_sums + of_approximation) + of_gain;
}

// total_info of both sides; their totals are exact.
Real WholeCutFinder::residual(u32 n_lower, u32 n_upper) const {
  Real lower_inner = 0, upper_inner = 0;
  for (u32 c = 0; c < all_.size(); ++c) {
    lower_inner = static_cast<Real>(static_cast<double>(lower_inner) + xlgx_[lower_[c]]);
    upper_inner = static_cast<Real>(static_cast<double>(upper_inner) + xlgx_[upper_[c]]);
  }
  const Real lower = static_cast<Real>(xlgx_[n_lower] - static_cast<double>(lower_inner));
  const Real upper = static_cast<Real>(xlgx_[n_upper] - static_cast<double>(upper_inner));
  return lower + upper;
}

}  // namespace cutpoint::release8
