// How good a partition into intervals is, from sums that one merge or division changes in
// O(classes).
#pragma once
#include "cuts/evidence_table.hpp"
#include "measures/registry.hpp"
#include "numeric/real_xlogx.hpp"

namespace cutpoint {

// Sums over all intervals. With W cases in an interval and n of a class there, every measure of the
// information family follows from those of W lg W and n lg n, the Gini index from that of n^2 / W.
struct PartitionSums {
  double branches = 0.0, cells = 0.0, squares = 0.0;

  PartitionSums& operator+=(const PartitionSums& other) {
    branches += other.branches, cells += other.cells, squares += other.squares;
    return *this;
  }
  PartitionSums& operator-=(const PartitionSums& other) {
    branches -= other.branches, cells -= other.cells, squares -= other.squares;
    return *this;
  }
};

struct PartitionScore {
  double value = kNoValue;  // to be maximised; kNoValue if the partition cannot be used
  double gain = 0.0;        // in bits per known case
};

class PartitionScorer {
 public:
  // Values that differ by no more are equal: what is left is rounding.
  static constexpr double kSame = 1e-9;

  // `unknown` is the weight of cases without a value: one more branch in the split information of
  // the gain ratio, as in C4.5.
  PartitionScorer(Measure measure, std::span<const double> classes, double unknown,
                  const RealXLogX& xlogx);

  PartitionSums sums_of(std::span<const double> classes, double weight) const {
    PartitionSums sums{xlogx_(weight), xlogx_.sum(classes), 0.0};
    if (measure_ == Measure::gini) sums.squares = squares_over(classes, weight);
    return sums;
  }
  PartitionScore score(const PartitionSums& sums) const;

 private:
  static double squares_over(std::span<const double> classes, double weight) {
    double sum = 0.0;
    for (const double n : classes) sum += Gini::term(n, 0.0);
    return weight > 0.0 ? sum / weight : 0.0;
  }

  Measure measure_;
  RealXLogX xlogx_;
  double known_, cases_;
  double xlgx_known_, xlgx_cases_, xlgx_unknown_;
  double class_information_;  // in bits per known case
  double squares_;
};

// The best of the partitions that are offered one after the other, the first of equals.
class BestPartition {
 public:
  void offer(const PartitionScore& score, u32 size) {
    if (score.gain > PartitionScorer::kSame && score.value > value_ + PartitionScorer::kSame) {
      value_ = score.value, size_ = size;
    }
  }
  u32 size() const { return size_; }  // 1 where none was good

 private:
  double value_ = kNoValue;
  u32 size_ = 1;
};

}  // namespace cutpoint
