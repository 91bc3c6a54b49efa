// Cuts that a custom criterion values together: the class weights below each.
#pragma once
#include <algorithm>
#include <vector>

#include "measures/custom.hpp"

namespace cutpoint {

// Cuts are entered in runs, each of one column; of a run each has a number.
class CandidateBatch {
 public:
  CandidateBatch(const CustomMeasure& measure, u32 n_classes)
      : measure_(measure),
        n_classes_(n_classes),
        capacity_(std::max(u64{1}, kNumbers / (2 * u64{n_classes}))),
        below_(n_classes * capacity_),
        values_(capacity_),
        numbers_(capacity_) {}

  u64 room() const { return capacity_ - size_; }
  // To enter cuts: begin a run, write so many as there is room for, and say how many those are.
  void begin(u32 column) { runs_.push_back({column, size_}); }
  double* below(u32 k) { return &below_[k * capacity_ + size_]; }
  u32* numbers() { return &numbers_[size_]; }
  void entered(u64 n) { size_ += n; }

  // Ask for all values, call take(column, number, value) for each cut in its turn, and empty the
  // batch. The class weights of all cases are given.
  template <class Take>
  void value(std::span<const double> before, const Take& take) {
    if (size_ > 0) {
      evaluate(before);
      for (u64 r = 0; r < runs_.size(); ++r) {
        const u64 stop = r + 1 < runs_.size() ? runs_[r + 1].first : size_;
        for (at_ = runs_[r].first; at_ < stop; ++at_) {
          take(runs_[r].column, numbers_[at_], values_[at_]);
        }
      }
    }
    size_ = 0;
    runs_.clear();
  }
  // The weight of a class below the cut that is taken.
  double taken_below(u32 k) const { return below_[k * capacity_ + at_]; }

 private:
  // Of both sides. With what a function makes of them it stays near the processor.
  static constexpr u64 kNumbers = 1 << 16;
  struct Run {
    u32 column;
    u64 first;
  };

  void evaluate(std::span<const double> before) {
    CandidateTables tests(before, size_, 2);
    for (u32 k = 0; k < n_classes_; ++k) {
      const double* below = &below_[k * capacity_];
      double* above = tests.after(1, k);
      std::copy_n(below, size_, tests.after(0, k));
      for (u64 i = 0; i < size_; ++i) above[i] = before[k] - below[i];
    }
    measure_.evaluate(std::move(tests), std::span(values_).first(size_));
  }

  const CustomMeasure& measure_;
  u64 n_classes_, capacity_, size_ = 0, at_ = 0;
  std::vector<double> below_, values_;  // by class and cut; by cut
  std::vector<u32> numbers_;
  std::vector<Run> runs_;
};

}  // namespace cutpoint
