// What each row of a class adds to the sums of x lg x as a cut passes it.
//
// A cut that moves past a row changes one class: x lg x of it on both sides. By how much depends on
// how many rows of the class are below, so that for each class all changes are listed one after the
// other. A node of full rows has one list for all columns whose values are known.
#pragma once
#include <vector>

#include "numeric/bits.hpp"

namespace cutpoint {

class ClassSteps {
 public:
  // For so many rows of each class.
  template <class Totals>
  void set(const Totals& totals, const XLogX& xlogx) {
    u64 n_rows = 0;
    for (const u32 total : totals) n_rows += total;
    if (steps_.size() < n_rows) steps_.resize(n_rows), sides_.resize(n_rows + 1);
    first_.clear();
    cells_ = Bits();
    Bits* step = steps_.data();
    for (const u32 total : totals) {
      first_.push_back(step);
      cells_ += xlogx[total];
      for (u32 below = 0, above = total; below < total; ++below, --above) {
        *step++ = (xlogx[below + 1] - xlogx[below]) + (xlogx[above - 1] - xlogx[above]);
      }
    }
    for (u64 below = 0; below <= n_rows; ++below) {
      sides_[below] = static_cast<double>((xlogx[below] + xlogx[n_rows - below]).units());
    }
  }
  // x lg x of all classes before the first row,
  Bits cells() const { return cells_; }
  // and what the first row of each class adds; those of the following rows come behind.
  std::span<const Bits* const> first() const { return first_; }
  // x lg x of both sides, by the rows below.
  const double* sides() const { return sides_.data(); }

 private:
  Bits cells_;
  std::vector<Bits> steps_;
  std::vector<const Bits*> first_;
  std::vector<double> sides_;
};

}  // namespace cutpoint
