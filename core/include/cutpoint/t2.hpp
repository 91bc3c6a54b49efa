// T2: the tree of at most two levels with the fewest training errors (Auer, Holte & Maass 1995).
#pragma once
#include "cutpoint/integers.hpp"
#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"

namespace cutpoint {

// When the cuts of a root are swept from one end to the other rather than tried one by one.
enum class T2Sweep { by_cost, always, never };
// Whether stretches of cuts are skipped that cannot hold a better tree.
enum class T2Bounds { used, ignored };

struct T2Options {
  // Into how many intervals a numeric attribute may be divided at the second level, at least 1.
  u32 max_intervals = 2;
  u32 n_threads = 1;
  // The tree does not depend on these, nor on the number of threads.
  T2Sweep sweep = T2Sweep::by_cost;
  T2Bounds bounds = T2Bounds::used;
};

// The best tree. Of equally good ones the first in this order: a leaf, one test alone, two levels
// with the first attribute at the root and the lowest cut there; below the root the first
// attribute, as few intervals as will do, the lowest cuts. `progress` ends at the number of cases.
NodeTable learn_t2(const TableView& table, const T2Options& options, Progress& progress);

}  // namespace cutpoint
