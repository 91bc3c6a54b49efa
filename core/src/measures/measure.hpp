// What a measure promises, and the numbers it is a function of.
//
// A measure is a struct of static members in a header of its own. All of them have
//
//   kName         its name in the catalog
//   kFamily       what its value is a function of
//   kQuasiConvex  whether its value is quasi-convex in the class weights below a cut: then no cut
//                 in a block is better than the best corner of the block
//   kMaxBranches  the most branches it can compare, kAnyBranches for any number
//   kLowest       what the value of any test must be above
//
// and, by family:
//
//   information   value(Information): a function of gain, split information and class information
//   counts        term(count, class_total), the share of a class in the sum of a branch, and
//                 score(sums, ClassTotals), which is best where the measure is; value(score,
//                 totals) is the measure itself, and expensive for chi-squared: only better
//                 scores need it. class_weight(class_total) and line(score, cases) say without a
//                 division which cuts have a greater score: see `deviation.hpp`
//
// `table.hpp` has the value of a table of any number of branches by the same functions.
#pragma once
#include <limits>
#include <span>
#include <string_view>

#include "cutpoint/integers.hpp"

namespace cutpoint {

enum class Family : u8 {
  information,  // gain, split and class information
  counts,       // sums over classes of terms of the counts in a branch
  cut,          // all counts on both sides of a cut, together
  values,       // the values of the attribute, too
  custom        // a function of the user's
};

inline constexpr u32 kAnyBranches = std::numeric_limits<u32>::max();
inline constexpr double kNoValue = -std::numeric_limits<double>::infinity();

// What all tests of one attribute at a node have in common; weights in cases, known ones alone.
struct ClassTotals {
  std::span<const double> classes;  // weight by class
  double cases = 0.0;               // and their sum
  double of_node = 0.0;             // what `Measure::of_node` makes of them
};

// A sum of terms over the classes, for the two sides of a cut.
struct BranchSums {
  double below = 0.0, above = 0.0;
  friend BranchSums operator+(BranchSums a, BranchSums b) {
    return {a.below + b.below, a.above + b.above};
  }
  BranchSums& operator+=(BranchSums other) { return *this = *this + other; }
};

// The value of a test over all cases of the node: what is unknown makes it worse, also where
// a value is below 0. Not for the gain ratio: C4.5 takes cases without a value as one more branch.
inline double scaled_by_known(double value, double known_share) {
  return value > 0.0 ? value * known_share : value / known_share;
}

}  // namespace cutpoint
