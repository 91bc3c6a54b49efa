#include "scan/route.hpp"

#include <algorithm>
#include <cmath>

namespace cutpoint {

namespace {

constexpr i64 kUnknownBranch = -1;

// The branch of a row; kUnknownBranch if its value is unknown, or one that no branch holds.
i64 branch_of(const NodeTable& nodes, u64 node, const TableView& table, u64 row) {
  const AttributeView& attribute = table.attributes[static_cast<u64>(nodes.attribute[node])];
  const u64 start = static_cast<u64>(nodes.test_start[node]);
  if (attribute.is_numeric()) {
    const double x = attribute.numeric[row];
    if (std::isnan(x)) return kUnknownBranch;
    const double* cuts = nodes.cuts.data() + start;
    const i32 n_branches = nodes.n_branches[node];
    if (n_branches == 2) return x > cuts[0] ? 1 : 0;
    return std::lower_bound(cuts, cuts + n_branches - 1, x) - cuts;
  }
  const i32 code = attribute.nominal.codes[row];
  return code < 0 ? kUnknownBranch : nodes.branch_of[start + static_cast<u64>(code)];
}

struct Part {
  u64 node;
  Weight weight;
};

}  // namespace

void route(const RoutingTree& tree, const TableView& table, RoutedParts& parts) {
  const NodeTable& nodes = tree.nodes;
  std::vector<Part> divided;  // parts of the row at hand that are still on their way
  parts.rows.reserve(parts.size() + table.n_rows);
  parts.slots.reserve(parts.size() + table.n_rows);
  parts.weights.reserve(parts.size() + table.n_rows);
  for (u64 row = 0; row < table.n_rows; ++row) {
    divided.push_back({0, table.is_weighted() ? Weight::of_cases(table.weights[row]) : kOneCase});
    while (!divided.empty()) {
      Part part = divided.back();
      divided.pop_back();
      bool arrived = true;
      while (!nodes.is_leaf(part.node)) {
        const i64 branch = branch_of(nodes, part.node, table, row);
        if (branch == kUnknownBranch) {
          for (u64 b = 0; b < static_cast<u64>(nodes.n_branches[part.node]); ++b) {
            const u64 child = nodes.child(part.node, b);
            const Weight share = part.weight.share(tree.fraction[child]);
            if (share >= tree.least) divided.push_back({child, share});
          }
          arrived = false;
          break;
        }
        part.node = nodes.child(part.node, static_cast<u64>(branch));
      }
      if (!arrived || tree.slot[part.node] < 0) continue;
      parts.rows.push_back(static_cast<u32>(row));
      parts.slots.push_back(static_cast<u32>(tree.slot[part.node]));
      parts.weights.push_back(part.weight);
    }
  }
}

}  // namespace cutpoint
