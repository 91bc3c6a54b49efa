// Cuts by a measure that is a function of the class weights on both sides.
//
// Of two classes, blocks whose corners cannot win are skipped if the measure is quasi-convex. Of
// more, so are they under the measures of the counts family; by others every cut is scored.
#pragma once
#include <algorithm>

#include "search/class_corners.hpp"
#include "search/counts_scorer.hpp"
#include "search/cut_finder.hpp"
#include "search/make_finder.hpp"
#include "search/row_weights.hpp"
#include "search/scan_deviations.hpp"
#include "search/scan_two.hpp"

namespace cutpoint {

template <class Entry, class Scorer>
class CountsFinder final : public CutFinder<Entry>, private CutVisitor {
  using Base = CutFinder<Entry>;
  using Base::node_;

 public:
  CountsFinder(const SearchContext& context, u32 n_classes)
      : Base(context),
        scorer_(context.spec),
        class_weights_(n_classes),
        totals_(n_classes),
        lower_(n_classes),
        best_lower_(n_classes) {
    if constexpr (Scorer::kHasDeviations) {
      deviations_ = ScanDeviations<Entry>::make(n_classes);
      deviation_weights_.resize(n_classes);
    }
  }

  SplitCandidate find(const Segment<Entry>& segment, const BestSoFar& so_far) override {
    if (!start(sum(segment), so_far)) return {};
    if (classes() == 2 && !node_.has_fractions && scorer_.quasi_convex() && segment.size() > kFew) {
      scan_two(segment);
    } else if constexpr (Scorer::kHasDeviations) {
      scan_deviations(segment);
    } else if constexpr (kIsFunction) {
      scan_by_function(segment);
    } else {
      scan(segment);
    }
    return candidate(
        this->spec().penalty == Penalty::none ? 1 : Base::count_candidates(segment, least_));
  }
  SplitCandidate find(const ValueTable<u32>& table, const BestSoFar& so_far) override {
    return find_value(table, so_far);
  }
  SplitCandidate find(const ValueTable<i64>& table, const BestSoFar& so_far) override {
    return find_value(table, so_far);
  }

 private:
  static constexpr bool kIsFunction = std::is_same_v<Scorer, PointerScorer>;
  static constexpr u32 kBlock = 32;
  static constexpr u32 kFew = 64;

  u32 classes() const { return static_cast<u32>(totals_.size()); }

  // The class weights of a segment, and their sum.
  Weight sum(const Segment<Entry>& segment) {
    if (!node_.has_fractions && segment.size() == node_.n_rows) {
      std::ranges::copy(node_.classes, class_weights_.begin());
      return node_.weight;
    }
    std::ranges::fill(class_weights_, Weight());
    for (const Entry e : segment.entries) {
      class_weights_[segment.codec.cls(e)] += segment.weight(e);
    }
    Weight known;
    for (const Weight weight : class_weights_) known += weight;
    return known;
  }
  // Prepare for a column whose class weights are summed; false if no cut can leave enough.
  bool start(Weight known, const BestSoFar& so_far) {
    known_ = known;
    least_ = this->least_for(known);
    if (known < least_ + least_) return false;
    for (u32 k = 0; k < classes(); ++k) totals_[k] = class_weights_[k].cases();
    scorer_.set(totals_, known.cases());
    const double share = known.cases() / node_.weight.cases();
    position_ = 0;
    best_value_ = scorer_.lowest();
    if (so_far.value > kNoValue) {
      const double over_known = so_far.value > 0.0 ? so_far.value / share : so_far.value * share;
      best_value_ = std::max(best_value_, over_known - near(over_known));
    }
    score_bar_ = scorer_.score_for(best_value_);
    return true;
  }

  // Any rows, any number of classes, by a measure of the counts family.
  void scan_deviations(const Segment<Entry>& segment) {
    for (u32 k = 0; k < classes(); ++k) deviation_weights_[k] = Scorer::class_weight(totals_[k]);
    deviations_->set(deviation_weights_, totals_, known_.cases());
    deviations_->find({segment, node_.has_fractions, known_, least_}, bar(), *this);
  }
  DeviationBar look(std::span<const double> lower, Weight below) override {
    const double score = scorer_.score(lower, below.cases());
    raise_bar(score - near(score));
    return bar();
  }
  DeviationBar take(std::span<const double> lower, Weight below, u32 position) override {
    accept(position, below, lower);
    return bar();
  }
  DeviationBar bar() const {
    if constexpr (Scorer::kHasDeviations) return deviations_->bar(scorer_.line(score_bar_));
    return {};
  }
  // Any rows, any number of classes, by a C function, which takes most of the time.
  void scan_by_function(const Segment<Entry>& segment) {
    std::ranges::fill(lower_, 0.0);
    if (scorer_.quasi_convex() && classes() <= kMostCornered && segment.size() > kFew) {
      scan_bounded(segment);
    } else {
      score_cuts(segment, 0, segment.size() - 1);
    }
  }
  // Blocks that cannot win are skipped. One at an end has a corner with an empty side: of that
  // nothing is known.
  void scan_bounded(const Segment<Entry>& segment) {
    constexpr u32 kSize = kMostCounted;
    const u32 stop = segment.size() - 1, n_blocks = (stop + kSize - 1) / kSize, n = classes();
    if (ends_.size() < (n_blocks + 1) * n) ends_.resize((n_blocks + 1) * n);
    std::ranges::fill_n(ends_.begin(), n, 0.0);
    for (u32 b = 0; b < n_blocks; ++b) {
      const u32 end = std::min((b + 1) * kSize, stop);
      const auto sums = std::span(ends_).subspan(b * n, 2 * n);
      add_class_weights(segment, b * kSize, end, sums);
      const Weight below = weight_of(sums.subspan(n));
      if (below < least_ || known_ - below < least_ || !segment.separates(end)) continue;
      const double score = scorer_.score(sums.subspan(n), 0.0);
      raise_bar(score - near(score));
    }
    for (u32 b = 0; b < n_blocks; ++b) {
      const auto sums = std::span(ends_).subspan(b * n, 2 * n);
      const auto reaches = [&](std::span<const double> lower) {
        return !cannot_win(scorer_.score(lower, 0.0));
      };
      const bool is_bounded = b > 0 && b + 1 < n_blocks;
      if (is_bounded && !reaches(sums.first(n)) && !reaches(sums.subspan(n)) &&
          !visit_corners(sums, lower_, [&] { return reaches(lower_); })) {
        continue;
      }
      std::copy_n(&ends_[b * n], n, lower_.begin());
      score_cuts(segment, b * kSize, std::min((b + 1) * kSize, stop));
    }
  }
  static Weight weight_of(std::span<const double> weights) {
    Weight sum;
    for (const double weight : weights) sum += Weight::of_cases(weight);
    return sum;
  }
  // Score the cuts behind the entries first ... stop - 1, `lower_` being before them.
  void score_cuts(const Segment<Entry>& segment, u32 first, u32 stop) {
    node_.has_fractions ? score_cuts_of<FractionalRows>(segment, first, stop)
                        : score_cuts_of<FullRows>(segment, first, stop);
  }
  template <class Rows>
  void score_cuts_of(const Segment<Entry>& segment, u32 first, u32 stop) {
    using Sum = typename Rows::Sum;
    const Sum least = Rows::least(least_), most = table_sum<Sum>(known_) - least;
    Sum below = table_sum<Sum>(weight_of(lower_));
    scorer_.start(lower_);
    for (u32 i = first; i < stop;) {
      const Entry e = segment.entries[i++];
      const Sum weight = Rows::of(segment, e);
      below += weight;
      scorer_.move(segment.codec.cls(e), Rows::real(weight));
      if (below < least || !segment.separates(i)) continue;
      if (below > most) return;
      if (!cannot_win(scorer_.score())) accept(i, Rows::weight(below), scorer_.lower());
    }
  }
  // Any rows, any number of classes, by any measure.
  void scan(const Segment<Entry>& segment) {
    const u32 stop = segment.size() - 1;
    std::ranges::fill(lower_, 0.0);
    Weight below;
    for (u32 i = 0; i < stop;) {
      const Entry e = segment.entries[i++];
      const Weight weight = segment.weight(e);
      below += weight;
      lower_[segment.codec.cls(e)] += weight.cases();
      if (below < least_) continue;
      if (known_ - below < least_) return;
      if (cannot_win(scorer_.score(lower_, below.cases())) || !segment.separates(i)) continue;
      accept(i, below, lower_);
    }
  }
  // NaN is never below the bar: a custom criterion that gives it is found out.
  bool cannot_win(double score) const { return score < score_bar_; }
  void raise_bar(double score) { score_bar_ = std::max(score_bar_, score); }

  // Full rows of two classes, by a quasi-convex measure.
  void scan_two(const Segment<Entry>& segment) {
    const Entry* entries = segment.entries.data();
    const u32 least = std::max(FullRows::least(least_), u32{1});
    const u32 last = std::min(segment.size() - 1, segment.size() - least);
    const u32 n_blocks = (last + kBlock - 1) / kBlock;
    if (ones_.size() < n_blocks) ones_.resize(n_blocks);
    u32 c1 = 0;
    for (u32 b = 0; b < n_blocks; ++b) {  // the best cut between two blocks is hard to beat
      const u32 i = b * kBlock, end = std::min(i + kBlock, last);
      c1 += count_second_class(entries + i, end - i);
      ones_[b] = c1;
      if (end < least || !segment.separates(end)) continue;
      const double score = score_at(end - c1, c1);
      raise_bar(score - near(score));
    }
    c1 = 0;
    for (u32 b = 0; b < n_blocks; ++b) {
      const u32 i = b * kBlock, end = std::min(i + kBlock, last), d1 = ones_[b];
      if (end >= least && may_hold(i - c1, c1, end - d1, d1)) open(segment, i, end, c1, least);
      c1 = d1;
    }
  }
  double score_at(u32 c0, u32 c1) {
    lower_[0] = c0;
    lower_[1] = c1;
    return scorer_.score(lower_, static_cast<double>(c0) + c1);
  }
  // Whether a corner of a rectangle of counts reaches the best value. One with an empty side has no
  // score: under our measures it would be the least of all, and of a function nothing is known.
  bool may_hold(u32 c0, u32 c1, u32 d0, u32 d1) {
    return corner_reaches(d0, d1) || corner_reaches(c0, d1) || corner_reaches(d0, c1) ||
           corner_reaches(c0, c1);
  }
  bool corner_reaches(u32 c0, u32 c1) {
    if (c0 + c1 == 0 || c0 + c1 == known_.whole_cases()) return kIsFunction;
    return !cannot_win(score_at(c0, c1));
  }
  void open(const Segment<Entry>& segment, u32 i, u32 end, u32 c1, u32 least) {
    while (i < end) {
      c1 += static_cast<u32>(segment.entries[i++] >> kClassBit<Entry>);
      if (i < least) continue;
      const double score = score_at(i - c1, c1);
      if (cannot_win(score) || !segment.separates(i)) continue;
      accept(i, Weight::of_whole_cases(i), lower_);
    }
  }

  // Take a cut, with these class weights below it, if it is better than all before.
  void accept(u32 position, Weight below, std::span<const double> lower) {
    const double score = scorer_.score(lower, below.cases());
    if (position_ > 0 && score <= best_score_) return;  // nor is its value greater
    const double value = scorer_.value(score);
    if (!(value > best_value_ + kLeastDifference)) {
      raise_bar(score - near(score));  // nor is a cut of a lower score better
      return;
    }
    if constexpr (Scorer::kChecksGain) {
      if (gain_of(lower, below) <= kLeastGain) return;
    }
    best_value_ = value;
    best_score_ = score;
    raise_bar(score - kRounding * std::abs(score));
    position_ = position;
    below_ = below;
    std::ranges::copy(lower, best_lower_.begin());
  }
  double gain_of(std::span<const double> lower, Weight below) const {
    const XLogX& xlogx = this->xlogx();
    Bits sum = xlogx.of(known_) - xlogx.of(below) - xlogx.of(known_ - below);
    for (u32 k = 0; k < classes(); ++k) {
      const Weight under = Weight::of_cases(lower[k]);
      sum += xlogx.of(under) + xlogx.of(class_weights_[k] - under) - xlogx.of(class_weights_[k]);
    }
    return xlogx.to_real(sum);
  }
  SplitCandidate candidate(u64 n_candidates) {
    SplitCandidate out;
    if (position_ == 0) return out;
    scorer_.reach(best_score_);
    out.n_branches = 2;
    out.position = position_;
    out.known = known_;
    out.below = below_;
    this->charge(out, gain_of(best_lower_, below_), n_candidates);
    out.value = scaled_by_known(best_value_, known_.cases() / node_.weight.cases());
    return out;
  }

  template <class Sum>
  SplitCandidate find_value(const ValueTable<Sum>& table, const BestSoFar& so_far) {
    const u32 n_values = table.n_values;
    std::ranges::fill(class_weights_, Weight());
    Weight known;
    for (u32 row = 0; row < table.n_present(); ++row) {
      const u32 k = table.present[row];
      class_weights_[k] = node_.classes[k] - as_weight(table.at(row, n_values));
      known += class_weights_[k];
    }
    if (n_values < 2 || !start(known, so_far)) return {};
    std::ranges::fill(lower_, 0.0);
    Weight below;
    u64 n_candidates = 0;
    for (u32 v = 0; v + 1 < n_values; ++v) {
      Weight here;
      for (u32 row = 0; row < table.n_present(); ++row) {
        const Weight weight = as_weight(table.at(row, v));
        lower_[table.present[row]] += weight.cases();
        here += weight;
      }
      below += here;
      if (known - below < least_ || below == known) break;
      if (here == Weight() || below < least_) continue;
      ++n_candidates;
      if (!cannot_win(scorer_.score(lower_, below.cases()))) accept(v + 1, below, lower_);
    }
    SplitCandidate out = candidate(n_candidates + table.n_hidden);
    if (!out.usable) return out;
    out.above = out.position;
    out.position -= 1;
    while (out.above + 1 < n_values && table.weight_of(out.above) == 0) ++out.above;
    return out;
  }

  // Values so much below one that is reached are left out: they could only matter through a chain
  // of values, each better by hardly more than kLeastDifference.
  static double near(double score) { return 1e-6 * std::max(1.0, std::abs(score)); }
  static constexpr double kRounding = 1e-12;

  Scorer scorer_;
  std::unique_ptr<ScanDeviations<Entry>> deviations_;  // for measures of the counts family
  std::vector<double> deviation_weights_;
  std::vector<Weight> class_weights_;
  std::vector<double> totals_, lower_, best_lower_;
  std::vector<u32> ones_;
  std::vector<double> ends_;  // class weights between blocks
  Weight known_, least_, below_;
  u32 position_ = 0;
  double best_value_ = 0.0, best_score_ = 0.0;
  double score_bar_ = 0.0;  // a cut of a lower score is not better than the best
};

template <class Entry, class Scorer>
std::unique_ptr<CutFinder<Entry>> make_counts_finder(const SearchContext& context,
                                                     const FinderSize& size) {
  return std::make_unique<CountsFinder<Entry, Scorer>>(context, size.n_classes);
}

}  // namespace cutpoint
