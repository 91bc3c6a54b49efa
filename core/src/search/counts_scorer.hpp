// The score of a cut from the class weights below it, for measures beside the information family.
#pragma once
#include <cmath>
#include <span>
#include <vector>

#include "grow/spec.hpp"
#include "measures/registry.hpp"

namespace cutpoint {

// A measure of the counts family: sums of terms over the classes.
template <class M>
class TermScorer {
 public:
  // Whether a line says which cuts have a greater score: then few cuts need to be scored.
  static constexpr bool kHasDeviations = true;
  // Whether a cut must gain information, too: so it is for the Gini index.
  static constexpr bool kChecksGain = std::is_same_v<M, Gini>;

  explicit TermScorer(const GrowSpec&) {}
  bool quasi_convex() const { return M::kQuasiConvex; }
  void set(std::span<const double> totals, double cases) {
    totals_ = {totals, cases, M::of_node(totals)};
  }
  double score(std::span<const double> lower, double below) const {
    BranchSums sums;
    for (u32 k = 0; k < lower.size(); ++k) {
      const double total = totals_.classes[k];
      sums += {M::term(lower[k], total), M::term(total - lower[k], total)};
    }
    return M::score(sums, below, totals_);
  }
  // The weight of a class in a deviation; see `measures/deviation.hpp`.
  static double class_weight(double total) { return M::class_weight(total); }
  // Which cuts have a greater score; none below 0 counts.
  DeviationLine line(double score) const { return M::line(std::max(score, 0.0), totals_.cases); }
  // The measure itself; it grows with the score.
  double value(double score) const { return M::value(score, 2, totals_); }
  double lowest() const { return M::kLowest; }
  // A score that a cut of a greater value has at least.
  double score_for(double value) const {
    if constexpr (kScoreIsValue) return value;
    const bool known = reached_.of_node == totals_.of_node && reached_.value <= value;
    return known ? reached_.score : kNoValue;
  }
  // A cut has this score: what has clearly less can be told by it at other attributes and nodes.
  void reach(double score) {
    if constexpr (!kScoreIsValue) {
      const double less = std::max(0.0, score - 1e-4 * std::max(1.0, score));
      reached_ = {less, value(less), totals_.of_node};
    }
  }

 private:
  static constexpr bool kScoreIsValue = !std::is_same_v<M, Chi2>;
  struct Reached {
    double score = 0.0, value = 0.0;
    double of_node = -1.0;  // what the value of a score depends on
  };

  ClassTotals totals_;
  Reached reached_;
};

class KolmogorovScorer {
 public:
  static constexpr bool kHasDeviations = false;
  static constexpr bool kChecksGain = false;

  explicit KolmogorovScorer(const GrowSpec&) {}
  bool quasi_convex() const { return Kolmogorov::kQuasiConvex; }
  void set(std::span<const double> totals, double cases) { totals_ = {totals, cases, 0.0}; }
  double score(std::span<const double> lower, double below) const {
    return Kolmogorov::score(lower, below, totals_);
  }
  double value(double score) const { return score; }
  double lowest() const { return kNoValue; }
  double score_for(double value) const { return value; }
  void reach(double) {}

 private:
  ClassTotals totals_;
};

// A custom criterion that is a C function.
class PointerScorer {
 public:
  static constexpr bool kHasDeviations = false;
  static constexpr bool kChecksGain = false;

  explicit PointerScorer(const GrowSpec& spec)
      : measure_(*static_cast<const PointerMeasure*>(spec.criterion.custom)) {}
  bool quasi_convex() const { return measure_.quasi_convex(); }
  void set(std::span<const double> totals, double) {
    before_.assign(totals.begin(), totals.end());
    after_.resize(2 * totals.size());
  }
  double score(std::span<const double> lower, double) {
    start(lower);
    return score();
  }
  // From one cut to the next: begin at these class weights, and let so much of a class come below.
  void start(std::span<const double> lower) {
    for (u64 k = 0; k < before_.size(); ++k) {
      after_[k] = lower[k];
      after_[before_.size() + k] = before_[k] - lower[k];
    }
  }
  void move(u32 cls, double weight) {
    after_[cls] += weight;
    after_[before_.size() + cls] -= weight;
  }
  double score() const { return measure_(before_, after_.data(), 2); }
  std::span<const double> lower() const { return std::span(after_).first(before_.size()); }
  double value(double score) const {
    if (std::isnan(score)) throw MeasureFailed();
    return score;
  }
  double lowest() const { return kNoValue; }
  double score_for(double value) const { return value; }
  void reach(double) {}

 private:
  const PointerMeasure& measure_;
  std::vector<double> before_;
  std::vector<double> after_;
};

}  // namespace cutpoint
