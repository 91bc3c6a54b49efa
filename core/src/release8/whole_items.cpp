#include "release8/whole_items.hpp"

#include <algorithm>
#include <numeric>

namespace cutpoint::release8 {

WholeItems::WholeItems(const Cases& cases, const GrowOptions& options, const CXLogX& xlgx,
                       const Progress& progress)
    : cases_(cases),
      options_(options),
      progress_(progress),
      items_(cases.n_cases),
      columns_(cases.attributes.size()),
      scratch_(cases.n_cases),
      class_of_(cases.classes.begin(), cases.classes.end()),
      is_second_(cases.n_cases),
      branch_of_(cases.n_cases),
      class_counts_(cases.n_classes),
      finder_(xlgx, cases.n_classes) {
  std::iota(items_.begin(), items_.end(), 0);
  for (u64 a = 0; a < columns_.size(); ++a) {
    if (cases.attributes[a].kind != Attribute::Kind::numeric) continue;
    progress.check();
    columns_[a] = Buffer<Entry>(cases.n_cases);
    sort_column(cases.attributes[a], columns_[a]);
  }
}

// Count the cases of each rank, and put each case where it belongs.
void WholeItems::sort_column(const Attribute& attribute, Buffer<Entry>& column) const {
  std::vector<u32> places(attribute.values.size() + 1);
  for (const i32 rank : attribute.ranks) ++places[static_cast<u64>(rank) + 1];
  for (u64 r = 1; r < places.size(); ++r) places[r] += places[r - 1];
  for (u32 item = 0; item < attribute.ranks.size(); ++item) {
    const Entry entry = cases_.entry(attribute, item);
    column[places[entry.rank()]++] = entry;
  }
}

void WholeItems::sum_classes(ItemRange range, std::span<Real> sums) {
  std::ranges::fill(class_counts_, 0);
  for (const i32 item : items(range)) ++class_counts_[class_of_[static_cast<u64>(item)]];
  std::ranges::transform(class_counts_, sums.begin(), [](u32 n) { return static_cast<Real>(n); });
}

AttributeTest WholeItems::best_cut(const Attribute& attribute, u64 number, ItemRange range,
                                   Real here, Real min_cases) {
  progress_.check();
  const SortedEntries column{columns_[number].span().subspan(range.first, range.size()),
                             attribute.values};
  return test_at(column, finder_(column, class_counts_, {here, here, Real{0}, min_cases}));
}

void WholeItems::count_values(const Attribute& attribute, ItemRange range,
                              ValueTable<Real>& values) const {
  for (const i32 item : items(range)) {
    const u64 i = static_cast<u64>(item);
    values.row(static_cast<u64>(i64{attribute.codes[i]} + 1))[class_of_[i]] += Real{1};
  }
}

WholeItems::Split WholeItems::begin_split(const ColumnTest& test, u64 attribute, ItemRange range,
                                          Real) {
  partition_(test, std::span(items_).subspan(range.first, range.size()));
  const Split split{range, starts_.size(), test.n_branches()};
  for (const u64 start : partition_.starts()) starts_.push_back(range.first + start);
  divide_columns(split, attribute);
  return split;
}

std::optional<ItemRange> WholeItems::begin_branch(Split& split, const ColumnTest&, i32 branch) {
  const ItemRange range = branch_range(split, static_cast<u64>(branch));
  return range.size() == 0 ? std::nullopt : std::optional(range);
}

bool WholeItems::is_open(ItemRange range) const {
  const std::span<const i32> here = items(range);
  if (here.empty() || weight(range) < 2 * options_.min_cases) return false;
  const u16 first = class_of_[static_cast<u64>(here[0])];
  return std::ranges::any_of(here,
                             [&](i32 item) { return class_of_[static_cast<u64>(item)] != first; });
}

void WholeItems::divide_columns(const Split& split, u64 attribute) {
  bool any_open = false;
  for (u64 b = 0; b < split.n_branches; ++b) any_open |= is_open(branch_range(split, b));
  if (!any_open) return;
  const bool in_two = split.n_branches == 2;
  for (u64 b = 0; b < split.n_branches; ++b) {
    for (const i32 item : items(branch_range(split, b))) {
      if (in_two) {
        is_second_[static_cast<u64>(item)] = static_cast<u8>(b);
      } else {
        branch_of_[static_cast<u64>(item)] = static_cast<u32>(b);
      }
    }
  }
  for (u64 a = 0; a < columns_.size(); ++a) {
    if (columns_[a].size() == 0 || a == attribute)
      continue;  // that one is in the order of branches
    progress_.check();
    const std::span<Entry> entries =
        columns_[a].span().subspan(split.range.first, split.range.size());
    if (in_two) {
      divide_in_two(entries);
    } else {
      divide_in_many(entries, split);
    }
  }
}

void WholeItems::divide_in_two(std::span<Entry> entries) {
  u64 n_first = 0, n_second = 0;
  for (const Entry entry : entries) {  // without a jump: the outcome is hard to foresee
    const bool second = is_second_[entry.item()] != 0;
    entries[n_first] = entry;
    scratch_[n_second] = entry;
    n_first += second ? 0 : 1;
    n_second += second ? 1 : 0;
  }
  std::copy_n(scratch_.data(), n_second, entries.begin() + static_cast<i64>(n_first));
}

void WholeItems::divide_in_many(std::span<Entry> entries, const Split& split) {
  cursors_.clear();
  for (u64 b = 0; b < split.n_branches; ++b) {
    cursors_.push_back(branch_range(split, b).first - split.range.first);
  }
  for (const Entry entry : entries) scratch_[cursors_[branch_of_[entry.item()]]++] = entry;
  std::copy_n(scratch_.data(), entries.size(), entries.begin());
}

}  // namespace cutpoint::release8
