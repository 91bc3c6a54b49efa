// Resamples of an evidence table, by numbers that depend on a key and a counter alone.
//
// A resample draws cells (value and class) by their weight, not rows, so the order of the rows does
// not matter; and the numbers come from SplitMix64 of key and counter, so neither do threads.
#pragma once
#include <vector>

#include "cuts/evidence_table.hpp"
#include "numeric/split_mix.hpp"

namespace cutpoint {

// The cells with weight, and where each ends in the sum of all. That sum is divided in as many
// equal parts as there are cells; the search for a cell begins with the first one of its part and
// has, on average, one step to go. Where all cells weigh the same there is nothing to search, and
// `first` is empty.
struct Cells {
  std::vector<u32> cells;
  std::vector<double> ends;
  std::vector<u32> first;
};
void find_cells(const EvidenceTable& table, Cells& cells);

// Fill in resample `number`: as many cases as the table has, drawn with replacement. Each draw has
// the same weight, and all together have that of the table.
void resample(const Cells& cells, u64 key, u64 number, std::span<double> weights);

}  // namespace cutpoint
