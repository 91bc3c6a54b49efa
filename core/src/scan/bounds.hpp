// Which bins of a numeric attribute may hold its best cut.
//
// A cut inside a bin leaves class weights below it that lie between those at the two ends of the
// bin. Over all such weights the score is bounded in O(classes): parts that are convex in the
// weight of one class are greatest at an end, and what depends on the sum of all is replaced by a
// line. What the line adds is of second order in the weight of the bin, so few bins stay open.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "search/cut_finder.hpp"

namespace cutpoint {

// The class weights of the places of a numeric attribute at a node.
struct BinCounts {
  ValueTable<i64> table;
  std::span<const u8> is_closed;  // by place: whether it may hold several values
  Weight least;                   // on each side of a cut
};

// What is known of the cut that is looked for.
struct KnownOfCut {
  u64 most_candidates = 0;  // no more cuts of the attribute are examined than that
  BestSoFar best;           // the test of the node reaches at least that
};

// How much worse than the best cut that is known a bound may be, in least differences, before its
// bin is closed: later cuts replace earlier ones only if they are clearly better, so that a chain
// of nearly equal ones may matter.
inline constexpr double kChain = 64.0;
// What rounding may take from a bound on the information, in bits.
inline constexpr double kRoundingOfBound = 1e-3;

class BinBounds {
 public:
  explicit BinBounds(const SearchContext& context)
      : context_(context), scorer_(scored_measure(context.spec), context.xlogx) {}

  // Whether there is a bound for what the spec asks for.
  static bool knows(const GrowSpec& spec) {
    if (spec.needs_evidence()) return false;
    return spec.by_gain() || family_of(spec.criterion.measure) == Family::information ||
           spec.criterion.measure == Measure::gini;
  }

  // Which bins may hold the best cut of the attribute, if it is as good as the test of the node.
  std::vector<u8> open(const NodeTotals& node, const BinCounts& counts, const KnownOfCut& known) {
    std::vector<u8> is_open(counts.table.n_values);
    sum_up(node, counts.table);
    if (known_ < counts.least + counts.least) return is_open;
    if (context_.spec.by_gain() || context_.spec.criterion.measure != Measure::gini) {
      begin_information(node, counts, known);
      each_closed_bin(counts, [&](u32 v, Weight from, Weight to) {
        is_open[v] = information_bound(from, to) > line_.bar;
      });
    } else {
      begin_gini(node, counts, known);
      each_closed_bin(counts, [&](u32 v, Weight from, Weight to) {
        is_open[v] = gini_bound(from, to) > line_.bar;
      });
    }
    return is_open;
  }
  // No cut inside a closed bin gains more than that.
  double most_gain(const NodeTotals& node, const BinCounts& counts) {
    sum_up(node, counts.table);
    if (known_ < counts.least + counts.least) return 0.0;
    scorer_.begin_node(node.classes, node.weight);
    const double base = static_cast<double>(scorer_.base_of(totals_, known_).units());
    line_ = {base, 1.0};
    double most = base;
    each_closed_bin(counts, [&](u32, Weight from, Weight to) {
      most = std::max(most, information_bound(from, to));
    });
    return (most - base) / context_.xlogx.scale() + kRoundingOfBound;
  }

 private:
  static Measure scored_measure(const GrowSpec& spec) {
    return family_of(spec.criterion.measure) == Family::information ? spec.criterion.measure
                                                                    : Measure::gain;
  }

  void sum_up(const NodeTotals& node, const ValueTable<i64>& table) {
    totals_.assign(node.classes.begin(), node.classes.end());
    lower_.assign(totals_.size(), Weight());
    upper_.assign(totals_.size(), Weight());
    known_ = Weight();
    for (u32 k = 0; k < totals_.size(); ++k) {
      totals_[k] -= as_weight(table.at(k, table.n_values));
      known_ += totals_[k];
    }
  }

  // Call visit(place, from, to) for each closed bin in which a cut may lie, with the known weights
  // below its ends; those of classes are in lower_ and upper_.
  template <class Visit>
  void each_closed_bin(const BinCounts& counts, Visit visit) {
    std::ranges::fill(lower_, Weight());
    Weight below;
    for (u32 v = 0; v < counts.table.n_values; ++v) {
      Weight here;
      for (u32 k = 0; k < upper_.size(); ++k) {
        const Weight weight = as_weight(counts.table.at(k, v));
        upper_[k] = lower_[k] + weight;
        here += weight;
      }
      if (here > Weight() && counts.is_closed[v] != 0 && below + here >= counts.least &&
          known_ - below >= counts.least) {
        visit(v, below, below + here);
      }
      below += here;
      lower_.swap(upper_);
    }
  }
  // Call visit(below) with the class weights below each cut between places in lower_.
  template <class Visit>
  void each_cut(const BinCounts& counts, Visit visit) {
    const auto& [table, is_closed, least] = counts;
    std::ranges::fill(lower_, Weight());
    Weight below;
    for (u32 v = 0; v + 1 < table.n_values; ++v) {
      Weight here;
      for (u32 k = 0; k < lower_.size(); ++k) {
        const Weight weight = as_weight(table.at(k, v));
        lower_[k] += weight;
        here += weight;
      }
      below += here;
      if (known_ - below < least || below == known_) break;
      if (here > Weight() && below >= least) visit(below);
    }
  }

  // ---- measures of the information family: cells - keep * sides > bar

  void begin_information(const NodeTotals& node, const BinCounts& counts, const KnownOfCut& known) {
    const XLogX& xlogx = context_.xlogx;
    scorer_.begin_node(node.classes, node.weight);
    const Bits base = scorer_.base_of(totals_, known_);
    const bool by_gain = context_.spec.by_gain();
    const bool charged = !by_gain && context_.spec.penalty == Penalty::rank;
    // The known cuts are charged for as much as can be, those in bins for nothing.
    scorer_.set(base, known_, charged ? lg(static_cast<double>(known.most_candidates)) : 0.0);
    double best = by_gain ? known.best.gain : std::max(scorer_.lowest(), known.best.value);
    each_cut(counts, [&](Weight below) {
      CutSums sums{Bits(), xlogx.of(below) + xlogx.of(known_ - below)};
      for (u32 k = 0; k < lower_.size(); ++k) {
        sums.cells += xlogx.of(lower_[k]) + xlogx.of(totals_[k] - lower_[k]);
      }
      best = std::max(best, by_gain ? scorer_.gain(sums) : scorer_.value(sums));
    });
    scorer_.set(base, known_, 0.0);
    if (by_gain) {
      line_ = {static_cast<double>(base.units()) + (best - kChain * kLeastGain) * xlogx.scale(),
               1.0};
    } else {
      line_ = scorer_.line_above(best == kNoValue ? best : best - kChain * kLeastDifference);
    }
    line_.bar -= kRoundingOfBound * xlogx.scale();
  }
  // In the units of the bar.
  double information_bound(Weight from, Weight to) const {
    const double n = known_.cases();
    const double middle = 0.5 * (from.cases() + to.cases());
    // -keep * x lg x of the sides is concave in the weight below: at most its tangent.
    const double slope = -line_.keep * (lg(middle) - lg(n - middle));
    double bound = -line_.keep * (xlgx(middle) + xlgx(n - middle)) - slope * middle;
    for (u32 k = 0; k < totals_.size(); ++k) {
      const double total = totals_[k].cases();
      const auto at = [&](double x) { return xlgx(x) + xlgx(total - x) + slope * x; };
      const double low = lower_[k].cases(), high = upper_[k].cases();
      bound += low == high ? at(low) : std::max(at(low), at(high));
    }
    return (bound + 1e-12 * std::abs(bound)) * context_.xlogx.scale();
  }

  // ---- the Gini index: the sum over sides of (sum of squares / weight) > bar

  void begin_gini(const NodeTotals& node, const BinCounts& counts, const KnownOfCut& known) {
    const double n = known_.cases();
    double of_node = 0.0, best = std::max(0.0, known.best.value * node.weight.cases());
    for (const Weight total : totals_) of_node += total.cases() * total.cases();
    each_cut(counts, [&](Weight below) {
      double squares_below = 0.0, squares_above = 0.0;
      for (u32 k = 0; k < lower_.size(); ++k) {
        const double low = lower_[k].cases(), high = totals_[k].cases() - low;
        squares_below += low * low;
        squares_above += high * high;
      }
      const double m = below.cases();
      best = std::max(best, squares_below / m + squares_above / (n - m) - of_node / n);
    });
    line_.bar = of_node / n + best - (kChain * kLeastDifference + 1e-9) * n;
  }
  double gini_bound(Weight from, Weight to) const {
    const double n = known_.cases(), a = from.cases(), b = to.cases();
    // A side that may be empty adds its weight at most, the other is greatest if it holds all else.
    if (a <= 0.0 || b >= n) return (a <= 0.0 ? b : 0.0) + (b >= n ? n - a : 0.0) + rest_of(a, b);
    // Below: 1 / m is at most the chord 1 / a - (m - a) / (a b) for a <= m <= b, and the squares
    // are at least those at the lower end; above likewise, from the upper end.
    double squares_low = 0.0, squares_high = 0.0;
    for (u32 k = 0; k < totals_.size(); ++k) {
      const double low = lower_[k].cases(), high = (totals_[k] - upper_[k]).cases();
      squares_low += low * low;
      squares_high += high * high;
    }
    const double drop_below = squares_low / (a * b);
    const double drop_above = squares_high / ((n - a) * (n - b));
    double bound = drop_below * a + drop_above * (n - b);
    for (u32 k = 0; k < totals_.size(); ++k) {
      const double total = totals_[k].cases();
      const auto at = [&](double x) {
        const double y = total - x;
        return x * x / a - drop_below * x + y * y / (n - b) - drop_above * y;
      };
      bound += std::max(at(lower_[k].cases()), at(upper_[k].cases()));
    }
    return bound;
  }

  // The sum of squares by weight of a side that cannot be empty; of none if both can.
  double rest_of(double a, double b) const {
    const double n = known_.cases();
    double squares = 0.0;
    for (u32 k = 0; k < totals_.size(); ++k) {
      const Weight most = a > 0.0 ? upper_[k] : totals_[k] - lower_[k];
      squares += most.cases() * most.cases();
    }
    return a > 0.0 ? squares / a : b < n ? squares / (n - b) : 0.0;
  }

  SearchContext context_;
  InformationScorer scorer_;
  CutLine line_;
  Weight known_;
  std::vector<Weight> totals_, lower_, upper_;
};

}  // namespace cutpoint
