// Dividing the entries of a node among its children, in order.
//
// An entry is written to the end of every list it may belong to, and an end advances only where the
// entry does belong: there is no branch to mispredict. A list may begin where the entries do: it
// never gets ahead of what is read.
#pragma once
#include <array>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "data/entry.hpp"

namespace cutpoint {

// Which rows go to the child that moves to the other arena: a byte per row where all of them fit
// the cache, a bit per row where they do not. All are clear between two uses.
template <class Entry>
class MovingRows {
 public:
  explicit MovingRows(u64 n_rows) : marks_(kAsBytes ? n_rows : n_rows / 32 + 1, 0) {}
  void flip(u32 row) {
    if constexpr (kAsBytes) {
      marks_[row] ^= 1;
    } else {
      marks_[row >> 5] ^= u32{1} << (row & 31);
    }
  }
  u64 operator[](u32 row) const {
    if constexpr (kAsBytes) return marks_[row];
    return marks_[row >> 5] >> (row & 31) & 1;
  }

 private:
  static constexpr bool kAsBytes = sizeof(Entry) == sizeof(u16);
  std::vector<std::conditional_t<kAsBytes, u8, u32>> marks_;
};

enum class Sides : u8 { both, staying, moving };

// Entries of rows that stay go to `staying`, which may be where they are; the others to `moving`.
// Both lists have room for one entry more.
template <Sides sides, class Entry>
void partition_in_place(std::span<const Entry> entries, const EntryCodec<Entry>& codec,
                        const MovingRows<Entry>& rows, Entry* staying, Entry* moving) {
  const EntryCodec<Entry> local = codec;  // what is written could be the codec, were it not local
  const Entry* e = entries.data();
  const u64 n = entries.size();
  u64 a = 0, b = 0;
  for (u64 i = 0; i < n; ++i) {
    const Entry entry = e[i];
    const u64 moves = rows[local.row(entry)];
    if constexpr (sides != Sides::moving) staying[a] = entry;
    if constexpr (sides != Sides::staying) moving[b] = entry;
    a += 1 - moves;
    b += moves;
  }
}

// Where a row goes: 0 to no child, c to child c, kAllBranches to all of them as a fraction.
template <class Mark>
inline constexpr Mark kAllBranches = std::numeric_limits<Mark>::max();
// With up to two children marks are bits: 1 and 2 for the children, 4 for a row that becomes a
// fraction.
inline constexpr u32 kFirstChild = 1, kSecondChild = 2, kBecomesFraction = 4;

enum class Children : u8 { one, two };
enum class Fractions : u8 { none, some };

// To up to two children, whose lists have room for one entry more; returns how many each gets.
template <Children children, Fractions fractions, class Entry, class Mark>
std::array<u64, 2> partition_in_two(std::span<const Entry> entries, const EntryCodec<Entry>& codec,
                                    const Mark* marks, Entry* first, Entry* second) {
  const EntryCodec<Entry> local = codec;
  u64 a = 0, b = 0;
  for (Entry e : entries) {
    const u64 mark = marks[local.row(e)];
    if constexpr (fractions == Fractions::some) {
      e = static_cast<Entry>(e | static_cast<Entry>(static_cast<Entry>(mark >> 2 & 1)
                                                    << EntryCodec<Entry>::kFlagShift));
    }
    first[a] = e;
    a += mark & 1;
    if constexpr (children == Children::two) {
      second[b] = e;
      b += mark >> 1 & 1;
    }
  }
  return {a, b};
}

// To the ends of the lists of many children; what goes to no child is written to ends[0], a place
// of no use. A row that goes everywhere reaches the children for which it weighs at least `least`.
template <Fractions fractions, class Entry, class Mark>
void partition_in_many(std::span<const Entry> entries, const EntryCodec<Entry>& codec,
                       const Mark* marks, Entry* sink, std::span<u64> ends,
                       const Weight* weight_of_row, std::span<const Weight> least) {
  for (const Entry e : entries) {
    const Mark mark = marks[codec.row(e)];
    if (fractions == Fractions::some && mark == kAllBranches<Mark>) {
      const Weight weight = codec.is_fraction(e) ? weight_of_row[codec.row(e)] : kOneCase;
      for (u64 c = 1; c < ends.size(); ++c) {
        if (weight >= least[c]) sink[ends[c]++] = static_cast<Entry>(e | codec.flag());
      }
      continue;
    }
    const u64 end = ends[mark];
    sink[end] = e;
    ends[mark] = end + (mark > 0);
  }
}

}  // namespace cutpoint
