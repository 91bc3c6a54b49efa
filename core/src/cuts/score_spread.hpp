// The standard deviation of the score of a cut, by the delta method over its cases.
//
// A score is a function F of the shares p of the cells of a table. Each case adds psi, the
// derivative of F by the share of its cell, less the mean of these; the variance of the score is
// the mean of psi^2 over the number of cases (Wehenkel 1997; Geurts & Wehenkel 2000, section 2).
#pragma once
#include <vector>

#include "cuts/evidence_table.hpp"
#include "measures/registry.hpp"

namespace cutpoint {

// Of the score of the cut after a value. By derivatives for the information family and the
// contrast, by differences for the others. The contrast of pure branches is infinite and has none:
// 0.
double score_deviation(const EvidenceTable& table, const Criterion& criterion, u32 position);

// Of a table of two branches by classes; not for the contrast.
double score_deviation(std::span<const double> counts, const Criterion& criterion);

}  // namespace cutpoint
