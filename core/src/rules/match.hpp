// Which rules fire on the rows of a matrix: 64 rows at a time, each condition asked once.
#pragma once
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "cutpoint/rules.hpp"
#include "rules/case_set.hpp"

namespace cutpoint::rules {

// Numbers, and nominal values as positions; NaN is unknown.
struct MatrixView {
  const double* data;
  u64 n_rows;
  std::ptrdiff_t row_stride, column_stride;

  double at(u64 row, u64 column) const {
    return data[static_cast<std::ptrdiff_t>(row) * row_stride +
                static_cast<std::ptrdiff_t>(column) * column_stride];
  }
};

class Matcher {
 public:
  Matcher(u32 n_attributes, RuleArithmetic arithmetic)
      : n_attributes_(n_attributes), arithmetic_(arithmetic) {}

  u32 n_attributes() const { return n_attributes_; }

  // Rules are added in the order in which they are asked, each followed by its conditions. One that
  // may not fire has a place and no effect.
  void add_rule(bool may_fire) { rules_.push_back({may_fire, {}}); }
  // low < value <= high; NaN is no lower bound.
  void add_bounds(u32 attribute, double low, double high);
  // Whether a nominal value, which there are as many of as flags, satisfies the condition.
  void add_values(u32 attribute, std::span<const u8> allowed);
  bool has_rule() const { return !rules_.empty(); }

  // Write the first rule that fires on each row, and the second unless `second` is empty; -1 is
  // none. The result does not depend on the number of threads.
  void match(const MatrixView& rows, u32 n_threads, std::span<i32> first,
             std::span<i32> second) const;

 private:
  class Block;
  struct Condition {
    u32 attribute;
    bool numeric;
    double low, high;         // of a number
    std::vector<u8> allowed;  // by nominal value, and of an unknown one
  };
  struct AskedRule {
    bool may_fire;
    std::vector<u32> conditions;
  };
  void add_condition(Condition condition);

  u32 n_attributes_;
  RuleArithmetic arithmetic_;
  std::vector<Condition> conditions_;
  std::map<std::vector<u64>, u32> places_;  // of equal conditions, the first
  std::vector<AskedRule> rules_;
};

}  // namespace cutpoint::rules
