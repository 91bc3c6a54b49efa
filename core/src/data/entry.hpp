// Entries: what a sorted column is made of.
//
// An entry packs the fraction flag, the class and the row of one known value, from the leading bit
// down. A scan reads classes in the order of the values without looking anything up. The flag says
// that the row is at the node as a fraction: its weight is then looked up. Of rows that stand for
// several equal cases the number of these lies between class and row.
#pragma once
#include <algorithm>
#include <bit>
#include <limits>
#include <span>

#include "cutpoint/integers.hpp"
#include "data/table_view.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

template <class Entry>
class EntryCodec {
 public:
  static constexpr u32 kBits = std::numeric_limits<Entry>::digits;
  static constexpr u32 kFlagShift = kBits - 1;

  EntryCodec() = default;
  explicit EntryCodec(u32 n_classes, u32 copy_bits = 0)
      : class_shift_(kFlagShift - class_bits(n_classes)),
        row_bits_(class_shift_ - copy_bits),
        row_mask_(static_cast<Entry>((Entry{1} << row_bits_) - 1)),
        class_mask_((u32{1} << (kFlagShift - class_shift_)) - 1) {}

  // Whether rows 0 ... n_rows - 1 of so many classes fit.
  static bool fits(u64 n_rows, u32 n_classes, u32 copy_bits = 0) {
    const u32 row_bits = n_rows < 2 ? 1 : static_cast<u32>(std::bit_width(n_rows - 1));
    return row_bits + copy_bits + class_bits(n_classes) + 1 <= kBits;
  }
  static u32 class_bits(u32 n_classes) {
    return std::max(u32{1}, static_cast<u32>(std::bit_width(n_classes - 1)));
  }

  Entry pack(u64 row, u32 cls, u32 copies = 1) const {
    return static_cast<Entry>(row | static_cast<u64>(copies - 1) << row_bits_ |
                              static_cast<u64>(cls) << class_shift_);
  }
  u32 row(Entry e) const { return static_cast<u32>(e & row_mask_); }
  u32 cls(Entry e) const { return static_cast<u32>(e >> class_shift_) & class_mask_; }
  // How many equal cases an entry stands for: 1 where there are no bits for it.
  u32 copies(Entry e) const {
    return 1 + (static_cast<u32>(e >> row_bits_) & ((u32{1} << copy_bits()) - 1));
  }
  u32 copy_bits() const { return class_shift_ - row_bits_; }
  // The class of an entry whose flag is not set.
  u32 cls_of_full(Entry e) const { return static_cast<u32>(e >> class_shift_); }
  // Class and flag together, a small number.
  u32 lane(Entry e) const { return static_cast<u32>(e >> class_shift_); }
  u32 n_lanes() const { return u32{1} << (kBits - class_shift_); }
  static bool is_fraction(Entry e) { return (e >> kFlagShift) != 0; }
  static constexpr Entry flag() { return static_cast<Entry>(Entry{1} << kFlagShift); }
  Entry row_mask() const { return row_mask_; }
  u32 class_shift() const { return class_shift_; }

 private:
  u32 class_shift_ = kFlagShift - 1;
  u32 row_bits_ = class_shift_;
  Entry row_mask_ = static_cast<Entry>((Entry{1} << row_bits_) - 1);
  u32 class_mask_ = 1;
};

// Where the weight of an entry is among the weights of a node: in place 0 if its row is full, else
// in that of the row, counted from 1. Found without a jump: fractions come in no order.
template <class Entry>
u64 place_of_weight(const EntryCodec<Entry>& codec, Entry e) {
  return (u64{codec.row(e)} + 1) & (0 - u64{codec.is_fraction(e)});
}

// The values behind the entries of a column, for methods that look at them.
struct ColumnValues {
  NumericView numbers;
  const u32* original_row = nullptr;  // of the rows of a subtree; null if they are the table's
  double low = 0.0, high = 0.0;       // of all known values

  double operator[](u32 row) const {
    return numbers[original_row == nullptr ? row : original_row[row]];
  }
};

// A sorted column at a node: the entries of its known values in ascending order.
template <class Entry>
struct Segment {
  std::span<const Entry> entries;
  EntryCodec<Entry> codec;
  const u32* rank = nullptr;             // of each row's value; null if no two values are equal
  const Weight* weights = nullptr;       // if there are fractions: one case, then theirs, by row
  const ColumnValues* values = nullptr;  // if they are asked for

  u32 size() const { return static_cast<u32>(entries.size()); }
  // Whether a cut after the first `i` entries separates two values.
  bool separates(u32 i) const {
    return rank == nullptr || rank[codec.row(entries[i - 1])] != rank[codec.row(entries[i])];
  }
  Weight weight(Entry e) const {
    return weights != nullptr ? weights[place_of_weight(codec, e)]
                              : Weight::of_whole_cases(codec.copies(e));
  }
};

}  // namespace cutpoint
