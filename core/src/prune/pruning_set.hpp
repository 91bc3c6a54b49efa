// How all trees of a nested sequence do on cases that they were not grown from.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"

namespace cutpoint {

// The members of a sequence of trees that are pruned from one, from the largest to the smallest.
struct NestedTrees {
  const NodeTable& tree;
  // By node: the first member in which it is no test. Never more than at a test above; 0 at a leaf.
  std::span<const i32> gone;
  u32 n_members = 0;
};

// The weight of the cases to which each member gives a wrong class, what `Predictor::codes` says of
// the pruned tree being the class. Each case goes down the tree once, for all members; one with an
// unknown value goes down every branch with a part of its weight. The tree must have been checked
// against the table's attributes.
std::vector<double> errors_of_members(const NestedTrees& trees, const TableView& table,
                                      const Progress& progress);

}  // namespace cutpoint
