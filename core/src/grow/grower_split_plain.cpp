// Dividing the cases of nodes that have nothing but entries, or nothing but codes; histograms of
// children.
#include <algorithm>

#include "grow/grower.hpp"
#include "search/scan_two.hpp"

namespace cutpoint {

// A node that has nothing but entries: the larger child stays where it is.
template <class Entry, class Mark>
void Grower<Entry, Mark>::split_plain(GrownTree& tree, u32 attribute, u32 first) {
  count_lower_branch(tree, attribute, first);
  bool grown[2];
  for (u32 b = 0; b < 2; ++b) {
    tree.give_label(first + b, tree[node_.id].label);
    grown[b] = may_be_split(tree, first + b, node_.depth + 1);
    if (!grown[b]) task_.advance(tree.weight(first + b));
  }
  if (!grown[0] && !grown[1]) return;
  const u32 n_rows = node_.n_full, position = candidates_[attribute].position;
  const u32 moving = 2 * position >= n_rows ? 1 : 0;  // the branch that moves to the other arena
  const u32 n_moved = moving == 1 ? n_rows - position : position;
  const bool keeps = grown[1 - moving], moves = grown[moving];
  partition_plain(attribute, moving, keeps ? moves ? Sides::both : Sides::staying : Sides::moving);
  const u32 other = 1 - node_.arena;
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

// The class weights of the two branches, the first of which has the entries below the cut.
template <class Entry, class Mark>
void Grower<Entry, Mark>::count_lower_branch(GrownTree& tree, u32 attribute, u32 first) {
  const auto below =
      entries(columns_.of_attribute[attribute].slot).first(candidates_[attribute].position);
  const EntryCodec<Entry> codec = columns_.codec;
  tally_.assign(n_classes(), 0);
  if (n_classes() == 2 && codec.copy_bits() == 0) {
    const u32 n = static_cast<u32>(below.size());
    tally_[1] = count_second_class(below.data(), n);
    tally_[0] = n - tally_[1];
  } else {
    for (const Entry e : below) tally_[codec.cls_of_full(e)] += codec.copies(e);
  }
  const auto lower = tree.classes(first), upper = tree.classes(first + 1);
  const auto all = tree.classes(node_.id);
  for (u32 k = 0; k < n_classes(); ++k) {
    lower[k] = Weight::of_whole_cases(static_cast<i64>(tally_[k]));
    upper[k] = all[k] - lower[k];
  }
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::partition_plain(u32 attribute, u32 moving, Sides sides) {
  const u32 tested = columns_.of_attribute[attribute].slot;
  const u32 n_rows = node_.n_full, position = candidates_[attribute].position;
  const auto place = [&](u32 arena, u64 slot) {
    return arenas_[arena].entries->column(static_cast<u32>(slot)) + top_[arena].entries;
  };
  const u32 here = node_.arena, there = 1 - node_.arena;
  const auto chosen = entries(tested);
  const auto moved = moving == 1 ? chosen.subspan(position) : chosen.first(position);
  moving_.mark(moved, columns_.codec);
  share(n_sorted(), [&](u64 slot, u32) {
    if (slot == tested) return;
    Entry* const stays = place(here, slot);
    Entry* const moves = place(there, slot);
    const std::span<const Entry> all(stays, n_rows);
    switch (sides) {
      case Sides::both:
        return partition_in_place<Sides::both>(all, columns_.codec, moving_, stays, moves);
      case Sides::staying:
        return partition_in_place<Sides::staying>(all, columns_.codec, moving_, stays, moves);
      default:
        return partition_in_place<Sides::moving>(all, columns_.codec, moving_, stays, moves);
    }
  });
  moving_.clear(moved, columns_.codec);
  if (sides != Sides::staying) std::ranges::copy(moved, place(there, tested));
  if (sides != Sides::moving && moving == 0) {
    std::copy(chosen.begin() + position, chosen.end(), place(here, tested));
  }
}

// A node that has nothing but the codes of full rows, all of them known for this attribute: what
// the branches get is in its histogram, and the records move with the rows, to be read one after
// the other.
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
  partition_records(columns_.of_attribute[attribute].slot, first_pending);
  divide_histogram(tree, first_pending, n_children);
}

// The branch of every code, and the classes of every branch.
template <class Entry, class Mark>
void Grower<Entry, Mark>::count_codes_of_branches(GrownTree& tree, u32 attribute, u32 first) {
  const ColumnRef& ref = columns_.of_attribute[attribute];
  const i32* of_value = branch_of_value_.data() + values_start_[attribute];
  const bool binned = ref.kind == ColumnKind::binned;
  const u64 n_branches = tree[node_.id].n_branches;
  const ValueTable<u32> table = full_histogram_->table(layout_, ref.slot, ref.n_values, present_);
  branches_.assign(n_branches, Branch());
  branch_of_code_.resize(ref.n_values);
  for (u32 v = 0; v < ref.n_values; ++v) {
    const u32 branch =
        binned ? u32{v > candidates_[attribute].position} : static_cast<u32>(of_value[v]);
    branch_of_code_[v] = static_cast<Mark>(branch);
    if (branch >= n_branches) continue;  // of a value that no row has
    for (u32 row = 0; row < table.n_present(); ++row) {
      const u32 n = table.at(row, v);
      branches_[branch].n_full += n;
      tree.classes(first + branch)[table.present[row]] += Weight::of_whole_cases(n);
    }
  }
  const double known = static_cast<double>(totals_.weight.units());
  for (Branch& branch : branches_) {
    branch.weight = Weight::of_whole_cases(branch.n_full);
    branch.fraction = static_cast<double>(branch.weight.units()) / known;
  }
}

// Rows and copies of their records to the children.
template <class Entry, class Mark>
void Grower<Entry, Mark>::partition_records(u32 slot, u64 first_pending) {
  NodeArena<Entry>& to = arenas_[1 - node_.arena];
  if (to.records.n_columns() == 0)
    to.records = CodeMatrix::like(columns_.codes, columns_.n_rows + 1);
  for (Mark& code : branch_of_code_) {
    code = code < branches_.size() ? static_cast<Mark>(branches_[code].child) : Mark{0};
  }
  const auto rows = full_rows();
  visit_records(node_, rows.data(), [&]<class Code>(const Records<Code>& records) {
    const RecordLists<Code> lists{to.full_rows.data(), to.records.template data<Code>()};
    const CodeTest<Mark> test{slot, branch_of_code_.data()};
    if (full_ends_.size() == 2 || branches_.size() == 2) {
      partition_records_in_two(records, rows, test, lists, full_ends_);
    } else {
      partition_records_in_many(records, rows, test, lists, full_ends_);
    }
  });
  for (u64 i = first_pending; i < pending_.size(); ++i) pending_[i].has_records = true;
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
  const u32* rows = arenas_[1 - node_.arena].full_rows.data() + smaller.full;
  Histogram<u32>& counted = histograms_[of_smaller];
  counted.clear(layout_, present_.size());
  visit_records(smaller, rows, [&](const auto& records) {
    counted.add(records, smaller.n_full, layout_, present_, [](u64) { return u32{1}; });
  });
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
