// The branch that a value takes, one test at a time: where speed does not matter.
#pragma once
#include <cmath>

#include "cutpoint/tree.hpp"
#include "predict/block.hpp"

namespace cutpoint::predict {

// `cell` is a value as in a block. The branch for unknown values if there is one and the value is
// unknown or in no branch; else kNoBranch.
template <class Real>
i32 branch_of(const NodeTable& tree, bool is_numeric, u64 node, Real cell) {
  const u64 n_known = tree.n_known_branches(node), start = static_cast<u64>(tree.test_start[node]);
  i32 branch = kNoBranch;
  if (!std::isnan(cell) && is_numeric) {
    branch = 0;
    while (static_cast<u64>(branch) + 1 < n_known &&
           cell > static_cast<Real>(tree.cuts[start + static_cast<u64>(branch)])) {
      ++branch;
    }
  } else if (!std::isnan(cell)) {
    branch = tree.branch_of[start + static_cast<u64>(code_of(cell))];
  }
  const bool has_unknown = n_known < static_cast<u64>(tree.n_branches[node]);
  return branch == kNoBranch && has_unknown ? static_cast<i32>(n_known) : branch;
}

}  // namespace cutpoint::predict
