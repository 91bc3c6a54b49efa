// From grown nodes to a tree: cuts placed, tests that save nothing removed, nodes in order.
#pragma once
#include "cutpoint/tree.hpp"
#include "data/columns.hpp"
#include "grow/grown_tree.hpp"
#include "grow/spec.hpp"

namespace cutpoint {

// What placing a cut needs to know of the columns; binned ones by their codes.
struct PlacementColumns {
  std::vector<std::span<const double>> bin_values;       // by attribute; empty if it is not binned
  std::vector<std::span<const double>> distinct_values;  // by attribute, if cuts lie at such
};

inline constexpr double kLeastSaved = 0.001;  // errors that a test must save to stay (C4.5)

struct CutNeighbours;

// `neighbours`, if it is given, receives an entry for each cut.
NodeTable finish(GrownTree& grown, const TableView& table, const PlacementColumns& columns,
                 const GrowSpec& spec, CutNeighbours* neighbours = nullptr);

}  // namespace cutpoint
