#include "predict/prepared_tree.hpp"

#include "cutpoint/input_error.hpp"

namespace cutpoint::predict {

void check_predictable(const NodeTable& tree, std::span<const i32> n_values) {
  check_tree(tree, n_values);
  for (const i32 count : n_values) {
    if (count < kNumeric || count > kMaxValues) {
      throw InputError("an attribute has an impossible number of values");
    }
  }
}

Tested tested_attributes(const NodeTable& tree, std::vector<i32> n_values) {
  Tested tested{std::move(n_values), {}, false};
  std::vector<u8> is_tested(tested.n_values.size());
  for (const i32 a : tree.attribute) {
    if (a >= 0) is_tested[static_cast<u64>(a)] = 1;
  }
  for (u32 a = 0; a < is_tested.size(); ++a) {
    if (is_tested[a] == 0) continue;
    tested.attributes.push_back(a);
    tested.any_nominal |= tested.n_values[a] >= 0;
  }
  return tested;
}

}  // namespace cutpoint::predict
