#include "release8/ordered_items.hpp"

#include <algorithm>

#include "release8/sort.hpp"
#include "tree/partition.hpp"
#include "tree/weighted_items.hpp"

namespace cutpoint::release8 {

OrderedItems::OrderedItems(const Cases& cases, std::span<i32> items, const CXLogX& xlgx,
                           const Progress& progress)
    : cases_(cases),
      items_(items),
      progress_(progress),
      weights_(cases.weights),
      all_one_(cases.all_one),
      unknown_by_class_(cases.n_classes),
      class_counts_(cases.n_classes),
      fractional_(xlgx, cases.n_classes),
      whole_(xlgx, cases.n_classes) {
  entries_.reserve(items.size());
}

Real OrderedItems::total() const {
  return all_one_ ? static_cast<Real>(cases_.n_cases) : weight(all());
}

Real OrderedItems::weight(ItemRange range) const {
  return total_weight<Real>(items(range.first, range.end), weights_, all_one_);
}

void OrderedItems::sum_classes(ItemRange range, std::span<Real> sums) const {
  sum_class_weights<Real>(items(range.first, range.end), weights_, cases_.classes, sums);
}

void OrderedItems::count_values(const Attribute& attribute, ItemRange range,
                                ValueTable<Real>& values) const {
  for (const i32 item : items(range.first, range.end)) {
    const u64 i = static_cast<u64>(item);
    values.row(static_cast<u64>(i64{attribute.codes[i]} +
                                1))[static_cast<u64>(cases_.classes[i])] += weights_[i];
  }
}

AttributeTest OrderedItems::best_cut(const Attribute& attribute, u64, ItemRange range, Real,
                                     Real min_cases) {
  progress_.check();
  CutWeights weights;
  // Earlier attributes have moved the items, so that the sum may differ in its last place.
  weights.cases = weight(range);
  weights.min_cases = min_cases;
  const u64 known = gather_unknown(attribute, range, weights.unknown);
  weights.known = weights.cases - weights.unknown;
  if (weights.known < 2 * min_cases) return {};
  sort(attribute, {known, range.end});
  const SortedEntries column{entries_, attribute.values};
  if (!all_one_) return test_at(column, fractional_(column, weights_, weights));
  std::ranges::fill(class_counts_, 0);
  for (const Entry entry : entries_) ++class_counts_[entry.cls()];
  return test_at(column, whole_(column, class_counts_, weights));
}

u64 OrderedItems::gather_unknown(const Attribute& attribute, ItemRange range, Real& unknown) {
  std::ranges::fill(unknown_by_class_, Real{0});
  u64 place = range.first;
  for (u64 i = range.first; i < range.end; ++i) {
    const u64 item = static_cast<u64>(items_[i]);
    if (attribute.ranks[item] >= 0) continue;
    unknown_by_class_[static_cast<u64>(cases_.classes[item])] += weights_[item];
    std::swap(items_[i], items_[place++]);
  }
  unknown = 0;
  for (const Real weight : unknown_by_class_) unknown += weight;
  return place;
}

void OrderedItems::sort(const Attribute& attribute, ItemRange range) {
  const std::span<i32> here = items(range.first, range.end);
  entries_.clear();
  for (const i32 item : here) entries_.push_back(cases_.entry(attribute, static_cast<u32>(item)));
  quicksort(entries_, progress_);
  for (u64 i = 0; i < here.size(); ++i) here[i] = static_cast<i32>(entries_[i].item());
}

OrderedItems::Split OrderedItems::begin_split(const ColumnTest& test, u64, ItemRange range,
                                              Real here) {
  Split split;
  split.range = range;
  split.known = range.first + gather(test, kUnknown, items(range.first, range.end));
  split.branch_end = split.known;
  split.all_one = all_one_;
  all_one_ = all_one_ && split.known == range.first;
  split.known_weight = here - weight({range.first, split.known});
  return split;
}

std::optional<ItemRange> OrderedItems::begin_branch(Split& split, const ColumnTest& test,
                                                    i32 branch) {
  split.branch_end = split.known + gather(test, branch, items(split.known, split.range.end));
  split.factor = 1;
  if (split.branch_end == split.known) return std::nullopt;
  if (split.known > split.range.first) {
    split.factor = weight({split.known, split.branch_end}) / split.known_weight;
    scale_weights<Real>(items(split.range.first, split.known), weights_, split.factor);
  }
  return ItemRange{split.range.first, split.branch_end};
}

void OrderedItems::end_branch(Split& split, const ColumnTest& test) {
  if (split.known == split.range.first) return;
  gather(test, kUnknown, items(split.range.first, split.branch_end));
  unscale_weights<Real>(items(split.range.first, split.known), weights_, split.factor);
}

}  // namespace cutpoint::release8
