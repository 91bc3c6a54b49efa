// Cases on their way down a tree: how a test divides the items of a node.
//
// A node's cases are a range of an array of items, the numbers of the cases.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "tree/column_test.hpp"

namespace cutpoint {

// Bring the items that take the branch, or whose value is unknown, to the front; their number.
// Each match, met from the front, changes places with the first item that is not one: C4.5's own
// order, which sums of fractions in single precision depend on.
inline u64 gather(const ColumnTest& test, i32 branch, std::span<i32> items) {
  return test.visit([&](auto branch_of) {
    u64 place = 0;
    for (u64 i = 0; i < items.size(); ++i) {  // without a jump: the outcome is hard to foresee
      const i32 item = items[i], other = items[place];
      const bool match = branch_of(static_cast<u64>(item)) == branch;
      items[i] = match ? other : item;
      items[place] = match ? item : other;
      place += match ? 1 : 0;
    }
    return place;
  });
}

// Divides items that all take some branch, the order within a branch unchanged.
class StablePartition {
 public:
  // Afterwards branch b has the items from starts()[b] up to starts()[b + 1].
  void operator()(const ColumnTest& test, std::span<i32> items) {
    if (others_.size() < items.size()) others_.resize(items.size());
    starts_.assign(test.n_branches() + 1, 0);
    if (test.n_branches() == 2) {
      test.visit([&](auto branch_of) { in_two(branch_of, items); });
    } else {
      test.visit([&](auto branch_of) { in_many(branch_of, items); });
    }
  }
  std::span<const u64> starts() const { return starts_; }

 private:
  template <class BranchOf>
  void in_two(BranchOf branch_of, std::span<i32> items) {
    u64 n_first = 0, n_second = 0;
    for (const i32 item : items) {
      const bool second = branch_of(static_cast<u64>(item)) == 1;
      items[n_first] = item;
      others_[n_second] = item;
      n_first += second ? 0 : 1;
      n_second += second ? 1 : 0;
    }
    for (u64 i = 0; i < n_second; ++i) items[n_first + i] = others_[i];
    starts_[1] = n_first;
    starts_[2] = items.size();
  }
  template <class BranchOf>
  void in_many(BranchOf branch_of, std::span<i32> items) {
    if (branches_.size() < items.size()) branches_.resize(items.size());
    for (u64 i = 0; i < items.size(); ++i) {
      branches_[i] = static_cast<u32>(branch_of(static_cast<u64>(items[i])));
      others_[i] = items[i];
      ++starts_[branches_[i] + 1];
    }
    for (u64 b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
    for (u64 i = 0; i < items.size(); ++i) items[starts_[branches_[i]]++] = others_[i];
    for (u64 b = starts_.size() - 1; b > 0; --b) starts_[b] = starts_[b - 1];
    starts_[0] = 0;
  }

  std::vector<u64> starts_;
  std::vector<i32> others_;
  std::vector<u32> branches_;
};

}  // namespace cutpoint
