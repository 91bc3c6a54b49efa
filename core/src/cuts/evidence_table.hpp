// The evidence table of a numeric attribute: its distinct values and the class weights of each
// (RainForest's AVC-set). Every way to cut an attribute is a function of it.
#pragma once
#include <span>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// A view: whoever makes the table owns the numbers. Weights are in cases; sums of whole cases, and
// of Weight's units below 2^53, are exact in a double.
struct EvidenceTable {
  std::span<const double> values;   // distinct, ascending; only some methods look at them
  std::span<const double> weights;  // values x classes, row by row
  std::span<const double> totals;   // by class: the sums of the columns of `weights`
  u32 n_values = 0;
  double unknown = 0.0;  // the weight of cases without a value

  u32 n_classes() const { return static_cast<u32>(totals.size()); }
  // The class weights of a value.
  std::span<const double> row(u64 v) const {
    return weights.subspan(v * totals.size(), totals.size());
  }
};

// The sum of weights, from the first to the last.
inline double sum_of(std::span<const double> weights) {
  double sum = 0.0;
  for (const double weight : weights) sum += weight;
  return sum;
}
inline void add_to(std::span<double> sums, std::span<const double> weights) {
  for (u64 k = 0; k < sums.size(); ++k) sums[k] += weights[k];
}
inline void take_from(std::span<double> sums, std::span<const double> weights) {
  for (u64 k = 0; k < sums.size(); ++k) sums[k] -= weights[k];
}

}  // namespace cutpoint
