// The mean posterior improvement of a test with two branches (Taylor & Silverman 1993).
#pragma once
#include <algorithm>

#include "measures/deviation.hpp"
#include "measures/measure.hpp"

namespace cutpoint {

struct Mpi {
  static constexpr std::string_view kName = "mpi";
  static constexpr Family kFamily = Family::counts;
  static constexpr bool kQuasiConvex = true;
  static constexpr u32 kMaxBranches = 2;
  static constexpr double kLowest = 0.0;

  // p_L p_R (1 - sum_k p_kL p_kR / p_k) = a b / n^2 - sum_k (a_k b_k / n_k) / n, for a_k and b_k of
  // the n_k cases of class k below and above, a and b of n in all: the same from either side.
  static double term(double count, double class_total) {
    return class_total > 0.0 ? count * (class_total - count) / class_total : 0.0;
  }
  static double of_node(std::span<const double>) { return 0.0; }
  static double score_of(double sum, double weight, const ClassTotals& node) {
    return weight * (node.cases - weight) / (node.cases * node.cases) - sum / node.cases;
  }
  static double score(BranchSums sums, double below, const ClassTotals& node) {
    return score_of(sums.below, below, node);
  }
  static double value(double score, u32 /*n_branches*/, const ClassTotals&) {
    return std::max(0.0, score);
  }
  // The score is D / N.
  static double class_weight(double class_total) {
    return class_total > 0.0 ? 1.0 / class_total : 0.0;
  }
  static DeviationLine line(double score, double cases) { return {0.0, score * cases}; }
};

}  // namespace cutpoint
