// Finding the test of a node.
#include "grow/grower.hpp"
#include "search/choose.hpp"

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
  if (cut_finder_->looks_ahead()) {
    for (const ColumnRef& ref : columns_.of_attribute) {
      if (ref.kind == ColumnKind::sorted && lengths_[ref.slot] >= 2) {
        cut_finder_->look_ahead(segment(ref.slot));
      }
    }
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
    visit_records(node_, full.data(), [&](const auto& records) {
      counted_histogram_.add(records, full.size(), layout_, present_, [](u64) { return u32{1}; });
    });
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
  const auto fractions = fraction_rows();
  const auto weights = fraction_weights();
  weighted_histogram_.clear(weighted_layout_, present_.size());
  columns_.codes.visit([&](const auto* codes) {
    const u64 stride = columns_.codes.stride();
    weighted_histogram_.add(Records{codes, stride, full.data()}, full.size(), weighted_layout_,
                            present_, [](u64) { return Weight::kUnitsPerCase; });
    weighted_histogram_.add(Records{codes, stride, fractions.data()}, fractions.size(),
                            weighted_layout_, present_, [&](u64 i) { return weights[i].units(); });
  });
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
  raise(best, candidate, spec_);
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
  const Measure measure = spec_.criterion.measure;
  const double line = gain_line(candidates_, measure, weight.cases(), [&](u32 a) {
    const ColumnRef& ref = columns_.of_attribute[a];
    return ref.kind == ColumnKind::nominal &&
           has_many_values(spec_, ref.n_values, task_.total_cases);
  });
  return choose_attribute(candidates_, measure, weight.cases(), line);
}

template class Grower<u16, u8>;
template class Grower<u32, u8>;
template class Grower<u32, u32>;
template class Grower<u64, u32>;

}  // namespace cutpoint
