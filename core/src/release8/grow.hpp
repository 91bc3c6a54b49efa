// Growing a tree as C4.5 Release 8 does, in its own arithmetic and with its oddities.
#pragma once
#include <span>

#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "release8/attribute_tests.hpp"
#include "release8/cases.hpp"

namespace cutpoint::release8 {

struct GrownTree {
  NodeTable tree;
  Real min_cases = 0;  // the minimum number of cases that holds from now on
};

// Grow the tree of some items, the numbers of cases, following Release 8's order of items: what
// fractional weights need. The items are left in the order in which it leaves them.
GrownTree grow_in_order(const Cases& cases, std::span<i32> items, const GrowOptions& options,
                        const CXLogX& xlgx, Progress& progress);

// The same tree of all cases, where all weights are 1 and all values known: the order of items
// makes no difference then, and columns are sorted once.
GrownTree grow_whole(const Cases& cases, const GrowOptions& options, const CXLogX& xlgx,
                     Progress& progress);

}  // namespace cutpoint::release8
