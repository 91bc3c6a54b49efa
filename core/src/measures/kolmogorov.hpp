// The Kolmogorov-Smirnov distance of the classes over the branches (Friedman 1977).
#pragma once
#include <cmath>

#include "measures/measure.hpp"

namespace cutpoint {

// For two classes and a cut: the distance of the class-conditional distribution functions there.
// Many branches are put in two sets so that it is greatest, which is half the sum of the
// differences. Many classes: the mean of one against the rest, by weight.
struct Kolmogorov {
  static constexpr std::string_view kName = "kolmogorov";
  static constexpr Family kFamily = Family::cut;
  static constexpr bool kQuasiConvex = true;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = 0.0;

  // By how much a class of n_k cases and the rest differ in a branch, times n_k:
  // n_k |a_k / n_k - (a - a_k) / (n - n_k)| = |a_k n - a n_k| / (n - n_k).
  static double term(double count, double class_total, double branch, double cases) {
    const double rest = cases - class_total;
    return rest > 0.0 ? std::abs(count * cases - branch * class_total) / rest : 0.0;
  }
  // The same sum of terms is on the other side of a cut: one side says it all.
  static double score(std::span<const double> below, double weight, const ClassTotals& node) {
    double sum = 0.0;
    for (u64 k = 0; k < below.size(); ++k) {
      sum += term(below[k], node.classes[k], weight, node.cases);
    }
    return sum / node.cases;
  }
};

}  // namespace cutpoint
