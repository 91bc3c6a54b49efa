#include "grow/grower.hpp"

#include <algorithm>

#include "search/make_finder.hpp"

namespace cutpoint {

template <class Entry, class Mark>
Grower<Entry, Mark>::Grower(const GrowTask& task, Columns<Entry>& columns,
                            const std::vector<ColumnValues>* values, WorkerPool* workers)
    : task_(task),
      spec_(task.spec),
      columns_(columns),
      plain_(columns.is_plain() && !spec_.has_intervals),
      lengths_(columns.lengths.size()),
      hopeless_(columns.codes.n_columns()),
      workers_(workers),
      cut_finder_(make_finder<Entry>(task.search_context(), {columns.n_classes, columns.n_rows})),
      nominal_finder_(task.search_context(), columns.n_classes),
      present_(columns.n_classes),
      candidates_(columns.of_attribute.size()),
      marks_(plain_ ? 0 : columns.n_rows),
      moving_(plain_ ? columns.n_rows : 0) {
  // Where the larger child stays in place, the other arena needs half the room.
  const u64 n_rows = columns.n_rows;
  const u64 stride = plain_ ? n_rows / 2 + 64 : columns.entries.stride();
  other_entries_ = Arena<Entry>(n_sorted(), stride);
  arenas_[0].entries = &columns.entries;
  arenas_[1].entries = &other_entries_;
  values_start_.resize(columns.of_attribute.size());
  u64 n_places = 0;
  for (u32 a = 0; a < columns.of_attribute.size(); ++a) {
    const ColumnRef& ref = columns.of_attribute[a];
    values_start_[a] = n_places;
    if (ref.kind == ColumnKind::binned || ref.kind == ColumnKind::nominal) {
      layout_.add(ref.slot, ref.n_values);
    }
    if (ref.kind == ColumnKind::nominal) n_places += ref.n_values;
  }
  branch_of_value_.resize(n_places);
  if (values != nullptr) values_ = *values;
  const u32 n_workers = workers == nullptr ? 1 : workers->n_threads();
  finders_.resize(n_workers);
  column_ends_.resize(n_workers);
  histograms_.set_size(columns.n_classes, layout_.n_places);
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::grow_root(GrownTree& tree, const RowWeights& weights,
                                    Deferral* deferral) {
  const u32 n_rows = static_cast<u32>(columns_.n_rows);
  Node root;
  root.id = tree.add(1);
  root.key = spec_.seed;
  const bool weighted = !weights.empty();
  root.n_full = weighted ? 0 : n_rows;
  root.n_fractions = weighted ? n_rows : 0;
  const auto classes = tree.classes(root.id);
  for (u32 row = 0; row < n_rows; ++row) {
    const u32 copies = columns_.copies.empty() ? 1 : columns_.copies[row];
    classes[columns_.classes[row]] += weighted ? weights[row] : Weight::of_whole_cases(copies);
  }
  tree.give_label(root.id, 0);
  if (!may_be_split(tree, root.id, 0)) {
    task_.advance(tree.weight(root.id));
    return;
  }
  if (weighted) {
    for (u32 s = 0; s < n_sorted(); ++s) {
      Entry* column = columns_.entries.column(s);
      for (u32 i = 0; i < columns_.lengths[s]; ++i) {
        column[i] = static_cast<Entry>(column[i] | columns_.codec.flag());
      }
    }
  }
  grow_node(tree, root, weights, deferral);
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::grow_node(GrownTree& tree, const Node& root,
                                    const RowWeights& fraction_weights, Deferral* deferral) {
  if (!plain_) {
    NodeArena<Entry>& arena = arenas_[0];
    arena.reserve(0, root.n_full, root.n_fractions);
    for (u32 row = 0; row < root.n_full; ++row) arena.full_rows[row] = row;
    for (u32 i = 0; i < root.n_fractions; ++i) {
      arena.fraction_rows[i] = root.n_full + i;
      arena.fraction_weights[i] = fraction_weights[i];
    }
  }
  push(root, columns_.lengths);
  grow_pending(tree, deferral);
}

template <class Entry, class Mark>
std::vector<u32> Grower<Entry, Mark>::rows_of(const Node& node) const {
  std::vector<u32> rows;
  rows.reserve(node.n_rows());
  if (plain_) {
    for (const Entry e : entries(0)) rows.push_back(columns_.codec.row(e));
    return rows;
  }
  const auto full = full_rows(), fractions = fraction_rows();
  rows.insert(rows.end(), full.begin(), full.end());
  rows.insert(rows.end(), fractions.begin(), fractions.end());
  return rows;
}

template <class Entry, class Mark>
std::vector<Weight> Grower<Entry, Mark>::fraction_weights_of(const Node&) const {
  const auto weights = fraction_weights();
  return {weights.begin(), weights.end()};
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::push(const Node& node, std::span<const u32> lengths) {
  pending_.push_back(node);
  if (plain_) return;
  pending_lengths_.insert(pending_lengths_.end(), lengths.begin(), lengths.end());
  pending_hopeless_.resize(pending_hopeless_.size() + n_coded());
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::take_pending() {
  node_ = pending_.back();
  pending_.pop_back();
  if (plain_) {
    std::ranges::fill(lengths_, node_.n_full);
    top_[node_.arena].entries = node_.entries;
  } else {
    const u64 rest = pending_lengths_.size() - n_sorted();
    std::copy_n(pending_lengths_.begin() + static_cast<i64>(rest), n_sorted(), lengths_.begin());
    pending_lengths_.resize(rest);
    const u64 rest_coded = pending_hopeless_.size() - n_coded();
    std::copy_n(pending_hopeless_.begin() + static_cast<i64>(rest_coded), n_coded(),
                hopeless_.begin());
    pending_hopeless_.resize(rest_coded);
    top_[node_.arena] = {node_.entries, node_.full, node_.fractions};
  }
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::grow_pending(GrownTree& tree, Deferral* deferral) {
  while (!pending_.empty()) {
    task_.progress.check();
    take_pending();
    if (deferral != nullptr && deferral->takes(node_, tree)) {
      histograms_.free(node_.histogram);
      deferral->take(node_, *this, tree);
      continue;
    }
    evaluate(tree);
    const i32 chosen = choose(totals_.weight);
    if (chosen >= 0) {
      split(tree, static_cast<u32>(chosen));
    } else {
      histograms_.free(node_.histogram);
      task_.advance(totals_.weight);
    }
  }
}

// Several classes, enough cases, not too deep.
template <class Entry, class Mark>
bool Grower<Entry, Mark>::may_be_split(const GrownTree& tree, u32 id, u32 depth) const {
  const Weight weight = tree.weight(id), least = Weight::least(spec_.min_cases);
  return weight > tree.classes(id)[tree[id].label] && weight >= least + least &&
         depth < spec_.max_depth;
}

template class Grower<u16, u8>;
template class Grower<u32, u8>;
template class Grower<u32, u32>;
template class Grower<u64, u32>;

}  // namespace cutpoint
