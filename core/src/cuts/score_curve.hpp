// The score curve: what a measure makes of every cut of an evidence table.
#pragma once
#include <vector>

#include "cuts/evidence_table.hpp"
#include "measures/registry.hpp"
#include "numeric/real_xlogx.hpp"

namespace cutpoint {

// The candidates alone: cuts after a value that has weight, with the least weight on both sides.
struct ScoreCurve {
  std::vector<u32> positions;  // the value before the cut
  std::vector<double> below;   // the weight up to it
  std::vector<double> scores;
  u64 size() const { return positions.size(); }
};

struct CurveScratch {
  std::vector<double> lower;        // class weights below the cut
  std::vector<double> parts;        // by class: x lg x on both sides, or the term below,
  std::vector<double> parts_above;  // and the one above
  std::vector<double> tables;       // of a custom measure: below the cut, candidates x classes
};

// Every sum is taken anew from sums of weights: there is no running sum of scores that could drift.
// Throws MeasureFailed where a score is not a number.
void fill_curve(const EvidenceTable& table, const Criterion& criterion, double least,
                const RealXLogX& xlogx, CurveScratch& scratch, ScoreCurve& curve);

// The first value with weight after a position.
u32 value_above(const EvidenceTable& table, u32 position);
// The middle of the values that the cut after a position separates.
double cut_after(const EvidenceTable& table, u32 position);

}  // namespace cutpoint
