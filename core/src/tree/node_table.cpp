#include <algorithm>

#include "cutpoint/tree.hpp"

namespace cutpoint {

void NodeTable::reserve(u64 n_nodes) {
  for (auto* column : {&attribute, &first_child, &n_branches, &label}) column->reserve(n_nodes);
  for (auto* column : {&cases, &errors}) column->reserve(n_nodes);
  test_start.reserve(n_nodes);
  distribution.reserve(n_nodes * n_classes);
}

u64 NodeTable::append(u64 n_nodes) {
  const u64 first = size();
  resize(first + n_nodes);
  return first;
}

void NodeTable::resize(u64 n_nodes) {
  attribute.resize(n_nodes, kLeaf);
  first_child.resize(n_nodes, -1);
  n_branches.resize(n_nodes);
  test_start.resize(n_nodes);
  label.resize(n_nodes);
  cases.resize(n_nodes);
  errors.resize(n_nodes);
  distribution.resize(n_nodes * n_classes);
  if (!has_unknown_branch.empty()) has_unknown_branch.resize(n_nodes);
}

void NodeTable::make_leaf(u64 node) {
  attribute[node] = kLeaf;
  first_child[node] = -1;
  n_branches[node] = 0;
  test_start[node] = 0;
  if (!has_unknown_branch.empty()) has_unknown_branch[node] = 0;
}

void NodeTable::copy(u64 from, u64 to) {
  attribute[to] = attribute[from];
  first_child[to] = first_child[from];
  n_branches[to] = n_branches[from];
  test_start[to] = test_start[from];
  label[to] = label[from];
  cases[to] = cases[from];
  errors[to] = errors[from];
  std::ranges::copy(distribution_of(from), distribution_of(to).begin());
  if (!has_unknown_branch.empty()) has_unknown_branch[to] = has_unknown_branch[from];
}

std::vector<u64> reached_nodes(const NodeTable& table) {
  std::vector<u64> reached{0};
  reached.reserve(table.size());
  for (u64 place = 0; place < reached.size(); ++place) {
    const u64 node = reached[place];
    for (i32 b = 0; b < table.n_branches[node]; ++b) {
      reached.push_back(table.child(node, static_cast<u64>(b)));
    }
  }
  return reached;
}

NodeTable compact(const NodeTable& table) {
  NodeTable kept(table.n_classes);
  if (table.size() == 0) return kept;
  const std::vector<u64> reached = reached_nodes(table);
  if (!table.has_unknown_branch.empty()) kept.has_unknown_branch.resize(1);
  kept.append(reached.size());
  i32 next_child = 1;
  for (u64 node = 0; node < reached.size(); ++node) {
    const u64 from = reached[node];
    kept.label[node] = table.label[from];
    kept.cases[node] = table.cases[from];
    kept.errors[node] = table.errors[from];
    std::ranges::copy(table.distribution_of(from), kept.distribution_of(node).begin());
    if (table.n_branches[from] == 0) continue;
    kept.attribute[node] = table.attribute[from];
    kept.first_child[node] = next_child;
    kept.n_branches[node] = table.n_branches[from];
    kept.test_start[node] = table.test_start[from];
    if (!table.has_unknown_branch.empty()) {
      kept.has_unknown_branch[node] = table.has_unknown_branch[from];
    }
    next_child += table.n_branches[from];
  }
  kept.cuts = table.cuts;
  kept.branch_of = table.branch_of;
  return kept;
}

std::vector<i32> parents(const NodeTable& table) {
  std::vector<i32> parent(table.size(), -1);
  for (u64 node = 0; node < table.size(); ++node) {
    for (i32 b = 0; b < table.n_branches[node]; ++b) {
      parent[table.child(node, static_cast<u64>(b))] = static_cast<i32>(node);
    }
  }
  return parent;
}

}  // namespace cutpoint
