// Memory that is not filled in, in large pages where the system has such.
#pragma once
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "cutpoint/integers.hpp"

namespace cutpoint {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(u64 size) : data_(allocate(checked(size))), size_(size) {}

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  u64 size() const { return size_; }
  T& operator[](u64 i) { return data_.get()[i]; }
  const T& operator[](u64 i) const { return data_.get()[i]; }
  std::span<T> span() { return {data(), size_}; }
  std::span<const T> span() const { return {data(), size_}; }

 private:
  // More elements than an object can have: their bytes cannot even be counted.
  static u64 checked(u64 size) {
    if (size > static_cast<u64>(std::numeric_limits<i64>::max()) / sizeof(T))
      throw std::bad_alloc();
    return size;
  }
#if defined(CUTPOINT_EXACT_ALLOCATION) || defined(_MSC_VER)
  // Not a byte more than asked for: slack would hide an overflow from the sanitizers.
  static T* allocate(u64 size) {
    void* memory = std::malloc(size == 0 ? 1 : size * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
#else
  static T* allocate(u64 size) {
    constexpr u64 kLarge = u64{1} << 20, kLargePage = u64{1} << 21, kLine = 64;
    const u64 bytes = size * sizeof(T), page = bytes >= kLarge ? kLargePage : kLine;
    const u64 rounded = (bytes + page) / page * page;
    void* memory = std::aligned_alloc(page, rounded);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    if (page == kLargePage) madvise(memory, rounded, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }
#endif
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  std::unique_ptr<T, Free> data_;
  u64 size_ = 0;
};

}  // namespace cutpoint
