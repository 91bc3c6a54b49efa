// Asking for memory before it is needed.
#pragma once

namespace cutpoint {

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif
}

}  // namespace cutpoint
