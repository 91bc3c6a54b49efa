// Columns of a table in which rows are repeated, or left out: nothing is sorted again.
#pragma once
#include <span>

#include "data/columns.hpp"

namespace cutpoint {

// Where the copies of each row start among the rows of a resample; the last element is how many
// there are. Copies of a row are adjacent and in the order of the rows.
class RowCopies {
 public:
  explicit RowCopies(std::span<const u32> copies);

  u32 start(u64 row) const { return starts_[row]; }
  u32 count(u64 row) const { return starts_[row + 1] - starts_[row]; }
  u64 n_rows() const { return starts_.size() - 1; }
  u64 n_copies() const { return starts_.back(); }
  // The row of each copy, and a few more places.
  Buffer<u32> rows() const;

 private:
  std::vector<u32> starts_;
};

// The columns that `make_columns` would make of the repeated rows, but for bins that no row has:
// the tree is the same.
template <class Entry>
Columns<Entry> repeat_rows(const Columns<Entry>& columns, const RowCopies& copies);

}  // namespace cutpoint
