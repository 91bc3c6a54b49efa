// How many classes and intervals a kernel is for: known to the compiler in the usual cases.
#pragma once
#include <limits>

#include "cutpoint/integers.hpp"

namespace cutpoint::t2 {

// Less than any sum of weights; two of them can be added up.
template <class Count>
inline constexpr Count kImpossible = std::numeric_limits<Count>::min() / 2;

// 0 is a number that is known only at run time.
template <u32 kClasses, u32 kIntervals>
class Shape {
 public:
  constexpr Shape(u32 n_classes, u32 n_intervals)
      : n_classes_(n_classes), n_intervals_(n_intervals) {}
  constexpr u32 n_classes() const { return kClasses != 0 ? kClasses : n_classes_; }
  // One more than there are cuts.
  constexpr u32 n_intervals() const { return kIntervals != 0 ? kIntervals : n_intervals_; }

 private:
  u32 n_classes_, n_intervals_;
};

// Call function(shape) with what the compiler knows about the shape. T2 by default allows one
// interval more than there are classes.
template <class Function>
decltype(auto) with_shape(u32 n_classes, u32 n_intervals, Function&& function) {
  if (n_classes == 2 && n_intervals == 2) return function(Shape<2, 2>(2, 2));
  if (n_classes == 2 && n_intervals == 3) return function(Shape<2, 3>(2, 3));
  if (n_classes == 3 && n_intervals == 4) return function(Shape<3, 4>(3, 4));
  if (n_classes == 4 && n_intervals == 5) return function(Shape<4, 5>(4, 5));
  return function(Shape<0, 0>(n_classes, n_intervals));
}

}  // namespace cutpoint::t2
