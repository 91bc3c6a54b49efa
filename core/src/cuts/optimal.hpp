// The best partition into at most k intervals, for any cost that adds up over intervals.
//
// Dynamic programming from the right (Fulton, Kasif & Salzberg 1995; Elomaa & Rousu 1999): the
// least cost of the values from i on in j intervals is the least, over the end of the first
// interval, of its cost and that of the rest in j - 1. Where no minimum of cases binds, cuts
// between blocks of one class suffice.
#pragma once
#include <vector>

#include "cuts/interval_method.hpp"

namespace cutpoint {

struct OptimalWorkspace {
  std::vector<u32> ends, ends_of_bins;
  std::vector<double> rows, bins, inside;
  std::vector<double> least;  // (blocks + 1) x (intervals + 1): from this block on
  std::vector<u32> end;       // of the first interval
};

// The cheapest partition: the fewest intervals, then the lowest cuts.
void optimal(const EvidenceTable& table, const IntervalOptions& options, const RealXLogX& xlogx,
             OptimalWorkspace& workspace, std::vector<u32>& cuts);

}  // namespace cutpoint
