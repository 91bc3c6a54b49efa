// The best test of each attribute at a node, and the choice among them.
#pragma once
#include <span>
#include <vector>

#include "release8/best_cut.hpp"
#include "release8/cases.hpp"
#include "release8/groups.hpp"

namespace cutpoint::release8 {

struct GrowOptions {
  Real min_cases = 2;
  u64 max_depth = ~u64{0};
  Score score = Score::gain_ratio;
  bool group_values = false;
};

struct AttributeTest {
  Real gain = kUnusable<Real>, info = 0;
  u32 n_branches = 0;
  u32 cut_rank = 0;  // numeric: the greatest rank of the first branch
};

// The test of a numeric attribute with the given cut.
AttributeTest test_at(const SortedEntries& column, const BestCut& cut);

class AttributeTests {
 public:
  // `total` is the weight of all cases.
  AttributeTests(const Cases& cases, const GrowOptions& options, const CXLogX& xlgx, Real total);

  // Find the tests of all attributes for a node that has the given items and weight. `items` are a
  // policy of growing (see grow.cpp), which knows how to sort and to count them. Returns the
  // minimum number of cases that holds from now on.
  template <class Items, class Range>
  Real find(Items& items, Range range, Real here, Real min_cases) {
    for (u64 a = 0; a < cases_.attributes.size(); ++a) {
      const Attribute& attribute = cases_.attributes[a];
      tests_[a] = {};
      if (attribute.kind == Attribute::Kind::numeric) {
        tests_[a] = items.best_cut(attribute, a, range, here, min_cases);
      } else if (attribute.kind == Attribute::Kind::nominal) {
        const bool grouped = options_.group_values && attribute.n_values > 2;
        if (is_tested_[a] != 0 && !grouped) continue;
        values_.reset(attribute.n_values);
        items.count_values(attribute, range, values_);
        values_.sum_rows();
        if (!grouped) {
          find_values(a, here, min_cases);
        } else if (find_groups(a, here, min_cases)) {
          min_cases = Real{1};
        }
      }
    }
    return min_cases;
  }

  static constexpr i64 kNone = -1;
  // The attribute of the best test, the first on ties, or kNone. With the gain ratio only tests of
  // at least average gain compete.
  i64 choose() const;

  const AttributeTest& operator[](u64 attribute) const { return tests_[attribute]; }
  // The branch of each value of a nominal attribute.
  std::span<const i32> branch_of_values(u64 attribute) const {
    return std::span(group_of_).subspan(group_start_[attribute],
                                        cases_.attributes[attribute].n_values);
  }
  // Whether an attribute has been tested on the way to the node at hand.
  void set_tested(u64 attribute, bool tested) { is_tested_[attribute] = tested ? 1 : 0; }

 private:
  void find_values(u64 attribute, Real here, Real min_cases);
  // Whether nothing was known: Release 8 then forgets its minimum number of cases for good.
  bool find_groups(u64 attribute, Real here, Real min_cases);
  // Whether an attribute has too many values to count for the average gain.
  bool has_many_values(const Attribute& attribute) const;

  const Cases& cases_;
  const GrowOptions& options_;
  const CXLogX& xlgx_;
  Real total_;
  bool all_count_;  // whether attributes of many values count for the average gain
  ValueGrouper<Real, CXLogX> grouper_;
  ValueTable<Real> values_;
  std::vector<AttributeTest> tests_;
  std::vector<u8> is_tested_;
  std::vector<u64> group_start_;
  std::vector<i32> group_of_;
};

}  // namespace cutpoint::release8
