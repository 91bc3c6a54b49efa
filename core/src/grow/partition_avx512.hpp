// Dividing entries of 32 bits sixteen at a time, where the processor has AVX-512.
#pragma once
#include <span>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// Which of the two lists are wanted.
enum class Sides : u8 { both, staying, moving };

// What is divided: entries whose rows have a bit each, which is set for those that move.
struct MarkedEntries {
  std::span<const u32> entries;
  u32 row_mask;
  const u32* bits;
};

// So many entries are written at once, of which not all count.
inline constexpr u64 kSpareEntries = 16;

// The other processors do it one by one: see partition_scalar. The tests compare the two.
#if defined(__x86_64__) || defined(_M_X64)
#define CUTPOINT_HAS_AVX512_SOURCES
void partition_avx512(Sides sides, const MarkedEntries& from, u32* staying, u32* moving);
#endif

}  // namespace cutpoint
