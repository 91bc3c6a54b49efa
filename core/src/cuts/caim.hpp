// CAIM (Kurgan & Cios 2004): class-attribute interdependence, maximised greedily.
//
// CAIM of a partition is the mean over its intervals of (cases of the majority class)^2 / cases.
// The cut of greatest CAIM is added while that exceeds the last one, or there are fewer intervals
// than classes.
#pragma once
#include <vector>

#include "cuts/interval_method.hpp"

namespace cutpoint {

void caim(const EvidenceTable& table, const IntervalOptions& options, std::vector<u32>& cuts);

}  // namespace cutpoint
