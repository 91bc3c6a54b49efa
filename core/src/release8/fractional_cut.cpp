#include <algorithm>

#include "release8/best_cut.hpp"

namespace cutpoint::release8 {

BestCut FractionalCutFinder::operator()(const SortedEntries& column,
                                        std::span<const Real> case_weights,
                                        const CutWeights& weights) {
  begin(column.entries, case_weights);
  const Real base = total_info<Real>(upper_.weights, xlgx_) / weights.known;
  const Real unknown_fraction = weights.unknown_fraction();
  const CutLimits limits(weights, n_classes_);
  candidates_.clear();
  Real low = 0;
  for (u64 i = 0; i + 1 < column.size(); ++i) {
    const Real weight = case_weights[column.entries[i].item()];
    low += weight;
    move_down(number_of_class_[column.entries[i].cls()], weight);
    if (low < limits.least) continue;
    if (low > limits.most) break;
    if (!column.may_cut_after(i)) continue;
    const Real gain = weights.allow(low)
                          ? scaled_gain(base, residual(), weights.known, unknown_fraction)
                          : kUnusable<Real>;
    candidates_.push_back({gain, low, static_cast<u32>(i)});
  }
  if (candidates_.empty()) return {};
  return best_candidate(candidates_, candidates_.size(), weights, xlgx_);
}

void FractionalCutFinder::begin(std::span<const Entry> entries,
                                std::span<const Real> case_weights) {
  // Classes that are not there add nothing to any sum: they are left out.
  std::ranges::fill(number_of_class_, n_classes_);
  for (const Entry entry : entries) number_of_class_[entry.cls()] = 0;
  n_present_ = 0;
  for (u32& number : number_of_class_) {
    if (number == 0) number = n_present_++;
  }
  lower_.weights.assign(n_present_, Real{0});
  upper_.weights.assign(n_present_, Real{0});
  for (const Entry entry : entries) {
    upper_.weights[number_of_class_[entry.cls()]] += case_weights[entry.item()];
  }
  lower_.xlgx.assign(n_present_, 0.0);
  upper_.xlgx.resize(n_present_);
  for (u32 c = 0; c < n_present_; ++c) upper_.xlgx[c] = xlgx_(upper_.weights[c]);
  is_changed_.assign(n_present_, 0);
  changed_.clear();
}

void FractionalCutFinder::move_down(u32 number, Real weight) {
  lower_.weights[number] += weight;
  upper_.weights[number] -= weight;
  if (is_changed_[number] != 0) return;
  is_changed_[number] = 1;
  changed_.push_back(number);
}

// total_info of both sides, with the logarithms of the classes that have not changed.
Real FractionalCutFinder::residual() {
  for (const u32 c : changed_) {
    lower_.xlgx[c] = xlgx_(lower_.weights[c]);
    upper_.xlgx[c] = xlgx_(upper_.weights[c]);
    is_changed_[c] = 0;
  }
  changed_.clear();
  Real lower_inner = 0, lower_total = 0, upper_inner = 0, upper_total = 0;
  for (u32 c = 0; c < n_present_; ++c) {
    lower_inner = static_cast<Real>(static_cast<double>(lower_inner) + lower_.xlgx[c]);
    upper_inner = static_cast<Real>(static_cast<double>(upper_inner) + upper_.xlgx[c]);
    lower_total += lower_.weights[c];
    upper_total += upper_.weights[c];
  }
  const Real lower = static_cast<Real>(xlgx_(lower_total) - static_cast<double>(lower_inner));
  const Real upper = static_cast<Real>(xlgx_(upper_total) - static_cast<double>(upper_inner));
  return lower + upper;
}

}  // namespace cutpoint::release8
