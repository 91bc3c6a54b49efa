// Cuts from the evidence table of a column: threshold methods, intervals, and measures that look at
// more than the class weights on both sides.
#pragma once
#include <algorithm>
#include <vector>

#include "cuts/interval_method.hpp"
#include "cuts/interval_workspace.hpp"
#include "cuts/placement.hpp"
#include "cuts/threshold_method.hpp"
#include "numeric/split_mix.hpp"
#include "search/cut_finder.hpp"
#include "search/release7_cut.hpp"

namespace cutpoint {

template <class Entry>
class EvidenceFinder final : public CutFinder<Entry> {
  using Base = CutFinder<Entry>;
  using Base::node_;

 public:
  EvidenceFinder(const SearchContext& context, u32 n_classes)
      : Base(context),
        scorer_(family_of(context.spec.criterion.measure) == Family::information
                    ? context.spec.criterion.measure
                    : Measure::gain,
                context.xlogx),
        xlogx_(context.xlogx),
        n_classes_(n_classes),
        totals_(n_classes),
        class_weights_(n_classes) {
    threshold_ = context.spec.threshold;
    threshold_.criterion = context.spec.criterion;
    if (context.spec.by_gain()) threshold_.criterion = {Measure::gain, nullptr};
  }

  void begin_node(const NodeTotals& node) override {
    Base::begin_node(node);
    scorer_.begin_node(node.classes, node.weight);
  }
  SplitCandidate find(const Segment<Entry>& segment, const BestSoFar&) override {
    if (!sum(segment)) return {};
    const u64 n_candidates = this->spec().makes_intervals(node_.weight) ? find_intervals(segment)
                                                                        : find_threshold(segment);
    if (stops_.empty()) return {};
    return candidate_of(segment, n_candidates);
  }
  // Columns are not binned where evidence tables are asked for.
  SplitCandidate find(const ValueTable<u32>&, const BestSoFar&) override { return {}; }
  SplitCandidate find(const ValueTable<i64>&, const BestSoFar&) override { return {}; }

  IntervalCuts intervals(const Segment<Entry>& segment) override {
    if (!sum(segment)) return {};
    find_intervals(segment);
    count_branches(segment);
    for (u64 c = 0; c < stops_.size(); ++c) {
      const double below = value_at(segment, stops_[c] - 1), above = value_at(segment, stops_[c]);
      if (this->spec().placement == Placement::weighted) {
        places_[c] = weighted_place(below, above, weight_of_branch(c).cases(),
                                    weight_of_branch(c + 1).cases());
      } else if (!places_are_given_) {
        places_[c] = midpoint(below, above);
      }
    }
    return {stops_, places_};
  }

 private:
  // The class weights of a column; false if no cut can leave enough on both sides.
  bool sum(const Segment<Entry>& segment) {
    std::ranges::fill(class_weights_, Weight());
    for (const Entry e : segment.entries) {
      class_weights_[segment.codec.cls(e)] += segment.weight(e);
    }
    known_ = Weight();
    for (const Weight weight : class_weights_) known_ += weight;
    for (u32 k = 0; k < n_classes_; ++k) totals_[k] = class_weights_[k].cases();
    least_ = this->least_for(known_);
    stops_.clear();
    return known_ >= least_ + least_;
  }
  double value_at(const Segment<Entry>& segment, u32 i) const {
    return (*segment.values)[segment.codec.row(segment.entries[i])];
  }
  // The contrast is a squared distance: only columns scaled to their range can be compared by it.
  double scaled(const ColumnValues& values, double x) const {
    if (this->spec().criterion.measure != Measure::contrast) return x;
    // Of halves no difference is infinite.
    const double low = 0.5 * values.low, high = 0.5 * values.high;
    return high > low ? (0.5 * x - low) / (high - low) : 0.0;
  }

  EvidenceTable table_of(const Segment<Entry>& segment) {
    values_.clear();
    weights_.clear();
    value_stops_.clear();
    for (u32 i = 0; i < segment.size(); ++i) {
      const Entry e = segment.entries[i];
      const bool next = i == 0 || segment.separates(i);
      const double value = next ? scaled(*segment.values, value_at(segment, i)) : values_.back();
      if (i == 0 || value != values_.back()) {  // two values may be one when they are scaled
        values_.push_back(value);
        weights_.resize(weights_.size() + n_classes_, 0.0);
        value_stops_.push_back(i);
      }
      weights_[weights_.size() - n_classes_ + segment.codec.cls(e)] += segment.weight(e).cases();
      value_stops_.back() = i + 1;
    }
    return {values_, weights_, totals_, static_cast<u32>(values_.size()),
            (node_.weight - known_).cases()};
  }

  // Fill in the entries up to each cut; returns the number of candidates.
  u64 find_threshold(const Segment<Entry>& segment) {
    const EvidenceTable table = table_of(segment);
    if (table.n_values < 2) return 0;
    if (this->spec().cuts_as_release7()) {
      const Release7Cut cut = release7_cut(table, least_.cases());
      if (cut.n_candidates > 0 && cut.found) stops_.assign(1, value_stops_[cut.position]);
      return cut.n_candidates;
    }
    threshold_.least = least_.cases();
    if (threshold_.method == ThresholdMethod::bootstrap)
      threshold_.key = derived_key(node_.key, 0) >> 2;
    const ThresholdChoice choice =
        choose_threshold(table, threshold_, xlogx_, threshold_workspace_);
    if (choice.candidate == kNoCandidate) return 0;
    const ScoreCurve& curve = threshold_workspace_.curve;
    stops_.assign(1, value_stops_[curve.positions[static_cast<u64>(choice.candidate)]]);
    return curve.size();
  }
  u64 find_intervals(const Segment<Entry>& segment) {
    const GrowSpec& spec = this->spec();
    stops_.clear();
    places_are_given_ = false;
    if (spec.interval_method == IntervalMethod::mdlp && !node_.has_fractions) {
      return find_mdlp_of_full_rows(segment);
    }
    const EvidenceTable table = table_of(segment);
    if (table.n_values < 2) return 0;
    const Cuts cuts =
        find_cuts(spec.interval_method, table, spec.interval_options, xlogx_, interval_workspace_);
    if (cuts.positions.size() >= spec.max_branches) return 0;
    for (const u32 position : cuts.positions) stops_.push_back(value_stops_[position]);
    places_are_given_ = !cuts.places.empty();
    places_.assign(cuts.places.begin(), cuts.places.end());
    places_.resize(stops_.size());
    return table.n_values - 1;
  }
  // Straight from the entries: no table of all values is made.
  u64 find_mdlp_of_full_rows(const Segment<Entry>& segment) {
    const auto class_of = [&](u32 i) { return segment.codec.cls(segment.entries[i]); };
    const auto is_cut = [&](u32 i) { return segment.separates(i + 1); };
    const CaseSource source(segment.size(), n_classes_, this->xlogx(), class_of, is_cut);
    Mdlp(source, interval_workspace_.mdlp_of_cases).run(stops_);
    if (stops_.size() >= this->spec().max_branches) stops_.clear();
    for (u32& stop : stops_) ++stop;  // from the last case below a cut to the cases up to it
    places_.resize(stops_.size());
    if (stops_.empty() || this->spec().penalty == Penalty::none) return 1;
    u64 n_values = 1;
    for (u32 i = 1; i < segment.size(); ++i) n_values += segment.separates(i);
    return n_values - 1;
  }

  // The class weights of the branches.
  void count_branches(const Segment<Entry>& segment) {
    branches_.assign((stops_.size() + 1) * n_classes_, Weight());
    u64 b = 0;
    for (u32 i = 0; i < segment.size(); ++i) {
      while (b < stops_.size() && i >= stops_[b]) ++b;
      const Entry e = segment.entries[i];
      branches_[b * n_classes_ + segment.codec.cls(e)] += segment.weight(e);
    }
  }
  Weight weight_of_branch(u64 b) const {
    Weight sum;
    for (u32 k = 0; k < n_classes_; ++k) sum += branches_[b * n_classes_ + k];
    return sum;
  }

  SplitCandidate candidate_of(const Segment<Entry>& segment, u64 n_candidates) {
    const XLogX& xlogx = this->xlogx();
    count_branches(segment);
    SplitCandidate candidate;
    candidate.n_branches = static_cast<u32>(stops_.size()) + 1;
    candidate.position = stops_[0];
    candidate.known = known_;
    candidate.below = weight_of_branch(0);
    const Weight least = Weight::least(this->spec().min_cases);
    Bits cells, branches;
    u32 n_enough = 0;
    for (const Weight weight : branches_) cells += xlogx.of(weight);
    const Bits base = scorer_.base_of(class_weights_, known_);
    for (u32 b = 0; b < candidate.n_branches; ++b) {
      branches += xlogx.of(weight_of_branch(b));
      n_enough += weight_of_branch(b) >= least;
    }
    if (n_enough < 2) return candidate;
    this->charge(candidate, xlogx.to_real(cells - branches - base), n_candidates);
    if (!candidate.usable) return candidate;
    if (family_of(this->spec().criterion.measure) == Family::information) {
      scorer_.set(base, known_, 0.0);
      candidate.value = scorer_.value_of(candidate.gain, xlogx.to_real(branches));
    } else {
      value_by_table(candidate);
    }
    return candidate;
  }
  void value_by_table(SplitCandidate& candidate) {
    const Criterion& criterion = this->spec().criterion;
    counts_.resize(branches_.size());
    std::ranges::transform(branches_, counts_.begin(), &Weight::cases);
    const CountTable table{counts_, totals_};
    if (criterion.measure == Measure::mpi && candidate.n_branches > Mpi::kMaxBranches) {
      candidate.usable = false;
      return;
    }
    const double value = criterion.measure == Measure::contrast
                             ? contrast_value(table, means_of_sides())
                             : table_value(criterion, table);
    if (std::isnan(value)) throw MeasureFailed();
    candidate.value = scaled_by_known(value, known_.cases() / node_.weight.cases());
  }
  // The mean value on both sides of the single cut.
  std::span<const double> means_of_sides() {
    means_.assign(2, 0.0);
    double weight[2] = {0.0, 0.0};
    for (u32 v = 0; v < values_.size(); ++v) {
      const u32 side = value_stops_[v] <= stops_[0] ? 0 : 1;
      for (u32 k = 0; k < n_classes_; ++k) {
        weight[side] += weights_[u64{v} * n_classes_ + k];
        means_[side] += weights_[u64{v} * n_classes_ + k] * values_[v];
      }
    }
    for (u32 side = 0; side < 2; ++side) means_[side] /= weight[side];
    return means_;
  }

  InformationScorer scorer_;
  RealXLogX xlogx_;
  u32 n_classes_;
  ThresholdOptions threshold_;
  ThresholdWorkspace threshold_workspace_;
  IntervalWorkspace interval_workspace_;
  std::vector<double> totals_, values_, weights_, places_, counts_, means_;
  std::vector<Weight> class_weights_, branches_;
  std::vector<u32> value_stops_;  // the entries up to each distinct value
  std::vector<u32> stops_;        // the entries up to each cut
  bool places_are_given_ = false;
  Weight known_, least_;
};

}  // namespace cutpoint
