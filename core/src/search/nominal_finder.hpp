// The test of a nominal attribute at a node: a branch per value, C4.5's groups, or two groups.
#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

#include "grow/spec.hpp"
#include "measures/table.hpp"
#include "release8/groups.hpp"
#include "search/cut_finder.hpp"
#include "search/value_table.hpp"

namespace cutpoint {

class NominalFinder {
 public:
  NominalFinder(const SearchContext& context, u32 n_classes)
      : context_(context),
        scorer_(context.spec.criterion.measure, context.xlogx),
        n_classes_(n_classes),
        grouped_(n_classes),
        grouper_(RealXLgX{}) {}

  void begin_node(const NodeTotals& node) {
    node_ = node;
    scorer_.begin_node(node.classes, node.weight);
  }

  // `branch_of` receives the branch of each value.
  template <class Sum>
  SplitCandidate find(const ValueTable<Sum>& table, std::span<i32> branch_of) {
    weigh(table);
    const bool joined = context_.spec.nominal != NominalSplit::values && n_values_ > 2;
    SplitCandidate candidate;
    candidate.hopeless = known_ == Weight() || (!joined && !two_are_enough());
    if (candidate.hopeless) return candidate;
    sum_classes(table);
    scorer_.set(base_, known_, 0.0);
    candidate.known = known_;
    split_info_ = kFromBranches;
    const bool by_counts = family_of(context_.spec.criterion.measure) != Family::information;
    if (joined || by_counts) copy_cells(table);
    if (!joined) {
      const Bits branches = split_by_value(table, candidate, branch_of);
      if (!by_counts) {
        candidate.value = scorer_.value_of(candidate.gain, context_.xlogx.to_real(branches));
        return candidate;
      }
    } else if (context_.spec.nominal == NominalSplit::groups) {
      split_by_groups(candidate, branch_of);
    } else {
      split_in_two(candidate, branch_of);
    }
    if (candidate.usable) value(candidate, branch_of);
    return candidate;
  }

 private:
  static constexpr double kFromBranches = -1.0;

  // The weight of each value, and of all of them.
  template <class Sum>
  void weigh(const ValueTable<Sum>& table) {
    n_values_ = table.n_values;
    weights_.assign(n_values_, Weight());
    for (u32 row = 0; row < table.n_present(); ++row) {
      const Sum* counts = table.counts + row * table.stride;
      for (u32 v = 0; v < n_values_; ++v) weights_[v] += as_weight(counts[v]);
    }
    known_ = node_.weight - as_weight(table.weight_of(n_values_));
  }
  // Whether two values have the least weight.
  bool two_are_enough() const {
    const Weight least = Weight::least(context_.spec.min_cases);
    u32 n_enough = 0;
    for (const Weight weight : weights_) n_enough += weight >= least;
    return n_enough >= 2;
  }
  // The weight of each class where the value is known.
  template <class Sum>
  void sum_classes(const ValueTable<Sum>& table) {
    totals_.assign(node_.classes.begin(), node_.classes.end());
    base_ = scorer_.node_base();
    if (known_ == node_.weight) return;
    for (u32 row = 0; row < table.n_present(); ++row) {
      totals_[table.present[row]] -= as_weight(table.at(row, n_values_));
    }
    base_ = scorer_.base_of(totals_, known_);
  }
  template <class Sum>
  void copy_cells(const ValueTable<Sum>& table) {
    cells_.assign(u64{n_values_} * n_classes_, Weight());
    for (u32 row = 0; row < table.n_present(); ++row) {
      for (u32 v = 0; v < n_values_; ++v) {
        cell(v, table.present[row]) = as_weight(table.at(row, v));
      }
    }
  }
  Weight& cell(u32 value, u32 k) { return cells_[u64{value} * n_classes_ + k]; }
  Weight cell(u32 value, u32 k) const { return cells_[u64{value} * n_classes_ + k]; }

  // Returns the sum of x lg x over the branches.
  template <class Sum>
  Bits split_by_value(const ValueTable<Sum>& table, SplitCandidate& candidate,
                      std::span<i32> branch_of) {
    const XLogX& xlogx = context_.xlogx;
    Bits cells, branches;
    for (u32 v = 0; v < n_values_; ++v) {
      const Weight weight = weights_[v];
      if (weight == Weight()) continue;
      const Bits branch = xlogx.of(weight);
      branches += branch;
      for (u32 row = 0; row < table.n_present(); ++row) {
        const Weight cell = as_weight(table.at(row, v));
        cells += cell == weight ? branch : xlogx.of(cell);
      }
    }
    std::iota(branch_of.begin(), branch_of.end(), 0);
    candidate.n_branches = n_values_;
    candidate.below = weights_[0];
    candidate.gain = xlogx.to_real(cells - branches - base_);
    candidate.usable = candidate.gain > kLeastGain;
    return branches;
  }

  // C4.5's groups: gain and split information are its own, which leave out values of hardly any
  // weight.
  void split_by_groups(SplitCandidate& candidate, std::span<i32> branch_of) {
    const double cases = node_.weight.cases();
    grouped_.reset(n_values_);
    for (u32 k = 0; k < n_classes_; ++k) {
      grouped_.row(0)[k] = (node_.classes[k] - totals_[k]).cases();
      for (u32 v = 0; v < n_values_; ++v) grouped_.row(v + 1)[k] = cell(v, k).cases();
    }
    grouped_.sum_rows();
    const bool by_gain = context_.spec.criterion.measure == Measure::gain;
    const release8::GroupOptions<double> options{
        .cases = cases,
        .min_cases = context_.spec.min_cases,
        .score = by_gain ? release8::Score::gain : release8::Score::gain_ratio,
        .same_weight = Weight::kRoundingCases,
        .same_score = by_gain ? kLeastGain / cases : kLeastDifference};
    const release8::GroupedTest<double> test = grouper_(grouped_, options, branch_of);
    if (test.n_branches == 0 || test.gain * cases <= kLeastGain) return;
    split_info_ = test.info * cases;
    candidate.n_branches = test.n_branches;
    charge(candidate, test.gain * cases, groupings_examined(test.n_branches));
  }
  // All pairs of groups at each step of joining.
  double groupings_examined(u32 n_branches) const {
    u32 n_present = 0;
    for (const Weight weight : weights_) n_present += weight > Weight();
    double n = 1.0;
    for (u32 groups = n_branches; groups <= n_present; ++groups) n += 0.5 * groups * (groups - 1.0);
    return n;
  }

  // The values are put in the order of the share of a class in them and cut in two, as numbers are.
  // With two classes no other two groups gain more, nor by the Gini index (Breiman et al. 1984,
  // theorem 4.5). With more, each class in turn orders them, and the best cut of all counts.
  void split_in_two(SplitCandidate& candidate, std::span<i32> branch_of) {
    const bool by_gain = groups_by_gain();
    double best = by_gain ? 0.0 : scorer_.lowest(), best_gain = 0.0;
    u64 n_examined = 0;
    u32 n_orders = 0;  // classes; those of rows whose value is unknown do not count
    for (const Weight total : totals_) n_orders += total > Weight();
    if (n_orders == 2) n_orders = 1;  // the other class has them in the reverse order
    for (u32 k = 0; k < n_classes_ && n_orders > 0; ++k) {
      if (totals_[k] == Weight()) continue;
      --n_orders;
      order_by_share_of(k);
      lower_.assign(n_classes_, Weight());
      Weight below;
      for (u32 i = 0; i + 1 < n_values_ && weights_[order_[i]] > Weight(); ++i) {
        for (u32 c = 0; c < n_classes_; ++c) lower_[c] += cell(order_[i], c);
        below += weights_[order_[i]];
        const Weight least = Weight::least(context_.spec.min_cases);
        if (below < least || known_ - below < least) continue;
        ++n_examined;
        const CutSums sums = sums_of(below);
        const double gain = scorer_.gain(sums);
        if (gain <= kLeastGain) continue;
        const double score = by_gain ? gain : score_of_two(sums);
        if (!(score > best + (by_gain ? kLeastGain : kLeastDifference))) continue;
        best = score;
        best_gain = gain;
        std::ranges::fill(branch_of, 1);
        for (u32 j = 0; j <= i; ++j) branch_of[order_[j]] = 0;
      }
    }
    if (best_gain <= kLeastGain) return;
    name_groups(branch_of);
    candidate.n_branches = 2;
    charge(candidate, best_gain, static_cast<double>(n_examined));
  }
  // Measures that take a whole table, and those that choose cuts by gain, choose by gain here, too.
  bool groups_by_gain() const {
    const Measure measure = context_.spec.criterion.measure;
    return context_.spec.by_gain() ||
           (family_of(measure) != Family::information && measure != Measure::gini);
  }
  void order_by_share_of(u32 k) {
    shares_.resize(n_values_);
    order_.resize(n_values_);
    for (u32 v = 0; v < n_values_; ++v) {
      shares_[v] = weights_[v] > Weight() ? static_cast<double>(cell(v, k).units()) /
                                                static_cast<double>(weights_[v].units())
                                          : 2.0;  // values that do not occur are the last
    }
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::stable_sort(order_, {}, [&](u32 v) { return shares_[v]; });
    restore_order_of_ties();
  }
  // Shares that differ by no more than the rounding of fractions are equal: the order of the values
  // decides. Those that do not occur stay behind.
  void restore_order_of_ties() {
    const auto is_tied = [&](u32 value, u32 with) {
      const Weight weight = weights_[value];
      return weight > Weight() &&
             (shares_[value] - shares_[with]) * weight.cases() <= Weight::kRoundingCases;
    };
    for (u32 first = 0, i = 1; i <= n_values_; ++i) {
      if (i < n_values_ && is_tied(order_[i], order_[first])) continue;
      std::sort(order_.begin() + first, order_.begin() + i);
      first = i;
    }
  }
  CutSums sums_of(Weight below) const {
    const XLogX& xlogx = context_.xlogx;
    CutSums sums{Bits(), xlogx.of(below) + xlogx.of(known_ - below)};
    for (u32 c = 0; c < n_classes_; ++c) {
      sums.cells += xlogx.of(lower_[c]) + xlogx.of(totals_[c] - lower_[c]);
    }
    return sums;
  }
  double score_of_two(const CutSums& sums) {
    if (context_.spec.criterion.measure != Measure::gini) return scorer_.value(sums);
    counts_.resize(2 * u64{n_classes_});
    for (u32 c = 0; c < n_classes_; ++c) {
      counts_[c] = lower_[c].cases();
      counts_[n_classes_ + c] = (totals_[c] - lower_[c]).cases();
    }
    return value_of_counts();
  }
  // Let the group of the first value that occurs be branch 0; values that do not occur join the
  // heavier group.
  void name_groups(std::span<i32> branch_of) const {
    u32 first = 0;
    while (weights_[first] == Weight()) ++first;
    const bool swap = branch_of[first] == 1;
    Weight in_first;
    for (u32 v = 0; v < n_values_; ++v) {
      if (swap) branch_of[v] = 1 - branch_of[v];
      if (branch_of[v] == 0) in_first += weights_[v];
    }
    const i32 absent = clearly_more(known_ - in_first, in_first) ? 1 : 0;
    for (u32 v = 0; v < n_values_; ++v) {
      if (weights_[v] == Weight()) branch_of[v] = absent;
    }
  }

  // The choice among many groupings is charged for as that among many cuts (the conclusion of
  // Quinlan 1996).
  void charge(SplitCandidate& candidate, double gain, double n_examined) const {
    const GrowSpec& spec = context_.spec;
    const bool charged = spec.charge_groups && spec.penalty != Penalty::none;
    const double charge = charged ? lg(n_examined) : 0.0;
    if (charged && spec.penalty == Penalty::filter && gain < charge) return;
    candidate.gain = charged && spec.penalty == Penalty::rank ? gain - charge : gain;
    candidate.usable = candidate.gain > kLeastGain;
  }

  void value(SplitCandidate& candidate, std::span<const i32> branch_of) {
    const Criterion& criterion = context_.spec.criterion;
    count_branches(candidate.n_branches, branch_of);
    candidate.below = Weight::of_cases(branch_weights_[0]);
    if (family_of(criterion.measure) != Family::information) {
      const bool fits =
          criterion.measure != Measure::mpi || candidate.n_branches <= Mpi::kMaxBranches;
      candidate.usable = fits;
      if (fits) candidate.value = value_of_counts();
      return;
    }
    if (criterion.measure == Measure::gain_ratio && split_info_ != kFromBranches) {
      const bool enough = split_info_ > GainRatio::kLeastSplit * node_.weight.cases();
      candidate.value = enough ? candidate.gain / split_info_ : kNoValue;
      return;
    }
    Bits branches;
    for (const Weight weight : exact_branch_weights_) branches += context_.xlogx.of(weight);
    candidate.value = scorer_.value_of(candidate.gain, context_.xlogx.to_real(branches));
  }
  void count_branches(u32 n_branches, std::span<const i32> branch_of) {
    counts_.assign(u64{n_branches} * n_classes_, 0.0);
    branch_weights_.assign(n_branches, 0.0);
    exact_branch_weights_.assign(n_branches, Weight());
    for (u32 v = 0; v < n_values_; ++v) {
      const u64 b = static_cast<u64>(branch_of[v]);
      exact_branch_weights_[b] += weights_[v];
      for (u32 k = 0; k < n_classes_; ++k) counts_[b * n_classes_ + k] += cell(v, k).cases();
    }
    for (u32 b = 0; b < n_branches; ++b) branch_weights_[b] = exact_branch_weights_[b].cases();
  }
  // Of the branches in counts_, over all cases of the node.
  double value_of_counts() {
    sums_.resize(n_classes_);
    for (u32 k = 0; k < n_classes_; ++k) sums_[k] = totals_[k].cases();
    const double value = table_value(context_.spec.criterion, {counts_, sums_});
    if (std::isnan(value)) throw MeasureFailed();
    return scaled_by_known(value, known_.cases() / node_.weight.cases());
  }

  struct RealXLgX {
    double operator()(double x) const { return xlgx(x); }
  };

  SearchContext context_;
  InformationScorer scorer_;
  u32 n_classes_;
  release8::ValueTable<double> grouped_;
  release8::ValueGrouper<double, RealXLgX> grouper_;
  NodeTotals node_;
  u32 n_values_ = 0;
  std::vector<Weight> cells_;  // values x classes
  std::vector<Weight> weights_, totals_, lower_, exact_branch_weights_;
  Weight known_;
  Bits base_;                // minus the class information of the known cases
  double split_info_ = 0.0;  // of C4.5's groups, in bits over the node
  std::vector<double> counts_, sums_, shares_, branch_weights_;
  std::vector<u32> order_;
};

}  // namespace cutpoint
