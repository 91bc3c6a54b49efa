// Zeta: the accuracy when every interval predicts a different class (Ho & Scott 1997).
//
// Two classes: the one cut of greatest zeta. More: each class in turn against all the others, the
// best pair of cut and class is taken, the class is put aside, and the search goes on over the
// whole range until two classes remain. A cut that is found again is the same cut.
#pragma once
#include <vector>

#include "cuts/interval_method.hpp"

namespace cutpoint {

void zeta(const EvidenceTable& table, const IntervalOptions& options, std::vector<double>& scratch,
          std::vector<u32>& cuts);

}  // namespace cutpoint
