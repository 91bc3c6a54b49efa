#include "numeric/buffer.hpp"

#include <limits>
#include <utility>

#include "check.hpp"

namespace cutpoint {

TEST("a buffer has just the size asked for, and all of it can be written") {
  for (const u64 size : {u64{0}, u64{1}, u64{63}, u64{64}, u64{1000}, (u64{1} << 20) + 3}) {
    Buffer<i32> buffer(size);
    CHECK_EQUAL(buffer.size(), size);
    CHECK_EQUAL(buffer.span().size(), size);
    for (u64 i = 0; i < size; ++i) buffer[i] = static_cast<i32>(i);
    if (size > 0) CHECK_EQUAL(std::as_const(buffer)[size - 1], static_cast<i32>(size - 1));
  }
}

TEST("a buffer of nothing has no elements") {
  const Buffer<double> buffer;
  CHECK_EQUAL(buffer.size(), u64{0});
  CHECK(buffer.data() == nullptr);
}

TEST("a buffer that was moved from leaves its memory to the other") {
  Buffer<u8> first(10);
  first[9] = 42;
  const u8* memory = first.data();
  Buffer<u8> second = std::move(first);
  CHECK(second.data() == memory);
  CHECK_EQUAL(static_cast<int>(second[9]), 42);
  CHECK_EQUAL(second.size(), u64{10});
}

TEST("a vector in large pages keeps its elements as it grows beyond one page") {
  LargeVector<u32> vector;
  constexpr u32 kElements = 1 << 20;
  for (u32 i = 0; i < kElements; ++i) vector.push_back(i);
  for (u32 i = 0; i < kElements; i += 1023) CHECK_EQUAL(vector[i], i);
  CHECK_EQUAL(LargeVector<u64>(kElements).back(), u64{0});
}

TEST("more memory than there can be is refused, also where its size in bytes overflows") {
  CHECK_THROWS(std::bad_alloc, Buffer<u64>(std::numeric_limits<u64>::max() / 8));
  CHECK_THROWS(std::bad_alloc, Buffer<u64>((u64{1} << 61) + 1));
}

}  // namespace cutpoint
