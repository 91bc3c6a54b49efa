// Which of the builds the machine at hand can run: the levels of the x86-64 ABI, by what the
// processor says of itself. Also compiled by cmake/levels.cmake, which asks it when it builds for
// this machine only. (__builtin_cpu_supports knows the levels only in recent compilers.)
#pragma once
#if defined(_M_X64) && !defined(_M_ARM64EC)
#define CUTPOINT_X86_64
#include <immintrin.h>
#include <intrin.h>
#elif defined(__x86_64__)
#define CUTPOINT_X86_64
#include <cpuid.h>
#endif

namespace cutpoint::processor {

#if defined(CUTPOINT_X86_64)

struct Registers {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

inline Registers cpuid(unsigned leaf) {
  Registers r;
#if defined(_M_X64)
  int highest[4], values[4];
  __cpuid(highest, static_cast<int>(leaf & 0x80000000u));
  if (static_cast<unsigned>(highest[0]) < leaf) return r;
  __cpuidex(values, static_cast<int>(leaf), 0);
  r = {static_cast<unsigned>(values[0]), static_cast<unsigned>(values[1]),
       static_cast<unsigned>(values[2]), static_cast<unsigned>(values[3])};
#else
  __get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx);
#endif
  return r;
}

// Which registers the operating system saves; to be asked only if it says that it saves any.
inline unsigned saved_registers() {
#if defined(_M_X64)
  return static_cast<unsigned>(_xgetbv(0));
#else
  unsigned low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
#endif
}

template <class... Position>
constexpr unsigned bits(Position... position) {
  return ((1u << position) | ...);
}
constexpr bool has_all(unsigned set, unsigned needed) { return (set & needed) == needed; }

// 4 with AVX-512, 3 with AVX2, else 1; level 2 has no build of its own.
inline int level() {
  constexpr unsigned kSse3 = 0, kSsse3 = 9, kFma = 12, kCx16 = 13, kSse41 = 19, kSse42 = 20,
                     kMovbe = 22, kPopcnt = 23, kOsxsave = 27, kAvx = 28, kF16c = 29;
  constexpr unsigned kBmi1 = 3, kAvx2 = 5, kBmi2 = 8;
  constexpr unsigned kAvx512F = 16, kAvx512Dq = 17, kAvx512Cd = 28, kAvx512Bw = 30, kAvx512Vl = 31;
  constexpr unsigned kLahf = 0, kLzcnt = 5;
  constexpr unsigned kSaved256 = bits(1, 2), kSaved512 = bits(1, 2, 5, 6, 7);

  const Registers basic = cpuid(1), extended = cpuid(7), amd = cpuid(0x80000001u);
  if (!has_all(basic.ecx, bits(kSse3, kSsse3, kFma, kCx16, kSse41, kSse42, kMovbe, kPopcnt,
                               kOsxsave, kAvx, kF16c)) ||
      !has_all(extended.ebx, bits(kBmi1, kAvx2, kBmi2)) || !has_all(amd.ecx, bits(kLahf, kLzcnt)) ||
      !has_all(saved_registers(), kSaved256)) {
    return 1;
  }
  const bool avx512 =
      has_all(extended.ebx, bits(kAvx512F, kAvx512Dq, kAvx512Cd, kAvx512Bw, kAvx512Vl));
  return avx512 && has_all(saved_registers(), kSaved512) ? 4 : 3;
}

#else

inline int level() { return 1; }

#endif

}  // namespace cutpoint::processor
