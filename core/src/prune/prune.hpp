// Pruning a tree with the cases of a table. Each way of pruning is a function that takes a tree and
// gives back a smaller one.
#pragma once
#include <span>

#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"

namespace cutpoint {

struct PrunedTree {
  NodeTable tree;
  bool is_simpler = false;  // whether anything was pruned
};

// After pruning, whether values that the tests above rule out are taken from groups of values.
enum class ImpossibleValues : u8 { remain, are_removed };

// By estimated errors with subtree raising, in double precision; the errors of the nodes become
// estimates. The tree must have been checked against the table's attributes. Throws InputError for
// a tree with branches for unknown values. With `copies`, a number for each row of a table without
// weights, each row is so many equal cases: it throws where one of them would be divided.
PrunedTree prune_by_errors(NodeTable tree, const TableView& table, double confidence,
                           ImpossibleValues impossible_values, const Progress& progress,
                           std::span<const u32> copies = {});

}  // namespace cutpoint
