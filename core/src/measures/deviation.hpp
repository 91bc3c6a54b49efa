// The counts family as squared deviations from independence.
//
// Of the n cases below a cut c_k are of class k, which has t_k of all N cases. If classes did not
// depend on sides, n t_k / N would be. Under each measure of the family the score of a cut is a
// function of n and of
//
//   D = sum over k of w_k (c_k - n t_k / N)^2,
//
// where w_k = `Measure::class_weight(t_k)`, and it is above s just if
//
//   D > per_pair * n (N - n) + constant,
//
// which `Measure::line(s, N)` says. That takes no division. For s >= 0 the difference of the two
// sides is convex in the counts below the cut, and so every measure of the family is quasi-convex.
#pragma once

namespace cutpoint {

struct DeviationLine {
  double per_pair = 0.0, constant = 0.0;
};

}  // namespace cutpoint
