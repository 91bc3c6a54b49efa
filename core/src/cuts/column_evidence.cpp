#include "cuts/column_evidence.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "data/radix_sort.hpp"

namespace cutpoint {

void ColumnEvidence::count(const TableView& table, const NumericView& column) {
  const u64 n = table.n_rows, k = table.n_classes;
  const auto weight_of = [&](u64 row) { return table.is_weighted() ? table.weights[row] : 1.0; };
  const u32 row_bits = static_cast<u32>(std::bit_width(n));
  const u64 row_mask = (u64{1} << row_bits) - 1;
  keys_.clear();
  keys_.reserve(n);
  unknown = 0.0;
  for (u64 row = 0; row < n; ++row) {
    if (std::isnan(column[row])) {
      unknown += weight_of(row);
    } else {
      keys_.push_back((sortable_bits(column[row]) & ~row_mask) | row);
    }
  }
  RadixSort sort(keys_.size());
  u64* const keys = sort(keys_.data(), keys_.size(), row_bits);
  // Values that agree in the leading bits are put in order by all of them, then by row: the sum of
  // weights must not depend on how they were sorted.
  const auto in_order = [&](u64 a, u64 b) {
    const double x = column[a & row_mask], y = column[b & row_mask];
    return x != y ? x < y : a < b;
  };
  for (u64 first = 0; first < keys_.size();) {
    u64 stop = first + 1;
    while (stop < keys_.size() && (keys[stop] & ~row_mask) == (keys[first] & ~row_mask)) ++stop;
    if (stop - first > 1) std::sort(keys + first, keys + stop, in_order);
    first = stop;
  }

  values.clear(), weights.clear();
  totals.assign(k, 0.0);
  for (u64 i = 0; i < keys_.size(); ++i) {
    const u64 row = keys[i] & row_mask;
    const double value = column[row];
    if (values.empty() || value != values.back()) {
      values.push_back(value);
      weights.insert(weights.end(), k, 0.0);
    }
    weights[(values.size() - 1) * k + static_cast<u64>(table.classes[row])] += weight_of(row);
  }
  for (u64 v = 0; v < values.size(); ++v) add_to(totals, {weights.data() + v * k, k});
}

EvidenceTable ColumnEvidence::table() const {
  return {values, weights, totals, static_cast<u32>(values.size()), unknown};
}

std::vector<double> interval_means(const EvidenceTable& table, std::span<const double> cuts) {
  std::vector<double> means(cuts.size() + 1, std::numeric_limits<double>::quiet_NaN());
  u32 v = 0;
  for (u64 i = 0; i < means.size(); ++i) {
    const u32 first = v;
    double weight = 0.0, excess = 0.0;
    for (; v < table.n_values && (i == cuts.size() || table.values[v] <= cuts[i]); ++v) {
      for (const double n : table.row(v)) {
        weight += n;
        excess += n * (table.values[v] - table.values[first]);
      }
    }
    if (v > first) {  // and never beyond the values, whatever rounding does
      const double mean = table.values[first] + excess / weight;
      means[i] = std::min(std::max(mean, table.values[first]), table.values[v - 1]);
    } else if (i > 0 && i < cuts.size()) {
      means[i] = 0.5 * cuts[i - 1] + 0.5 * cuts[i];
    }
  }
  return means;
}

}  // namespace cutpoint
