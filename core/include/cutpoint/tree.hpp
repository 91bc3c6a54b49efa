// A decision tree as arrays, one entry per node: what every learner writes, and what pruning and
// prediction read. The fields are those of cutpoint.tree.tree.Tree.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/integers.hpp"

namespace cutpoint {

inline constexpr i32 kLeaf = -1;      // in place of an attribute
inline constexpr i32 kNoBranch = -1;  // in place of a branch: of a value that no branch holds
inline constexpr i32 kNumeric = -1;   // in place of an attribute's number of values

// The children of a node are adjacent and come after it: branch b leads to first_child + b.
//
// Two kinds of test. Numeric: sorted cuts, which start at test_start; branch b holds
// cuts[b - 1] < value <= cuts[b]. Nominal: a map from the values to the branches, which starts at
// test_start in branch_of and has an entry for each value of the attribute. Either may have one
// more branch, its last, for unknown values.
struct NodeTable {
  NodeTable() = default;
  explicit NodeTable(u32 n_classes_) : n_classes(n_classes_) {}

  u32 n_classes = 0;
  std::vector<i32> attribute;    // kLeaf at a leaf
  std::vector<i32> first_child;  // -1 at a leaf
  std::vector<i32> n_branches;   // 0 at a leaf
  std::vector<i64> test_start;
  std::vector<i32> label;
  std::vector<double> cases;         // weight of the training cases
  std::vector<double> errors;        // weight of the training errors below, or their estimate
  std::vector<double> distribution;  // nodes x classes
  // Whether the last branch is for unknown values; empty if no node has such a branch.
  std::vector<u8> has_unknown_branch;
  std::vector<double> cuts;
  std::vector<i32> branch_of;

  u64 size() const { return attribute.size(); }
  bool is_leaf(u64 node) const { return attribute[node] < 0; }
  u64 child(u64 node, u64 branch) const { return static_cast<u64>(first_child[node]) + branch; }
  u64 n_known_branches(u64 node) const {
    return static_cast<u64>(n_branches[node]) -
           (has_unknown_branch.empty() ? 0 : has_unknown_branch[node]);
  }
  std::span<double> distribution_of(u64 node) {
    return {distribution.data() + node * n_classes, n_classes};
  }
  std::span<const double> distribution_of(u64 node) const {
    return {distribution.data() + node * n_classes, n_classes};
  }

  void reserve(u64 n_nodes);
  // Add leaves without cases; the number of the first.
  u64 append(u64 n_nodes);
  // Have so many nodes: new ones are leaves without cases.
  void resize(u64 n_nodes);
  // Remove the node's test; its class and weights remain.
  void make_leaf(u64 node);
  // Make node `to` what node `from` is, its test and its children included.
  void copy(u64 from, u64 to);
};

// The nodes that the root still reaches, in the order of a NodeTable: level by level.
std::vector<u64> reached_nodes(const NodeTable& table);
// The tree of these nodes only. Cuts and maps are all kept.
NodeTable compact(const NodeTable& table);
// For each node its parent; -1 at the root.
std::vector<i32> parents(const NodeTable& table);

// Throws InputError unless the table is a tree that can be walked without a look at its bounds.
// `n_values` has for each attribute its number of values, or kNumeric.
void check_tree(const NodeTable& table, std::span<const i32> n_values);

}  // namespace cutpoint
