#include "rules/paths.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "parallel/parallel_for.hpp"

namespace cutpoint::rules {

namespace {

struct Branch {
  u32 node, branch;
  friend bool operator==(const Branch&, const Branch&) = default;
};
// A leaf with cases, and the branches that lead to it.
struct Leaf {
  u32 node;
  std::vector<Branch> path;
};

// The leaves with at least one case, depth first, in branch order.
std::vector<Leaf> leaves_of(const NodeTable& tree) {
  std::vector<Leaf> leaves;
  std::vector<Branch> path;  // the last branch is the one to be taken next
  const auto enter = [&](u64 node) {
    if (!tree.is_leaf(node)) {
      path.push_back({static_cast<u32>(node), 0});
    } else {
      if (tree.cases[node] >= 1) leaves.push_back({static_cast<u32>(node), path});
      ++path.back().branch;
    }
  };
  if (tree.is_leaf(0)) {
    if (tree.cases[0] >= 1) leaves.push_back({0, {}});
    return leaves;
  }
  enter(0);
  while (!path.empty()) {
    const auto [node, branch] = path.back();
    if (branch < static_cast<u32>(tree.n_branches[node])) {
      enter(tree.child(node, branch));
    } else {
      path.pop_back();
      if (!path.empty()) ++path.back().branch;
    }
  }
  return leaves;
}

// Write the cases that accepts(i) as a set.
template <class Accepts>
void fill(u64 n_cases, std::span<u64> set, Accepts accepts) {
  for (u64 w = 0; w < set.size(); ++w) {
    const u64 first = w * kWordBits;
    set[w] =
        word_where(std::min(n_cases - first, kWordBits), [=](u64 i) { return accepts(first + i); });
  }
}

// The conditions of one path after another, as sets of cases: those that two paths have in common
// are not filled again.
class PathSets {
 public:
  PathSets(const NodeTable& tree, const Cases& cases) : tree_(tree), cases_(cases) {}

  std::span<const CaseSet> along(const std::vector<Branch>& path) {
    u64 n_shared = 0;
    while (n_shared < path.size() && n_shared < path_.size() && path[n_shared] == path_[n_shared]) {
      ++n_shared;
    }
    while (sets_.size() < path.size()) sets_.emplace_back(cases_.n_words());
    for (u64 d = n_shared; d < path.size(); ++d) {
      if (d == n_shared && d < path_.size() && is_other_half(path_[d], path[d])) {
        const CaseSet known = cases_.known[static_cast<u64>(tree_.attribute[path[d].node])];
        for (u64 w = 0; w < known.size(); ++w) sets_[d][w] = known[w] & ~sets_[d][w];
      } else {
        fill_branch(tree_, cases_, path[d].node, path[d].branch, sets_[d]);
      }
    }
    path_ = path;
    views_.assign(sets_.begin(), sets_.begin() + static_cast<i64>(path.size()));
    return views_;
  }

 private:
  // Whether two branches are those of one binary numeric test: known values take one or the other.
  bool is_other_half(const Branch& a, const Branch& b) const {
    return a.node == b.node && tree_.n_branches[a.node] == 2 &&
           cases_.table.attributes[static_cast<u64>(tree_.attribute[a.node])].is_numeric();
  }

  const NodeTable& tree_;
  const Cases& cases_;
  std::vector<Branch> path_;
  std::vector<std::vector<u64>> sets_;
  std::vector<CaseSet> views_;
};

template <class Real>
class LeafRules {
 public:
  LeafRules(const NodeTable& tree, const Cases& cases, const Estimates<Real>& estimates)
      : tree_(tree), cases_(cases), sets_(tree, cases), generaliser_(cases, estimates) {}

  std::optional<PathRule<Real>> rule_of(const Leaf& leaf) {
    const u32 label = static_cast<u32>(tree_.label[leaf.node]);
    const std::span<const CaseSet> holds = sets_.along(leaf.path);
    const std::optional<Real> error = generaliser_.run(holds, label);
    if (!error) return std::nullopt;
    PathRule<Real> rule{.steps = {}, .label = label, .error = *error, .cover = cases_.every};
    for (u32 d = 0; d < holds.size(); ++d) {
      if (generaliser_.kept()[d] == 0) continue;
      rule.steps.push_back({leaf.path[d].node, leaf.path[d].branch, d});
      for (u64 w = 0; w < rule.cover.size(); ++w) rule.cover[w] &= holds[d][w];
    }
    return rule;
  }

 private:
  const NodeTable& tree_;
  const Cases& cases_;
  PathSets sets_;
  Generaliser<Real> generaliser_;
};

}  // namespace

void fill_branch(const NodeTable& tree, const Cases& cases, u32 node, u32 branch,
                 std::span<u64> set) {
  const u64 attribute = static_cast<u64>(tree.attribute[node]);
  const AttributeView& column = cases.table.attributes[attribute];
  const u64 start = static_cast<u64>(tree.test_start[node]);
  if (column.is_numeric()) {
    const double low = branch > 0 ? tree.cuts[start + branch - 1] : std::nan("");
    const bool is_last = branch + u64{1} == tree.n_known_branches(node);
    const double high =
        is_last ? std::numeric_limits<double>::infinity() : tree.cuts[start + branch];
    const double* const numbers = cases.numbers[attribute].data();
    fill(cases.size(), set, [=](u64 i) { return is_within(numbers[i], low, high); });
  } else if (branch < kLastOutcome || cases.arithmetic == RuleArithmetic::exact) {
    const i32* const codes = column.nominal.codes;
    const i32* const branch_of = tree.branch_of.data() + start;
    fill(cases.size(), set,
         [=](u64 i) { return codes[i] >= 0 && branch_of[codes[i]] == static_cast<i32>(branch); });
  } else {
    std::ranges::fill(set, u64{0});
  }
}

template <class Real>
std::vector<PathRule<Real>> rules_of_paths(const NodeTable& tree, const Cases& cases,
                                           const Estimates<Real>& estimates, u32 n_threads,
                                           Progress& progress) {
  const std::vector<Leaf> leaves = leaves_of(tree);
  constexpr u64 kChunk = 32;  // neighbours have most of their conditions in common
  const u64 n_chunks = (leaves.size() + kChunk - 1) / kChunk;
  std::vector<std::optional<PathRule<Real>>> found(leaves.size());
  std::vector<LeafRules<Real>> workers(n_workers(n_chunks, n_threads),
                                       LeafRules<Real>(tree, cases, estimates));
  parallel_for(n_chunks, n_threads, [&](u64 chunk, u32 worker) {
    for (u64 i = chunk * kChunk; i < std::min((chunk + 1) * kChunk, leaves.size()); ++i) {
      progress.check();
      found[i] = workers[worker].rule_of(leaves[i]);
      progress.advance(1);
    }
  });
  std::vector<PathRule<Real>> rules;
  for (auto& rule : found) {
    if (rule) rules.push_back(std::move(*rule));
  }
  return rules;
}

template std::vector<PathRule<float>> rules_of_paths(const NodeTable&, const Cases&,
                                                     const Estimates<float>&, u32, Progress&);
template std::vector<PathRule<double>> rules_of_paths(const NodeTable&, const Cases&,
                                                      const Estimates<double>&, u32, Progress&);

}  // namespace cutpoint::rules
