// Evidence tables from Python.
#pragma once
#include <nanobind/nanobind.h>

#include <cmath>
#include <vector>

#include "arrays.hpp"
#include "cuts/evidence_table.hpp"

namespace cutpoint::bindings {

// A table from Python, checked: values ascending and finite, weights from 0 up.
class CheckedTable {
 public:
  // Without values: only classes are looked at.
  explicit CheckedTable(const Matrix<double>& weights) : totals_(weights.shape(1), 0.0) {
    if (totals_.empty()) throw InputError("weights has no classes");
    if (weights.size() >= ~u32{0}) throw InputError("there are too many values");
    for (u64 i = 0; i < weights.size(); ++i) {
      const double weight = weights.data()[i];
      if (!(weight >= 0.0) || std::isinf(weight)) {
        throw InputError("weights must be numbers from 0 up");
      }
      totals_[i % totals_.size()] += weight;
    }
    constexpr double kMaxCases = 2147483648.0;  // a resample draws as many as there are
    if (!(sum_of(totals_) <= kMaxCases)) throw InputError("the weights sum to more than 2^31");
    table_ = {{}, span_of(weights), totals_, static_cast<u32>(weights.shape(0))};
  }
  CheckedTable(const Vector<double>& values, const Matrix<double>& weights, double unknown)
      : CheckedTable(weights) {
    check_size(values, weights.shape(0), "values");
    if (!(unknown >= 0.0) || std::isinf(unknown)) throw InputError("unknown must be from 0 up");
    for (u64 v = 0; v < values.size(); ++v) {
      const double value = values.data()[v];
      if (std::isnan(value) || (v > 0 && !(values.data()[v - 1] < value))) {
        throw InputError("values must be distinct and ascending");
      }
    }
    table_.values = span_of(values);
    table_.unknown = unknown;
  }
  const EvidenceTable& operator*() const { return table_; }

 private:
  std::vector<double> totals_;
  EvidenceTable table_;
};

}  // namespace cutpoint::bindings
