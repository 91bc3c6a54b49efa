// The columns of a table as the grower scans them.
//
// A numeric column of many values becomes sorted entries; one of at most kMaxBins values becomes
// codes in row order, as a nominal column does. Which it is changes the speed, never the tree.
#pragma once
#include <vector>

#include "cutpoint/progress.hpp"
#include "data/code_matrix.hpp"
#include "data/entry.hpp"
#include "data/table_view.hpp"
#include "numeric/buffer.hpp"

namespace cutpoint {

inline constexpr u32 kMaxBins = 256;  // unknown being one of them

enum class ColumnKind : u8 { ignored, sorted, binned, nominal };

// Where the column of an attribute is: a slot among the sorted columns, or a column of the codes.
struct ColumnRef {
  ColumnKind kind = ColumnKind::ignored;
  u32 slot = 0;
  u32 n_values = 0;  // of a binned or nominal column
};

// Entries of columns that have the same stretch of rows at the same place.
template <class Entry>
class Arena {
 public:
  Arena() = default;
  Arena(u32 n_columns, u64 stride)
      : n_columns_(n_columns), stride_(stride), entries_(n_columns * stride) {}
  Entry* column(u32 s) { return entries_.data() + s * stride_; }
  const Entry* column(u32 s) const { return entries_.data() + s * stride_; }
  u32 n_columns() const { return n_columns_; }
  u64 stride() const { return stride_; }
  // Make each column at least so long; what is there stays.
  void reserve(u64 stride) {
    if (stride <= stride_) return;
    Arena larger(n_columns_, stride + stride / 2);
    for (u32 s = 0; s < n_columns_; ++s) {
      for (u64 i = 0; i < stride_; ++i) larger.column(s)[i] = column(s)[i];
    }
    *this = std::move(larger);
  }

 private:
  u32 n_columns_ = 0;
  u64 stride_ = 0;
  Buffer<Entry> entries_;
};

template <class Entry>
struct Columns {
  u64 n_rows = 0;
  u32 n_classes = 0;
  EntryCodec<Entry> codec;
  std::vector<ColumnRef> of_attribute;

  Arena<Entry> entries;               // by slot
  std::vector<u32> lengths;           // by slot: known values
  std::vector<u32> sorted_attribute;  // by slot
  std::vector<Buffer<u32>> ranks;     // by slot: of each row's value; empty if no two are equal
  std::vector<std::vector<double>> distinct_values;  // by slot, ascending; if asked for

  CodeMatrix codes;                               // the class, then binned and nominal columns
  std::vector<u32> coded_attribute;               // by column of the codes; column 0 has none
  std::vector<std::vector<double>> bin_values;    // by column of the codes: ascending
  std::vector<std::vector<double>> present_bins;  // those that rows have, if not all; if asked for
  LargeVector<u32> classes;                       // by row
  bool has_fractions = false;                     // whether any row is not one case

  Buffer<u32> original_row;  // by row, if rows are copies: in all columns they are tied by it
  std::vector<u8> copies;    // by row, if it stands for several equal cases, as its entries say

  // By row, what is equal for equal values of a column; null if no two are equal.
  const u32* rank(u32 slot) const {
    if (ranks[slot].size() > 0) return ranks[slot].data();
    return original_row.size() > 0 ? original_row.data() : nullptr;
  }
  // Whether everything about a node can be had from its entries: no codes, nothing unknown.
  bool is_plain() const {
    if (codes.n_columns() > 1 || lengths.empty() || has_fractions) return false;
    for (const u32 length : lengths) {
      if (length != n_rows) return false;
    }
    return true;
  }
};

struct ColumnOptions {
  bool bins = true;              // whether columns of few values become codes
  bool distinct_values = false;  // whether the values of sorted columns are listed
  u32 n_threads = 1;
};

template <class Entry>
Columns<Entry> make_columns(const TableView& table, const ColumnOptions& options,
                            const Progress& progress);

}  // namespace cutpoint
