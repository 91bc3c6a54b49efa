#include "measures/table.hpp"

#include "numeric/logarithm.hpp"

namespace cutpoint {

namespace {

double sum_of(std::span<const double> weights) {
  double sum = 0.0;
  for (const double weight : weights) sum += weight;
  return sum;
}

template <class M>
ClassTotals totals_of(const CountTable& table) {
  ClassTotals totals{table.classes, sum_of(table.classes), 0.0};
  if constexpr (M::kFamily == Family::counts) totals.of_node = M::of_node(table.classes);
  return totals;
}

// The sum of a branch's terms over the classes.
template <class M>
double branch_sum(const CountTable& table, u32 b) {
  double sum = 0.0;
  for (u64 k = 0; k < table.n_classes(); ++k) {
    sum += M::term(table.branch(b)[k], table.classes[k]);
  }
  return sum;
}

template <class M>
double counts_value(const CountTable& table) {
  const ClassTotals totals = totals_of<M>(table);
  if constexpr (M::kMaxBranches == 2) {
    const double weight = sum_of(table.branch(0));
    if (weight <= 0.0 || weight >= totals.cases) return 0.0;
    return M::value(M::score_of(branch_sum<M>(table, 0), weight, totals), 2, totals);
  } else {
    double branches = 0.0;
    u32 n_filled = 0;
    for (u32 b = 0; b < table.n_branches(); ++b) {
      const double weight = sum_of(table.branch(b));
      if (weight <= 0.0) continue;
      branches += branch_sum<M>(table, b) / weight;
      ++n_filled;
    }
    return M::value(M::score_of(branches, totals), n_filled, totals);
  }
}

// Half the sum over the branches: for two of them it is the score of one.
double kolmogorov_value(const CountTable& table) {
  const ClassTotals totals = totals_of<Kolmogorov>(table);
  double sum = 0.0;
  for (u32 b = 0; b < table.n_branches(); ++b) {
    sum += 0.5 * Kolmogorov::score(table.branch(b), sum_of(table.branch(b)), totals);
  }
  return sum;
}

double custom_value(const CustomMeasure& measure, const CountTable& table) {
  CandidateTables test(table.classes, 1, table.n_branches());
  for (u32 b = 0; b < table.n_branches(); ++b) {
    for (u32 k = 0; k < table.n_classes(); ++k) *test.after(b, k) = table.branch(b)[k];
  }
  double value = 0.0;
  measure.evaluate(std::move(test), {&value, 1});
  return value;
}

}  // namespace

Information information_of(const CountTable& table) {
  XLogXSums sums{0.0, 0.0, 0.0};
  double total = 0.0;
  for (u32 b = 0; b < table.n_branches(); ++b) {
    for (const double n : table.branch(b)) sums.cells += xlgx(n);
    const double weight = sum_of(table.branch(b));
    sums.branches += xlgx(weight);
    total += weight;
  }
  for (const double n : table.classes) sums.classes += xlgx(n);
  return information_of(sums, total, xlgx(total));
}

double table_value(const Criterion& criterion, const CountTable& table) {
  if (criterion.measure == Measure::custom) return custom_value(*criterion.custom, table);
  return visit_measure(criterion.measure, [&]<class M>(M) {
    if constexpr (M::kFamily == Family::information) return M::value(information_of(table));
    if constexpr (M::kFamily == Family::counts) return counts_value<M>(table);
    return kolmogorov_value(table);
  });
}

double contrast_value(const CountTable& table, std::span<const double> means) {
  double total = 0.0, mean = 0.0, between = 0.0;
  for (u32 b = 0; b < table.n_branches(); ++b) {
    const double weight = sum_of(table.branch(b));
    total += weight;
    if (weight > 0.0) mean += (means[b] - mean) * weight / total;
  }
  for (u32 b = 0; b < table.n_branches(); ++b) {
    const double weight = sum_of(table.branch(b)), apart = means[b] - mean;
    if (weight > 0.0) between += weight / total * (apart * apart);
  }
  return Contrast::value(between, information_of(table));
}

}  // namespace cutpoint
