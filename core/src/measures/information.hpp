// The information family: functions of gain, split information and class information.
#pragma once
#include <algorithm>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// Of the known cases of a node, in any unit of information: bits, bits per case or the units of an
// XLogX. `cases` says how many such units a bit per case is.
struct Information {
  double gain;     // the mutual information of branches and classes
  double split;    // of the branches
  double classes;  // of the classes
  double cases;
};

// Bits per case, from the sums of x lg x over cells, branches and classes. None is below 0, and the
// gain is not above the others: what rounding leaves is cut off.
struct XLogXSums {
  double cells, branches, classes;
};
inline Information information_of(const XLogXSums& sums, double total, double xlgx_total) {
  const double classes = std::max(0.0, (xlgx_total - sums.classes) / total);
  const double split = std::max(0.0, (xlgx_total - sums.branches) / total);
  const double gain = (xlgx_total - sums.classes - sums.branches + sums.cells) / total;
  return {std::max(0.0, std::min({gain, classes, split})), split, classes, 1.0};
}

// A ratio of amounts of information; where both are 0, nothing is gained.
inline double ratio_or_zero(double gain, double by) { return by > 0.0 ? gain / by : 0.0; }

// The derivatives of a value by class information, split information and gain.
struct Slopes {
  double by_classes = 0.0, by_split = 0.0, by_gain = 0.0;
};

// A cut has a value above v just if
//
//   gain > intercept - slope * branches,   branches = x lg x of the weights below and above,
//
// which is linear in the sums that a scan keeps: `Measure::line(v, totals)`. The gain is these
// sums' x lg x over all cells less `branches`, up to a constant; with a slope from 0 to 1 it plus
// slope * branches is convex in the class weights below the cut. So the cuts of no greater value
// are a convex set, and every measure of the family is quasi-convex.
struct AcceptanceLine {
  double intercept = 0.0, slope = 0.0;
};
// What a line depends on besides v: the class information, x lg x of the cases that the split
// information is of, and `cases` as in Information.
struct LineTotals {
  double classes, xlgx_cases, cases;
};

}  // namespace cutpoint
