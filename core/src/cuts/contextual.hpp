// Contextual intervals (Berzal et al. 2004, sections 4.3.1 to 4.3.3).
//
// Neighbouring intervals are compared by their class distributions, and the clustering is
// interleaved with the tree: every partition on the way is scored with the tree's own measure, and
// the best is taken.
#pragma once
#include <vector>

#include "cuts/interval_method.hpp"
#include "cuts/merging.hpp"
#include "cuts/partition_score.hpp"

namespace cutpoint {

struct ContextualWorkspace {
  std::vector<u32> ends;             // of the bins, in rows of the table
  MergingIntervals intervals;        // agglomerative
  std::vector<PartitionSums> sums;   // by interval
  std::vector<u32> gone;             // by the interval before a cut: how many cuts went before it
  std::vector<double> totals, rows;  // class weights of all; divisive: of the bins
};

// Merge from the bottom up.
void contextual(const EvidenceTable& table, const IntervalOptions& options, const RealXLogX& xlogx,
                ContextualWorkspace& workspace, std::vector<u32>& cuts);

// The same from intervals whose class weights are in `workspace.intervals`
// (MergingIntervals::reset): fills in after which of them the best partition cuts.
void merge_contextually(double unknown, const IntervalOptions& options, const RealXLogX& xlogx,
                        ContextualWorkspace& workspace, std::vector<u32>& cuts);

// Divide from the top down: each step makes the cut, of any interval, whose sides are least alike.
void contextual_divisive(const EvidenceTable& table, const IntervalOptions& options,
                         const RealXLogX& xlogx, ContextualWorkspace& workspace,
                         std::vector<u32>& cuts);

}  // namespace cutpoint
