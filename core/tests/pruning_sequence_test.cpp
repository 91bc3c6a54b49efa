// The cost-complexity sequence beside its definition, and the errors of its trees one by one.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "check.hpp"
#include "prune/cost_complexity.hpp"
#include "prune/pruning_set.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

using check::Random;

// A tree of random tests on two columns of [0, 1), with cases by leaf, summed up.
NodeTable random_tree(u64 seed) {
  Random random(seed);
  NodeTable tree(3);
  tree.append(1);
  for (u64 node = 0; node < tree.size(); ++node) {
    if (tree.size() > 25 || (node > 0 && random.below(3) == 0)) continue;
    const u64 n_branches = 2 + random.below(2);
    tree.attribute[node] = static_cast<i32>(random.below(2));
    tree.n_branches[node] = static_cast<i32>(n_branches);
    tree.first_child[node] = static_cast<i32>(tree.append(n_branches));
    tree.test_start[node] = static_cast<i64>(tree.cuts.size());
    double cut = 0.0;
    for (u64 b = 1; b < n_branches; ++b) tree.cuts.push_back(cut += random.share() / 2);
  }
  for (u64 node = tree.size(); node-- > 0;) {
    const std::span<double> sums = tree.distribution_of(node);
    if (tree.is_leaf(node)) {
      for (double& weight : sums) weight = static_cast<double>(random.below(9));
      sums[random.below(3)] += 1.0;
    }
    for (u64 b = 0; b < static_cast<u64>(tree.n_branches[node]); ++b) {
      for (u64 c = 0; c < 3; ++c) sums[c] += tree.distribution_of(tree.child(node, b))[c];
    }
    tree.label[node] = static_cast<i32>(std::ranges::max_element(sums) - sums.begin());
    tree.cases[node] = sums[0] + sums[1] + sums[2];
    tree.errors[node] = tree.cases[node] - sums[static_cast<u64>(tree.label[node])];
  }
  return tree;
}

struct Branch {
  double risk = 0.0, leaves = 0.0;
};

// Of the branch below a node where the tests that are gone are leaves.
Branch branch_at(const NodeTable& tree, std::span<const double> risk, std::span<const u8> gone,
                 u64 node) {
  if (tree.is_leaf(node) || gone[node] != 0) return {risk[node], 1.0};
  Branch sum;
  for (u64 b = 0; b < static_cast<u64>(tree.n_branches[node]); ++b) {
    const Branch below = branch_at(tree, risk, gone, tree.child(node, b));
    sum.risk += below.risk;
    sum.leaves += below.leaves;
  }
  return sum;
}

bool is_reached(const NodeTable& tree, std::span<const u8> gone, u64 node) {
  const std::vector<i32> above = parents(tree);
  for (i64 up = above[node]; up >= 0; up = above[static_cast<u64>(up)]) {
    if (gone[static_cast<u64>(up)] != 0) return false;
  }
  return true;
}

// Weakest links, cut one after the other (Breiman et al., section 3.3).
std::vector<double> weakest_links(const NodeTable& tree, std::span<const double> risk) {
  std::vector<u8> gone(tree.size());
  std::vector<double> strengths(tree.size());
  for (double alpha = 0.0;;) {
    double least = std::numeric_limits<double>::infinity();
    std::vector<double> links(tree.size(), least);
    for (u64 node = 0; node < tree.size(); ++node) {
      if (tree.is_leaf(node) || gone[node] != 0 || !is_reached(tree, gone, node)) continue;
      const Branch below = branch_at(tree, risk, gone, node);
      links[node] = (risk[node] - below.risk) / (below.leaves - 1.0);
      least = std::min(least, links[node]);
    }
    if (std::isinf(least)) return strengths;
    alpha = std::max(alpha, least);
    for (u64 node = 0; node < tree.size(); ++node) {
      if (links[node] > alpha + 1e-9) continue;
      gone[node] = 1;
      strengths[node] = alpha;
    }
    // What is below a test that is gone is gone as well.
    for (u64 node = 0; node < tree.size(); ++node) {
      if (!tree.is_leaf(node) && gone[node] == 0 && !is_reached(tree, gone, node)) {
        gone[node] = 1;
        strengths[node] = alpha;
      }
    }
  }
}

}  // namespace

TEST("the strengths are those of the weakest links") {
  for (u64 seed = 0; seed < 300; ++seed) {
    const NodeTable tree = random_tree(seed);
    const std::vector<double> found = pruning_strengths(tree, tree.errors);
    const std::vector<double> expected = weakest_links(tree, tree.errors);
    const std::vector<i32> above = parents(tree);
    for (u64 node = 0; node < tree.size(); ++node) {
      CHECK_NEAR(found[node], expected[node], 1e-9);
      if (tree.is_leaf(node)) CHECK_EQUAL(found[node], 0.0);
      if (node > 0) CHECK(found[node] <= found[static_cast<u64>(above[node])]);
    }
  }
}

TEST("the errors of all members are those of each pruned tree") {
  for (u64 seed = 0; seed < 100; ++seed) {
    const NodeTable tree = random_tree(seed);
    const std::vector<double> strengths = pruning_strengths(tree, tree.errors);
    std::vector<double> alphas{-1.0};
    for (u64 node = 0; node < tree.size(); ++node) {
      if (!tree.is_leaf(node)) alphas.push_back(strengths[node]);
    }
    std::ranges::sort(alphas);
    alphas.erase(std::unique(alphas.begin(), alphas.end()), alphas.end());
    std::vector<i32> gone(tree.size());
    for (u64 node = 0; node < tree.size(); ++node) {
      if (tree.is_leaf(node)) continue;
      gone[node] =
          static_cast<i32>(std::ranges::lower_bound(alphas, strengths[node]) - alphas.begin());
    }
    Random random(seed + 1000);
    std::vector<std::vector<double>> columns(2, std::vector<double>(50));
    std::vector<i32> classes(50);
    std::vector<double> weights(50);
    for (u64 row = 0; row < 50; ++row) {
      for (auto& column : columns) column[row] = random.share();
      classes[row] = static_cast<i32>(random.below(3));
      weights[row] = static_cast<double>(1 + random.below(8)) / 4.0;
    }
    TableView table;
    table.n_rows = 50;
    for (const auto& column : columns) {
      table.attributes.push_back({AttributeView::Kind::numeric, {column.data(), 1}, {}});
    }
    table.classes = classes;
    table.n_classes = 3;
    table.weights = weights;
    const Progress progress;
    const u32 n_members = static_cast<u32>(alphas.size());
    const std::vector<double> found = errors_of_members({tree, gone, n_members}, table, progress);
    CHECK_EQUAL(found.size(), n_members);
    for (u32 member = 0; member < n_members; ++member) {
      double errors = 0.0;
      for (u64 row = 0; row < 50; ++row) {
        u64 node = 0;
        while (!tree.is_leaf(node) && gone[node] > static_cast<i32>(member)) {
          const double x = columns[static_cast<u64>(tree.attribute[node])][row];
          u64 branch = 0;
          while (branch + 1 < static_cast<u64>(tree.n_branches[node]) &&
                 x > tree.cuts[static_cast<u64>(tree.test_start[node]) + branch]) {
            ++branch;
          }
          node = tree.child(node, branch);
        }
        if (tree.label[node] != classes[row]) errors += weights[row];
      }
      CHECK_NEAR(found[member], errors, 1e-9);
    }
  }
}

TEST("a leaf has a sequence of one tree") {
  NodeTable leaf(2);
  leaf.append(1);
  CHECK(pruning_strengths(leaf, leaf.errors) == (std::vector<double>{0.0}));
}

}  // namespace cutpoint
