#include "release8/windows.hpp"

#include <utility>

namespace cutpoint::release8 {

void shuffle(std::span<i32> items, std::span<const double> draws) {
  const u64 n = items.size();
  for (u64 i = 0; i < n; ++i) {
    const u64 other = i + static_cast<u64>(static_cast<double>(n - i) * draws[i]);
    std::swap(items[i], items[other]);
  }
}

void bring_classes_to_front(std::span<i32> items, std::span<const i32> classes,
                            std::span<const i64> wanted) {
  u64 place = 0;
  for (u64 c = 0; c < wanted.size(); ++c) {
    i64 n_left = wanted[c];
    for (u64 i = place; n_left > 0; ++i) {
      if (static_cast<u64>(classes[static_cast<u64>(items[i])]) != c) continue;
      std::swap(items[i], items[place++]);
      --n_left;
    }
  }
}

u64 bring_wrong_to_front(std::span<i32> items, std::span<const bool> is_wrong) {
  u64 place = 0;
  for (u64 i = 0; i < items.size(); ++i) {
    if (is_wrong[i]) std::swap(items[i], items[place++]);
  }
  return place;
}

}  // namespace cutpoint::release8
