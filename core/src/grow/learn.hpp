// From a table to the tree that is grown from it.
#pragma once
#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"
#include "grow/spec.hpp"

namespace cutpoint {

// The unpruned tree. It does not depend on the order of rows or on the number of threads.
NodeTable grow(const TableView& table, const GrowSpec& spec, u32 n_threads, Progress& progress);

}  // namespace cutpoint
