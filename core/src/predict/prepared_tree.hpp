// A tree with what prediction needs of it, worked out once.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "cutpoint/tree.hpp"
#include "predict/block.hpp"
#include "predict/parts.hpp"
#include "predict/shares.hpp"
#include "predict/steps.hpp"

namespace cutpoint::predict {

// Throws InputError unless the tree can be walked safely.
void check_predictable(const NodeTable& tree, std::span<const i32> n_values);

Tested tested_attributes(const NodeTable& tree, std::vector<i32> n_values);

template <class Real>
struct PreparedTree {
  PreparedTree(NodeTable tree_, std::vector<i32> n_values)
      : tree(std::move(tree_)),
        tested(tested_attributes(tree, std::move(n_values))),
        steps(make_steps<Real>(tree, tested.n_values)),
        weights(tree),
        default_shares(root_shares(tree)),
        default_code(std::max(0, greatest<double>(default_shares))) {
    code_at.reserve(steps.records.size());
    for (u32 record = 0; record < steps.records.size(); ++record) {
      code_at.push_back(steps.is_leaf(record) ? code_of_leaf(steps.node(record)) : kDivided);
    }
  }
  PreparedTree(const PreparedTree&) = delete;
  PreparedTree& operator=(const PreparedTree&) = delete;
  ~PreparedTree() = default;

  // The class weights of a case with these ends, in `sums`.
  std::span<const Real> sum_of(std::span<const End<Real>> ends, std::span<Real> sums) const {
    std::ranges::fill(sums, Real{0});
    for (const End<Real>& end : ends) weights.add_end(end.node, end.weight, sums);
    return sums;
  }

  NodeTable tree;
  Tested tested;
  Steps<Real> steps;
  TreeWeights<Real> weights;
  std::vector<double> default_shares;  // of a case whose weights vanish
  i32 default_code;
  // By record: the class of a case that stops there; kDivided if that takes a look at its parts.
  std::vector<i32> code_at;

 private:
  // The class of a case that ends at a leaf. Its label is asked only where no training case was:
  // among equally frequent classes the first is given. A leaf without weights gives none.
  i32 code_of_leaf(u64 node) const {
    if (!(weights[node].cases > 0)) return tree.label[node];
    std::vector<Real> sums(tree.n_classes);
    weights.add_end(node, Real{1}, sums);
    return greatest<Real>(sums);
  }
};

}  // namespace cutpoint::predict
