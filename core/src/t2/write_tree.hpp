// The tree of the root that was found: the best test below each of its branches.
#pragma once
#include "cutpoint/tree.hpp"
#include "t2/search.hpp"

namespace cutpoint::t2 {

template <class Count>
NodeTable write_tree(const Cases<Count>& cases, u32 max_intervals, const Candidate& best,
                     const Search<Count>& search);

}  // namespace cutpoint::t2
