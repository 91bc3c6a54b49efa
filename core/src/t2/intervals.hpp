// The intervals of a chosen numeric test: as few as have the fewest errors, the lowest cuts.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/integers.hpp"

namespace cutpoint::t2 {

// After which values to cut, from the class weights of each value (values x classes).
template <class Count>
std::vector<u32> lowest_cuts(std::span<const Count> weights, u32 n_classes, u32 max_cuts);

}  // namespace cutpoint::t2
