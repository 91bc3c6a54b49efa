#include "t2/intervals.hpp"

#include <algorithm>

namespace cutpoint::t2 {

namespace {

// correct[i][j][c] is what stump.hpp calls correct[c][j], of the values from i on and with the
// class of the first interval: the cuts can then be placed from the lowest on.
template <class Count>
class FromTheEnd {
 public:
  FromTheEnd(std::span<const Count> weights, u32 n_classes, u32 max_cuts)
      : n_classes_(n_classes),
        row_((max_cuts + u64{1}) * n_classes),
        correct_((weights.size() / n_classes + 1) * row_) {
    for (u64 i = weights.size() / n_classes; i-- > 0;) {
      add_value(correct_.data() + (i + 1) * row_, weights.data() + i * n_classes,
                correct_.data() + i * row_);
    }
  }
  Count best(u64 first, u32 n_cuts) const {
    const Count* const row = correct_.data() + first * row_ + u64{n_cuts} * n_classes_;
    return *std::max_element(row, row + n_classes_);
  }

 private:
  void add_value(const Count* after, const Count* weights, Count* here) const {
    for (u64 k = 0; k < row_; ++k) {
      const u64 j = k / n_classes_, c = k % n_classes_;
      Count correct = after[k];
      if (j > 0) {
        const Count* const fewer = after + (j - 1) * n_classes_;
        correct = std::max(correct, *std::max_element(fewer, fewer + n_classes_));
      }
      here[k] = correct + weights[c];
    }
  }

  u64 n_classes_, row_;
  std::vector<Count> correct_;
};

}  // namespace

template <class Count>
std::vector<u32> lowest_cuts(std::span<const Count> weights, u32 n_classes, u32 max_cuts) {
  const FromTheEnd<Count> rest(weights, n_classes, max_cuts);
  u32 n_cuts = max_cuts;
  while (n_cuts > 0 && rest.best(0, n_cuts - 1) == rest.best(0, max_cuts)) --n_cuts;
  std::vector<u32> cuts;
  u32 first = 0;
  for (u32 j = n_cuts; j > 0; --j) {
    const Count goal = rest.best(first, j);
    std::vector<Count> interval(n_classes);
    do {
      for (u32 c = 0; c < n_classes; ++c) interval[c] += weights[u64{first} * n_classes + c];
      ++first;
    } while (*std::max_element(interval.begin(), interval.end()) + rest.best(first, j - 1) < goal);
    cuts.push_back(first - 1);
  }
  return cuts;
}

template std::vector<u32> lowest_cuts(std::span<const i32>, u32, u32);
template std::vector<u32> lowest_cuts(std::span<const i64>, u32, u32);

}  // namespace cutpoint::t2
