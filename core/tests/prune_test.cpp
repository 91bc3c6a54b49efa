// Two ways of pruning, one result: where no case is divided, sending only some cases down again
// gives what sending all of them gives.
#include <cmath>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "prune/error_based.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

using check::Random;

struct Problem {
  u64 n_cases;
  std::vector<std::vector<double>> columns;
  std::vector<std::vector<i32>> codes;
  std::vector<i32> classes;
  std::vector<double> weights;
  NodeTable tree;

  std::vector<ColumnTest> tests() const {
    TableView table;
    table.n_rows = n_cases;
    for (const auto& column : columns) {
      table.attributes.push_back({AttributeView::Kind::numeric, {column.data(), 1}, {}});
    }
    for (const auto& column : codes) {
      table.attributes.push_back({AttributeView::Kind::nominal, {}, {column.data(), 4}});
    }
    return column_tests(tree, table);
  }
};

// A random tree of one or several cuts or four values, which need not suit its cases.
Problem random_problem(u64 seed) {
  Random random(seed);
  Problem problem;
  problem.n_cases = 1 + random.below(300);
  const u32 n_classes = 2 + static_cast<u32>(random.below(3));
  problem.columns.resize(2);
  problem.codes.resize(1);
  for (u64 i = 0; i < problem.n_cases; ++i) {
    for (auto& column : problem.columns) column.push_back(random.share());
    problem.codes[0].push_back(static_cast<i32>(random.below(4)));
    const double x = problem.columns[0][i];
    problem.classes.push_back(
        static_cast<i32>(random.below(3) == 0 ? random.below(n_classes) : u64(x * n_classes)));
    problem.weights.push_back(double(1 + random.below(64)) / 16.0);
  }
  NodeTable& tree = problem.tree;
  tree = NodeTable(n_classes);
  tree.append(1);
  for (u64 node = 0; node < tree.size(); ++node) {
    tree.label[node] = static_cast<i32>(random.below(n_classes));
    if (tree.size() > 60 || random.below(4) == 0) continue;
    const i32 attribute = static_cast<i32>(random.below(3));
    const u64 n_branches = attribute == 2 ? 4 : 2 + random.below(2);
    tree.attribute[node] = attribute;
    tree.n_branches[node] = static_cast<i32>(n_branches);
    tree.first_child[node] = static_cast<i32>(tree.append(n_branches));
    if (attribute == 2) {
      tree.test_start[node] = static_cast<i64>(tree.branch_of.size());
      for (i32 v = 0; v < 4; ++v) tree.branch_of.push_back(3 - v);
    } else {
      tree.test_start[node] = static_cast<i64>(tree.cuts.size());
      double cut = 0.0;
      for (u64 b = 1; b < n_branches; ++b) tree.cuts.push_back(cut += random.share() / 2);
    }
  }
  return problem;
}

enum class Weights : u8 { all_one, different };

template <class Real>
void check_both_ways(u64 seed, Weights weights, double confidence) {
  const Problem problem = random_problem(seed);
  const Progress progress;
  const ErrorEstimate<Real> estimate(static_cast<Real>(confidence));
  std::vector<i32> items(problem.n_cases);
  std::iota(items.begin(), items.end(), 0);
  const bool all_one = weights == Weights::all_one;

  NodeTable one = problem.tree, two = problem.tree;
  TestedTree known{one, problem.tests()}, fractional{two, problem.tests()};
  const std::span<const double> given =
      all_one ? std::span<const double>() : std::span<const double>(problem.weights);
  const bool changed =
      prune_known<Real>(known, {problem.classes, given, items}, estimate, progress);
  std::vector<Real> of_cases(problem.n_cases, Real{1});
  if (!all_one) of_cases.assign(problem.weights.begin(), problem.weights.end());
  CHECK_EQUAL(changed,
              prune_fractional<Real>(fractional, {problem.classes, of_cases, items, all_one},
                                     estimate, progress));
  const NodeTable a = compact(one), b = compact(two);
  CHECK(a.attribute == b.attribute && a.test_start == b.test_start && a.label == b.label);
  CHECK(a.cases == b.cases && a.errors == b.errors && a.distribution == b.distribution);
}

}  // namespace

TEST("pruning with known values is pruning") {
  const std::vector<double> levels{0.25, 0.1, 0.5, 0.01, 1.0, 0.001};
  for (u64 seed = 0; seed < 400; ++seed) {
    const double confidence = levels[seed % levels.size()];
    check_both_ways<double>(seed, Weights::all_one, confidence);
    check_both_ways<float>(seed, Weights::all_one, confidence);
    check_both_ways<double>(seed, Weights::different, confidence);
  }
}

TEST("more whole cases never lower the errors expected of a leaf") {
  for (const double confidence : {0.01, 0.05, 0.1, 0.25, 0.5, 0.9, 1.0}) {
    const ErrorEstimate<double> estimate(confidence);
    CHECK(estimate.grows_with_cases());
    for (u32 n = 1; n < 150; ++n) {
      for (u32 wrong = 0; wrong < n; ++wrong) {
        const double before = estimate.errors_of_leaf(n, wrong);
        CHECK(estimate.errors_of_leaf(n + 1, wrong) >= before - 1e-9);
        CHECK(estimate.errors_of_leaf(n + 1, wrong + 1) >= before - 1e-9);
      }
    }
  }
  CHECK(!ErrorEstimate<double>(0.005).grows_with_cases());
}

TEST("a stop is obeyed") {
  const Problem problem = random_problem(3);
  NodeTable tree = problem.tree;
  TestedTree tested{tree, problem.tests()};
  Progress progress;
  progress.request_stop();
  const ErrorEstimate<double> estimate(0.25);
  CHECK_THROWS(Stopped,
               prune_known<double>(tested, {problem.classes, {}, {0}}, estimate, progress));
}

}  // namespace cutpoint
