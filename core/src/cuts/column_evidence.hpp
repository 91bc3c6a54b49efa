// The evidence table of a column: class weights per distinct value.
#pragma once
#include <vector>

#include "cuts/evidence_table.hpp"
#include "data/table_view.hpp"

namespace cutpoint {

// A table that owns its numbers, and what it takes to make one; can be made anew for another
// column.
class ColumnEvidence {
 public:
  // Count the classes of a numeric attribute of a table.
  void count(const TableView& table, const NumericView& column);
  EvidenceTable table() const;

  std::vector<double> values;
  std::vector<double> weights;  // values x classes
  std::vector<double> totals;
  double unknown = 0.0;

 private:
  std::vector<u64> keys_;
};

// The mean of the values in each interval; the middle of one that holds none.
std::vector<double> interval_means(const EvidenceTable& table, std::span<const double> cuts);

}  // namespace cutpoint
