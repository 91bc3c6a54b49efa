#include "prune/prune.hpp"

#include <algorithm>
#include <cmath>

#include "cutpoint/input_error.hpp"
#include "numeric/weight.hpp"
#include "prune/error_based.hpp"

namespace cutpoint {

namespace {

// Rows that count, and their weights in whole units.
struct WeightedRows {
  std::vector<i32> rows;
  std::vector<double> weights;  // of all rows; empty: all 1

  explicit WeightedRows(const TableView& table) {
    weights.reserve(table.weights.size());
    for (const double weight : table.weights) weights.push_back(Weight::of_cases(weight).cases());
    list_rows(table.n_rows);
  }
  explicit WeightedRows(std::span<const u32> copies) : weights(copies.begin(), copies.end()) {
    list_rows(copies.size());
  }

 private:
  void list_rows(u64 n_rows) {
    rows.reserve(n_rows);
    for (u64 row = 0; row < n_rows; ++row) {
      if (weights.empty() || weights[row] > 0.0) rows.push_back(static_cast<i32>(row));
    }
  }
};

bool has_unknown(const AttributeView& attribute, std::span<const i32> rows) {
  return std::ranges::any_of(rows, [&](i32 row) {
    return attribute.is_numeric() ? std::isnan(attribute.numeric[static_cast<u64>(row)])
                                  : attribute.nominal.codes[row] < 0;
  });
}

// Whether some row may meet a test of a value that is not known to it.
bool may_be_divided(const NodeTable& tree, const TableView& table, std::span<const i32> rows) {
  std::vector<u8> is_tested(table.attributes.size());
  for (const i32 attribute : tree.attribute) {
    if (attribute >= 0) is_tested[static_cast<u64>(attribute)] = 1;
  }
  for (u64 a = 0; a < is_tested.size(); ++a) {
    if (is_tested[a] != 0 && has_unknown(table.attributes[a], rows)) return true;
  }
  return std::ranges::find(tree.branch_of, kNoBranch) != tree.branch_of.end();
}

bool prune_divided(TestedTree& tree, const TableView& table, WeightedRows& cases,
                   const ErrorEstimate<double>& estimate, const Progress& progress) {
  const bool all_one = cases.weights.empty();
  if (all_one) cases.weights.assign(table.n_rows, 1.0);
  return prune_fractional<double>(tree, {table.classes, cases.weights, cases.rows, all_one},
                                  estimate, progress);
}

std::vector<i32> value_counts(const TableView& table) {
  std::vector<i32> counts;
  for (const AttributeView& attribute : table.attributes) {
    counts.push_back(attribute.is_numeric() ? kNumeric
                                            : static_cast<i32>(attribute.nominal.n_values));
  }
  return counts;
}

}  // namespace

PrunedTree prune_by_errors(NodeTable tree, const TableView& table, double confidence,
                           ImpossibleValues impossible_values, const Progress& progress,
                           std::span<const u32> copies) {
  if (!tree.has_unknown_branch.empty()) {
    throw InputError("a tree with branches for unknown values is not pruned by its errors");
  }
  const ErrorEstimate<double> estimate(confidence);
  WeightedRows cases = copies.empty() ? WeightedRows(table) : WeightedRows(copies);
  TestedTree tested{tree, column_tests(tree, table)};
  PrunedTree pruned;
  if (may_be_divided(tree, table, cases.rows)) {
    if (!copies.empty()) throw InputError("copies of rows cannot be divided among branches");
    pruned.is_simpler = prune_divided(tested, table, cases, estimate, progress);
  } else {
    pruned.is_simpler = prune_known<double>(
        tested, {table.classes, cases.weights, std::move(cases.rows), !copies.empty()}, estimate,
        progress);
  }
  pruned.tree = compact(tree);
  if (impossible_values == ImpossibleValues::are_removed) {
    pruned.tree = without_impossible_values(std::move(pruned.tree), value_counts(table));
  }
  return pruned;
}

}  // namespace cutpoint
