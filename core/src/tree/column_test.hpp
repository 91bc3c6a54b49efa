// A node's test together with the column that it looks at: which branch a case takes.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"

namespace cutpoint {

inline constexpr i32 kUnknown = -1;  // in place of a branch

class ColumnTest {
 public:
  ColumnTest() = default;
  // Numbers up to the cut, and above it.
  static ColumnTest by_cut(NumericView column, double cut) {
    ColumnTest test(Kind::cut, 2);
    test.numbers_ = column;
    test.cut_ = cut;
    return test;
  }
  // Intervals of numbers: up to each of the cuts, and above all of them.
  static ColumnTest by_cuts(NumericView column, std::span<const double> cuts) {
    ColumnTest test(Kind::cuts, static_cast<u32>(cuts.size()) + 1);
    test.numbers_ = column;
    test.cuts_ = cuts;
    return test;
  }
  // Ranks up to the given one, and above it; a negative rank is unknown.
  static ColumnTest by_rank(const i32* ranks, i32 rank) {
    ColumnTest test(Kind::rank, 2);
    test.codes_ = ranks;
    test.rank_ = rank;
    return test;
  }
  // The branch of each code; a negative code is unknown, and so is one that no branch holds.
  static ColumnTest by_map(const i32* codes, const i32* branch_of, u32 n_branches) {
    ColumnTest test(Kind::map, n_branches);
    test.codes_ = codes;
    test.branch_of_ = branch_of;
    return test;
  }

  u32 n_branches() const { return n_branches_; }

  // Call `use` with a function that tells the branch of a row, or kUnknown: once for many rows, so
  // that the kind of the test is not asked for each.
  template <class Use>
  decltype(auto) visit(Use&& use) const {
    switch (kind_) {
      case Kind::cut:
        return use([column = numbers_, cut = cut_](u64 row) -> i32 {
          const double value = column[row];
          return std::isnan(value) ? kUnknown : (value > cut ? 1 : 0);
        });
      case Kind::cuts:
        return use([column = numbers_, cuts = cuts_](u64 row) -> i32 {
          const double value = column[row];
          if (std::isnan(value)) return kUnknown;
          return static_cast<i32>(std::ranges::lower_bound(cuts, value) - cuts.begin());
        });
      case Kind::rank:
        return use([ranks = codes_, cut = rank_](u64 row) -> i32 {
          return ranks[row] < 0 ? kUnknown : (ranks[row] > cut ? 1 : 0);
        });
      default:
        return use([codes = codes_, branch_of = branch_of_](u64 row) -> i32 {
          return codes[row] < 0 ? kUnknown : branch_of[codes[row]];
        });
    }
  }

 private:
  enum class Kind : u8 { cut, cuts, rank, map };
  ColumnTest(Kind kind, u32 n_branches) : kind_(kind), n_branches_(n_branches) {}

  Kind kind_ = Kind::cut;
  u32 n_branches_ = 0;
  NumericView numbers_;
  double cut_ = 0.0;
  std::span<const double> cuts_;
  const i32* codes_ = nullptr;
  i32 rank_ = 0;
  const i32* branch_of_ = nullptr;
};

// The tests of a tree on the columns of a table, by node. The tree must have been checked against
// the table's attributes, and remain where it is.
std::vector<ColumnTest> column_tests(const NodeTable& tree, const TableView& table);

}  // namespace cutpoint
