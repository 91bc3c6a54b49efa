// Tables across the border: the caller's columns, checked once for all learners.
#pragma once
#include <nanobind/nanobind.h>

#include <vector>

#include "arrays.hpp"
#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"

namespace cutpoint::bindings {

// Holds on to the arrays that its view refers to.
class HeldTable {
 public:
  // Numeric columns are float64 in steps of any length, with NaN for unknown; nominal ones int32
  // codes in one piece, -1 for unknown. `n_values` has for each column its number of values, or
  // kNumeric.
  HeldTable(const nb::sequence& columns, const Vector<i32>& n_values, const Vector<i32>& target,
            u32 n_classes, const nb::object& weights);

  const TableView& view() const { return view_; }
  std::span<const i32> n_values() const { return span_of(n_values_); }

 private:
  void add_column(nb::handle column, i32 n_values);
  void add_weights(const nb::object& weights);

  TableView view_;
  Vector<i32> n_values_, target_;
  std::vector<nb::object> columns_;
  nb::object weights_;
};

// Refuse a tree of other attributes or classes, or a confidence level that is none.
void check_tree_of(const NodeTable& tree, const HeldTable& table);
void check_confidence(double confidence);

}  // namespace cutpoint::bindings
