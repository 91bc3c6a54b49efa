// The second level: the fewest errors of one more test, in all branches of the root at once.
//
// A numeric attribute is divided into intervals, each of one class. Let correct[c][j] be the
// greatest weight that can be classified correctly among the values so far with at most j cuts,
// when the last interval is of class c, and best[j] the greatest of correct[c][j] over the classes.
// One more value, with class weights w, is reached in the same interval or in a new one:
//
//     correct[c][j] = max(correct[c][j], best[j - 1]) + w[c]
//
// Classes of which the value has no case can wait: best[j - 1] never falls, so that the maximum may
// as well be taken when the class next has a case. A value of one class costs one update per cut.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "t2/cases.hpp"

namespace cutpoint::t2 {

// How many intervals a numeric attribute can make use of.
inline u32 useful_intervals(const Column& column, u32 max_intervals) {
  return std::max(u32{1}, std::min(max_intervals, column.n_values));
}

// Writes the fewest errors of one more test in each branch of the root.
template <class Count>
class StumpErrors {
 public:
  StumpErrors(const Cases<Count>& cases, u32 max_intervals)
      : cases_(cases), max_intervals_(max_intervals) {}

  // `errors` has an entry for each branch.
  void evaluate(u32 attribute, const Branching<Count>& branching, std::span<Count> errors);

 private:
  void evaluate_numeric(const Column& column, const Branching<Count>& branching,
                        std::span<Count> errors);
  void evaluate_nominal(const Column& column, const Branching<Count>& branching,
                        std::span<Count> errors);
  // Subtract what a leaf for the unknown values classifies correctly in each branch.
  void subtract_unknown(const Column& column, std::span<const u32> branch, std::span<Count> errors);

  const Cases<Count>& cases_;
  u32 max_intervals_;
  std::vector<Count> correct_, best_;
  std::vector<Count> table_;   // branches x classes: the value at hand; zero between two values
  std::vector<u32> occupied_;  // its cells that are not zero
};

}  // namespace cutpoint::t2
