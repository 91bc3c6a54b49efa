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
  std::vector<u32> rows, slots, classes;
  std::vector<Weight> weights;

  u64 size() const { return rows.size(); }
  void clear();
  void reserve(u64 n);
  void add(u32 row, u32 slot, u32 cls, Weight weight);
};

// The parts that arrived at one node.
struct PartsOfNode {
  u64 slot;
  std::span<const u32> rows, classes;
  std::span<const Weight> weights;
};

// Parts, those of a node together: what is looked up by node and attribute is then looked up once
// for many rows.
class PartsByNode {
 public:
  void set(const RoutedParts& parts, u64 n_slots);
  // Nodes at which nothing arrived are left out.
  std::span<const PartsOfNode> nodes() const { return nodes_; }

 private:
  RoutedParts sorted_;
  std::vector<u64> ends_;
  std::vector<PartsOfNode> nodes_;
};

void route(const RoutingTree& tree, const TableView& table, RoutedParts& parts);

}  // namespace cutpoint
