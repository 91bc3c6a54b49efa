// A node that is still to be grown, and where its cases lie.
#pragma once
#include <vector>

#include "cutpoint/integers.hpp"
#include "data/columns.hpp"
#include "grow/histogram.hpp"

namespace cutpoint {

// A node is a list of full rows, a list of rows that are there as fractions, and a segment of every
// sorted column. In a plain table, which has nothing but entries, the segments are all there is.
struct Node {
  u32 id = 0;  // in the tree
  u32 depth = 0;
  u32 arena = 0;
  u64 entries = 0;              // where its segments start, in every column
  u64 full = 0, fractions = 0;  // where its rows start
  u32 n_full = 0, n_fractions = 0;
  u64 key = 0;  // where its random numbers come from
  i32 histogram = HistogramPool::kNone;
  bool has_records = false;  // whether copies of the records of its full rows lie in the arena

  u32 n_rows() const { return n_full + n_fractions; }
};

// The cases of some of the nodes. A node's lie in one of two arenas and its children's are written
// to the other, one after the other; the last child is grown first, so that each is used as a
// stack.
template <class Entry>
struct NodeArena {
  Arena<Entry>* entries = nullptr;
  LargeVector<u32> full_rows;
  CodeMatrix records;  // of the full rows of some nodes, at the same places
  LargeVector<u32> fraction_rows;
  LargeVector<Weight> fraction_weights;

  void reserve(u64 n_entries, u64 n_full, u64 n_fractions) {
    entries->reserve(n_entries);
    if (full_rows.size() < n_full) full_rows.resize(std::max(n_full, full_rows.size() * 2));
    if (fraction_rows.size() < n_fractions) {
      fraction_rows.resize(2 * n_fractions);
      fraction_weights.resize(2 * n_fractions);
    }
  }
};

// Where the free part of an arena starts.
struct ArenaTop {
  u64 entries = 0, full = 0, fractions = 0;
};

// What a branch of the test at hand gets.
struct Branch {
  Weight weight;          // of known cases
  double fraction = 0.0;  // of the known cases: the part of a row without a value
  u32 n_full = 0, n_fractions = 0;
  u32 child = 0;  // its number among the children that are grown, from 1; 0 for a leaf
};

}  // namespace cutpoint
