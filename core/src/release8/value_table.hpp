// The test with one branch per value of a nominal attribute, from the class weights of each value.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "release8/information.hpp"

namespace cutpoint::release8 {

// Class weights by value; row 0 is for unknown, row v + 1 for value v.
template <class Real>
class ValueTable {
 public:
  ValueTable() = default;
  explicit ValueTable(u32 n_classes) : n_classes_(n_classes) {}

  // Have so many values, all of no weight.
  void reset(u32 n_values) {
    n_values_ = n_values;
    weights_.assign(u64{n_values + 1} * n_classes_, Real{0});
    totals_.assign(n_values + 1, Real{0});
  }
  // Add up the classes of each row, once they are complete.
  void sum_rows() {
    for (u32 r = 0; r <= n_values_; ++r) {
      Real total = 0;
      for (const Real weight : row(r)) total += weight;
      totals_[r] = total;
    }
  }

  u32 n_values() const { return n_values_; }
  u32 n_classes() const { return n_classes_; }
  Real unknown() const { return totals_[0]; }
  std::span<Real> row(u64 r) { return {weights_.data() + r * n_classes_, n_classes_}; }
  std::span<const Real> row(u64 r) const { return {weights_.data() + r * n_classes_, n_classes_}; }
  std::span<Real> totals() { return totals_; }
  std::span<const Real> totals() const { return totals_; }
  // Those of rows 1 to n_rows, without unknown.
  std::span<const Real> known_totals(u32 n_rows) const {
    return std::span<const Real>(totals_).subspan(1, n_rows);
  }

 private:
  u32 n_values_ = 0, n_classes_ = 0;
  std::vector<Real> weights_, totals_;
};

// What the gain of every partition of an attribute's known cases refers to.
template <class Real>
struct PartitionBase {
  Real cases = 0;  // at the node
  Real known = 0;
  Real unknown_fraction = 0;
  Real base = 0;  // the class entropy of the known cases

  template <class XLgX>
  PartitionBase(const ValueTable<Real>& table, Real cases_, const XLgX& xlgx)
      : cases(cases_), known(cases_ - table.unknown()), unknown_fraction(table.unknown() / cases_) {
    std::vector<Real> class_weights(table.n_classes());
    for (u32 c = 0; c < table.n_classes(); ++c) {
      for (u32 r = 1; r <= table.n_values(); ++r) class_weights[c] += table.row(r)[c];
    }
    base = base_info<Real>(class_weights, known, xlgx);
  }
  Real gain(Real residual) const { return scaled_gain(base, residual, known, unknown_fraction); }
};

// The gain of the partition in rows 1 to n_branches.
template <class Real, class XLgX>
Real partition_gain(const ValueTable<Real>& table, u32 n_branches, const PartitionBase<Real>& of,
                    Real min_cases, const XLgX& xlgx) {
  if (of.known == Real{0} || !enough_branches(table.known_totals(n_branches), min_cases)) {
    return kUnusable<Real>;
  }
  Real residual = 0;
  for (u32 b = 1; b <= n_branches; ++b) {
    residual += total_info(std::as_const(table).row(b), xlgx);
  }
  return of.gain(residual);
}

// The split information of rows 0 to n_branches: unknown counts as a branch.
template <class Real, class XLgX>
Real split_info(const ValueTable<Real>& table, u32 n_branches, Real cases, const XLgX& xlgx) {
  return total_info(table.totals().subspan(0, n_branches + 1), xlgx) / cases;
}

template <class Real>
struct GainAndInfo {
  Real gain = kUnusable<Real>, info = 0;
};

// Of one branch per value.
template <class Real, class XLgX>
GainAndInfo<Real> evaluate_values(const ValueTable<Real>& table, Real cases, Real min_cases,
                                  const XLgX& xlgx) {
  if (cases <= table.unknown()) return {};
  const PartitionBase<Real> of(table, cases, xlgx);
  return {partition_gain(table, table.n_values(), of, min_cases, xlgx),
          split_info(table, table.n_values(), cases, xlgx)};
}

}  // namespace cutpoint::release8
