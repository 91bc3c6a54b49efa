// The best test of an attribute at a node.
#pragma once
#include "cutpoint/integers.hpp"
#include "measures/measure.hpp"
#include "numeric/bits.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

struct SplitCandidate {
  bool usable = false;
  bool hopeless = false;    // nor will a node below have a test of the attribute
  double gain = 0.0;        // bits over the node, less the charge if that is ranked
  double value = kNoValue;  // under the criterion, over all cases of the node
  Weight known;             // of the cases whose value is known
  Weight below;             // of those in the first branch
  u32 n_branches = 0;
  u32 position = 0;  // sorted: entries below the cut; binned: the last code below it
  u32 above = 0;     // binned: the first code above the cut
};

// What all attributes of a node have in common.
struct NodeTotals {
  std::span<const Weight> classes;  // weight by class
  Weight weight;                    // and their sum
  bool has_fractions = false;       // whether any row is there as a fraction
  u32 n_rows = 0;
  u64 key = 0;  // where random numbers come from

  u32 n_classes() const { return static_cast<u32>(classes.size()); }
};

}  // namespace cutpoint
