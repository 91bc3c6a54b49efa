// The intervals of a one-rule (Holte 1993).
//
// An interval takes in the next value until its majority class has enough cases and the next
// value's own majority is another class; then neighbours with the same majority become one. The
// last interval may fall short. Of equal majorities the first class counts.
#pragma once
#include <vector>

#include "cuts/evidence_table.hpp"

namespace cutpoint {

void one_rule(const EvidenceTable& table, double min_majority, std::vector<double>& scratch,
              std::vector<u32>& cuts);

}  // namespace cutpoint
