// Items in Release 8's own order, which decides about the roundings of sums of fractions.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "release8/attribute_tests.hpp"
#include "release8/item_range.hpp"
#include "tree/column_test.hpp"

namespace cutpoint::release8 {

// A case with an unknown value goes down every branch with part of its weight: the unknown ones are
// kept at the front of the range, and each branch in turn is brought next to them.
class OrderedItems {
 public:
  struct Split {
    ItemRange range;
    u64 known = 0;       // where the items of known values begin
    u64 branch_end = 0;  // the end of the branch at hand
    bool all_one = false;
    Real known_weight = 0, factor = 1;
  };

  OrderedItems(const Cases& cases, std::span<i32> items, const CXLogX& xlgx,
               const Progress& progress);

  // Of all cases, also where a tree is grown from a window of them.
  Real total() const;
  ItemRange all() const { return {0, items_.size()}; }
  Real weight(ItemRange range) const;
  void sum_classes(ItemRange range, std::span<Real> sums) const;
  AttributeTest best_cut(const Attribute& attribute, u64 number, ItemRange range, Real here,
                         Real min_cases);
  void count_values(const Attribute& attribute, ItemRange range, ValueTable<Real>& values) const;

  Split begin_split(const ColumnTest& test, u64 attribute, ItemRange range, Real here);
  // The items of a branch; none if no item of known value takes it.
  std::optional<ItemRange> begin_branch(Split& split, const ColumnTest& test, i32 branch);
  void end_branch(Split& split, const ColumnTest& test);
  void end_split(const Split& split) { all_one_ = split.all_one; }

 private:
  std::span<i32> items(u64 first, u64 end) const { return items_.subspan(first, end - first); }
  // Bring the items of unknown value to the front; where the others begin, and the unknown weight.
  u64 gather_unknown(const Attribute& attribute, ItemRange range, Real& unknown);
  void sort(const Attribute& attribute, ItemRange range);

  const Cases& cases_;
  std::span<i32> items_;
  const Progress& progress_;
  std::vector<Real> weights_;
  bool all_one_;  // whether all weights at the node at hand are 1
  std::vector<Entry> entries_;
  std::vector<Real> unknown_by_class_;
  std::vector<u32> class_counts_;
  FractionalCutFinder fractional_;
  WholeCutFinder whole_;
};

}  // namespace cutpoint::release8
