// Sending the rows of a batch down a tree that is still being grown.
//
// Nothing is remembered from one batch to the next: each row starts at the root, so that any engine
// can scan its batches in any order, and scan one again.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

// A tree and the nodes at which rows are to arrive.
struct RoutingTree {
  const NodeTable& nodes;
  std::span<const double> fraction;  // by node: its share of the known cases of its parent
  std::span<const i32> slot;         // by node: its number if rows arrive there, else -1
  Weight least;                      // a row takes no branch that would hold less of it
};

// What arrived: parts of rows.
struct RoutedParts {
  std::vector<u32> rows, slots;
  std::vector<Weight> weights;

  u64 size() const { return rows.size(); }
  void clear() {
    rows.clear();
    slots.clear();
    weights.clear();
  }
};

void route(const RoutingTree& tree, const TableView& table, RoutedParts& parts);

}  // namespace cutpoint
