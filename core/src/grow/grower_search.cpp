// Finding the test of a node.
#include <algorithm>

#include "grow/grower.hpp"

namespace cutpoint {

template <class Entry, class Mark>
void Grower<Entry, Mark>::evaluate(const GrownTree& tree) {
  totals_ = {tree.classes(node_.id), tree.weight(node_.id), node_.n_fractions > 0, node_.n_rows(),
             node_.key};
  if (node_.n_fractions > 0 && n_sorted() > 0) {
    if (weight_of_row_.empty()) weight_of_row_.resize(columns_.n_rows);
    const auto rows = fraction_rows();
    for (u64 i = 0; i < rows.size(); ++i) weight_of_row_[rows[i]] = fraction_weights()[i];
  }
  cut_finder_->begin_node(totals_);
  if (!layout_.empty()) {
    nominal_finder_.begin_node(totals_);
    count_codes();
  }
  BestSoFar best;
  for (u32 a = 0; a < candidates_.size(); ++a) evaluate_attribute(a, best);
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::count_codes() {
  present_.set(totals_.classes);
  const auto full = full_rows();
  full_histogram_ = nullptr;
  if (node_.n_fractions == 0) {
    if (node_.histogram != HistogramPool::kNone) {
      full_histogram_ = &histograms_[node_.histogram];
      return;
    }
    counted_histogram_.clear(layout_, present_.size());
    counted_histogram_.add(columns_.codes, layout_, present_, full, [](u64) { return u32{1}; });
    full_histogram_ = &counted_histogram_;
    return;
  }
  weighted_layout_.clear();
  for (const HistogramLayout::Column& column : layout_.columns) {
    if (hopeless_[column.column]) continue;
    const u32 attribute = columns_.coded_attribute[column.column];
    weighted_layout_.add(column.column, columns_.of_attribute[attribute].n_values);
  }
  if (weighted_layout_.empty()) return;
  weighted_histogram_.clear(weighted_layout_, present_.size());
  weighted_histogram_.add(columns_.codes, weighted_layout_, present_, full,
                          [](u64) { return Weight::kUnitsPerCase; });
  const auto weights = fraction_weights();
  weighted_histogram_.add(columns_.codes, weighted_layout_, present_, fraction_rows(),
                          [&](u64 i) { return weights[i].units(); });
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::evaluate_attribute(u32 attribute, BestSoFar& best) {
  const ColumnRef& ref = columns_.of_attribute[attribute];
  SplitCandidate& candidate = candidates_[attribute];
  candidate = SplitCandidate();
  switch (ref.kind) {
    case ColumnKind::ignored:
      return;
    case ColumnKind::sorted:
      if (lengths_[ref.slot] < 2) return;
      candidate = cut_finder_->find(segment(ref.slot), best);
      break;
    default:
      if (full_histogram_ != nullptr) {
        evaluate_coded(attribute, *full_histogram_, layout_, best);
      } else if (!hopeless_[ref.slot]) {
        evaluate_coded(attribute, weighted_histogram_, weighted_layout_, best);
      }
      if (candidate.hopeless) hopeless_[ref.slot] = 1;
  }
  if (!candidate.usable) return;
  const Measure measure = spec_.criterion.measure;
  if (measure == Measure::gain && spec_.penalty != Penalty::rank) {
    best.gain = std::max(best.gain, candidate.gain);
  }
  // Without an average to compare with, only a better value matters.
  const bool only_better = spec_.cut_by == CutBy::criterion && measure != Measure::gain_ratio &&
                           measure != Measure::gain && spec_.penalty == Penalty::none;
  if (only_better) best.value = std::max(best.value, candidate.value);
}

template <class Entry, class Mark>
template <class Sum>
void Grower<Entry, Mark>::evaluate_coded(u32 attribute, const Histogram<Sum>& histogram,
                                         const HistogramLayout& layout, const BestSoFar& best) {
  const ColumnRef& ref = columns_.of_attribute[attribute];
  const ValueTable<Sum> table = histogram.table(layout, ref.slot, ref.n_values, present_);
  if (ref.kind == ColumnKind::binned) {
    candidates_[attribute] = cut_finder_->find(table, best);
  } else {
    candidates_[attribute] = nominal_finder_.find(
        table, std::span(branch_of_value_).subspan(values_start_[attribute], ref.n_values));
  }
}

// The attribute with the best test, the first of equals; -1 if there is none. Under the gain ratio
// only tests of at least average gain are compared (C4.5).
template <class Entry, class Mark>
i32 Grower<Entry, Mark>::choose(Weight weight) const {
  constexpr double kManyValues = 0.3;
  const double cases = weight.cases();
  double line = -std::numeric_limits<double>::infinity();
  if (spec_.criterion.measure == Measure::gain_ratio) {
    double sum = 0.0;
    u32 n = 0;
    for (u32 a = 0; a < candidates_.size(); ++a) {
      const ColumnRef& ref = columns_.of_attribute[a];
      const bool many = spec_.leave_out_many_values && ref.kind == ColumnKind::nominal &&
                        ref.n_values >= kManyValues * task_.total_cases;
      if (!candidates_[a].usable || many) continue;
      sum += candidates_[a].gain;
      ++n;
    }
    if (n > 0) line = sum / n - GainRatio::kLeastSplit * cases;
  }
  const Measure measure = spec_.criterion.measure;
  const bool from_lowest = measure == Measure::distance || measure == Measure::custom;
  double best_value = from_lowest ? kNoValue : 0.0;
  const double tolerance = measure == Measure::gain ? kLeastGain / cases : kLeastDifference;
  i32 best = -1;
  for (u32 a = 0; a < candidates_.size(); ++a) {
    const SplitCandidate& candidate = candidates_[a];
    if (!candidate.usable || candidate.gain < line || candidate.value == kNoValue) continue;
    if (candidate.value > best_value + tolerance) {
      best_value = candidate.value;
      best = static_cast<i32>(a);
    }
  }
  return best;
}

template class Grower<u16, u8>;
template class Grower<u32, u8>;
template class Grower<u32, u32>;
template class Grower<u64, u32>;

}  // namespace cutpoint
