// The items of a node, as a range of all items.
#pragma once
#include "cutpoint/integers.hpp"

namespace cutpoint::release8 {

struct ItemRange {
  u64 first = 0, end = 0;
  u64 size() const { return end - first; }
};

}  // namespace cutpoint::release8
