// Items that all weigh 1 and whose values are all known: their order makes no difference, and
// numeric columns are sorted once.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "numeric/buffer.hpp"
#include "release8/attribute_tests.hpp"
#include "release8/item_range.hpp"
#include "tree/partition.hpp"

namespace cutpoint::release8 {

// The items of a node, ascending, and the entries of each numeric column, sorted, are at the same
// range of their arrays.
class WholeItems {
 public:
  struct Split {
    ItemRange range;
    u64 starts = 0;  // where its branches are in starts_
    u64 n_branches = 0;
  };

  WholeItems(const Cases& cases, const GrowOptions& options, const CXLogX& xlgx,
             const Progress& progress);

  Real total() const { return static_cast<Real>(cases_.n_cases); }
  ItemRange all() const { return {0, items_.size()}; }
  Real weight(ItemRange range) const { return static_cast<Real>(range.size()); }
  // The counts are kept for best_cut.
  void sum_classes(ItemRange range, std::span<Real> sums);
  AttributeTest best_cut(const Attribute& attribute, u64 number, ItemRange range, Real here,
                         Real min_cases);
  void count_values(const Attribute& attribute, ItemRange range, ValueTable<Real>& values) const;

  Split begin_split(const ColumnTest& test, u64 attribute, ItemRange range, Real here);
  std::optional<ItemRange> begin_branch(Split& split, const ColumnTest& test, i32 branch);
  void end_branch(Split&, const ColumnTest&) {}
  void end_split(const Split& split) { starts_.resize(split.starts); }

 private:
  std::span<const i32> items(ItemRange range) const {
    return std::span(items_).subspan(range.first, range.size());
  }
  ItemRange branch_range(const Split& split, u64 branch) const {
    return {starts_[split.starts + branch], starts_[split.starts + branch + 1]};
  }
  void sort_column(const Attribute& attribute, Buffer<Entry>& column) const;
  // Whether a branch may be divided further.
  bool is_open(ItemRange range) const;
  void divide_columns(const Split& split, u64 attribute);
  void divide_in_two(std::span<Entry> entries);
  void divide_in_many(std::span<Entry> entries, const Split& split);

  const Cases& cases_;
  const GrowOptions& options_;
  const Progress& progress_;
  std::vector<i32> items_;
  std::vector<Buffer<Entry>> columns_;  // by attribute
  Buffer<Entry> scratch_;
  std::vector<u16> class_of_;   // by case
  std::vector<u64> starts_;     // of the branches of the splits under way
  std::vector<u8> is_second_;   // by case, for a test of two branches
  std::vector<u32> branch_of_;  // by case, for one of several
  std::vector<u64> cursors_;
  std::vector<u32> class_counts_;
  StablePartition partition_;
  WholeCutFinder finder_;
};

}  // namespace cutpoint::release8
