#include "prune/error_based.hpp"

namespace cutpoint {

namespace {

// The branch map of a node's test.
i32* map_of(NodeTable& tree, u64 node) { return tree.branch_of.data() + tree.test_start[node]; }

}  // namespace

NodeTable without_impossible_values(NodeTable tree, std::span<const i32> n_values) {
  const std::vector<i32> parent = parents(tree);
  for (u64 node = 0; node < tree.size(); ++node) {
    if (tree.is_leaf(node)) continue;
    const i32 attribute = tree.attribute[node], count = n_values[static_cast<u64>(attribute)];
    if (count <= 2) continue;
    // Where the same attribute was tested last, and the child on the way from there.
    u64 child = node;
    i32 above = parent[node];
    while (above >= 0 && tree.attribute[static_cast<u64>(above)] != attribute) {
      child = static_cast<u64>(above);
      above = parent[child];
    }
    const i32 last = tree.n_branches[node] - 1;
    i32* branch_of = map_of(tree, node);
    i32 n_left = 0;
    for (i32 v = 0; v < count; ++v) {
      if (branch_of[v] != last) continue;
      const bool possible =
          above < 0 || map_of(tree, static_cast<u64>(above))[v] ==
                           static_cast<i32>(child) - tree.first_child[static_cast<u64>(above)];
      if (possible) {
        ++n_left;
      } else {
        branch_of[v] = kNoBranch;
      }
    }
    if (n_left == 0) --tree.n_branches[node];
  }
  return compact(tree);
}

}  // namespace cutpoint
