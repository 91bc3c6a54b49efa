// Cuts by a measure of the information family, or by gain whatever the criterion.
#pragma once
#include <algorithm>
#include <memory>

#include "search/cut_finder.hpp"
#include "search/finders.hpp"
#include "search/scan_copies.hpp"
#include "search/scan_many.hpp"
#include "search/scan_steps.hpp"
#include "search/scan_two.hpp"

namespace cutpoint {

// K: the number of classes if it is 2, 3 or 4; else 0.
template <class Entry, u32 K>
class InformationFinder final : public CutFinder<Entry> {
  using Base = CutFinder<Entry>;
  using Base::node_;

 public:
  InformationFinder(const SearchContext& context, u32 n_classes, u64 most_rows)
      : Base(context),
        scorer_(scored_measure(context.spec), context.xlogx),
        rule_(context.spec.by_gain() ? BestCut::Rule::gain : BestCut::Rule::value),
        steps_(context.xlogx, n_classes),
        full_(context.xlogx, context.bounds, n_classes, most_rows),
        fractional_(context.xlogx, context.bounds, n_classes, most_rows),
        lower_(n_classes) {}

  void begin_node(const NodeTotals& node) override {
    Base::begin_node(node);
    scores_node_ = false;
    scorer_.begin_node(node.classes, node.weight);
    if constexpr (K != 2) steps_.begin_node(node);
    if constexpr (K == 2) {
      n0_ = static_cast<u32>(node.classes[0].whole_cases());
      n1_ = static_cast<u32>(node.classes[1].whole_cases());
      curves_ = &own_curves_;
      has_curves_ = false;
    }
  }
  void prepare_to_share() override {
    if constexpr (K == 2) {
      if (!node_.has_fractions) make_curves();
    }
  }
  void join_node(const Base& first) override {
    Base::join_node(first);
    if constexpr (K == 2) {
      const auto& other = static_cast<const InformationFinder&>(first);
      curves_ = other.curves_;
      has_curves_ = other.has_curves_;
    }
  }

  SplitCandidate find(const Segment<Entry>& segment, const BestSoFar& best) override {
    if (node_.has_fractions) return find_many(fractional_, segment, best);
    if constexpr (K == 2) return find_two(segment, best);
    if (steps_.takes(segment)) return find_many(steps_, segment, best);
    return find_many(full_, segment, best);
  }
  SplitCandidate find(const ValueTable<u32>& table, const BestSoFar& best) override {
    return find_value<FullRows>(table, best);
  }
  SplitCandidate find(const ValueTable<i64>& table, const BestSoFar& best) override {
    return find_value<FractionalRows>(table, best);
  }

 private:
  // Cuts by gain are scored as such; the criterion then compares attributes.
  static Measure scored_measure(const GrowSpec& spec) {
    return family_of(spec.criterion.measure) == Family::information ? spec.criterion.measure
                                                                    : Measure::gain;
  }
  BestCut new_best(double slack, const BestSoFar& so_far) const {
    BestCut best(scorer_, rule_, slack);
    if (rule_ == BestCut::Rule::gain) {
      best.require_gain(so_far.gain);
    } else if (so_far.value > kNoValue) {
      best.require_value(so_far.value);
    }
    return best;
  }

  SplitCandidate find_two(const Segment<Entry>& segment, const BestSoFar& so_far) {
    const bool has_copies = segment.codec.copy_bits() > 0;  // then nothing is unknown
    const u32 size = has_copies ? n0_ + n1_ : segment.size();
    const bool all_known = size == n0_ + n1_;
    const u32 n1 = all_known ? n1_ : count_second_class(segment.entries.data(), size);
    const Weight known = Weight::of_whole_cases(size), least = this->least_for(known);
    const TwoClassTotals totals{size - n1, n1, std::max(FullRows::least(least), u32{1})};
    if (size < 2 * totals.least) return {};
    const u64 n_candidates = candidates_of(segment, least);
    const bool as_node = all_known && this->spec().penalty == Penalty::none;
    if (!as_node || !scores_node_) {
      const Bits base = all_known ? scorer_.node_base() : two_class_base(totals.n0, totals.n1);
      scorer_.set(base, known, this->charge_for(n_candidates));
    }
    scores_node_ = as_node;
    BestCut best = new_best(two_class_slack(size), so_far);
    const bool look_between_blocks = rule_ == BestCut::Rule::value;
    if (all_known && !has_curves_) make_curves();
    u32 below = 0;
    if (has_copies) {
      ScanCopies scan(segment, totals, *curves_, this->xlogx());
      scan(best, ends_, look_between_blocks);
      below = scan.below();
    } else if (all_known) {
      ScanTwo(segment, totals, curves_->view(), this->xlogx())(best, ones_, look_between_blocks);
    } else {
      const TwoClassLookup lookup{this->xlogx(), totals.n0, totals.n1};
      ScanTwo(segment, totals, lookup, this->xlogx())(best, ones_, look_between_blocks);
    }
    if (!has_copies) below = best.position();
    return candidate_of(best, known, Weight::of_whole_cases(below), n_candidates, &segment);
  }
  void make_curves() {
    own_curves_.set(n0_, n1_, this->xlogx());
    has_curves_ = true;
  }
  Bits two_class_base(u32 n0, u32 n1) const {
    return this->xlogx()[n0] + this->xlogx()[n1] - this->xlogx()[n0 + n1];
  }
  // Sums of small whole numbers are exact in a double.
  double two_class_slack(u32 size) const {
    constexpr double kExact = 9007199254740992.0 / 8;  // 2^53 / 8
    const bool exact =
        rule_ == BestCut::Rule::gain && static_cast<double>(this->xlogx()[size].units()) < kExact;
    return exact ? 0.0 : 512.0;
  }

  template <class Scan>
  SplitCandidate find_many(Scan& scan, const Segment<Entry>& segment, const BestSoFar& so_far) {
    scores_node_ = false;
    scan.begin(segment);
    const Weight known = scan.known(), least = this->least_for(known);
    if (known < least + least) return {};
    const u64 n_candidates = candidates_of(segment, least);
    Bits base = scorer_.node_base();
    if (known < node_.weight) {
      base = -this->xlogx().of(known);
      for (u32 k = 0; k < node_.n_classes(); ++k) base += this->xlogx().of(scan.total(k));
      if (base == Bits()) return {};  // all are of one class
    }
    scorer_.set(base, known, this->charge_for(n_candidates));
    BestCut best = new_best(scan.slack(), so_far);
    scan.find(least, best);
    return candidate_of(best, known, scan.below(), n_candidates, &segment);
  }
  u64 candidates_of(const Segment<Entry>& segment, Weight least) const {
    return this->spec().penalty == Penalty::none ? 1 : Base::count_candidates(segment, least);
  }

  SplitCandidate candidate_of(const BestCut& best, Weight known, Weight below, u64 n_candidates,
                              const Segment<Entry>* segment) {
    SplitCandidate candidate;
    if (best.position() == 0) return candidate;
    candidate.n_branches = 2;
    candidate.position = best.position();
    candidate.known = known;
    candidate.below = below;
    this->charge(candidate, scorer_.gain(best.sums()), n_candidates);
    if (!candidate.usable) return candidate;
    if (family_of(this->spec().criterion.measure) == Family::information) {
      candidate.value = scorer_.value_of(candidate.gain, this->xlogx().to_real(best.sums().sides));
    } else if (segment != nullptr) {
      std::ranges::fill(lower_, Weight());
      for (u32 i = 0; i < candidate.position; ++i) {
        const Entry e = segment->entries[i];
        lower_[segment->codec.cls(e)] += segment->weight(e);
      }
      totals_.assign(lower_.begin(), lower_.end());
      for (u32 i = candidate.position; i < segment->size(); ++i) {
        const Entry e = segment->entries[i];
        totals_[segment->codec.cls(e)] += segment->weight(e);
      }
      candidate.value = value_of_branches(known);
    }
    return candidate;
  }
  // Of the two branches in lower_ and totals_ - lower_, over all cases of the node.
  double value_of_branches(Weight known) {
    const u64 n = lower_.size();
    counts_.resize(2 * n);
    sums_.resize(n);
    for (u64 k = 0; k < n; ++k) {
      counts_[k] = lower_[k].cases();
      counts_[n + k] = (totals_[k] - lower_[k]).cases();
      sums_[k] = totals_[k].cases();
    }
    return scaled_by_known(table_value(this->spec().criterion, {counts_, sums_}),
                           known.cases() / node_.weight.cases());
  }

  template <class Rows>
  SplitCandidate find_value(const ValueTable<typename Rows::Sum>& table, const BestSoFar& so_far);

  InformationScorer scorer_;
  bool scores_node_ = false;  // whether it is set for a column all of whose values are known
  BestCut::Rule rule_;
  ScanSteps<Entry, K> steps_;
  ScanMany<Entry, FullRows, K> full_;
  ScanMany<Entry, FractionalRows, K> fractional_;
  TwoClassCurves own_curves_;
  const TwoClassCurves* curves_ = &own_curves_;  // perhaps of another finder
  bool has_curves_ = false;                      // whether they are those of the node
  u32 n0_ = 0, n1_ = 0;                          // of its classes
  std::vector<u32> ones_;
  std::vector<CaseCounts> ends_;
  std::vector<Weight> lower_, totals_;
  std::vector<double> counts_, sums_;
  std::vector<Bits> cells_;
  std::vector<i64> weights_;
};

// A cut after each value that occurs: the cells of all of them are summed class by class.
template <class Entry, u32 K>
template <class Rows>
SplitCandidate InformationFinder<Entry, K>::find_value(const ValueTable<typename Rows::Sum>& table,
                                                       const BestSoFar& so_far) {
  using Sum = typename Rows::Sum;
  const XLogX& xlogx = this->xlogx();
  const u32 n_values = table.n_values;
  const Sum unknown = table.weight_of(n_values);
  const Weight known = node_.weight - as_weight(unknown), least = this->least_for(known);
  if (known < least + least || n_values < 2) return {};
  if (cells_.size() < n_values) cells_.resize(n_values), weights_.resize(n_values);
  std::fill_n(weights_.begin(), n_values, 0);
  for (u32 row = 0; row < table.n_present(); ++row) {
    const Sum* counts = table.counts + row * table.stride;
    for (u32 v = 0; v < n_values; ++v) weights_[v] += counts[v];
  }
  // Tests further up have left a node few of the values, most often one after the other.
  u32 first = 0, last = n_values - 1;
  while (first < last && weights_[first] == 0) ++first;
  while (first < last && weights_[last] == 0) --last;
  std::fill(cells_.begin() + first, cells_.begin() + last, Bits());
  Bits base = -xlogx.of(known);
  for (u32 row = 0; row < table.n_present(); ++row) {
    const Weight total = node_.classes[table.present[row]] - as_weight(table.at(row, n_values));
    base += xlogx.of(total);
    const Sum* counts = table.counts + row * table.stride;
    Sum lower = 0;
    if constexpr (Rows::kHasFractions) {
      Bits both = xlogx.of(total);
      for (u32 v = first; v < last; ++v) {
        if (counts[v] > 0) {
          lower += counts[v];
          both = xlogx.of(as_weight(lower)) + xlogx.of(total - as_weight(lower));
        }
        cells_[v] += both;
      }
    } else {
      const u32 n = static_cast<u32>(total.whole_cases());
      for (u32 v = first; v < last; ++v) {
        lower += counts[v];
        cells_[v] += xlogx[lower] + xlogx[n - lower];
      }
    }
  }
  const Sum all = table_sum<Sum>(known), least_sum = std::max<Sum>(Rows::least(least), 1);
  u64 n_candidates = 1;
  const auto each_cut = [&](auto&& visit) {
    Sum below = 0;
    for (u32 v = first; v < last; ++v) {
      if (weights_[v] == 0) continue;
      below += static_cast<Sum>(weights_[v]);
      if (all - below < least_sum) break;
      if (below >= least_sum) visit(v, below);
    }
  };
  if (this->spec().penalty != Penalty::none) {
    n_candidates = 0;
    each_cut([&](u32, Sum) { ++n_candidates; });
    n_candidates += table.n_hidden;
  }
  scores_node_ = false;
  scorer_.set(base, known, this->charge_for(n_candidates));
  BestCut best = new_best(512.0, so_far);
  Sum best_below = 0;
  each_cut([&](u32 v, Sum below) {
    const Bits sides = Rows::exact(below, xlogx) + Rows::exact(all - below, xlogx);
    if (!best.may_accept(static_cast<double>(cells_[v].units()),
                         static_cast<double>(sides.units()))) {
      return;
    }
    if (best.offer({cells_[v], sides}, v + 1)) best_below = below;
  });
  SplitCandidate candidate =
      candidate_of(best, known, as_weight(best_below), n_candidates, nullptr);
  if (!candidate.usable) return candidate;
  candidate.position = best.position() - 1;
  candidate.above = best.position();
  while (candidate.above + 1 < n_values && weights_[candidate.above] == 0) ++candidate.above;
  if (family_of(this->spec().criterion.measure) != Family::information) {
    totals_.assign(node_.classes.begin(), node_.classes.end());
    std::ranges::fill(lower_, Weight());
    for (u32 row = 0; row < table.n_present(); ++row) {
      const u32 k = table.present[row];
      totals_[k] -= as_weight(table.at(row, n_values));
      for (u32 v = 0; v <= candidate.position; ++v) lower_[k] += as_weight(table.at(row, v));
    }
    candidate.value = value_of_branches(known);
  }
  return candidate;
}

template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_information_finder(const SearchContext& context,
                                                          const FinderSize& size) {
  const auto make = [&]<u32 K>() -> std::unique_ptr<CutFinder<Entry>> {
    return std::make_unique<InformationFinder<Entry, K>>(context, size.n_classes, size.most_rows);
  };
  if (size.n_classes == 2) return make.template operator()<2>();
  if constexpr (sizeof(Entry) <= sizeof(u32)) {
    if (size.n_classes == 3) return make.template operator()<3>();
    if (size.n_classes == 4) return make.template operator()<4>();
  }
  return make.template operator()<0>();
}

}  // namespace cutpoint
