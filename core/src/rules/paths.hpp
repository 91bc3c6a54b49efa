// From paths to rules: every leaf of a tree gives one, freed of what does not help.
#pragma once
#include <span>
#include <vector>

#include "rules/cases.hpp"
#include "rules/generalise.hpp"

namespace cutpoint::rules {

// A rule as it comes from its path.
template <class Real>
struct PathRule {
  struct Step {
    u32 node, branch, place;  // the place is how far down the path it stands
  };
  std::vector<Step> steps;
  u32 label;
  Real error;
  std::vector<u64> cover;
};

// The generalised rules of all leaves with cases, depth first, in branch order.
template <class Real>
std::vector<PathRule<Real>> rules_of_paths(const NodeTable& tree, const Cases& cases,
                                           const Estimates<Real>& estimates, u32 n_threads,
                                           Progress& progress);

// The set of the cases with known values that take a branch.
void fill_branch(const NodeTable& tree, const Cases& cases, u32 node, u32 branch,
                 std::span<u64> set);

}  // namespace cutpoint::rules
