// Cuts of least distance to the classes, as long as they shorten the description.
//
// Cerquides & López de Mántaras 1997: one growing set of cuts for the whole column. Each round adds
// the cut that brings the partition nearest to that of the classes, in López de Mántaras'
// normalised distance d = 2 - (H(C) + H(D)) / H(C, D); the first cut that lengthens the description
// ends it.
#pragma once
#include <vector>

#include "cuts/interval_method.hpp"

namespace cutpoint {

void mdlp_mantaras(const EvidenceTable& table, const IntervalOptions& options,
                   const RealXLogX& xlogx, std::vector<u32>& cuts);

}  // namespace cutpoint
