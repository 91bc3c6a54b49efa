// Columns of a table in which rows are repeated, or left out: nothing is sorted again.
#pragma once
#include <span>

#include "data/columns.hpp"

namespace cutpoint {

// What a row of a resample is: one case, or several equal ones, of which fewer rows are needed.
enum class CopiedRows : u8 { repeated, counted };

// The rows of a resample. Those of one row of the table are adjacent and in the order of the table.
class RowCopies {
 public:
  static constexpr u32 kCopyBits = 2, kMostCopies = 1 << kCopyBits;  // of a row that counts several

  // `copies`: how many cases the resample has of each row of the table.
  RowCopies(std::span<const u32> copies, CopiedRows kind);

  // Where the rows of a row of the table start, and how many there are.
  u32 start(u64 row) const { return starts_[row]; }
  u32 count(u64 row) const { return starts_[row + 1] - starts_[row]; }
  u64 n_table_rows() const { return starts_.size() - 1; }
  u64 n_rows() const { return starts_.back(); }
  u64 n_cases() const { return n_cases_; }
  // The cases of each row; empty if all are one.
  const std::vector<u8>& copies() const { return copies_; }
  u32 copy_bits() const { return copies_.empty() ? 0 : kCopyBits; }
  // The row of the table of each row, and a few more places.
  Buffer<u32> rows() const;

 private:
  std::vector<u32> starts_;  // the last element is how many rows there are
  std::vector<u8> copies_;
  u64 n_cases_ = 0;
};

// The columns that `make_columns` would make of the rows of the resample, but for bins that no row
// has: the tree is the same. Only sorted columns without unknown values, of two classes, take rows
// that count several cases.
template <class Entry>
Columns<Entry> repeat_rows(const Columns<Entry>& columns, const RowCopies& copies);

}  // namespace cutpoint
