// Cut values that do not look at the classes: equal width and k-means in one dimension. They lie
// anywhere between two of the column's values; `find_positions` says which two.
#pragma once
#include <vector>

#include "cuts/evidence_table.hpp"

namespace cutpoint {

// The borders of n_bins equal parts of the range; bins may be empty. Of a range too narrow for so
// many numbers, those left are fewer.
void equal_width(std::span<const double> values, u32 n_bins, std::vector<double>& cuts);

struct KMeansWorkspace {
  std::vector<double> sum_weight, sum_value;  // of the values before each, from the middle
  std::vector<double> centres;
  std::vector<u64> ends;  // how many values lie in clusters up to this one
};

// The borders between the clusters that Lloyd's iteration finds. It starts from the middles of
// equal-width bins, so nothing is random; a cluster that comes out empty moves to the value that is
// farthest from its own centre. In one dimension clusters are intervals: with running sums a round
// takes O(clusters x lg(values)).
void k_means(const EvidenceTable& table, u32 n_bins, KMeansWorkspace& workspace,
             std::vector<double>& cuts);

// Turn cut values into positions: the last value not above the cut. Of several cuts between the
// same two values the lowest stays, and cuts outside the values go: every branch holds a case, and
// each case is on the same side as before.
void find_positions(std::span<const double> values, std::vector<double>& cuts,
                    std::vector<u32>& positions);

}  // namespace cutpoint
