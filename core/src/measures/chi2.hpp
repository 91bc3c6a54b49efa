// Pearson's chi-squared as a score that the number of branches does not bias: -ln p, p being the
// chance of a greater statistic if classes and branches are independent.
#pragma once
#include <algorithm>

#include "measures/deviation.hpp"
#include "measures/measure.hpp"

namespace cutpoint {

// -ln of the chance that chi-squared is above the statistic, however small it is.
double minus_log_p(double statistic, u32 degrees_of_freedom);

struct Chi2 {
  static constexpr std::string_view kName = "chi2";
  static constexpr Family kFamily = Family::counts;
  static constexpr bool kQuasiConvex = true;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = 0.0;

  // A class without cases adds nothing.
  static double term(double count, double class_total) {
    return class_total > 0.0 ? count * count / class_total : 0.0;
  }
  // The classes that have cases.
  static double of_node(std::span<const double> classes) {
    double present = 0.0;
    for (const double n : classes) present += n > 0.0 ? 1.0 : 0.0;
    return present;
  }
  // The statistic: n (sum over cells of n_bk^2 / (n_b n_k) - 1).
  static double score_of(double branches, const ClassTotals& node) {
    return std::max(0.0, node.cases * (branches - 1.0));
  }
  static double score(BranchSums sums, double below, const ClassTotals& node) {
    return score_of(sums.below / below + sums.above / (node.cases - below), node);
  }
  // For a fixed number of branches it grows with the statistic.
  static double value(double score, u32 n_branches, const ClassTotals& node) {
    const u32 present = static_cast<u32>(node.of_node);
    if (n_branches < 2 || present < 2) return 0.0;
    return minus_log_p(score, (n_branches - 1) * (present - 1));
  }
  // The score of a cut is N^2 D / (n (N - n)).
  static double class_weight(double class_total) {
    return class_total > 0.0 ? 1.0 / class_total : 0.0;
  }
  static DeviationLine line(double score, double cases) { return {score / (cases * cases), 0.0}; }
};

}  // namespace cutpoint
