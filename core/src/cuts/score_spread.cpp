#include "cuts/score_spread.hpp"

#include <algorithm>
#include <cmath>

#include "measures/table.hpp"
#include "numeric/logarithm.hpp"

namespace cutpoint {

namespace {

// Class weights below and above a cut.
struct TwoBranches {
  std::vector<double> counts;   // 2 x classes
  std::vector<double> classes;  // their sums

  explicit TwoBranches(std::span<const double> cells)
      : counts(cells.begin(), cells.end()), classes(cells.size() / 2) {
    add_up();
  }
  void add_up() {
    for (u64 k = 0; k < classes.size(); ++k) classes[k] = counts[k] + counts[classes.size() + k];
  }
  CountTable view() const { return {counts, classes}; }
  double branch(u64 b) const { return sum_of(view().branch(b)); }
};

TwoBranches branches_at(const EvidenceTable& table, u32 position) {
  const u64 k = table.n_classes();
  std::vector<double> counts(2 * k, 0.0);
  for (u32 v = 0; v < table.n_values; ++v) {
    add_to({counts.data() + (v <= position ? 0 : k), k}, table.row(v));
  }
  return TwoBranches(counts);
}

// The derivative by the share of each cell, up to a constant that is the same in all: the entropies
// are means of -lg p_c and -lg p_t, the gain that of lg(p_ct / (p_c p_t)).
template <class M>
std::vector<double> information_slopes(const TwoBranches& table) {
  const Slopes by = M::slopes(information_of(table.view()));
  const u64 n_classes = table.classes.size();
  const double total = sum_of(table.counts);
  std::vector<double> slopes(table.counts.size(), 0.0);
  for (u64 b = 0; b < 2; ++b) {
    const double of_branch = table.branch(b) > 0.0 ? -lg(table.branch(b) / total) : 0.0;
    for (u64 k = 0; k < n_classes; ++k) {
      const double weight = table.counts[b * n_classes + k];
      if (weight <= 0.0) continue;
      const double of_class = -lg(table.classes[k] / total);
      const double shared = lg(weight / total) + of_branch + of_class;
      slopes[b * n_classes + k] =
          by.by_classes * of_class + by.by_split * of_branch + by.by_gain * shared;
    }
  }
  return slopes;
}

// The same from differences.
std::vector<double> measured_slopes(const Criterion& criterion, TwoBranches& table) {
  constexpr double kStep =
      1e-4;  // of a cell, to either side: the error is of the order of its square
  const double total = sum_of(table.counts);
  const auto value_with = [&](double& cell, double weight) {
    const double before = cell;
    cell = weight;
    table.add_up();
    const double value = table_value(criterion, table.view());
    cell = before;
    return value;
  };
  std::vector<double> slopes(table.counts.size(), 0.0);
  for (u64 i = 0; i < slopes.size(); ++i) {
    const double weight = table.counts[i];
    if (weight <= 0.0) continue;
    const double high = value_with(table.counts[i], weight * (1.0 + kStep));
    const double low = value_with(table.counts[i], weight * (1.0 - kStep));
    slopes[i] = total * (high - low) / (2.0 * kStep * weight);
  }
  return slopes;
}

// The contrast B / E, whose cases differ by value too. B, the variance between, is the sum of
// s_b^2 / p_b less the squared mean, s_b being p_b times the mean m_b of a branch: by a case at x
// in branch b, 2 m_b x - m_b^2 - 2 m x. E is the mean of -lg p(class | branch).
double contrast_deviation(const EvidenceTable& table, u32 position) {
  const TwoBranches branches = branches_at(table, position);
  const double left = Contrast::left(information_of(branches.view()));
  if (left <= Contrast::kPure) return 0.0;
  const double weight[2] = {branches.branch(0), branches.branch(1)};
  const double total = weight[0] + weight[1];
  double means[2] = {0.0, 0.0};
  for (u32 v = 0; v < table.n_values; ++v) {
    const u32 b = v <= position ? 0 : 1;
    means[b] += sum_of(table.row(v)) * table.values[v] / weight[b];
  }
  const double mean = (means[0] * weight[0] + means[1] * weight[1]) / total;
  const double ratio = Contrast::between(weight[0], weight[1], means[0], means[1]) / left;
  double sum = 0.0, squares = 0.0;
  for (u32 v = 0; v < table.n_values; ++v) {
    const u32 b = v <= position ? 0 : 1;
    const double x = table.values[v];
    const double of_value = 2.0 * means[b] * x - means[b] * means[b] - 2.0 * mean * x;
    for (u64 k = 0; k < table.n_classes(); ++k) {
      const double cases = table.row(v)[k];
      if (cases <= 0.0) continue;
      const double share = branches.view().branch(b)[k] / weight[b];
      const double slope = (of_value + ratio * lg(share)) / left;
      sum += cases * slope;
      squares += cases * slope * slope;
    }
  }
  return std::sqrt(std::max(0.0, squares - sum * sum / total)) / total;
}

}  // namespace

double score_deviation(std::span<const double> counts, const Criterion& criterion) {
  TwoBranches table(counts);
  std::vector<double> slopes;
  if (family_of(criterion.measure) == Family::information) {
    slopes = visit_measure(criterion.measure, [&]<class M>(M) {
      if constexpr (M::kFamily == Family::information) return information_slopes<M>(table);
      return std::vector<double>();
    });
  } else {
    slopes = measured_slopes(criterion, table);
  }
  const double total = sum_of(counts);
  double mean = 0.0, squares = 0.0;
  for (u64 i = 0; i < slopes.size(); ++i) mean += counts[i] * slopes[i];
  mean /= total;
  for (u64 i = 0; i < slopes.size(); ++i) {
    const double psi = slopes[i] - mean;
    if (counts[i] > 0.0) squares += counts[i] * (psi * psi);
  }
  return std::sqrt(squares) / total;
}

double score_deviation(const EvidenceTable& table, const Criterion& criterion, u32 position) {
  if (criterion.measure == Measure::contrast) return contrast_deviation(table, position);
  return score_deviation(branches_at(table, position).counts, criterion);
}

}  // namespace cutpoint
