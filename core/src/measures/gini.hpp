// The decrease of the Gini index (Breiman, Friedman, Olshen & Stone 1984).
#pragma once
#include <algorithm>

#include "measures/deviation.hpp"
#include "measures/measure.hpp"

namespace cutpoint {

struct Gini {
  static constexpr std::string_view kName = "gini";
  static constexpr Family kFamily = Family::counts;
  static constexpr bool kQuasiConvex = true;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = 0.0;

  // What a class adds to the sum of a branch: the index of the branch is 1 - sum / weight^2.
  static double term(double count, double /*class_total*/) { return count * count; }
  static double of_node(std::span<const double> classes) {
    double sum = 0.0;
    for (const double n : classes) sum += n * n;
    return sum;
  }
  // `branches`: the sum over branches of (sum of terms / weight).
  static double score_of(double branches, const ClassTotals& node) {
    return (branches - node.of_node / node.cases) / node.cases;
  }
  static double score(BranchSums sums, double below, const ClassTotals& node) {
    return score_of(sums.below / below + sums.above / (node.cases - below), node);
  }
  // What rounding leaves below 0 is cut off.
  static double value(double score, u32 /*n_branches*/, const ClassTotals&) {
    return std::max(0.0, score);
  }
  // The score of a cut is D / (n (N - n)).
  static double class_weight(double /*class_total*/) { return 1.0; }
  static DeviationLine line(double score, double /*cases*/) { return {score, 0.0}; }
};

}  // namespace cutpoint
