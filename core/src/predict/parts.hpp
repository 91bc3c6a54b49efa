// A case with an unknown value goes down every branch with a part of its weight: the share of the
// training cases that went there (Quinlan 1993, chapter 3), unless the test has a branch for such.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/tree.hpp"
#include "numeric/prefetch.hpp"
#include "predict/steps.hpp"

namespace cutpoint::predict {

// The weights of a tree in the precision of its arithmetic: in single precision every operation
// rounds to 32 bits, as in C4.5's own program. What is read together lies together.
template <class Real>
class TreeWeights {
 public:
  class Node {
   public:
    Node(const NodeTable& tree, u64 node)
        : cases(static_cast<Real>(tree.cases[node])),
          first_child(static_cast<u32>(tree.first_child[node])),
          branches_(static_cast<u32>(tree.n_branches[node])) {
      if (tree.n_known_branches(node) < branches_) branches_ |= kHasUnknown;
    }

    u32 n_branches() const { return branches_ & ~kHasUnknown; }
    bool has_unknown_branch() const { return (branches_ & kHasUnknown) != 0; }

    Real cases;
    u32 first_child;

   private:
    static constexpr u32 kHasUnknown = u32{1} << 31;
    u32 branches_;  // 16 bytes in all: four nodes to a line of the cache
  };

  explicit TreeWeights(const NodeTable& tree) : n_classes_(tree.n_classes), label_(tree.label) {
    nodes_.reserve(tree.size());
    ends_.reserve(tree.size() * (n_classes_ + 1));
    for (u64 node = 0; node < tree.size(); ++node) {
      nodes_.emplace_back(tree, node);
      ends_.push_back(nodes_.back().cases);
      for (const double weight : tree.distribution_of(node)) {
        ends_.push_back(static_cast<Real>(weight));
      }
    }
  }

  u32 n_classes() const { return n_classes_; }
  const Node& operator[](u64 node) const { return nodes_[node]; }
  void fetch_node(u64 node) const { prefetch(nodes_.data() + node); }
  void fetch_end(u64 node) const { prefetch(ends_.data() + node * (n_classes_ + 1)); }

  // Add to `sums` what a part of a case that ends at a node says of its class.
  void add_end(u64 node, Real weight, std::span<Real> sums) const {
    const Real* end = ends_.data() + node * (n_classes_ + 1);
    const Real total = end[0];
    if (total > 0) {
      for (u32 c = 0; c < n_classes_; ++c) sums[c] += weight * end[c + 1] / total;
    } else {
      sums[static_cast<u64>(label_[node])] += weight;
    }
  }

 private:
  u32 n_classes_;
  std::vector<i32> label_;
  std::vector<Node> nodes_;
  std::vector<Real> ends_;  // by node: its cases, and those of each class
};

// Where a part of a case ends: a leaf, or a test among whose branches it cannot be divided because
// none has any cases.
template <class Real>
struct End {
  u32 row, node;
  Real weight;
};

// The parts of some cases, followed side by side.
template <class Real>
class Parts {
 public:
  Parts(const Steps<Real>& steps, const TreeWeights<Real>& weights)
      : steps_(steps), weights_(weights) {}

  void clear() { now_.clear(); }
  // A case, whole, that has stopped at a record.
  void add(u32 row, u32 record) { now_.add(row, record, Real{1}); }
  u64 size() const { return now_.row.size(); }

  // Follow all parts to their ends, which stay in the order of the branches: sums over them come
  // out the same to the last bit, however many cases are followed at a time.
  template <class Walk>
  std::span<const End<Real>> follow(const Walk& walk) {
    while (divide()) walk.finish(now_.row, now_.at, moving_);
    ends_.clear();
    for (u64 i = 0; i < size(); ++i) {
      ends_.push_back({now_.row[i], steps_.node(now_.at[i]), now_.weight[i]});
      weights_.fetch_end(ends_.back().node);
    }
    return ends_;
  }

 private:
  struct List {
    std::vector<u32> row, at;
    std::vector<Real> weight;

    void add(u32 row_, u32 at_, Real weight_) {
      row.push_back(row_);
      at.push_back(at_);
      weight.push_back(weight_);
    }
    void clear() {
      row.clear();
      at.clear();
      weight.clear();
    }
  };

  // Put in place of each part that stands at a test those that go down its branches, and list them
  // as moving; whether there are any.
  bool divide() {
    // What is to be read is far away in memory: it is asked for in advance.
    for (const u32 at : now_.at) {
      if (!steps_.is_leaf(at)) weights_.fetch_node(steps_.node(at));
    }
    for (const u32 at : now_.at) {
      if (!steps_.is_leaf(at)) weights_.fetch_node(weights_[steps_.node(at)].first_child);
    }
    moving_.clear();
    after_.clear();
    for (u64 i = 0; i < size(); ++i) {
      const u64 before = after_.row.size();
      if (!steps_.is_leaf(now_.at[i])) divide(now_.row[i], steps_.node(now_.at[i]), now_.weight[i]);
      if (after_.row.size() == before) {
        after_.add(now_.row[i], now_.at[i], now_.weight[i]);
        continue;
      }
      for (u64 part = before; part < after_.row.size(); ++part) {
        moving_.push_back(static_cast<u32>(part));
      }
    }
    std::swap(now_, after_);
    return !moving_.empty();
  }

  void divide(u32 row, u32 at, Real weight) {
    const auto& node = weights_[at];
    if (node.has_unknown_branch()) {
      after_.add(row, node.first_child + node.n_branches() - 1, weight);
      return;
    }
    if (!(node.cases > 0)) return;
    const u32 last = node.first_child + node.n_branches();
    for (u32 child = node.first_child; child < last; ++child) {
      const Real share = weight * weights_[child].cases / node.cases;
      if (share > 0) after_.add(row, child, share);
    }
  }

  const Steps<Real>& steps_;
  const TreeWeights<Real>& weights_;
  List now_, after_;
  std::vector<u32> moving_;
  std::vector<End<Real>> ends_;
};

// The first of the greatest; -1 if none is above zero.
template <class Real>
i32 greatest(std::span<const Real> weights) {
  i32 best = -1;
  Real most = 0;
  for (u64 i = 0; i < weights.size(); ++i) {
    if (weights[i] > most) {
      best = static_cast<i32>(i);
      most = weights[i];
    }
  }
  return best;
}

}  // namespace cutpoint::predict
