// Dividing the entries of a node among its children, in order.
//
// An entry is written to the end of every list it may belong to, and an end advances only where the
// entry does belong: there is no branch to mispredict. A list may begin where the entries do: it
// never gets ahead of what is read.
#pragma once
#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "data/code_matrix.hpp"
#include "data/entry.hpp"
#include "grow/partition_avx512.hpp"

namespace cutpoint {

// Which rows go to the child that moves to the other arena: a byte per row where all of them fit
// the cache, a bit per row where they do not. All are clear between two uses.
template <class Entry>
class MovingRows {
 public:
  explicit MovingRows(u64 n_rows) : marks_(kAsBytes ? n_rows : n_rows / 32 + 1, 0) {}
  void mark(std::span<const Entry> entries, const EntryCodec<Entry>& codec) {
    for (const Entry e : entries) flip(codec.row(e));
  }
  // These are all that are marked.
  void clear(std::span<const Entry> entries, const EntryCodec<Entry>& codec) {
    if (entries.size() > marks_.size() / 16) {
      std::ranges::fill(marks_, 0);
    } else {
      for (const Entry e : entries) flip(codec.row(e));
    }
  }
  u64 operator[](u32 row) const {
    if constexpr (kAsBytes) return marks_[row];
    return marks_[row >> 5] >> (row & 31) & 1;
  }
  const auto* data() const { return marks_.data(); }

 private:
  static constexpr bool kAsBytes = sizeof(Entry) == sizeof(u16);
  void flip(u32 row) {
    if constexpr (kAsBytes) {
      marks_[row] ^= 1;
    } else {
      marks_[row >> 5] ^= u32{1} << (row & 31);
    }
  }
  std::vector<std::conditional_t<kAsBytes, u8, u32>> marks_;
};

// One by one; both lists have room for one entry more.
template <Sides sides, class Entry>
void partition_scalar(std::span<const Entry> entries, const EntryCodec<Entry>& codec,
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

// Entries of rows that stay go to `staying`, which may be where they are; the others to `moving`.
// Both lists have room for kSpareEntries more.
template <Sides sides, class Entry>
void partition_in_place(std::span<const Entry> entries, const EntryCodec<Entry>& codec,
                        const MovingRows<Entry>& rows, Entry* staying, Entry* moving) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Entry) == sizeof(u32)) {
    partition_avx512(sides, {entries, codec.row_mask(), rows.data()}, staying, moving);
    return;
  }
#endif
  partition_scalar<sides>(entries, codec, rows, staying, moving);
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
                       const Mark* marks, Entry* sink, std::span<u64> ends, const Weight* weights,
                       std::span<const Weight> least) {
  for (const Entry e : entries) {
    const Mark mark = marks[codec.row(e)];
    if (fractions == Fractions::some && mark == kAllBranches<Mark>) {
      const Weight weight = codec.is_fraction(e) ? weights[u64{codec.row(e)} + 1] : kOneCase;
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

// Which child a record goes to, by the code of a column; 0 to no child.
template <class Mark>
struct CodeTest {
  u32 column;
  const Mark* child_of_code;

  template <class Code>
  Mark operator()(const Code* record) const {
    return child_of_code[record[column]];
  }
};

// Where rows and copies of their records are written to, at the same places.
template <class Code>
struct RecordLists {
  u32* rows;
  Code* records;

  template <RecordSize size>
  void write(u64 place, u32 row, const Code* record, u64 stride) const {
    rows[place] = row;
    copy_record<size>(record, stride, records + place * stride);
  }
};

// To the ends of the lists of children; what goes to no child is written to ends[0], a place of no
// use.
template <class Code, class Mark>
void partition_records_in_many(const Records<Code> records, std::span<const u32> rows,
                               const CodeTest<Mark> test, const RecordLists<Code> to,
                               std::span<u64> ends) {
  for (u64 i = 0; i < rows.size(); ++i) {
    const Code* record = records[i];
    const u64 child = test(record), end = ends[child];
    to.template write<RecordSize::any>(end, rows[i], record, records.stride);
    ends[child] = end + (child > 0);
  }
}

// The same with one or two children, whose ends are at hand.
template <RecordSize size, class Code, class Mark>
void partition_sized_records(const Records<Code> records, std::span<const u32> rows,
                             const CodeTest<Mark> test, const RecordLists<Code> to,
                             std::span<const u64> ends) {
  const u64 last = ends.size() - 1, grown = last - 1;  // whether the first list is of a child
  u64 first = ends[grown], second = ends[last];
  for (u64 i = 0; i < rows.size(); ++i) {
    const Code* record = records[i];
    const u64 is_last = test(record) == last;
    to.template write<size>(is_last != 0 ? second : first, rows[i], record, records.stride);
    first += grown & (1 - is_last);
    second += is_last;
  }
}
template <class Code, class Mark>
void partition_records_in_two(const Records<Code> records, std::span<const u32> rows,
                              const CodeTest<Mark> test, const RecordLists<Code> to,
                              std::span<const u64> ends) {
  if (size_of_records<Code>(records.stride) == RecordSize::two_words) {
    partition_sized_records<RecordSize::two_words>(records, rows, test, to, ends);
  } else {
    partition_sized_records<RecordSize::any>(records, rows, test, to, ends);
  }
}

}  // namespace cutpoint
