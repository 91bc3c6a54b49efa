#include "tree/column_test.hpp"

namespace cutpoint {

std::vector<ColumnTest> column_tests(const NodeTable& tree, const TableView& table) {
  std::vector<ColumnTest> tests(tree.size());
  for (u64 node = 0; node < tree.size(); ++node) {
    if (tree.is_leaf(node)) continue;
    const AttributeView& attribute = table.attributes[static_cast<u64>(tree.attribute[node])];
    const u64 start = static_cast<u64>(tree.test_start[node]),
              n_known = tree.n_known_branches(node);
    if (!attribute.is_numeric()) {
      tests[node] = ColumnTest::by_map(attribute.nominal.codes, tree.branch_of.data() + start,
                                       static_cast<u32>(n_known));
    } else if (n_known == 2) {
      tests[node] = ColumnTest::by_cut(attribute.numeric, tree.cuts[start]);
    } else {
      tests[node] =
          ColumnTest::by_cuts(attribute.numeric, std::span(tree.cuts).subspan(start, n_known - 1));
    }
  }
  return tests;
}

}  // namespace cutpoint
