// Which cuts have more than a given score under a measure of the counts family: one by one, or all
// of a block at once. See `measures/deviation.hpp`; names are as there.
#pragma once
#include <cmath>
#include <span>

#include "measures/deviation.hpp"
#include "measures/measure.hpp"
#include "search/row_weights.hpp"

namespace cutpoint {

// Of a cut, summed over the classes: w c^2, w c t / N and c. Then
// D = squares - 2 n products + n^2 * (the sum of w t^2 / N^2).
struct DeviationSums {
  double squares = 0.0, products = 0.0, cases = 0.0;
};

// What the sums of a cut must be above.
class DeviationBar {
 public:
  DeviationBar() = default;
  // For so many cases, whose w t^2 / N^2 sum to `shares`.
  DeviationBar(DeviationLine line, double shares, double cases)
      : per_pair_(line.per_pair),
        square_(shares + line.per_pair),
        linear_(line.per_pair * cases),
        bar_(line.constant - kRounding * square_ * cases * cases) {}

  // D - per_pair n (N - n).
  double excess(const DeviationSums& sums) const {
    return sums.squares - sums.cases * (2.0 * sums.products + linear_ - square_ * sums.cases);
  }
  // The part of its derivative by c_k that is the same for all classes.
  double slope(const DeviationSums& sums) const {
    return 2.0 * (square_ * sums.cases - sums.products) - linear_;
  }
  double per_pair() const { return per_pair_; }
  bool is_reached(double excess) const { return excess > bar_; }

 private:
  // Of the greatest of the sums; a block adds up some hundred roundings at most.
  static constexpr double kRounding = 1e-12;

  double per_pair_ = 0.0, square_ = 0.0, linear_ = 0.0, bar_ = 0.0;
};

// For one attribute at one node. K: the number of classes if it is small; else 0.
template <u32 K>
class Deviations {
 public:
  explicit Deviations(u32 n_classes) : classes_(n_classes) {}

  // `weights` are the w of the classes under the measure.
  void set(std::span<const double> weights, std::span<const double> totals, double cases) {
    cases_ = cases;
    shares_ = 0.0;
    for (u32 k = 0; k < classes_.size(); ++k) {
      const double share = totals[k] / cases_, weight = weights[k];
      classes_[k] = {weight, share, weight * share};
      shares_ += weight * share * share;
    }
  }
  DeviationBar bar(DeviationLine line) const { return {line, shares_, cases_}; }

  template <class Lower>
  DeviationSums sums_of(const Lower& lower) const {
    DeviationSums sums;
    for (u32 k = 0; k < classes_.size(); ++k) add(k, lower[k], sums);
    return sums;
  }
  // A weight of class k comes below the cut, where `lower` of it was.
  void move(u32 k, double weight, double lower, DeviationSums& sums) const {
    sums.squares += classes_[k].weight * (weight * (2.0 * lower + weight));
    sums.products += classes_[k].product * weight;
    sums.cases += weight;
  }

  // Whether any class weights between these two may reach the bar. The excess is a quadratic
  // function: it is expanded about the middle, its linear part is greatest in a corner, and the
  // deviation of each class changes from the middle on by no more than `spread`.
  template <class Rows>
  bool may_reach(const DeviationBar& bar, const typename Rows::Sum* from,
                 const typename Rows::Sum* to) const {
    const auto middle = [&](u32 k) { return 0.5 * (Rows::real(from[k]) + Rows::real(to[k])); };
    const auto half = [&](u32 k) { return 0.5 * (Rows::real(to[k]) - Rows::real(from[k])); };
    DeviationSums sums;
    double width = 0.0;
    for (u32 k = 0; k < classes_.size(); ++k) {
      add(k, middle(k), sums);
      width += half(k);
    }
    const double common = bar.slope(sums);
    double most = bar.excess(sums) + bar.per_pair() * width * width;
    for (u32 k = 0; k < classes_.size(); ++k) {
      const Class& c = classes_[k];
      const double slope = 2.0 * (c.weight * middle(k) - c.product * sums.cases) + common;
      const double spread = (1.0 - 2.0 * c.share) * half(k) + c.share * width;
      most += std::abs(slope) * half(k) + c.weight * (spread * spread);
    }
    return bar.is_reached(most);
  }

 private:
  struct Class {
    double weight = 0.0, share = 0.0;  // w and t / N,
    double product = 0.0;              // multiplied
  };
  void add(u32 k, double lower, DeviationSums& sums) const {
    sums.squares += classes_[k].weight * (lower * lower);
    sums.products += classes_[k].product * lower;
    sums.cases += lower;
  }

  PerClass<Class, K> classes_;
  double shares_ = 0.0, cases_ = 0.0;
};

}  // namespace cutpoint
