// Dividing the cases of nodes that have nothing but entries, or nothing but codes; histograms of
// children.
#include "grow/grower.hpp"

namespace cutpoint {

// A node that has nothing but entries: the larger child stays where it is.
template <class Entry, class Mark>
void Grower<Entry, Mark>::split_plain(GrownTree& tree, u32 attribute, u32 first) {
  const u32 slot = columns_.of_attribute[attribute].slot, n_rows = node_.n_full;
  const u32 position = candidates_[attribute].position;
  const auto chosen = entries(slot);
  const EntryCodec<Entry> codec = columns_.codec;
  const auto lower = tree.classes(first), upper = tree.classes(first + 1);
  const auto all = tree.classes(node_.id);
  tally_.assign(n_classes(), 0);
  for (u32 i = 0; i < position; ++i) ++tally_[codec.cls_of_full(chosen[i])];
  for (u32 k = 0; k < n_classes(); ++k) {
    lower[k] = Weight::of_whole_cases(static_cast<i64>(tally_[k]));
    upper[k] = all[k] - lower[k];
  }
  bool grown[2];
  for (u32 b = 0; b < 2; ++b) {
    tree.give_label(first + b, tree[node_.id].label);
    grown[b] = may_be_split(tree, first + b, node_.depth + 1);
    if (!grown[b]) task_.advance(tree.weight(first + b));
  }
  if (!grown[0] && !grown[1]) return;
  const u32 moving = 2 * position >= n_rows ? 1 : 0;  // the branch that moves to the other arena
  const u32 n_moved = moving == 1 ? n_rows - position : position;
  const bool keeps = grown[1 - moving], moves = grown[moving];
  const auto moved = moving == 1 ? chosen.subspan(position) : chosen.first(position);
  for (const Entry e : moved) moving_.flip(codec.row(e));
  const u32 other = 1 - node_.arena;
  for (u32 s = 0; s < n_sorted(); ++s) {
    if (s == slot) continue;
    Entry* here = arenas_[node_.arena].entries->column(s) + node_.entries;
    Entry* there = arenas_[other].entries->column(s) + top_[other].entries;
    const std::span<const Entry> from(here, n_rows);
    if (keeps && moves) {
      partition_in_place<Sides::both>(from, codec, moving_, here, there);
    } else if (keeps) {
      partition_in_place<Sides::staying>(from, codec, moving_, here, there);
    } else {
      partition_in_place<Sides::moving>(from, codec, moving_, here, there);
    }
  }
  for (const Entry e : moved) moving_.flip(codec.row(e));
  Entry* here = arenas_[node_.arena].entries->column(slot) + node_.entries;
  if (moves) {
    std::copy(moved.begin(), moved.end(),
              arenas_[other].entries->column(slot) + top_[other].entries);
  }
  if (keeps && moving == 0) std::copy(here + position, here + n_rows, here);
  Node child = node_;
  child.depth = node_.depth + 1;
  if (keeps) {
    child.id = first + 1 - moving;
    child.key = key_below(candidates_.size() + 1 - moving);
    child.n_full = n_rows - n_moved;
    pending_.push_back(child);
  }
  top_[node_.arena].entries = node_.entries + (keeps ? n_rows - n_moved : 0);
  if (moves) {
    child.id = first + moving;
    child.key = key_below(candidates_.size() + moving);
    child.arena = other;
    child.entries = top_[other].entries;
    child.n_full = n_moved;
    pending_.push_back(child);
  }
}

// A node that has nothing but the codes of full rows, all of them known for this attribute: the
// branch of a row is kept by its place among the rows of the node, which are read one after the
// other, and its class lies beside its code.
template <class Entry, class Mark>
void Grower<Entry, Mark>::split_codes(GrownTree& tree, u32 attribute, u32 first) {
  count_codes_of_branches(tree, attribute, first);
  const u32 n_children = number_children(tree, first);
  for (const Branch& branch : branches_) {
    if (branch.child == 0) task_.advance(branch.weight);
  }
  if (n_children == 0) {
    histograms_.free(node_.histogram);
    return;
  }
  const u64 first_pending = pending_.size();
  push_children(first, n_children);
  u32* to = arenas_[1 - node_.arena].full_rows.data();
  const auto rows = full_rows();
  for (u64 i = 0; i < rows.size(); ++i) {
    const u32 child = branches_[marks_[i]].child;
    const u64 end = full_ends_[child];
    to[end] = rows[i];
    full_ends_[child] = end + (child > 0);
  }
  divide_histogram(tree, first_pending, n_children);
}

// The branch of every row, and the classes of every branch.
template <class Entry, class Mark>
void Grower<Entry, Mark>::count_codes_of_branches(GrownTree& tree, u32 attribute, u32 first) {
  const ColumnRef& ref = columns_.of_attribute[attribute];
  const i32* of_value = branch_of_value_.data() + values_start_[attribute];
  const bool binned = ref.kind == ColumnKind::binned;
  branch_of_code_.resize(ref.n_values);
  for (u32 v = 0; v < ref.n_values; ++v) {
    branch_of_code_[v] = binned ? static_cast<Mark>(v > candidates_[attribute].position)
                                : static_cast<Mark>(of_value[v]);
  }
  const u64 n_branches = tree[node_.id].n_branches, k = n_classes();
  branches_.assign(n_branches, Branch());
  tally_.assign(n_branches * k, 0);
  const auto rows = full_rows();
  columns_.codes.visit([&](const auto* codes) {
    const u64 stride = columns_.codes.stride();
    for (u64 i = 0; i < rows.size(); ++i) {
      const auto* record = codes + rows[i] * stride;
      const Mark branch = branch_of_code_[record[ref.slot]];
      marks_[i] = branch;
      ++tally_[branch * k + record[0]];
    }
  });
  const double known = static_cast<double>(totals_.weight.units());
  for (u32 b = 0; b < n_branches; ++b) {
    for (u32 c = 0; c < k; ++c) {
      const u64 n = tally_[b * k + c];
      branches_[b].n_full += static_cast<u32>(n);
      tree.classes(first + b)[c] = Weight::of_whole_cases(static_cast<i64>(n));
    }
    branches_[b].weight = Weight::of_whole_cases(branches_[b].n_full);
    branches_[b].fraction = static_cast<double>(branches_[b].weight.units()) / known;
  }
}

// Give two children of full rows their histograms, if that pays: the smaller is counted, the larger
// has what is left of the node's.
template <class Entry, class Mark>
void Grower<Entry, Mark>::divide_histogram(const GrownTree& tree, u64 first_pending,
                                           u32 n_children) {
  const i32 own = node_.histogram;
  if (layout_.empty() || n_children != 2 || full_histogram_ == nullptr ||
      tree[node_.id].n_branches != 2 || pending_[first_pending].n_fractions > 0 ||
      pending_[first_pending + 1].n_fractions > 0) {
    histograms_.free(own);
    return;
  }
  Node& one = pending_[first_pending];
  Node& two = pending_[first_pending + 1];
  Node& smaller = one.n_full <= two.n_full ? one : two;
  Node& larger = one.n_full <= two.n_full ? two : one;
  const bool pays =
      u64{larger.n_full} * layout_.columns.size() > u64{present_.size()} * layout_.n_places;
  if (!pays || !histograms_.has_free(own == HistogramPool::kNone ? 2 : 1)) {
    histograms_.free(own);
    return;
  }
  const i32 of_larger = own == HistogramPool::kNone ? histograms_.take() : own;
  const i32 of_smaller = histograms_.take();
  const std::span<const u32> rows(arenas_[1 - node_.arena].full_rows.data() + smaller.full,
                                  smaller.n_full);
  Histogram<u32>& counted = histograms_[of_smaller];
  counted.clear(layout_, present_.size());
  counted.add(columns_.codes, layout_, present_, rows, [](u64) { return u32{1}; });
  const Histogram<u32>& all = own == HistogramPool::kNone ? counted_histogram_ : histograms_[own];
  histograms_[of_larger].set_difference(all, counted, present_.size());
  histograms_[of_larger].keep_classes(present_, tree.classes(larger.id));
  counted.keep_classes(present_, tree.classes(smaller.id));
  larger.histogram = of_larger;
  smaller.histogram = of_smaller;
}

template class Grower<u16, u8>;
template class Grower<u32, u8>;
template class Grower<u32, u32>;
template class Grower<u64, u32>;

}  // namespace cutpoint
