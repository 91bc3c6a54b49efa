// From a table to the tree that is grown from it.
#pragma once
#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "data/columns.hpp"
#include "data/repeat_rows.hpp"
#include "data/table_view.hpp"
#include "grow/spec.hpp"
#include "numeric/xlogx_bounds.hpp"

namespace cutpoint {

// The unpruned tree. It does not depend on the order of rows or on the number of threads.
NodeTable grow(const TableView& table, const GrowSpec& spec, u32 n_threads, Progress& progress);

// The values on both sides of each cut of a tree: where a cut is one of several, the cut and NaN.
struct CutNeighbours {
  std::vector<double> below, above;
};
// What grows below a node of a larger table, of so many cases, from the rows of the node. Cuts lie
// in the middle, unless weights place them.
NodeTable grow_below(const TableView& table, const GrowSpec& spec, double total_cases,
                     u32 n_threads, CutNeighbours& neighbours, Progress& progress);

// Grows trees from resamples of one table, whose columns are sorted once. A resample is a number of
// copies of each row; its tree is that of the table of all copies. Several threads may grow trees
// at the same time. The table and what the spec refers to must outlive it.
class ResampleGrower {
 public:
  // Whether it can: not from weighted rows, nor where cuts are found by evidence tables.
  static bool takes(const TableView& table, const GrowSpec& spec);

  ResampleGrower(const TableView& table, const GrowSpec& spec, u32 n_threads,
                 const Progress& progress);
  ~ResampleGrower() = default;

  ResampleGrower(const ResampleGrower&) = delete;
  ResampleGrower& operator=(const ResampleGrower&) = delete;

  // The unpruned tree, grown by the calling thread.
  NodeTable grow(std::span<const u32> copies, Progress& progress) const;

 private:
  NodeTable grow(const RowCopies& resample, const XLogX& xlogx, const XLogXBounds& bounds,
                 Progress& progress) const;
  // Rows that count several cases where the finder of cuts takes them.
  CopiedRows kind_of_rows() const;

  const TableView& table_;
  const GrowSpec& spec_;
  Columns<u32> columns_;
  XLogX xlogx_;  // of as many cases as the table has: most resamples have them
  XLogXBounds bounds_;
};

}  // namespace cutpoint
