// Memory in large pages where the system has such, for what grows with the table: the system fills
// in a large page at once, where small ones interrupt the work one by one.
#pragma once
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "cutpoint/integers.hpp"

namespace cutpoint {

// An allocator.
template <class T>
struct LargePages {
  using value_type = T;
  LargePages() = default;
  template <class U>
  explicit LargePages(const LargePages<U>&) {}
  friend bool operator==(const LargePages&, const LargePages&) = default;

  T* allocate(u64 size) {
    // More elements than an object can have: their bytes cannot even be counted.
    if (size > static_cast<u64>(std::numeric_limits<i64>::max()) / sizeof(T))
      throw std::bad_alloc();
    void* memory = allocate_bytes(size * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, u64) { std::free(memory); }

 private:
  static void* allocate_bytes(u64 bytes) {
#if defined(__linux__) && !defined(CUTPOINT_EXACT_ALLOCATION)
    // Not for the sanitizers: what is left of the last page would hide an overflow from them.
    constexpr u64 kLarge = u64{1} << 20, kLargePage = u64{1} << 21;
    if (bytes >= kLarge) {
      const u64 rounded = (bytes + kLargePage - 1) / kLargePage * kLargePage;
      void* memory = std::aligned_alloc(kLargePage, rounded);
      if (memory != nullptr) madvise(memory, rounded, MADV_HUGEPAGE);
      return memory;
    }
#endif
    return std::malloc(bytes == 0 ? 1 : bytes);
  }
};

template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

// Memory that is not filled in.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(u64 size) : data_(LargePages<T>().allocate(size)), size_(size) {}

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  u64 size() const { return size_; }
  T& operator[](u64 i) { return data_.get()[i]; }
  const T& operator[](u64 i) const { return data_.get()[i]; }
  std::span<T> span() { return {data(), size_}; }
  std::span<const T> span() const { return {data(), size_}; }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  std::unique_ptr<T, Free> data_;
  u64 size_ = 0;
};

}  // namespace cutpoint
