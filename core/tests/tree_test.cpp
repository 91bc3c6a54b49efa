#include "cutpoint/tree.hpp"

#include <vector>

#include "check.hpp"

namespace cutpoint {

namespace {

// A root with two branches, the second of which has three.
NodeTable small_tree() {
  NodeTable tree(2);
  tree.append(1);
  const auto add_test = [&](u64 node, i32 n_branches) {
    tree.attribute[node] = 0;
    tree.n_branches[node] = n_branches;
    tree.first_child[node] = static_cast<i32>(tree.append(static_cast<u64>(n_branches)));
    tree.test_start[node] = static_cast<i64>(tree.cuts.size());
    for (i32 b = 1; b < n_branches; ++b) tree.cuts.push_back(b);
  };
  add_test(0, 2);
  add_test(2, 3);
  for (u64 node = 0; node < tree.size(); ++node) tree.distribution_of(node)[1] = double(node);
  return tree;
}

}  // namespace

TEST("nodes that the root no longer reaches are dropped") {
  NodeTable tree = small_tree();
  CHECK_EQUAL(compact(tree).size(), 6U);
  tree.copy(2, 0);
  const NodeTable kept = compact(tree);
  CHECK_EQUAL(kept.size(), 4U);
  CHECK_EQUAL(kept.n_branches[0], 3);
  CHECK_EQUAL(kept.first_child[0], 1);
  CHECK_EQUAL(kept.test_start[0], 1);
  CHECK_EQUAL(kept.distribution_of(3)[1], 5.0);
  tree.make_leaf(0);
  CHECK_EQUAL(compact(tree).size(), 1U);
}

TEST("a tree without nodes has none after being compacted") {
  CHECK_EQUAL(compact(NodeTable(3)).size(), 0U);
}

TEST("branches for unknown values stay with their nodes") {
  NodeTable tree = small_tree();
  tree.has_unknown_branch.assign(tree.size(), 0);
  tree.has_unknown_branch[2] = 1;
  CHECK_EQUAL(tree.n_known_branches(2), 2U);
  tree.copy(2, 0);
  const NodeTable kept = compact(tree);
  CHECK(kept.has_unknown_branch == (std::vector<u8>{1, 0, 0, 0}));
}

TEST("parents are found") { CHECK(parents(small_tree()) == (std::vector<i32>{-1, 0, 0, 2, 2, 2})); }

}  // namespace cutpoint
