// Intervals merged by chi-squared: ChiMerge (Kerber 1992) and Chi2 (Liu & Setiono 1995).
//
// The pair of neighbours whose classes differ least merges first, the leftmost of equals. ChiMerge
// stops at one significance level. Chi2 lowers the level, tenth by tenth from 0.5, for as long as
// the intervals stay consistent with the classes.
#pragma once
#include <vector>

#include "cuts/interval_method.hpp"
#include "cuts/merging.hpp"

namespace cutpoint {

// Pearson's statistic of two intervals, with a little added to every count. For two rows it is the
// sum over classes of (a_c B - b_c A)^2 / (A B (a_c + b_c)), whose terms are 0 exactly where the
// shares are equal. A class absent from both adds nothing, or as good as nothing.
double chi_squared(const Interval& a, const Interval& b, double smoothing);

struct ChiMergeWorkspace {
  std::vector<u32> ends;  // of the intervals to begin with, in rows of the table
  MergingIntervals intervals;
};

// Merge while chi-squared is below options.critical.
void chimerge(const EvidenceTable& table, const IntervalOptions& options,
              ChiMergeWorkspace& workspace, std::vector<u32>& cuts);

// The same from intervals whose class weights are in `workspace.intervals`
// (MergingIntervals::reset): fills in after which of them the cuts are. Without smoothing,
// neighbours of one and the same class may be one interval from the beginning: they merge before
// any others.
void merge_by_chi_squared(const IntervalOptions& options, ChiMergeWorkspace& workspace,
                          std::vector<u32>& cuts);

// Merge level by level, options.criticals being the critical values. A level that takes the share
// of cases outside the majority of their interval above options.inconsistency, or above what equal
// values make of it anyhow, is undone and ends the search.
void chi2(const EvidenceTable& table, const IntervalOptions& options, ChiMergeWorkspace& workspace,
          std::vector<u32>& cuts);

}  // namespace cutpoint
