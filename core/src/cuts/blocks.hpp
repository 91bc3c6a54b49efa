// Runs of adjacent values taken as one: bins to start from, and blocks of one class.
#pragma once
#include <vector>

#include "cuts/evidence_table.hpp"

namespace cutpoint {

// At most n_bins equal-depth bins; every row is one where there are no more rows, or with kNoLimit.
void find_bins(const EvidenceTable& table, u32 n_bins, std::vector<u32>& ends);

// The longest runs of values of one and the same class: only the cuts between them are boundary
// points (Fayyad & Irani; Elomaa & Rousu).
void find_boundary_blocks(const EvidenceTable& table, std::vector<u32>& ends);

// The class weights of the runs that end at the given rows.
void gather(const EvidenceTable& table, std::span<const u32> ends, std::span<double> weights);

}  // namespace cutpoint
