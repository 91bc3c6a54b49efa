#include "release8/learner.hpp"

#include <utility>

#include "cutpoint/input_error.hpp"
#include "prune/error_based.hpp"

namespace cutpoint::release8 {

Learner::Learner(const TableView& table, const Options& options, const Progress& progress)
    : options_(options),
      cases_(table, progress),
      in_order_(options.order == Order::always || !cases_.all_one || !cases_.all_known),
      xlgx_(cases_.n_cases) {}

NodeTable Learner::grow(std::span<i32> items, Progress& progress) {
  GrownTree grown = in_order_ ? grow_in_order(cases_, items, options_.growing, xlgx_, progress)
                              : grow_whole(cases_, options_.growing, xlgx_, progress);
  options_.growing.min_cases = grown.min_cases;
  return std::move(grown.tree);
}

std::vector<ColumnTest> Learner::tests_of(const NodeTable& tree) const {
  std::vector<ColumnTest> tests(tree.size());
  for (u64 node = 0; node < tree.size(); ++node) {
    if (tree.is_leaf(node)) continue;
    const Attribute& tested = cases_.attributes[static_cast<u64>(tree.attribute[node])];
    const u64 start = static_cast<u64>(tree.test_start[node]);
    if (tested.kind != Attribute::Kind::numeric) {
      tests[node] = ColumnTest::by_map(tested.codes, tree.branch_of.data() + start,
                                       static_cast<u32>(tree.n_branches[node]));
    } else if (tree.n_branches[node] == 2) {
      const Real cut = static_cast<Real>(tree.cuts[start]);
      tests[node] = ColumnTest::by_rank(tested.ranks.data(), tested.rank_of(cut));
    } else {
      throw InputError("Release 8 has no numeric test of more than one cut");
    }
  }
  return tests;
}

PrunedTree Learner::prune(NodeTable tree, std::span<i32> items, const Progress& progress) const {
  if (!tree.has_unknown_branch.empty()) {
    throw InputError("Release 8 has no branches for unknown values");
  }
  const ErrorEstimate<Real> estimate(static_cast<Real>(options_.confidence));
  TestedTree tested{tree, tests_of(tree)};
  PrunedTree pruned;
  if (in_order_) {
    std::vector<Real> weights = cases_.weights;
    pruned.is_simpler = prune_fractional<Real>(
        tested, {cases_.classes, weights, items, cases_.all_one}, estimate, progress);
  } else {
    pruned.is_simpler = prune_known<Real>(
        tested, {cases_.classes, {}, {items.begin(), items.end()}}, estimate, progress);
  }
  pruned.tree = compact(tree);
  if (options_.growing.group_values) {
    std::vector<i32> n_values;
    for (const Attribute& attribute : cases_.attributes) {
      n_values.push_back(attribute.kind == Attribute::Kind::numeric
                             ? kNumeric
                             : static_cast<i32>(attribute.n_values));
    }
    pruned.tree = without_impossible_values(std::move(pruned.tree), n_values);
  }
  return pruned;
}

}  // namespace cutpoint::release8
