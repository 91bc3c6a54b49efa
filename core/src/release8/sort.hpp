// C4.5's quicksort: the order that it leaves equal values in decides the order in which fractional
// weights are added later on.
#pragma once
#include <span>

#include "cutpoint/progress.hpp"
#include "release8/cases.hpp"

namespace cutpoint::release8 {

// Sort by rank, moving entries of equal rank exactly as C4.5 does.
void quicksort(std::span<Entry> entries, const Progress& progress);

}  // namespace cutpoint::release8
