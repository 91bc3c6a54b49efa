// The finder of cuts that a spec asks for.
#pragma once
#include <memory>

#include "search/cut_finder.hpp"

namespace cutpoint {

// For nodes of at most so many rows, of a table or subtree of so many classes.
struct FinderSize {
  u32 n_classes;
  u64 most_rows;
};

template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_finder(const SearchContext& context, const FinderSize& size);

}  // namespace cutpoint
