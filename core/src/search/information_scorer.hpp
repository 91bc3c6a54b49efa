// The value of cuts under a measure of the information family, from sums of x lg x.
#pragma once
#include <algorithm>
#include <span>

#include "measures/registry.hpp"
#include "numeric/bits.hpp"

namespace cutpoint {

// Of a cut, in the fixed point of an XLogX: the sums of x lg x over its cells (classes x sides) and
// over its sides. The gain is cells - sides - base.
struct CutSums {
  Bits cells, sides;
};

// Which cuts can have a value above some v: those with cells - keep * sides > bar.
struct CutLine {
  double bar = 0.0, keep = 1.0;
};

// For one attribute at one node, of which begin_node has told.
class InformationScorer {
 public:
  InformationScorer(Measure measure, const XLogX& xlogx) : measure_(measure), xlogx_(&xlogx) {}

  void begin_node(std::span<const Weight> classes, Weight cases) {
    cases_ = cases;
    xlgx_cases_ = xlogx_->to_real(xlogx_->of(cases));
    node_base_ = base_of(classes, cases);
  }
  // Minus the class information of cases, in bits: of all at the node, of some.
  Bits node_base() const { return node_base_; }
  Bits base_of(std::span<const Weight> classes, Weight cases) const {
    Bits base = -xlogx_->of(cases);
    for (const Weight weight : classes) base += xlogx_->of(weight);
    return base;
  }
  // `base` is that of the known cases; `charge` the bits that the choice among many cuts costs.
  void set(Bits base, Weight known, double charge) {
    base_ = base;
    charge_ = charge;
    known_ = known.cases();
    classes_ = -xlogx_->to_real(base);
    xlgx_split_ = xlgx_cases_;
    if (known == cases_) return;
    if (measure_ == Measure::gain_ratio) {
      xlgx_split_ -= xlogx_->to_real(xlogx_->of(cases_ - known));
    } else {
      xlgx_split_ = xlogx_->to_real(xlogx_->of(known));
    }
  }

  Bits base() const { return base_; }
  double gain(CutSums sums) const { return xlogx_->to_real(sums.cells - sums.sides - base_); }

  // Over all cases of the node; kNoValue if nothing is gained.
  double value(CutSums sums) const {
    const double raw = gain(sums);
    if (raw <= kLeastGain) return kNoValue;
    return value_of(raw - charge_, xlogx_->to_real(sums.sides));
  }
  // Of a test with any number of branches, whose charged gain and x lg x of branches are in bits.
  double value_of(double charged_gain, double branches) const {
    const Information information{charged_gain, xlgx_split_ - branches, classes_, known_};
    if (measure_ == Measure::gain_ratio) {
      return information.split > GainRatio::kLeastSplit * cases_.cases()
                 ? charged_gain / information.split
                 : kNoValue;
    }
    const double over_known = visit_measure(measure_, [&](auto m) {
      if constexpr (decltype(m)::kFamily == Family::information) {
        return decltype(m)::value(information);
      } else {
        return kNoValue;
      }
    });
    return scaled_by_known(over_known, known_ / cases_.cases());
  }
  CutLine line_above(double value) const {
    if (value == kNoValue) return {-std::numeric_limits<double>::infinity(), 1.0};
    const double share = known_ / cases_.cases();
    const double over_known = measure_ == Measure::gain_ratio ? value
                              : value > 0.0                   ? value / share
                                                              : value * share;
    const LineTotals totals{classes_, xlgx_split_, known_};
    const AcceptanceLine line = visit_measure(measure_, [&](auto m) {
      if constexpr (decltype(m)::kFamily == Family::information) {
        return decltype(m)::line(over_known, totals);
      } else {
        return AcceptanceLine{};
      }
    });
    return {static_cast<double>(base_.units()) + (charge_ + line.intercept) * xlogx_->scale(),
            1.0 - line.slope};
  }
  double lowest() const { return measure_ == Measure::distance ? kNoValue : 0.0; }
  const XLogX& xlogx() const { return *xlogx_; }

 private:
  Measure measure_;
  const XLogX* xlogx_;
  Bits base_, node_base_;
  Weight cases_;
  double charge_ = 0.0, known_ = 0.0;
  double classes_ = 0.0, xlgx_cases_ = 0.0, xlgx_split_ = 0.0;  // bits
};

// The best cut so far, and what another one must reach. By gain that is compared exactly, in fixed
// point; under other measures by value. The earlier of equal cuts stays.
class BestCut {
 public:
  // What makes a cut better: its gain, whatever the scorer's measure, or its value.
  enum class Rule : u8 { gain, value };

  // `slack`: by how many units rounding can make a bound too low.
  BestCut(const InformationScorer& scorer, Rule rule, double slack)
      : scorer_(scorer), rule_(rule), slack_(slack), value_(scorer.lowest()), floor_(value_) {
    least_ = scorer.base() + scorer.xlogx().least_gain();
    update();
  }

  // Only a cut that gains more than `gain` bits matters.
  void require_gain(double gain) {
    const Bits units(static_cast<i64>(std::max(gain, 0.0) * scorer_.xlogx().scale()));
    least_ = scorer_.base() + units + scorer_.xlogx().least_gain();
    update();
  }
  // Only a cut of greater value matters.
  void require_value(double value) {
    value_ = std::max(value_, value);
    floor_ = std::max(floor_, value);
    update();
  }
  // A cut of this sum exists: what is clearly worse need not be looked at.
  void raise_floor(CutSums sums) {
    if (rule_ == Rule::gain) {
      const Bits s =
          sums.cells - sums.sides - scorer_.xlogx().least_gain() - scorer_.xlogx().least_gain();
      floor_sum_ = std::max(floor_sum_, s);
    } else {
      floor_ = std::max(floor_, scorer_.value(sums) - 2.0 * kLeastDifference);
    }
    update();
  }
  // Whether a cut, or a bound of several, may be better; sums as real numbers of the fixed point.
  bool may_accept(double cells, double sides) const {
    return cells - line_.keep * sides > line_.bar;
  }
  const CutLine& line() const { return line_; }

  // Take a cut if it is better than all before.
  bool offer(CutSums sums, u32 position) {
    if (rule_ == Rule::gain) {
      const Bits s = sums.cells - sums.sides;
      if (s <= least_) return false;
      least_ = s + scorer_.xlogx().least_gain();
    } else {
      const double value = scorer_.value(sums);
      if (!(value > value_ + kLeastDifference)) return false;
      value_ = value;
    }
    sums_ = sums;
    position_ = position;
    update();
    return true;
  }

  u32 position() const { return position_; }  // 0: there is none
  CutSums sums() const { return sums_; }

 private:
  void update() {
    if (rule_ == Rule::gain) {
      line_ = {static_cast<double>(std::max(least_, floor_sum_).units()) - slack_, 1.0};
    } else {
      line_ = scorer_.line_above(std::max(value_, floor_));
      line_.bar -= slack_;
    }
  }

  const InformationScorer& scorer_;
  Rule rule_;
  double slack_;
  double value_, floor_;
  Bits least_, floor_sum_{std::numeric_limits<i64>::min() / 2};
  CutLine line_;
  CutSums sums_;
  u32 position_ = 0;
};

}  // namespace cutpoint
