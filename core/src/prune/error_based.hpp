// Error-based pruning with subtree raising (Quinlan 1993, chapter 4).
//
// Bottom up, each test becomes a leaf, or is replaced by its largest branch, if that is estimated
// to make hardly more errors on the cases of the node.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "numeric/weight.hpp"
#include "prune/error_estimate.hpp"
#include "tree/column_test.hpp"

namespace cutpoint {

// A simpler tree may be estimated to make this many more errors.
inline constexpr double kPruningMargin = 0.1;

enum class Simpler : u8 { none, leaf, largest_branch };

// Compared in double precision, as Release 8 does with everything that meets a constant.
inline Simpler simpler(double as_leaf, double as_tree, double as_branch) {
  if (as_leaf <= as_branch + kPruningMargin && as_leaf <= as_tree + kPruningMargin) {
    return Simpler::leaf;
  }
  return as_branch <= as_tree + kPruningMargin ? Simpler::largest_branch : Simpler::none;
}

// The label of a node, unless another class is clearly more frequent.
constexpr u64 label_or_heavier(std::span<const Weight> classes, u64 label) {
  for (u64 c = 0; c < classes.size(); ++c) {
    if (clearly_more(classes[c], classes[label])) label = c;
  }
  return label;
}

// A tree that is being pruned: a node can take the place of another, with its test.
struct TestedTree {
  NodeTable& nodes;
  std::vector<ColumnTest> tests;  // by node

  void copy(u64 from, u64 to) {
    nodes.copy(from, to);
    tests[to] = tests[from];
  }
};

// Cases that all have known values at the tests they meet.
struct KnownCases {
  std::span<const i32> classes;     // by case
  std::span<const double> weights;  // by case, positive and whole numbers of units; empty: all 1
  std::vector<i32> items;           // those to prune with
  bool are_copies = false;          // whether weights are whole numbers of equal cases
};

// Prune with cases of known values; whether anything was pruned. The errors of the nodes become
// estimates.
template <class Real>
bool prune_known(TestedTree& tree, KnownCases cases, const ErrorEstimate<Real>& estimate,
                 const Progress& progress);

// Cases some of which go down several branches with part of their weight. In single precision the
// weights are divided back as Release 8 does, and the order of the items, which is left as it
// leaves it, decides about roundings; in double precision parts are rounded to 2^-30 of a case.
template <class Real>
struct FractionalCases {
  std::span<const i32> classes;
  std::span<Real> weights;  // by case
  std::span<i32> items;
  bool all_one;  // whether every weight is 1
};

template <class Real>
bool prune_fractional(TestedTree& tree, const FractionalCases<Real>& cases,
                      const ErrorEstimate<Real>& estimate, const Progress& progress);

// Take from the last group of a test the values that the tests above it rule out; a branch without
// values is dropped. C4.5 does so after pruning, and only for tests on groups of values.
// `n_values` has for each attribute its number of values, or kNumeric.
NodeTable without_impossible_values(NodeTable tree, std::span<const i32> n_values);

}  // namespace cutpoint
