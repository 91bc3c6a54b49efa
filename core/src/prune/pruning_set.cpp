#include "prune/pruning_set.hpp"

#include <algorithm>
#include <functional>

#include "numeric/weight.hpp"
#include "predict/parts.hpp"
#include "predict/shares.hpp"
#include "tree/column_test.hpp"

namespace cutpoint {

namespace {

constexpr u64 kRowsBetweenChecks = 4096;

class MemberErrors {
 public:
  MemberErrors(const NestedTrees& trees, const TableView& table)
      : trees_(trees),
        tree_(trees.tree),
        table_(table),
        tests_(column_tests(trees.tree, table)),
        weights_(trees.tree),
        sums_(trees.tree.n_classes),
        steps_(trees.n_members + 1) {
    const std::vector<double> shares = predict::root_shares(tree_);
    default_code_ = std::max(0, predict::greatest<double>(shares));
    codes_.reserve(tree_.size());
    for (u64 node = 0; node < tree_.size(); ++node) codes_.push_back(code_of_leaf(node));
  }

  void add(u64 row) {
    u64 node = 0;
    i32 last = static_cast<i32>(trees_.n_members);  // the case goes on in members before this one
    while (true) {
      count(row, codes_[node], trees_.gone[node], last);
      last = trees_.gone[node];
      if (last == 0) return;
      const i32 branch = branch_of(row, node);
      if (branch == kUnknown) break;
      node = tree_.child(node, static_cast<u64>(branch));
    }
    add_divided(row, node, last);
  }

  std::vector<double> totals() const {
    std::vector<double> totals;
    Weight sum;
    for (u64 member = 0; member < trees_.n_members; ++member) {
      sum += steps_[member];
      totals.push_back(sum.cases());
    }
    return totals;
  }

 private:
  // A part of a case at a node, followed in the list by those below it, which are deeper.
  struct Visit {
    u64 node;
    double weight;
    u32 depth;
  };

  // Of a whole case that ends at the node, as in prediction: its label is asked only where no
  // training case was.
  i32 code_of_leaf(u64 node) {
    if (!(tree_.cases[node] > 0)) return tree_.label[node];
    std::ranges::fill(sums_, 0.0);
    weights_.add_end(node, 1.0, sums_);
    const i32 code = predict::greatest<double>(sums_);
    return code >= 0 ? code : default_code_;
  }

  i32 branch_of(u64 row, u64 node) const {
    const i32 branch = tests_[node].visit([&](auto branch_at) { return branch_at(row); });
    const u64 n_known = tree_.n_known_branches(node);
    const bool has_unknown = n_known < static_cast<u64>(tree_.n_branches[node]);
    return branch == kUnknown && has_unknown ? static_cast<i32>(n_known) : branch;
  }

  // The members from `first` up to before `last` give the case this class.
  void count(u64 row, i32 code, i32 first, i32 last) {
    if (first >= last || code == table_.classes[row]) return;
    const Weight weight = table_.is_weighted() ? Weight::of_cases(table_.weights[row]) : kOneCase;
    steps_[static_cast<u64>(first)] += weight;
    steps_[static_cast<u64>(last)] -= weight;
  }

  // A case whose value is unknown at `node`, in the members before `last`: the same sums as in
  // prediction, in the same order, for every set of tests that are gone.
  void add_divided(u64 row, u64 node, i32 last) {
    list_visits(row, node);
    changes_.clear();
    for (const Visit& visit : visits_) {
      if (trees_.gone[visit.node] < last) changes_.push_back(trees_.gone[visit.node]);
    }
    std::ranges::sort(changes_, std::greater<>());
    const auto repeated = std::ranges::unique(changes_);
    changes_.erase(repeated.begin(), repeated.end());
    if (changes_.empty() || changes_.back() != 0) changes_.push_back(0);
    for (const i32 first : changes_) {
      count(row, code_in(first), first, last);
      last = first;
    }
  }

  void list_visits(u64 row, u64 node) {
    visits_.clear();
    pending_.assign(1, {node, 1.0, 0});
    while (!pending_.empty()) {
      const Visit visit = pending_.back();
      pending_.pop_back();
      visits_.push_back(visit);
      if (tree_.is_leaf(visit.node)) continue;
      const i32 branch = branch_of(row, visit.node);
      if (branch != kUnknown) {
        const u64 child = tree_.child(visit.node, static_cast<u64>(branch));
        pending_.push_back({child, visit.weight, visit.depth + 1});
      } else if (tree_.cases[visit.node] > 0) {
        for (u64 b = static_cast<u64>(tree_.n_branches[visit.node]); b-- > 0;) {
          const u64 child = tree_.child(visit.node, b);
          const double share = visit.weight * tree_.cases[child] / tree_.cases[visit.node];
          if (share > 0) pending_.push_back({child, share, visit.depth + 1});
        }
      }
    }
  }

  i32 code_in(i32 member) {
    std::ranges::fill(sums_, 0.0);
    constexpr u32 kNoEnd = ~u32{0};
    u32 end = kNoEnd;  // the depth of the last end: deeper visits are below it
    for (u64 i = 0; i < visits_.size(); ++i) {
      const Visit& visit = visits_[i];
      if (visit.depth > end) continue;
      const bool has_parts = i + 1 < visits_.size() && visits_[i + 1].depth > visit.depth;
      end = kNoEnd;
      if (has_parts && trees_.gone[visit.node] > member) continue;
      weights_.add_end(visit.node, visit.weight, sums_);
      end = visit.depth;
    }
    const i32 code = predict::greatest<double>(sums_);
    return code >= 0 ? code : default_code_;
  }

  const NestedTrees& trees_;
  const NodeTable& tree_;
  const TableView& table_;
  std::vector<ColumnTest> tests_;
  predict::TreeWeights<double> weights_;
  std::vector<double> sums_;   // by class
  std::vector<Weight> steps_;  // by member: the errors that it has more than the one before it
  std::vector<i32> codes_;     // by node: the class of a whole case that ends there
  i32 default_code_ = 0;
  std::vector<Visit> visits_, pending_;
  std::vector<i32> changes_;  // members at which the tests that a case meets change
};

}  // namespace

std::vector<double> errors_of_members(const NestedTrees& trees, const TableView& table,
                                      const Progress& progress) {
  MemberErrors errors(trees, table);
  for (u64 row = 0; row < table.n_rows; ++row) {
    if (row % kRowsBetweenChecks == 0) progress.check();
    errors.add(row);
  }
  return errors.totals();
}

}  // namespace cutpoint
