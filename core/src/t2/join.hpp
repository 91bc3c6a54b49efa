// What a stretch of values can contribute, whatever comes before and after it.
//
// A table holds table[b][j][a]: the greatest weight that can be classified correctly among the
// values with at most j changes of class, when the class before them is a and that of the last is
// b. Two neighbours join by
//
//     table[b][j][a] = max over i and p of left[p][i][a] + right[b][j - i][p].
//
// Without a change the class stays: table[b][0][a] is impossible unless a = b.
#pragma once
#include <algorithm>
#include <vector>

#include "t2/shape.hpp"

namespace cutpoint::t2 {

template <class Count, class Shape>
class Joiner {
 public:
  explicit Joiner(Shape shape)
      : shape_(shape),
        correct_(table_size()),
        best_((shape.n_intervals() + u64{1}) * shape.n_classes()) {}

  u64 table_size() const { return u64{shape_.n_classes()} * row_size(); }

  // The table of a few values, from their class weights: as in stump.hpp, for every class before
  // them at once.
  void make(const Count* weights, u32 n_values, Count* table) {
    begin();
    const u32 n_classes = shape_.n_classes();
    for (u32 v = 0; v < n_values; ++v, weights += n_classes) add(weights);
    for (u32 b = 0; b < n_classes; ++b) {
      for (u32 k = 0; k < row_size(); ++k) {
        table[b * row_size() + k] = std::max(correct_[b * row_size() + k], best_[k]);
      }
    }
  }

  void join(const Count* __restrict left, const Count* __restrict right,
            Count* __restrict table) const {
    const u32 n_classes = shape_.n_classes(), size = row_size();
    for (u32 b = 0; b < n_classes; ++b, table += size) {
      const Count* const same = left + b * size;
      const Count stays = right[b * size + b];
      for (u32 k = 0; k < size; ++k) table[k] = std::max(kImpossible<Count>, same[k] + stays);
      for (u32 j = 1; j < shape_.n_intervals(); ++j) {
        for (u32 p = 0; p < n_classes; ++p) {
          const Count after = right[b * size + j * n_classes + p];
          const Count* const before = left + p * size;
          Count* const joined = table + j * n_classes;
          for (u32 k = 0; k < size - j * n_classes; ++k) {
            joined[k] = std::max(joined[k], before[k] + after);
          }
        }
      }
    }
  }

  // The greatest entry that the table of two neighbours would have.
  Count best_join(const Count* left, const Count* right) const {
    const u32 n_classes = shape_.n_classes(), size = row_size(), most = shape_.n_intervals() - 1;
    Count best = 0;
    for (u32 p = 0; p < n_classes; ++p) {
      for (u32 i = 0; i <= most; ++i) {
        Count before = kImpossible<Count>, after = kImpossible<Count>;
        for (u32 c = 0; c < n_classes; ++c) {
          before = std::max(before, left[p * size + i * n_classes + c]);
          after = std::max(after, right[c * size + (most - i) * n_classes + p]);
        }
        best = std::max(best, before + after);
      }
    }
    return best;
  }

 private:
  // correct_[c][j][a] and best_[j][a] before any value; best_ has a row before the first that no
  // maximum takes.
  void begin() {
    const u32 n_classes = shape_.n_classes();
    std::ranges::fill(correct_, Count{0});
    std::ranges::fill(best_, Count{0});
    for (u32 c = 0; c < n_classes; ++c) {
      best_[c] = kImpossible<Count>;
      for (u32 a = 0; a < n_classes; ++a) {
        if (a != c) correct_[c * row_size() + a] = kImpossible<Count>;
      }
    }
  }
  void add(const Count* weights) {
    const u32 n_classes = shape_.n_classes(), size = row_size();
    for (u32 c = 0; c < n_classes; ++c) {
      if (weights[c] == 0) continue;
      Count* const correct = correct_.data() + c * size;
      for (u32 k = 0; k < size; ++k) correct[k] = std::max(correct[k], best_[k]) + weights[c];
    }
    for (u32 c = 0; c < n_classes; ++c) {
      if (weights[c] == 0) continue;
      const Count* const correct = correct_.data() + c * size;
      Count* const best = best_.data() + n_classes;
      for (u32 k = 0; k < size; ++k) best[k] = std::max(best[k], correct[k]);
    }
  }
  u32 row_size() const { return shape_.n_intervals() * shape_.n_classes(); }

  Shape shape_;
  std::vector<Count> correct_, best_;
};

}  // namespace cutpoint::t2
