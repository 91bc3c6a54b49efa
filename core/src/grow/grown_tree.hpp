// A tree as it grows: nodes with exact class weights, and what each test separates.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "cutpoint/integers.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

struct GrownNode {
  i32 attribute = -1;  // of the node's test; -1 at a leaf
  u32 first_child = 0;
  u32 n_branches = 0;
  u32 label = 0;
  // A single cut separates two rows, or two codes of a binned column.
  u64 below = 0, above = 0;
  Weight left, known;  // the weight below the cut, and of all known cases
  u64 test_start = 0;  // of a nominal test in branch_of; of several cuts in cuts
  u32 n_cuts = 0;      // of a test with several cuts; 0 if it has one, or none
  bool is_binned = false;
};

class GrownTree {
 public:
  explicit GrownTree(u32 n_classes) : n_classes_(n_classes) {}

  u32 n_classes() const { return n_classes_; }
  u32 size() const { return static_cast<u32>(nodes_.size()); }
  GrownNode& operator[](u32 i) { return nodes_[i]; }
  const GrownNode& operator[](u32 i) const { return nodes_[i]; }
  std::span<Weight> classes(u32 i) { return {weights_.data() + u64{i} * n_classes_, n_classes_}; }
  std::span<const Weight> classes(u32 i) const {
    return {weights_.data() + u64{i} * n_classes_, n_classes_};
  }
  // Add leaves without cases; the number of the first.
  u32 add(u32 n) {
    nodes_.resize(nodes_.size() + n);
    weights_.resize(weights_.size() + u64{n} * n_classes_);
    return size() - n;
  }
  void clear() {
    nodes_.clear();
    weights_.clear();
    branch_of.clear();
    cuts.clear();
  }
  Weight weight(u32 i) const {
    Weight sum;
    for (const Weight weight : classes(i)) sum += weight;
    return sum;
  }
  // Give a node its most frequent class, the first on ties; that of its parent if it is empty.
  void give_label(u32 i, u32 of_parent) {
    const std::span<const Weight> weights = std::as_const(*this).classes(i);
    const u64 best = first_heaviest(weights);
    nodes_[i].label = weights[best] > Weight() ? static_cast<u32>(best) : of_parent;
  }

  std::vector<i32> branch_of;  // the branch of each value of nominal tests
  std::vector<double> cuts;    // of tests with several

 private:
  u32 n_classes_;
  std::vector<GrownNode> nodes_;
  std::vector<Weight> weights_;  // nodes x classes
};

}  // namespace cutpoint
