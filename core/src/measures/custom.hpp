// A measure of the user's own: a function of the class weights before and after a test.
#pragma once
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "measures/measure.hpp"

namespace cutpoint {

// Several tests at a node, all with as many branches, and with the same cases before them.
//
// The candidates lie next to each other: a function of arrays then works on long rows instead of
// summing two or three numbers at a time, which takes some ten times as long.
class CandidateTables {
 public:
  CandidateTables(std::span<const double> before, u64 n_candidates, u32 n_branches)
      : before_(before),
        n_candidates_(n_candidates),
        n_branches_(n_branches),
        after_(
            std::make_unique_for_overwrite<double[]>(n_candidates * n_branches * before.size())) {}

  std::span<const double> before() const { return before_; }  // weight by class
  u64 n_candidates() const { return n_candidates_; }
  u32 n_branches() const { return n_branches_; }
  u32 n_classes() const { return static_cast<u32>(before_.size()); }
  // The weights of a class in a branch, by candidate.
  double* after(u32 branch, u32 cls) { return after_.get() + start(branch, cls); }
  const double* after(u32 branch, u32 cls) const { return after_.get() + start(branch, cls); }
  // All of them, class by class and branch by branch, for whoever may keep them.
  std::unique_ptr<double[]> release() { return std::move(after_); }

 private:
  u64 start(u32 branch, u32 cls) const { return (u64{cls} * n_branches_ + branch) * n_candidates_; }

  std::span<const double> before_;
  u64 n_candidates_;
  u32 n_branches_;
  std::unique_ptr<double[]> after_;
};

// A value was not a number, or the function failed: the one who made the measure knows why.
struct MeasureFailed : std::runtime_error {
  MeasureFailed()
      : std::runtime_error("a custom criterion returned a value that is not a number") {}
};

class CustomMeasure {
 public:
  static constexpr std::string_view kName = "custom";
  static constexpr Family kFamily = Family::custom;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = kNoValue;

  explicit CustomMeasure(bool quasi_convex) : quasi_convex_(quasi_convex) {}
  CustomMeasure(const CustomMeasure&) = delete;
  CustomMeasure& operator=(const CustomMeasure&) = delete;
  virtual ~CustomMeasure() = default;

  // Whether the user says that the measure is quasi-convex.
  bool quasi_convex() const { return quasi_convex_; }
  // Fill in the value of each test; NaN where it has none. Safe to call from several threads.
  virtual void evaluate(CandidateTables tests, std::span<double> values) const = 0;
  // Whether to ask for one test at a time is as cheap as for many.
  virtual bool is_pointer() const = 0;

 private:
  bool quasi_convex_;
};

// double f(double *before, double *after, int64 branches, int64 classes)
using MeasurePointer = double (*)(const double*, const double*, i64, i64);

class PointerMeasure final : public CustomMeasure {
 public:
  PointerMeasure(MeasurePointer function, bool quasi_convex)
      : CustomMeasure(quasi_convex), function_(function) {}

  // `after` are the weights by branch and class.
  double operator()(std::span<const double> before, const double* after, u32 n_branches) const {
    return function_(before.data(), after, i64{n_branches}, static_cast<i64>(before.size()));
  }
  void evaluate(CandidateTables tests, std::span<double> values) const override {
    const CandidateTables& all = tests;
    std::vector<double> after(u64{all.n_branches()} * all.n_classes());
    for (u64 i = 0; i < all.n_candidates(); ++i) {
      for (u32 b = 0; b < all.n_branches(); ++b) {
        for (u32 k = 0; k < all.n_classes(); ++k) {
          after[u64{b} * all.n_classes() + k] = all.after(b, k)[i];
        }
      }
      values[i] = (*this)(all.before(), after.data(), all.n_branches());
    }
  }
  bool is_pointer() const override { return true; }

 private:
  MeasurePointer function_;
};

}  // namespace cutpoint
