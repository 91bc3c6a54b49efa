// The growth that both orders of items have in common.
#pragma once
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "release8/grow.hpp"
#include "release8/item_range.hpp"
#include "tree/column_test.hpp"

namespace cutpoint::release8 {

// Items is a policy, OrderedItems or WholeItems: the cases on their way down. The recursion of the
// method is a stack of frames, so that a tree may be as deep as its data make it.
template <class Items>
class Grower {
 public:
  Grower(const Cases& cases, const GrowOptions& options, const CXLogX& xlgx, Items& items,
         Progress& progress)
      : cases_(cases),
        options_(options),
        items_(items),
        progress_(progress),
        tests_(cases, options, xlgx, items.total()),
        min_cases_(options.min_cases),
        tree_(cases.n_classes),
        class_weights_(cases.n_classes) {}

  GrownTree run() {
    tree_.append(1);
    enter(0, items_.all());
    while (!frames_.empty()) next_branch();
    return {compact(tree_), min_cases_};
  }

 private:
  // A node whose branches are being grown, and how much there was before its test.
  struct Frame {
    u64 node;
    u64 n_cuts, n_mapped;
    typename Items::Split split;
    u64 n_begun = 0;  // branches, the last of which has just been grown
  };

  // Make the node a leaf; begin its branches if a test is found.
  void enter(u64 node, ItemRange range) {
    const Real here = items_.weight(range);
    items_.sum_classes(range, class_weights_);
    start_as_leaf(node, here);
    i64 chosen = AttributeTests::kNone;
    if (tree_.errors[node] != 0.0 && here >= 2 * min_cases_ &&
        frames_.size() < options_.max_depth) {
      min_cases_ = tests_.find(items_, range, here, min_cases_);
      chosen = tests_.choose();
    }
    if (chosen == AttributeTests::kNone) {
      progress_.check();
      progress_.advance(static_cast<i64>(range.size()));
    } else {
      begin_test(node, range, here, static_cast<u64>(chosen));
    }
  }

  // A leaf of the most frequent class, the first on ties.
  void start_as_leaf(u64 node, Real here) {
    const auto most = std::ranges::max_element(class_weights_);
    tree_.label[node] = static_cast<i32>(most - class_weights_.begin());
    tree_.cases[node] = here;
    tree_.errors[node] = here - *most;
    std::ranges::copy(class_weights_, tree_.distribution_of(node).begin());
  }

  void begin_test(u64 node, ItemRange range, Real here, u64 attribute) {
    Frame frame{node, tree_.cuts.size(), tree_.branch_of.size(), {}};
    const u32 n_branches = tests_[attribute].n_branches;
    tree_.attribute[node] = static_cast<i32>(attribute);
    tree_.n_branches[node] = static_cast<i32>(n_branches);
    tree_.first_child[node] = static_cast<i32>(tree_.append(n_branches));
    tree_.errors[node] = 0.0;
    const Attribute& tested = cases_.attributes[attribute];
    if (tested.kind == Attribute::Kind::numeric) {
      tree_.test_start[node] = static_cast<i64>(tree_.cuts.size());
      tree_.cuts.push_back(tested.values[tests_[attribute].cut_rank]);
    } else {
      tree_.test_start[node] = static_cast<i64>(tree_.branch_of.size());
      const std::span<const i32> branch_of = tests_.branch_of_values(attribute);
      tree_.branch_of.insert(tree_.branch_of.end(), branch_of.begin(), branch_of.end());
    }
    tests_.set_tested(attribute, true);
    frame.split = items_.begin_split(test_of(node), attribute, range, here);
    frames_.push_back(std::move(frame));
  }

  ColumnTest test_of(u64 node) const {
    const Attribute& tested = cases_.attributes[static_cast<u64>(tree_.attribute[node])];
    const u64 start = static_cast<u64>(tree_.test_start[node]);
    if (tested.kind == Attribute::Kind::numeric) {
      return ColumnTest::by_rank(tested.ranks.data(),
                                 tested.rank_of(static_cast<Real>(tree_.cuts[start])));
    }
    return ColumnTest::by_map(tested.codes, tree_.branch_of.data() + start,
                              static_cast<u32>(tree_.n_branches[node]));
  }

  void next_branch() {
    Frame& frame = frames_.back();
    const u64 node = frame.node;
    if (frame.n_begun > 0) {
      add_errors(node, tree_.child(node, frame.n_begun - 1));
      items_.end_branch(frame.split, test_of(node));
    }
    if (frame.n_begun == static_cast<u64>(tree_.n_branches[node])) {
      end_test();
      return;
    }
    const u64 branch = frame.n_begun++, child = tree_.child(node, branch);
    const std::optional<ItemRange> range =
        items_.begin_branch(frame.split, test_of(node), static_cast<i32>(branch));
    if (range) {
      enter(child, *range);
    } else {
      tree_.label[child] = tree_.label[node];  // no case takes the branch
    }
  }

  void add_errors(u64 node, u64 child) {
    tree_.errors[node] =
        static_cast<Real>(tree_.errors[node]) + static_cast<Real>(tree_.errors[child]);
  }

  // If the test does not lower the errors, take back its branches, which were made last.
  void end_test() {
    const Frame& frame = frames_.back();
    const u64 node = frame.node;
    items_.end_split(frame.split);
    tests_.set_tested(static_cast<u64>(tree_.attribute[node]), false);
    const double most = tree_.distribution_of(node)[static_cast<u64>(tree_.label[node])];
    const Real as_leaf = static_cast<Real>(tree_.cases[node]) - static_cast<Real>(most);
    if (tree_.errors[node] >= static_cast<double>(as_leaf) - kEpsilon) {
      tree_.resize(static_cast<u64>(tree_.first_child[node]));
      tree_.cuts.resize(frame.n_cuts);
      tree_.branch_of.resize(frame.n_mapped);
      tree_.make_leaf(node);
    }
    frames_.pop_back();
  }

  const Cases& cases_;
  const GrowOptions& options_;
  Items& items_;
  Progress& progress_;
  AttributeTests tests_;
  Real min_cases_;
  NodeTable tree_;
  std::vector<Real> class_weights_;
  std::vector<Frame> frames_;
};

}  // namespace cutpoint::release8
