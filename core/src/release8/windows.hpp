// Windowing (C4.5's -t): which cases a tree is grown from, as an order of the items.
#pragma once
#include <span>

#include "cutpoint/integers.hpp"

namespace cutpoint::release8 {

// Put the items in random order, by as many numbers in [0, 1).
void shuffle(std::span<i32> items, std::span<const double> draws);

// Bring the wanted number of items of each class to the front, class by class. There must be as
// many.
void bring_classes_to_front(std::span<i32> items, std::span<const i32> classes,
                            std::span<const i64> wanted);

// Bring the items that were wrong, by position, to the front; their number.
u64 bring_wrong_to_front(std::span<i32> items, std::span<const bool> is_wrong);

}  // namespace cutpoint::release8
