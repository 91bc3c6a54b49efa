// Soft thresholds: near a cut a case goes down both branches (Quinlan 1993, section 8.4).
//
// Each cut has a lower and an upper bound. A value below the lower goes left and one above the
// upper right, as ever; between them the weight of the left branch falls from 1 by way of a half
// at the cut to 0.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "cutpoint/tree.hpp"
#include "predict/block.hpp"
#include "predict/branch.hpp"
#include "predict/prepared_tree.hpp"

namespace cutpoint::predict {

inline constexpr double kLeastWeight = 0.01;  // a branch of less weight is not followed

struct SoftCuts {
  std::vector<double> lower, upper;  // beside the cuts of the tree
  double nudge = 0;  // what C4.5 adds to the distance of a bound from the cut, lest it be zero

  double weight_below(double value, double cut, u64 c) const {
    if (value <= lower[c]) return 1.0;
    if (value <= cut) return 1.0 - 0.5 * (value - lower[c]) / (cut - lower[c] + nudge);
    if (value < upper[c]) return 0.5 - 0.5 * (value - cut) / (upper[c] - cut + nudge);
    return 0.0;
  }
};

// Follows one case after another to all their ends.
template <class Real>
class SoftParts {
 public:
  SoftParts(const PreparedTree<Real>& prepared, const SoftCuts& cuts)
      : tree_(prepared.tree),
        n_values_(prepared.tested.n_values),
        weights_(prepared.weights),
        cuts_(cuts) {}

  std::span<const End<Real>> follow(const Block<Real>& block, u32 row) {
    ends_.clear();
    pending_.assign(1, {row, 0, Real{1}});
    while (!pending_.empty()) {
      const End<Real> part = pending_.back();  // it ends there, if it does not go on
      pending_.pop_back();
      const u64 before = pending_.size();
      if (!tree_.is_leaf(part.node)) take_test(block.value(row, tree_.attribute[part.node]), part);
      if (pending_.size() == before) ends_.push_back(part);
    }
    return ends_;
  }

 private:
  void take_test(Real value, End<Real> part) {
    const bool numeric = n_values_[static_cast<u64>(tree_.attribute[part.node])] < 0;
    if (numeric && !std::isnan(value)) {
      divide_softly(static_cast<double>(value), part);
      return;
    }
    const i32 branch = branch_of(tree_, numeric, part.node, value);
    if (branch >= 0) {
      go_on(part, static_cast<u32>(branch), part.weight);
      return;
    }
    const Real total = weights_[part.node].cases;
    const u32 n_branches = static_cast<u32>(tree_.n_branches[part.node]);
    for (u32 b = 0; total > 0 && b < n_branches; ++b) {
      const Real share = part.weight * weights_[tree_.child(part.node, b)].cases / total;
      if (share > 0) go_on(part, b, share);
    }
  }

  void divide_softly(double value, End<Real> part) {
    const u32 n_known = static_cast<u32>(tree_.n_known_branches(part.node));
    const u64 start = static_cast<u64>(tree_.test_start[part.node]);
    double before = 0;  // the weight of the branches so far
    for (u32 b = 0; b < n_known; ++b) {
      double upto = 1;
      if (b + 1 < n_known) {
        upto = std::max(before, cuts_.weight_below(value, tree_.cuts[start + b], start + b));
      }
      if (upto - before > kLeastWeight) {
        go_on(part, b, static_cast<Real>(static_cast<double>(part.weight) * (upto - before)));
      }
      before = upto;
    }
  }

  void go_on(const End<Real>& from, u32 branch, Real weight) {
    pending_.push_back({from.row, static_cast<u32>(tree_.child(from.node, branch)), weight});
  }

  const NodeTable& tree_;
  std::span<const i32> n_values_;
  const TreeWeights<Real>& weights_;
  const SoftCuts& cuts_;
  std::vector<End<Real>> pending_, ends_;
};

}  // namespace cutpoint::predict
