#include "grow/grown_tree.hpp"

#include "check.hpp"

namespace cutpoint {

TEST("nodes of a tree that grows keep their values and their places in memory") {
  GrownTree tree(3);
  const u32 root = tree.add(1);
  const GrownNode* at = &tree[root];
  const Weight* classes = tree.classes(root).data();
  tree.classes(root)[2] = Weight::of_whole_cases(7);
  for (const u32 n : {u32{1}, u32{62}, u32{2}, u32{127}, u32{1000}}) {
    const u32 before = tree.size();
    CHECK_EQUAL(tree.add(n), before);
    CHECK_EQUAL(tree.size(), before + n);
  }
  CHECK(&tree[root] == at && tree.classes(root).data() == classes);
  CHECK(tree.weight(root) == Weight::of_whole_cases(7));
}

TEST("every node of a tree has a place of its own, and starts as an empty leaf") {
  GrownTree tree(2);
  constexpr u32 kNodes = 5000;
  for (u32 i = 0; i < kNodes; ++i) {
    tree.add(1);
    CHECK(tree[i].attribute == -1 && tree.weight(i) == Weight());
    tree[i].label = i;
    tree.classes(i)[0] = Weight::of_units(i);
    tree.classes(i)[1] = Weight::of_units(2 * i);
  }
  for (u32 i = 0; i < kNodes; ++i) {
    CHECK_EQUAL(tree[i].label, i);
    CHECK_EQUAL(tree.weight(i).units(), i64{3} * i);
  }
}

}  // namespace cutpoint
