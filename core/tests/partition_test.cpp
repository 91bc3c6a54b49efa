#include "grow/partition.hpp"

#include <algorithm>
#include <vector>

#include "check.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

#if defined(CUTPOINT_HAS_AVX512_SOURCES) && defined(__GNUC__)

using Entries = std::vector<u32>;

// Rows in any order, of two classes.
Entries shuffled_entries(u32 n_rows, u64 n, const EntryCodec<u32>& codec, check::Random& random) {
  Entries entries;
  for (u32 row = 0; row < n_rows; ++row) {
    entries.push_back(codec.pack(row, static_cast<u32>(random.next() & 1)));
  }
  for (u64 i = entries.size(); i > 1; --i) std::swap(entries[i - 1], entries[random.next() % i]);
  entries.resize(n);
  return entries;
}

// What both ways make of the same entries, of which those of `marked` move.
template <Sides sides>
void compare(const Entries& entries, std::span<const u32> marked, u32 n_rows) {
  const EntryCodec<u32> codec(2);
  MovingRows<u32> rows(n_rows);
  rows.mark(marked, codec);
  const u64 n_moving = static_cast<u64>(
      std::ranges::count_if(entries, [&](u32 e) { return rows[codec.row(e)] == 1; }));
  Entries moving(n_moving + 1), staying(entries.size() - n_moving + 1);
  partition_scalar<sides>(std::span<const u32>(entries), codec, rows, staying.data(),
                          moving.data());
  Entries in_place(entries), other(n_moving + kSpareEntries);
  partition_avx512(sides, {in_place, codec.row_mask(), rows.data()}, in_place.data(), other.data());
  if (sides != Sides::moving) {
    CHECK(std::equal(staying.begin(), staying.end() - 1, in_place.begin()));
  }
  if (sides != Sides::staying) CHECK(std::equal(moving.begin(), moving.end() - 1, other.begin()));
  rows.clear(marked, codec);
  for (u32 row = 0; row < n_rows; ++row) CHECK_EQUAL(rows[row], u64{0});
}

TEST("sixteen entries at a time are divided as one by one") {
  if (!__builtin_cpu_supports("avx512f")) return;
  check::Random random(5);
  const EntryCodec<u32> codec(2);
  for (u32 trial = 0; trial < 300; ++trial) {
    const u32 n_rows = 1 + static_cast<u32>(random.next() % 700);
    const Entries all = shuffled_entries(n_rows, n_rows, codec, random);
    const Entries entries = shuffled_entries(n_rows, random.next() % (n_rows + 1), codec, random);
    const auto marked = std::span(all).first(random.next() % (n_rows + 1));
    compare<Sides::both>(entries, marked, n_rows);
    compare<Sides::staying>(entries, marked, n_rows);
    compare<Sides::moving>(entries, marked, n_rows);
  }
}

#endif

}  // namespace

}  // namespace cutpoint
