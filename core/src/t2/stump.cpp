#include "t2/stump.hpp"

#include <algorithm>

#include "t2/shape.hpp"

namespace cutpoint::t2 {

namespace {

// correct[c][j] and best[j] of every branch. best is held with an entry before the first that no
// maximum takes.
template <class Count, class Shape>
class Intervals {
 public:
  Intervals(Shape shape, u32 n_branches, std::vector<Count>& correct, std::vector<Count>& best)
      : shape_(shape), correct_(correct), best_(best) {
    const u64 n = n_branches;
    correct_.assign(n * shape.n_classes() * shape.n_intervals(), 0);
    best_.assign(n * stride(), 0);
    for (u64 b = 0; b < n; ++b) best_[b * stride()] = kImpossible<Count>;
  }
  u32 n_classes() const { return shape_.n_classes(); }

  // A value whose cases in a branch are all of one class.
  void add(u32 branch, u32 label, Count weight) {
    Count* const correct = correct_of(branch, label);
    Count* const best = best_.data() + branch * stride();
    for (u32 j = shape_.n_intervals(); j-- > 0;) {
      correct[j] = std::max(correct[j], best[j]) + weight;
      best[j + 1] = std::max(best[j + 1], correct[j]);
    }
  }

  // A value of several classes: first each of them is extended, then each may become the best.
  void extend(u32 branch, u32 label, Count weight) {
    Count* const correct = correct_of(branch, label);
    const Count* const best = best_.data() + branch * stride();
    for (u32 j = 0; j < shape_.n_intervals(); ++j) {
      correct[j] = std::max(correct[j], best[j]) + weight;
    }
  }
  void update_best(u32 branch, u32 label) {
    const Count* const correct = correct_of(branch, label);
    Count* const best = best_.data() + branch * stride();
    for (u32 j = 0; j < shape_.n_intervals(); ++j) best[j + 1] = std::max(best[j + 1], correct[j]);
  }

  Count most_correct(u32 branch) const { return best_[branch * stride() + shape_.n_intervals()]; }

 private:
  u64 stride() const { return shape_.n_intervals() + u64{1}; }
  Count* correct_of(u32 branch, u32 label) {
    return correct_.data() + (u64{branch} * shape_.n_classes() + label) * shape_.n_intervals();
  }

  Shape shape_;
  std::vector<Count>&correct_, &best_;
};

// Class weights by branch (branches x classes), and which of them are not zero.
template <class Count>
class OccupiedCells {
 public:
  OccupiedCells(std::span<Count> table, std::span<u32> occupied)
      : table_(table), occupied_(occupied) {}

  void add(u32 cell, Count weight) {
    occupied_[n_occupied_] = cell;
    n_occupied_ += table_[cell] == 0 ? 1 : 0;
    table_[cell] += weight;
  }
  // For many cases: add them all, then list the cells.
  void add_unlisted(u32 cell, Count weight) { table_[cell] += weight; }
  void list() {
    for (u32 cell = 0; cell < table_.size(); ++cell) {
      if (table_[cell] != 0) occupied_[n_occupied_++] = cell;
    }
  }
  Count weight(u32 cell) const { return table_[cell]; }
  u64 n_cells() const { return table_.size(); }
  std::span<const u32> cells() const { return occupied_.first(n_occupied_); }
  void clear() {
    for (const u32 cell : cells()) table_[cell] = 0;
    n_occupied_ = 0;
  }

 private:
  std::span<Count> table_;
  std::span<u32> occupied_;
  u32 n_occupied_ = 0;
};

// Take the known values of a column one by one, each in the branches where it occurs.
template <class Count, class Shape>
void scan(const Cases<Count>& cases, const Column& column, std::span<const u32> branch,
          OccupiedCells<Count> value_weights, Intervals<Count, Shape>& intervals) {
  const u32 n_classes = intervals.n_classes();
  for (u32 value = 0; value < column.n_values; ++value) {
    const u32 first = column.start[value], stop = column.start[value + 1];
    if (stop - first == 1) {
      const u32 row = column.order[first];
      intervals.add(branch[row], column.label[first], cases.weight_of(row));
      continue;
    }
    if (stop - first < 4 * value_weights.n_cells()) {
      for (u32 i = first; i < stop; ++i) {
        const u32 row = column.order[i];
        value_weights.add(branch[row] * n_classes + column.label[i], cases.weight_of(row));
      }
    } else {
      for (u32 i = first; i < stop; ++i) {
        const u32 row = column.order[i];
        value_weights.add_unlisted(branch[row] * n_classes + column.label[i], cases.weight_of(row));
      }
      value_weights.list();
    }
    for (const u32 cell : value_weights.cells()) {
      intervals.extend(cell / n_classes, cell % n_classes, value_weights.weight(cell));
    }
    for (const u32 cell : value_weights.cells()) {
      intervals.update_best(cell / n_classes, cell % n_classes);
    }
    value_weights.clear();
  }
}

}  // namespace

template <class Count>
void StumpErrors<Count>::evaluate(u32 attribute, const Branching<Count>& branching,
                                  std::span<Count> errors) {
  const Column& column = cases_.columns[attribute];
  table_.assign(u64{branching.n_branches()} * cases_.n_classes, 0);
  occupied_.resize(table_.size() + 1);  // the last is written to when all are occupied
  if (column.numeric) {
    evaluate_numeric(column, branching, errors);
  } else {
    evaluate_nominal(column, branching, errors);
  }
}

template <class Count>
void StumpErrors<Count>::evaluate_numeric(const Column& column, const Branching<Count>& branching,
                                          std::span<Count> errors) {
  const u32 n_branches = branching.n_branches();
  with_shape(cases_.n_classes, useful_intervals(column, max_intervals_), [&](auto shape) {
    Intervals<Count, decltype(shape)> intervals(shape, n_branches, correct_, best_);
    scan(cases_, column, branching.branch, OccupiedCells<Count>(table_, occupied_), intervals);
    for (u32 b = 0; b < n_branches; ++b) {
      errors[b] = branching.total[b] - intervals.most_correct(b);
    }
  });
  if (column.has_unknown) subtract_unknown(column, branching.branch, errors);
}

template <class Count>
void StumpErrors<Count>::subtract_unknown(const Column& column, std::span<const u32> branch,
                                          std::span<Count> errors) {
  const u32 n_classes = cases_.n_classes;
  for (u32 i = column.n_known(); i < column.n_cases(); ++i) {
    const u32 row = column.order[i];
    table_[branch[row] * n_classes + column.label[i]] += cases_.weight_of(row);
  }
  for (u64 b = 0; b < errors.size(); ++b) {
    const auto first = table_.begin() + static_cast<i64>(b * n_classes);
    errors[b] -= *std::max_element(first, first + n_classes);
  }
}

template <class Count>
void StumpErrors<Count>::evaluate_nominal(const Column& column, const Branching<Count>& branching,
                                          std::span<Count> errors) {
  const u32 n_classes = cases_.n_classes;
  std::ranges::copy(branching.total, errors.begin());
  best_.assign(errors.size(), 0);  // of the value at hand, the weight of its greatest class
  OccupiedCells<Count> value_weights(table_, occupied_);
  for (u32 value = 0; value <= column.n_values; ++value) {
    for (u32 i = column.start[value]; i < column.start[value + 1]; ++i) {
      const u32 row = column.order[i], b = branching.branch[row];
      const u32 cell = b * n_classes + column.label[i];
      value_weights.add(cell, cases_.weight_of(row));
      const Count more = std::max(value_weights.weight(cell) - best_[b], Count{0});
      best_[b] += more;
      errors[b] -= more;
    }
    for (const u32 cell : value_weights.cells()) best_[cell / n_classes] = 0;
    value_weights.clear();
  }
}

template class StumpErrors<i32>;
template class StumpErrors<i64>;

}  // namespace cutpoint::t2
