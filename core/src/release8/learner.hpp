// Release 8: growing and pruning trees from all cases or from windows of them.
#pragma once
#include <span>
#include <vector>

#include "prune/prune.hpp"
#include "release8/grow.hpp"
#include "tree/column_test.hpp"

namespace cutpoint::release8 {

// Whether the items must come in Release 8's own order.
enum class Order : u8 {
  if_needed,  // only where weights are, or may become, fractions
  always      // windows are drawn from the items in the order that a tree has left them in
};

struct Options {
  GrowOptions growing;
  double confidence = 0.25;
  Order order = Order::if_needed;
};

class Learner {
 public:
  // The table must remain.
  Learner(const TableView& table, const Options& options, const Progress& progress);

  u64 n_cases() const { return cases_.n_cases; }
  // Whether the items are kept in Release 8's order; if not, trees are of all cases.
  bool in_order() const { return in_order_; }
  // The tree of some items, the numbers of cases: all of them unless they are kept in order. They
  // may be reordered. A tree can change the minimum number of cases for those after it.
  NodeTable grow(std::span<i32> items, Progress& progress);
  // The tree pruned with the items, which may be reordered; its errors become estimates. The tree
  // must have been checked against the table's attributes.
  PrunedTree prune(NodeTable tree, std::span<i32> items, const Progress& progress) const;

 private:
  std::vector<ColumnTest> tests_of(const NodeTable& tree) const;

  Options options_;
  Cases cases_;
  bool in_order_;
  CXLogX xlgx_;
};

}  // namespace cutpoint::release8
