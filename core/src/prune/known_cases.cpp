// Pruning where no case is ever divided: what a subtree expects of its own cases does not change
// when others join them, so only the cases that are not in the largest branch are ever sent down
// again, and only the nodes that they pass are looked at again.
#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <type_traits>

#include "numeric/weight.hpp"
#include "prune/error_based.hpp"
#include "tree/partition.hpp"

namespace cutpoint {

namespace {

// The items of each leaf, as pieces of one pool.
class LeafItems {
 public:
  explicit LeafItems(u64 n_nodes) : first_(n_nodes, kNone), last_(n_nodes, kNone) {}

  std::vector<i32>& pool() { return pool_; }
  void add(u64 leaf, u64 begin, u64 end) {
    pieces_.push_back({begin, end, kNone});
    link(leaf, static_cast<i64>(pieces_.size()) - 1, static_cast<i64>(pieces_.size()) - 1);
  }
  // Give the items of one leaf to another.
  void move(u64 from, u64 to) {
    if (first_[from] != kNone) link(to, first_[from], last_[from]);
    first_[from] = last_[from] = kNone;
  }
  void append_to(std::vector<i32>& items, u64 leaf) const {
    for (i64 p = first_[leaf]; p != kNone; p = pieces_[static_cast<u64>(p)].next) {
      const Piece& piece = pieces_[static_cast<u64>(p)];
      items.insert(items.end(), pool_.begin() + static_cast<i64>(piece.begin),
                   pool_.begin() + static_cast<i64>(piece.end));
    }
  }

 private:
  static constexpr i64 kNone = -1;
  struct Piece {
    u64 begin, end;
    i64 next;
  };
  void link(u64 leaf, i64 first, i64 last) {
    if (first_[leaf] == kNone) {
      first_[leaf] = first;
    } else {
      pieces_[static_cast<u64>(last_[leaf])].next = first;
    }
    last_[leaf] = last;
  }

  std::vector<i32> pool_;
  std::vector<Piece> pieces_;
  std::vector<i64> first_, last_;  // piece of each leaf
};

template <class Real>
class KnownPruner {
 public:
  KnownPruner(TestedTree& tree, KnownCases cases, const ErrorEstimate<Real>& estimate,
              const Progress& progress)
      : tree_(tree),
        nodes_(tree.nodes),
        cases_(std::move(cases)),
        estimate_(estimate),
        progress_(progress),
        leaf_items_(nodes_.size()),
        is_reached_(nodes_.size()),
        is_pending_(nodes_.size()),
        trial_of_(nodes_.size()),
        trial_errors_(nodes_.size()),
        class_weights_(nodes_.n_classes) {}

  bool run() {
    send_down_all();
    for (u64 node = nodes_.size(); node-- > 0;) {
      if (is_reached_[node] == 0) continue;
      add_pending(node);
      while (!pending_.empty()) {
        const u64 next = pending_.top();
        pending_.pop();
        is_pending_[next] = 0;
        progress_.check();
        settle(next);
      }
    }
    return changed_;
  }

 private:
  // Release 8 compares its sums as they are.
  static constexpr double kRounding = std::is_same_v<Real, float> ? 0.0 : Weight::kRoundingCases;

  struct Visit {
    u64 node, begin, end;  // of the items sent down
  };

  // Divide all items among the leaves.
  void send_down_all() {
    leaf_items_.pool() = std::move(cases_.items);
    send_down(0, leaf_items_.pool(), [](const Visit&) { return true; });
    for (const Visit& visit : visits_) receive(visit, 0);
  }

  // Send items down from a node: visits_ are the nodes that they pass, parents first. Whether all
  // arrived: `go_on` is asked at each leaf.
  template <class GoOn>
  bool send_down(u64 root, std::span<i32> items, GoOn go_on) {
    visits_.clear();
    to_visit_.clear();
    if (!items.empty()) to_visit_.push_back({root, 0, items.size()});
    while (!to_visit_.empty()) {
      const Visit visit = to_visit_.back();
      to_visit_.pop_back();
      visits_.push_back(visit);
      if (nodes_.is_leaf(visit.node)) {
        if (!go_on(visit)) return false;
        continue;
      }
      progress_.check();
      partition_(tree_.tests[visit.node], items.subspan(visit.begin, visit.end - visit.begin));
      const std::span<const u64> starts = partition_.starts();
      for (u64 b = 0; b + 1 < starts.size(); ++b) {
        if (starts[b] == starts[b + 1]) continue;
        to_visit_.push_back(
            {nodes_.child(visit.node, b), visit.begin + starts[b], visit.begin + starts[b + 1]});
      }
    }
    return true;
  }

  // Let a node that was passed have the items, which lie in the pool from `offset` on.
  void receive(const Visit& visit, u64 offset) {
    const std::span<double> distribution = nodes_.distribution_of(visit.node);
    if (is_reached_[visit.node] == 0) std::ranges::fill(distribution, 0.0);
    is_reached_[visit.node] = 1;
    if (!nodes_.is_leaf(visit.node)) return;
    const std::span<const i32> pool = leaf_items_.pool();
    add_class_weights(pool.subspan(offset + visit.begin, visit.end - visit.begin), distribution);
    leaf_items_.add(visit.node, offset + visit.begin, offset + visit.end);
  }

  void add_class_weights(std::span<const i32> items, std::span<double> sums) const {
    if (cases_.weights.empty()) {
      for (const i32 item : items) sums[class_of(item)] += 1.0;
    } else {
      for (const i32 item : items) sums[class_of(item)] += cases_.weights[static_cast<u64>(item)];
    }
  }
  u64 class_of(i32 item) const { return static_cast<u64>(cases_.classes[static_cast<u64>(item)]); }

  // Decide about a node whose branches are settled.
  void settle(u64 node) {
    const bool is_leaf = nodes_.is_leaf(node);
    if (!is_leaf) sum_branches(node);
    const std::span<const double> distribution = std::as_const(nodes_).distribution_of(node);
    u64 label = static_cast<u64>(nodes_.label[node]);  // unless another class is more frequent
    for (u64 c = 0; c < distribution.size(); ++c) {
      if (distribution[c] > distribution[label] + kRounding) label = c;
    }
    nodes_.label[node] = static_cast<i32>(label);
    nodes_.cases[node] = std::accumulate(distribution.begin(), distribution.end(), 0.0);
    const Real as_leaf = errors_of_leaf(distribution, label);
    if (is_leaf) {
      nodes_.errors[node] = as_leaf;
      return;
    }
    const Real as_tree = errors_of_branches(
        node, [&](u64 child) { return static_cast<Real>(nodes_.errors[child]); });
    const u64 largest = nodes_.child(node, largest_branch(node));
    const Real as_branch = errors_of_branch(node, largest, limit_of_trial(as_leaf, as_tree));
    switch (simpler(as_leaf, as_tree, as_branch)) {
      case Simpler::leaf:
        make_leaf(node);
        nodes_.errors[node] = as_leaf;
        changed_ = true;
        break;
      case Simpler::largest_branch:
        raise(node, largest);
        changed_ = true;
        break;
      case Simpler::none:
        nodes_.errors[node] = as_tree;
    }
  }

  void sum_branches(u64 node) {
    const std::span<double> sums = nodes_.distribution_of(node);
    std::ranges::fill(sums, 0.0);
    for_each_branch(node, [&](u64, u64 child) {
      const std::span<const double> below = nodes_.distribution_of(child);
      for (u64 c = 0; c < sums.size(); ++c) sums[c] += below[c];
    });
  }

  Real errors_of_leaf(std::span<const double> class_weights, u64 label) const {
    const Real cases =
        static_cast<Real>(std::accumulate(class_weights.begin(), class_weights.end(), 0.0));
    return estimate_.errors_of_leaf(cases, cases - static_cast<Real>(class_weights[label]));
  }

  // The sum over the branches that have cases.
  template <class Errors>
  Real errors_of_branches(u64 node, Errors errors) const {
    Real sum = 0;
    for_each_branch(node, [&](u64, u64 child) { sum += errors(child); });
    return sum;
  }

  // The branch with the greatest part of the cases, the last on ties.
  u64 largest_branch(u64 node) const {
    const Real total = static_cast<Real>(nodes_.cases[node]);
    u64 largest = 0;
    Real greatest = 0;
    for_each_branch(node, [&](u64 branch, u64 child) {
      const Real part = static_cast<Real>(nodes_.cases[child]) / total;
      if (part < greatest - static_cast<Real>(kRounding) / total) return;
      greatest = part;
      largest = branch;
    });
    return largest;
  }

  // Of the branches that have cases, those of the trial that is under way included.
  template <class Use>
  void for_each_branch(u64 node, Use use) const {
    const u64 n_branches = static_cast<u64>(nodes_.n_branches[node]);
    for (u64 b = 0; b < n_branches; ++b) {
      const u64 child = nodes_.child(node, b);
      if (is_reached_[child] != 0 || trial_of_[child] == trial_) use(b, child);
    }
  }

  // What the largest branch would make of all cases of the node; infinite if it is above the limit.
  // Leaves in sent_ the items of the other branches, divided as visits_ say.
  Real errors_of_branch(u64 node, u64 largest, double limit) {
    collect_others(node, largest);
    double at_least = nodes_.errors[largest];
    const bool complete = send_down(largest, sent_, [&](const Visit& visit) {
      const Real errors = errors_of_leaf_in_trial(visit);
      trial_errors_[visit.node] = errors;
      at_least += errors;
      if (is_reached_[visit.node] != 0) at_least -= nodes_.errors[visit.node];
      return at_least <= limit;
    });
    if (!complete) return std::numeric_limits<Real>::infinity();
    ++trial_;
    for (const Visit& visit : visits_) trial_of_[visit.node] = trial_;
    for (u64 i = visits_.size(); i-- > 0;) {
      const u64 passed = visits_[i].node;
      if (nodes_.is_leaf(passed)) continue;
      trial_errors_[passed] = errors_of_branches(passed, [&](u64 child) {
        return trial_of_[child] == trial_ ? trial_errors_[child]
                                          : static_cast<Real>(nodes_.errors[child]);
      });
    }
    ++trial_;  // it is over
    return visits_.empty() ? static_cast<Real>(nodes_.errors[largest]) : trial_errors_[largest];
  }

  void collect_others(u64 node, u64 largest) {
    sent_.clear();
    for_each_branch(node, [&](u64, u64 child) {
      if (child == largest) return;
      for_each_leaf(child, [&](u64 leaf) { leaf_items_.append_to(sent_, leaf); });
    });
  }

  // From how many errors of the largest branch on the decision is clear, whatever their number: the
  // node becomes a leaf if that is as good as its tree, and else stays. More cases never lower the
  // estimate of a leaf, so that a trial may end there; what roundings may take is added.
  double limit_of_trial(double as_leaf, double as_tree) const {
    const bool all_whole = cases_.weights.empty() || cases_.are_copies;
    if (!all_whole || !estimate_.grows_with_cases()) {
      return std::numeric_limits<double>::infinity();
    }
    constexpr double kRounding = 1e-3;
    const double limit = as_leaf <= as_tree + kPruningMargin ? as_leaf : as_tree + kPruningMargin;
    return limit * (1.0 + kRounding) + kRounding;
  }

  Real errors_of_leaf_in_trial(const Visit& visit) {
    std::ranges::fill(class_weights_, 0.0);
    if (is_reached_[visit.node] != 0) {
      std::ranges::copy(nodes_.distribution_of(visit.node), class_weights_.begin());
    }
    add_class_weights(std::span<const i32>(sent_).subspan(visit.begin, visit.end - visit.begin),
                      class_weights_);
    u64 label = static_cast<u64>(nodes_.label[visit.node]);
    for (u64 c = 0; c < class_weights_.size(); ++c) {
      if (class_weights_[c] > class_weights_[label] + kRounding) label = c;
    }
    return errors_of_leaf(class_weights_, label);
  }

  template <class Use>
  void for_each_leaf(u64 root, Use use) {
    stack_.assign(1, root);
    while (!stack_.empty()) {
      const u64 node = stack_.back();
      stack_.pop_back();
      if (nodes_.is_leaf(node)) {
        use(node);
      } else {
        for_each_branch(node, [&](u64, u64 child) { stack_.push_back(child); });
      }
    }
  }

  void make_leaf(u64 node) {
    for_each_leaf(node, [&](u64 leaf) { leaf_items_.move(leaf, node); });
    nodes_.make_leaf(node);
  }

  // Replace a node by its largest branch, just tried, and decide again about the nodes that the
  // cases of the other branches have passed.
  void raise(u64 node, u64 largest) {
    const u64 offset = leaf_items_.pool().size();
    leaf_items_.pool().insert(leaf_items_.pool().end(), sent_.begin(), sent_.end());
    for (const Visit& visit : visits_) {
      receive(visit, offset);
      if (visit.node != largest) add_pending(visit.node);
    }
    tree_.copy(largest, node);
    leaf_items_.move(largest, node);
    add_pending(node);
  }

  void add_pending(u64 node) {
    if (is_pending_[node] != 0) return;
    is_pending_[node] = 1;
    pending_.push(node);
  }

  TestedTree& tree_;
  NodeTable& nodes_;
  KnownCases cases_;
  const ErrorEstimate<Real>& estimate_;
  const Progress& progress_;
  LeafItems leaf_items_;
  std::vector<u8> is_reached_;  // whether a node has cases
  // Nodes to settle, those of greater number, which lie below others, first.
  std::priority_queue<u64> pending_;
  std::vector<u8> is_pending_;
  bool changed_ = false;
  StablePartition partition_;
  std::vector<Visit> visits_, to_visit_;
  std::vector<i32> sent_;
  std::vector<u64> stack_;
  u64 trial_ = 1;
  std::vector<u64> trial_of_;  // the trial in which a node was last passed
  std::vector<Real> trial_errors_;
  std::vector<double> class_weights_;
};

}  // namespace

template <class Real>
bool prune_known(TestedTree& tree, KnownCases cases, const ErrorEstimate<Real>& estimate,
                 const Progress& progress) {
  if (cases.items.empty()) return false;
  return KnownPruner<Real>(tree, std::move(cases), estimate, progress).run();
}

template bool prune_known(TestedTree&, KnownCases, const ErrorEstimate<float>&, const Progress&);
template bool prune_known(TestedTree&, KnownCases, const ErrorEstimate<double>&, const Progress&);

}  // namespace cutpoint
