// Where a threshold may lie: the bounds of soft thresholds (Quinlan 1993, section 8.4).
//
// Moving a cut changes the errors that the two subtrees make on the cases of the node. The bounds
// are where these exceed those of the cut itself by one standard deviation.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"
#include "predict/predictor.hpp"

namespace cutpoint::predict {

struct CutBounds {
  std::vector<double> lower, upper;  // beside the cuts of the tree
};

// The bounds of all tests with one cut, from cases with their classes; other cuts are their own
// bounds. Weights are not used, and a case with an unknown value goes no further down.
CutBounds soften(NodeTable tree, std::vector<i32> n_values, Precision precision,
                 const TableView& cases, Progress& progress);

}  // namespace cutpoint::predict
