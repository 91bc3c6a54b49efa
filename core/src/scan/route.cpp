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

void RoutedParts::clear() {
  rows.clear();
  slots.clear();
  classes.clear();
  weights.clear();
}

void RoutedParts::reserve(u64 n) {
  rows.reserve(n);
  slots.reserve(n);
  classes.reserve(n);
  weights.reserve(n);
}

void RoutedParts::add(u32 row, u32 slot, u32 cls, Weight weight) {
  rows.push_back(row);
  slots.push_back(slot);
  classes.push_back(cls);
  weights.push_back(weight);
}

void PartsByNode::set(const RoutedParts& parts, u64 n_slots) {
  const u64 n = parts.size();
  nodes_.clear();
  sorted_.rows.resize(n);
  sorted_.classes.resize(n);
  sorted_.weights.resize(n);
  ends_.assign(n_slots + 1, 0);
  for (const u32 slot : parts.slots) ++ends_[slot + 1];
  for (u64 slot = 0; slot < n_slots; ++slot) {
    const u64 start = ends_[slot], size = ends_[slot + 1];
    ends_[slot + 1] += start;
    if (size == 0) continue;
    nodes_.push_back({slot, std::span(sorted_.rows).subspan(start, size),
                      std::span(sorted_.classes).subspan(start, size),
                      std::span(sorted_.weights).subspan(start, size)});
  }
  for (u64 i = 0; i < n; ++i) {
    const u64 to = ends_[parts.slots[i]]++;  // where the next of this node goes
    sorted_.rows[to] = parts.rows[i];
    sorted_.classes[to] = parts.classes[i];
    sorted_.weights[to] = parts.weights[i];
  }
}

void route(const RoutingTree& tree, const TableView& table, RoutedParts& parts) {
  const NodeTable& nodes = tree.nodes;
  std::vector<Part> divided;  // parts of the row at hand that are still on their way
  parts.reserve(parts.size() + table.n_rows);
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
      parts.add(static_cast<u32>(row), static_cast<u32>(tree.slot[part.node]),
                static_cast<u32>(table.classes[row]), part.weight);
    }
  }
}

}  // namespace cutpoint
