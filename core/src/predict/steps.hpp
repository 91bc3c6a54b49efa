// A tree as a case walks it: records of 16 bytes, so that a step reads one piece of memory.
#pragma once
#include <limits>
#include <span>
#include <vector>

#include "cutpoint/integers.hpp"
#include "cutpoint/tree.hpp"

namespace cutpoint::predict {

// In place of a class: a case that stops here is divided among the branches, if it can be.
inline constexpr i32 kDivided = -1;

// A numeric step leads to `next`, or to the record after it where the value is above the cut. A
// nominal one, whose attribute is ~attribute, leads to the record at next + code. A leaf leads to
// itself: its cut is infinite. An unknown value leads nowhere: the case stops.
template <class Real>
struct alignas(16) Step {
  Real cut;
  i32 attribute;
  u32 next;
};

// The steps of a tree. The record of a node is at the node's number, so that siblings are adjacent
// and most tests need no more than their own record. Behind these are
// - the inner steps of tests with several cuts: a binary search, whose last steps lead to children;
// - a record for each value of a nominal test whose values are not its branches in order. It is a
//   copy of the child's record, or one that leads to itself, with NaN for its cut, if no branch
//   holds the value.
template <class Real>
struct Steps {
  bool is_leaf(u32 record) const {
    const Step<Real>& step = records[record];
    return step.next == record && step.cut == std::numeric_limits<Real>::infinity();
  }
  // The node that a case which stops at a record has reached.
  u32 node(u32 record) const { return record < n_nodes ? record : node_of[record - n_nodes]; }

  std::vector<Step<Real>> records;
  u32 n_nodes = 0;
  std::vector<u32> node_of;  // of the records behind those of the nodes
  bool any_nominal = false;
  u32 typical = 0;  // the tests that a case meets on average
};

// `n_values` has for each attribute its number of values, or kNumeric. The tree has passed
// check_tree.
template <class Real>
Steps<Real> make_steps(const NodeTable& tree, std::span<const i32> n_values);

}  // namespace cutpoint::predict
