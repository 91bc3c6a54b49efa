// Finding the test of a node.
#include <algorithm>
#include <new>

#include "grow/grower.hpp"
#include "search/choose.hpp"
#include "search/make_finder.hpp"

namespace cutpoint {

template <class Entry, class Mark>
void Grower<Entry, Mark>::evaluate(const GrownTree& tree) {
  totals_ = {tree.classes(node_.id), tree.weight(node_.id), node_.n_fractions > 0, node_.n_rows(),
             node_.key};
  if (node_.n_fractions > 0 && n_sorted() > 0) {
    if (weights_.empty()) weights_.resize(columns_.n_rows + 1, kOneCase);
    const auto rows = fraction_rows();
    for (u64 i = 0; i < rows.size(); ++i) weights_[rows[i] + 1] = fraction_weights()[i];
  }
  cut_finder_->begin_node(totals_);
  if (!layout_.empty()) {
    nominal_finder_.begin_node(totals_);
    count_codes();
  }
  is_large_ = is_large();
  if (is_large_) {
    evaluate_in_waves();
    return;
  }
  if (cut_finder_->looks_ahead()) {
    for (const ColumnRef& ref : columns_.of_attribute) {
      if (ref.kind == ColumnKind::sorted && lengths_[ref.slot] >= 2) {
        cut_finder_->look_ahead(segment(ref.slot));
      }
    }
  }
  BestSoFar best;
  for (u32 a = 0; a < candidates_.size(); ++a) {
    if (is_sorted(a)) {
      evaluate_sorted(a, *cut_finder_, best);
    } else {
      evaluate_coded(a, best);
    }
    raise(best, candidates_[a], spec_);
  }
}

// Whether the columns of a node are worth sharing out: many entries, or some that take long. The
// number of workers has no part in it, because it decides what a column knows of the others.
template <class Entry, class Mark>
bool Grower<Entry, Mark>::is_large() const {
  constexpr u64 kManyEntries = u64{1} << 20, kSlowEntries = u64{1} << 14;
  if (n_sorted() < 2 || spec_.criterion.calls_python()) return false;
  const u64 n_entries = u64{node_.n_rows()} * n_sorted();
  return n_entries >= (spec_.needs_evidence() ? kSlowEntries : kManyEntries);
}

// What a column has reached lets others leave out what is worse, and may decide between tests that
// are hardly different. So that the tree is the same whoever comes first, columns know of those in
// earlier waves alone.
template <class Entry, class Mark>
void Grower<Entry, Mark>::evaluate_in_waves() {
  constexpr u32 kFirstWave = 4;
  const u32 n = static_cast<u32>(candidates_.size());
  BestSoFar best;
  if (workers_ != nullptr && workers_->n_threads() > 1) cut_finder_->prepare_to_share();
  for (u32 first = 0, size = kFirstWave; first < n; first += size, size *= 2) {
    const u32 stop = std::min(n, first + size);
    evaluate_wave(first, stop, best);
    for (u32 a = first; a < stop; ++a) raise(best, candidates_[a], spec_);
  }
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::evaluate_wave(u32 first, u32 stop, const BestSoFar& best) {
  for (u32 a = first; a < stop; ++a) {
    if (!is_sorted(a)) evaluate_coded(a, best);
  }
  share(stop - first, [&](u64 i, u32 worker) {
    const u32 attribute = first + static_cast<u32>(i);
    if (!is_sorted(attribute)) return;
    task_.progress.check();
    evaluate_sorted(attribute, finder_of(worker), best);
  });
}

// Of the node at hand.
template <class Entry, class Mark>
CutFinder<Entry>& Grower<Entry, Mark>::finder_of(u32 worker) {
  if (worker == 0) return *cut_finder_;
  WorkerFinder& own = finders_[worker];
  if (!own.finder) {
    own.finder = make_finder<Entry>(task_.search_context(), {columns_.n_classes, columns_.n_rows});
  } else if (own.node_id == node_.id) {
    return *own.finder;
  }
  own.node_id = node_.id;
  own.finder->join_node(*cut_finder_);
  return *own.finder;
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
void Grower<Entry, Mark>::evaluate_sorted(u32 attribute, CutFinder<Entry>& finder,
                                          const BestSoFar& best) {
  const u32 slot = columns_.of_attribute[attribute].slot;
  // Made in its place: copied, its parts would be read before they have been written.
  SplitCandidate* const place = &candidates_[attribute];
  if (lengths_[slot] < 2) {
    new (place) SplitCandidate();
  } else {
    new (place) SplitCandidate(finder.find(segment(slot), best));
  }
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::evaluate_coded(u32 attribute, const BestSoFar& best) {
  const ColumnRef& ref = columns_.of_attribute[attribute];
  static constexpr SplitCandidate kNone;
  candidates_[attribute] = kNone;
  if (ref.kind == ColumnKind::ignored) return;
  if (full_histogram_ != nullptr) {
    evaluate_codes(attribute, *full_histogram_, layout_, best);
  } else if (!hopeless_[ref.slot]) {
    evaluate_codes(attribute, weighted_histogram_, weighted_layout_, best);
  }
  if (candidates_[attribute].hopeless) hopeless_[ref.slot] = 1;
}

template <class Entry, class Mark>
template <class Sum>
void Grower<Entry, Mark>::evaluate_codes(u32 attribute, const Histogram<Sum>& histogram,
                                         const HistogramLayout& layout, const BestSoFar& best) {
  const ColumnRef& ref = columns_.of_attribute[attribute];
  const ValueTable<Sum> table = histogram.table(layout, ref.slot, ref.n_values, present_);
  if (ref.kind == ColumnKind::binned) {
    new (&candidates_[attribute]) SplitCandidate(cut_finder_->find(table, best));
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
