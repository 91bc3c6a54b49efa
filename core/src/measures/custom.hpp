// A measure of the user's own: a function of the class weights before and after a test.
#pragma once
#include <cmath>
#include <stdexcept>
#include <vector>

#include "measures/measure.hpp"

namespace cutpoint {

// Several tests of one attribute at a node, all with as many branches.
struct CandidateTables {
  std::span<const double> before;  // weight by class
  std::span<const double> after;   // candidates x branches x classes
  u64 n_candidates = 0;
  u32 n_branches = 2;
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
  virtual void evaluate(const CandidateTables& tests, std::span<double> values) const = 0;
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

  double operator()(std::span<const double> before, std::span<const double> after) const {
    const i64 n_classes = static_cast<i64>(before.size());
    return function_(before.data(), after.data(), static_cast<i64>(after.size()) / n_classes,
                     n_classes);
  }
  void evaluate(const CandidateTables& tests, std::span<double> values) const override {
    const u64 size = tests.n_branches * tests.before.size();
    for (u64 i = 0; i < tests.n_candidates; ++i) {
      values[i] = (*this)(tests.before, tests.after.subspan(i * size, size));
    }
  }
  bool is_pointer() const override { return true; }

 private:
  MeasurePointer function_;
};

}  // namespace cutpoint
