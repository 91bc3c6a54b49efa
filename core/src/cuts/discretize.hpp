// Cutting whole columns, once, before anything is learned.
#pragma once
#include <vector>

#include "cuts/interval_method.hpp"
#include "data/table_view.hpp"

namespace cutpoint {

struct ColumnCuts {
  std::vector<double> cuts;
  std::vector<double> means;  // of the values in each interval
};

// The cut points of the numeric attributes of a table, in their order.
std::vector<ColumnCuts> discretize(const TableView& table, IntervalMethod method,
                                   const IntervalOptions& options, u32 n_threads);

}  // namespace cutpoint
