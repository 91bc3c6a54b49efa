// Making the branches of a node's test, and dividing its cases among them.
#include <algorithm>

#include "grow/grower.hpp"

namespace cutpoint {

template <class Entry, class Mark>
void Grower<Entry, Mark>::split(GrownTree& tree, u32 attribute) {
  make_test(tree, attribute);
  const u32 n_branches = tree[node_.id].n_branches;
  const u32 first = tree.add(n_branches);
  tree[node_.id].first_child = first;
  if (plain_) {
    split_plain(tree, attribute, first);
    return;
  }
  if (n_sorted() == 0 && node_.n_fractions == 0 && candidates_[attribute].known == totals_.weight) {
    split_codes(tree, attribute, first);
    return;
  }
  assign_branches(tree, attribute);
  count_branches(tree, attribute, first);
  const u32 n_children = number_children(tree, first);
  for (u32 b = 0; b < n_branches; ++b) {
    if (branches_[b].child == 0) task_.advance(tree.weight(first + b));
  }
  if (n_children == 0) {
    histograms_.free(node_.histogram);
    return;
  }
  const u64 first_pending = pending_.size();
  push_children(first, n_children);
  partition_rows(n_children);
  partition_columns(n_children, candidates_[attribute].known < totals_.weight, first_pending);
  divide_histogram(tree, first_pending, n_children);
}

// Write the test of the node into the tree.
template <class Entry, class Mark>
void Grower<Entry, Mark>::make_test(GrownTree& tree, u32 attribute) {
  const SplitCandidate& test = candidates_[attribute];
  const ColumnRef& ref = columns_.of_attribute[attribute];
  GrownNode& node = tree[node_.id];
  node.attribute = static_cast<i32>(attribute);
  node.n_branches = test.n_branches;
  node.known = test.known;
  node.left = test.below;
  switch (ref.kind) {
    case ColumnKind::sorted: {
      if (spec_.makes_intervals(totals_.weight)) {
        make_intervals(tree, ref.slot);
        break;
      }
      const auto e = entries(ref.slot);
      node.below = columns_.codec.row(e[test.position - 1]);
      node.above = columns_.codec.row(e[test.position]);
      break;
    }
    case ColumnKind::binned:
      node.is_binned = true;
      node.below = test.position;
      node.above = test.above;
      break;
    default: {
      node.test_start = tree.branch_of.size();
      const i32* of_value = branch_of_value_.data() + values_start_[attribute];
      tree.branch_of.insert(tree.branch_of.end(), of_value, of_value + ref.n_values);
    }
  }
}

// The cuts of the test are found once more; below the node its column is left out.
template <class Entry, class Mark>
void Grower<Entry, Mark>::make_intervals(GrownTree& tree, u32 slot) {
  const IntervalCuts cuts = cut_finder_->intervals(segment(slot));
  GrownNode& node = tree[node_.id];
  node.test_start = tree.cuts.size();
  node.n_cuts = static_cast<u32>(cuts.stops.size());
  tree.cuts.insert(tree.cuts.end(), cuts.places.begin(), cuts.places.end());
  interval_stops_.assign(cuts.stops.begin(), cuts.stops.end());
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::assign_intervals(u32 slot) {
  const auto e = entries(slot);
  u64 b = 0;
  for (u32 i = 0; i < e.size(); ++i) {
    while (b < interval_stops_.size() && i >= interval_stops_[b]) ++b;
    marks_[columns_.codec.row(e[i])] = static_cast<Mark>(b);
  }
  lengths_[slot] = 0;
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::assign_branches(const GrownTree&, u32 attribute) {
  const SplitCandidate& test = candidates_[attribute];
  const ColumnRef& ref = columns_.of_attribute[attribute];
  if (ref.kind == ColumnKind::sorted) {
    if (test.known < totals_.weight) {
      for (const u32 row : full_rows()) marks_[row] = kAllBranches<Mark>;
      for (const u32 row : fraction_rows()) marks_[row] = kAllBranches<Mark>;
    }
    if (spec_.makes_intervals(totals_.weight)) {
      assign_intervals(ref.slot);
      return;
    }
    const auto e = entries(ref.slot);
    for (u32 i = 0; i < test.position; ++i) marks_[columns_.codec.row(e[i])] = 0;
    for (u32 i = test.position; i < e.size(); ++i) marks_[columns_.codec.row(e[i])] = 1;
    return;
  }
  const i32* of_value = branch_of_value_.data() + values_start_[attribute];
  const bool binned = ref.kind == ColumnKind::binned;
  columns_.codes.visit([&](const auto* codes) {
    const u64 stride = columns_.codes.stride();
    const auto assign = [&](u32 row) {
      const u32 code = codes[row * stride + ref.slot];
      marks_[row] = code == ref.n_values ? kAllBranches<Mark>
                    : binned             ? static_cast<Mark>(code > test.position)
                                         : static_cast<Mark>(of_value[code]);
    };
    for (const u32 row : full_rows()) assign(row);
    for (const u32 row : fraction_rows()) assign(row);
  });
}

template <class Entry, class Mark>
Weight Grower<Entry, Mark>::least_part() const {
  return std::max(Weight::of_units(1), kOneCase.share(spec_.min_fraction));
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::count_branches(GrownTree& tree, u32 attribute, u32 first) {
  const u32 n_branches = tree[node_.id].n_branches;
  branches_.assign(n_branches, Branch());
  count_full_rows(tree, first);
  const auto rows = fraction_rows();
  const auto weights = fraction_weights();
  for (u64 i = 0; i < rows.size(); ++i) {
    const Mark mark = marks_[rows[i]];
    if (mark == kAllBranches<Mark>) continue;
    ++branches_[mark].n_fractions;
    tree.classes(first + mark)[columns_.classes[rows[i]]] += weights[i];
  }
  const double known = static_cast<double>(candidates_[attribute].known.units());
  for (u32 b = 0; b < n_branches; ++b) {
    branches_[b].weight = tree.weight(first + b);
    branches_[b].fraction = static_cast<double>(branches_[b].weight.units()) / known;
  }
  count_fractions(tree, first);
}

// Full rows by branch and class; those whose value is unknown are left in the last row of tally_.
template <class Entry, class Mark>
void Grower<Entry, Mark>::count_full_rows(GrownTree& tree, u32 first) {
  const u64 n_branches = branches_.size(), k = n_classes();
  tally_.assign((n_branches + 1) * k, 0);
  for (const u32 row : full_rows()) {
    const u64 b = marks_[row] == kAllBranches<Mark> ? n_branches : marks_[row];
    ++tally_[b * k + columns_.classes[row]];
  }
  for (u32 b = 0; b < n_branches; ++b) {
    for (u32 c = 0; c < k; ++c) {
      const u64 n = tally_[b * k + c];
      branches_[b].n_full += static_cast<u32>(n);
      tree.classes(first + b)[c] = Weight::of_whole_cases(static_cast<i64>(n));
    }
  }
}

// What every branch gets of the rows without a value.
template <class Entry, class Mark>
void Grower<Entry, Mark>::count_fractions(GrownTree& tree, u32 first) {
  const u64 k = n_classes();
  const Weight least = least_part();
  const u64* unknown = &tally_[branches_.size() * k];
  for (u32 b = 0; b < branches_.size(); ++b) {
    Branch& branch = branches_[b];
    const Weight part = kOneCase.share(branch.fraction);
    if (branch.weight == Weight() || part < least) continue;
    for (u32 c = 0; c < k; ++c) {
      branch.n_fractions += static_cast<u32>(unknown[c]);
      tree.classes(first + b)[c] += Weight::of_units(static_cast<i64>(unknown[c]) * part.units());
    }
  }
  const auto rows = fraction_rows();
  const auto weights = fraction_weights();
  for (u64 i = 0; i < rows.size(); ++i) {
    if (marks_[rows[i]] != kAllBranches<Mark>) continue;
    for (u32 b = 0; b < branches_.size(); ++b) {
      Branch& branch = branches_[b];
      if (branch.weight == Weight()) continue;
      const Weight part = weights[i].share(branch.fraction);
      if (part < least) continue;
      ++branch.n_fractions;
      tree.classes(first + b)[columns_.classes[rows[i]]] += part;
    }
  }
}

// Give the branches their labels; number those that are to be grown.
template <class Entry, class Mark>
u32 Grower<Entry, Mark>::number_children(GrownTree& tree, u32 first) {
  branch_of_child_.assign(1, 0);
  for (u32 b = 0; b < branches_.size(); ++b) {
    tree.give_label(first + b, tree[node_.id].label);
    if (!may_be_split(tree, first + b, node_.depth + 1)) continue;
    branches_[b].child = static_cast<u32>(branch_of_child_.size());
    branch_of_child_.push_back(b);
  }
  return static_cast<u32>(branch_of_child_.size()) - 1;
}

// The least weight of which a branch takes a part that is not too small.
template <class Entry, class Mark>
Weight Grower<Entry, Mark>::least_for(double fraction) const {
  if (fraction <= 0.0) return Weight::of_units(std::numeric_limits<i64>::max());
  const Weight part = least_part(), one = Weight::of_units(1);
  Weight least =
      Weight::of_units(static_cast<i64>((static_cast<double>(part.units()) - 0.5) / fraction) + 2);
  while (least > one && (least - one).share(fraction) >= part) least -= one;
  while (least.share(fraction) < part) least += one;
  return least;
}

// Reserve the children's places in the other arena, one after the other.
template <class Entry, class Mark>
void Grower<Entry, Mark>::push_children(u32 first, u32 n_children) {
  const u32 other = 1 - node_.arena;
  ArenaTop top = top_[other];
  full_ends_.assign(1, 0);
  fraction_ends_.assign(1, 0);
  least_of_child_.assign(1, Weight());
  const u64 first_pending = pending_.size();
  for (u32 c = 1; c <= n_children; ++c) {
    const Branch& branch = branches_[branch_of_child_[c]];
    Node child;
    child.id = first + branch_of_child_[c];
    child.depth = node_.depth + 1;
    child.arena = other;
    child.entries = top.entries;
    child.full = top.full;
    child.fractions = top.fractions;
    child.n_full = branch.n_full;
    child.n_fractions = branch.n_fractions;
    child.key = key_below(candidates_.size() + branch_of_child_[c]);
    pending_.push_back(child);
    full_ends_.push_back(top.full);
    fraction_ends_.push_back(top.fractions);
    least_of_child_.push_back(least_for(branch.fraction));
    top.entries += u64{branch.n_full} + branch.n_fractions + 1;  // one more is written to
    top.full += branch.n_full;
    top.fractions += branch.n_fractions;
  }
  full_ends_[0] = top.full;
  arenas_[other].reserve(top.entries + 1, top.full + 1, top.fractions + 1);
  pending_lengths_.resize((first_pending + n_children) * n_sorted());
  for (u32 c = 0; c < n_children; ++c) {
    pending_hopeless_.insert(pending_hopeless_.end(), hopeless_.begin(), hopeless_.end());
  }
  ends_.resize(n_children + 1);
  ends_[0] = top.entries;
}

// Rows to the children; the mark becomes the number of the child.
template <class Entry, class Mark>
void Grower<Entry, Mark>::partition_rows(u32 n_children) {
  NodeArena<Entry>& to = arenas_[1 - node_.arena];
  const auto divide = [&](u32 row, Weight weight) {
    for (u32 c = 1; c <= n_children; ++c) {
      if (weight < least_of_child_[c]) continue;
      const u64 end = fraction_ends_[c]++;
      to.fraction_rows[end] = row;
      to.fraction_weights[end] = weight.share(branches_[branch_of_child_[c]].fraction);
    }
  };
  for (const u32 row : full_rows()) {
    const Mark mark = marks_[row];
    if (mark == kAllBranches<Mark>) {
      divide(row, kOneCase);
      continue;
    }
    const u32 child = branches_[mark].child;
    to.full_rows[full_ends_[child]] = row;
    full_ends_[child] += child > 0;
    marks_[row] = static_cast<Mark>(child);
  }
  const auto rows = fraction_rows();
  const auto weights = fraction_weights();
  for (u64 i = 0; i < rows.size(); ++i) {
    const Mark mark = marks_[rows[i]];
    if (mark == kAllBranches<Mark>) {
      divide(rows[i], weights[i]);
      continue;
    }
    const u32 child = branches_[mark].child;
    marks_[rows[i]] = static_cast<Mark>(child);
    if (child == 0) continue;
    to.fraction_rows[fraction_ends_[child]] = rows[i];
    to.fraction_weights[fraction_ends_[child]++] = weights[i];
  }
}

// Rows that go everywhere: which of up to two children take a part of them.
template <class Entry, class Mark>
void Grower<Entry, Mark>::marks_to_bits(u32 n_children) {
  const auto turn = [&](u32 row, Weight weight) {
    if (marks_[row] != kAllBranches<Mark>) return;
    u32 bits = kBecomesFraction;
    for (u32 c = 1; c <= n_children; ++c) bits |= weight >= least_of_child_[c] ? c : 0;
    marks_[row] = static_cast<Mark>(bits);
  };
  for (const u32 row : full_rows()) turn(row, kOneCase);
  const auto rows = fraction_rows();
  for (u64 i = 0; i < rows.size(); ++i) turn(rows[i], fraction_weights()[i]);
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::partition_columns(u32 n_children, bool divided, u64 first_pending) {
  if (n_sorted() == 0) return;
  if (divided && n_children <= 2) marks_to_bits(n_children);
  share(n_sorted(), [&](u64 slot, u32 worker) {
    column_ends_[worker] = ends_;
    partition_column(static_cast<u32>(slot), column_ends_[worker], divided, first_pending);
  });
}

template <class Entry, class Mark>
void Grower<Entry, Mark>::partition_column(u32 slot, std::vector<u64>& ends, bool divided,
                                           u64 first_pending) {
  const u32 n_children = static_cast<u32>(ends.size()) - 1;
  const auto from = entries(slot);
  Entry* to = arenas_[1 - node_.arena].entries->column(slot);
  u32* lengths = pending_lengths_.data() + first_pending * n_sorted() + slot;
  const Node* children = pending_.data() + first_pending;
  const EntryCodec<Entry>& codec = columns_.codec;
  if (n_children <= 2) {
    Entry* first = to + children[0].entries;
    Entry* second = to + (n_children == 2 ? children[1].entries : ends[0]);
    std::array<u64, 2> n{};
    if (divided) {
      n = n_children == 2 ? partition_in_two<Children::two, Fractions::some>(
                                from, codec, marks_.data(), first, second)
                          : partition_in_two<Children::one, Fractions::some>(
                                from, codec, marks_.data(), first, second);
    } else {
      n = n_children == 2 ? partition_in_two<Children::two, Fractions::none>(
                                from, codec, marks_.data(), first, second)
                          : partition_in_two<Children::one, Fractions::none>(
                                from, codec, marks_.data(), first, second);
    }
    for (u32 c = 0; c < n_children; ++c) lengths[c * n_sorted()] = static_cast<u32>(n[c]);
    return;
  }
  for (u32 c = 1; c <= n_children; ++c) ends[c] = children[c - 1].entries;
  if (divided) {
    partition_in_many<Fractions::some>(from, codec, marks_.data(), to, std::span(ends),
                                       weights_.data(), std::span<const Weight>(least_of_child_));
  } else {
    partition_in_many<Fractions::none>(from, codec, marks_.data(), to, std::span(ends),
                                       weights_.data(), std::span<const Weight>(least_of_child_));
  }
  for (u32 c = 1; c <= n_children; ++c) {
    lengths[(c - 1) * n_sorted()] = static_cast<u32>(ends[c] - children[c - 1].entries);
  }
}

template class Grower<u16, u8>;
template class Grower<u32, u8>;
template class Grower<u32, u32>;
template class Grower<u64, u32>;

}  // namespace cutpoint
