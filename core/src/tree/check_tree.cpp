#include <limits>
#include <string>

#include "cutpoint/input_error.hpp"
#include "cutpoint/tree.hpp"

namespace cutpoint {

namespace {

class Checker {
 public:
  Checker(const NodeTable& table, std::span<const i32> n_values)
      : table_(table), n_values_(n_values), has_parent_(table.size()) {}

  void check() {
    check_lengths();
    for (u64 node = 0; node < table_.size(); ++node) {
      const i32 label = table_.label[node];
      require(label >= 0 && static_cast<u32>(label) < table_.n_classes, node,
              "has a class that does not exist");
      if (table_.is_leaf(node)) {
        require(table_.n_branches[node] == 0, node, "is a leaf with branches");
      } else {
        check_children(node);
        check_test(node);
      }
    }
    for (u64 node = 1; node < table_.size(); ++node) {
      require(has_parent_[node] != 0, node, "is not a branch of any other node");
    }
  }

 private:
  void check_lengths() const {
    const u64 n = table_.size();
    const bool equal = table_.first_child.size() == n && table_.n_branches.size() == n &&
                       table_.test_start.size() == n && table_.label.size() == n &&
                       table_.cases.size() == n && table_.errors.size() == n &&
                       table_.distribution.size() == n * table_.n_classes &&
                       (table_.has_unknown_branch.empty() || table_.has_unknown_branch.size() == n);
    if (!equal) throw InputError("the arrays of the tree have different lengths");
    if (n == 0) throw InputError("a tree has at least one node");
    if (n > static_cast<u64>(std::numeric_limits<i32>::max())) {
      throw InputError("the tree has too many nodes");
    }
  }

  void check_children(u64 node) {
    const i64 first = table_.first_child[node], count = table_.n_branches[node];
    const bool has_unknown =
        !table_.has_unknown_branch.empty() && table_.has_unknown_branch[node] != 0;
    require(count >= (has_unknown ? 2 : 1), node, "has too few branches");
    require(first > static_cast<i64>(node) && first + count <= static_cast<i64>(table_.size()),
            node, "has children that are not after it");
    for (i64 child = first; child < first + count; ++child) {
      require(has_parent_[static_cast<u64>(child)] == 0, node, "shares a child with another node");
      has_parent_[static_cast<u64>(child)] = 1;
    }
  }

  void check_test(u64 node) const {
    const i32 a = table_.attribute[node];
    require(static_cast<u64>(a) < n_values_.size(), node, "tests an attribute that does not exist");
    const i64 start = table_.test_start[node];
    const i64 n_known = static_cast<i64>(table_.n_known_branches(node));
    const i32 n_values = n_values_[static_cast<u64>(a)];
    const bool numeric = n_values < 0;
    const i64 needed = numeric ? n_known - 1 : n_values;
    const i64 present = static_cast<i64>(numeric ? table_.cuts.size() : table_.branch_of.size());
    require(start >= 0 && start <= present - needed, node, "has a test outside the tests");
    for (i64 i = start; !numeric && i < start + needed; ++i) {
      const i32 branch = table_.branch_of[static_cast<u64>(i)];
      require(branch >= kNoBranch && branch < n_known, node,
              "maps a value to a branch it does not have");
    }
  }

  static void require(bool holds, u64 node, const char* otherwise) {
    if (!holds) throw InputError("node " + std::to_string(node) + " of the tree " + otherwise);
  }

  const NodeTable& table_;
  std::span<const i32> n_values_;
  std::vector<u8> has_parent_;
};

}  // namespace

void check_tree(const NodeTable& table, std::span<const i32> n_values) {
  Checker(table, n_values).check();
}

}  // namespace cutpoint
