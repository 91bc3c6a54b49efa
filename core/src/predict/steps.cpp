#include "predict/steps.hpp"

#include <algorithm>
#include <limits>

#include "cutpoint/input_error.hpp"

namespace cutpoint::predict {

namespace {

constexpr u32 kMaxTypical = 32;

// The mean number of tests; the weights of a tree that was not learned need not make sense.
u32 typical_steps(const NodeTable& tree) {
  double at_tests = 0;
  for (u64 node = 0; node < tree.size(); ++node) {
    if (!tree.is_leaf(node)) at_tests += tree.cases[node];
  }
  const double mean = at_tests / tree.cases[0];
  if (!(mean < kMaxTypical)) return kMaxTypical;
  return mean > 0 ? static_cast<u32>(mean) : 0;
}

template <class Real>
class Builder {
 public:
  Builder(const NodeTable& tree, std::span<const i32> n_values) : tree_(tree), n_values_(n_values) {
    steps_.n_nodes = static_cast<u32>(tree.size());
    steps_.records.resize(tree.size());
  }

  Steps<Real> build() {
    for (u64 node = 0; node < tree_.size(); ++node) {
      if (tree_.is_leaf(node)) {
        become_end(node, node, std::numeric_limits<Real>::infinity());
      } else if (n_values_[static_cast<u64>(tree_.attribute[node])] < 0) {
        add_intervals({node, node, 0, tree_.n_known_branches(node) - 1});
      } else {
        add_values(node);
      }
    }
    for (const auto& [record, node] : copies_) become_copy(record, node);
    steps_.typical = typical_steps(tree_);
    return std::move(steps_);
  }

 private:
  struct Copy {
    u64 record, node;
  };
  struct Intervals {  // the branches first ... last of a node, to be told apart from `record` on
    u64 record, node, first, last;
  };

  u64 append(u64 count) {
    const u64 first = steps_.records.size();
    if (first + count > static_cast<u64>(std::numeric_limits<i32>::max())) {
      throw InputError("the tree is too large: its tests have too many values");
    }
    steps_.records.resize(first + count);
    steps_.node_of.resize(first + count - steps_.n_nodes);
    return first;
  }

  void set_node(u64 record, u64 node) {
    if (record >= steps_.n_nodes) {
      steps_.node_of[record - steps_.n_nodes] = static_cast<u32>(node);
    }
  }
  // A case that comes here stays, at the node.
  void become_end(u64 record, u64 node, Real cut) {
    steps_.records[record] = {cut, 0, static_cast<u32>(record)};
    set_node(record, node);
  }
  void become_copy(u64 record, u64 node) {
    if (tree_.is_leaf(node)) {
      become_end(record, node, std::numeric_limits<Real>::infinity());
    } else {
      steps_.records[record] = steps_.records[node];
      set_node(record, node);
    }
  }

  void add_intervals(Intervals whole) {
    const i32 attribute = tree_.attribute[whole.node];
    const double* cuts = tree_.cuts.data() + tree_.test_start[whole.node];
    std::vector<Intervals> pending{whole};
    while (!pending.empty()) {
      const Intervals part = pending.back();
      pending.pop_back();
      set_node(part.record, part.node);
      const u64 child = tree_.child(part.node, part.first);
      if (part.first == part.last) {
        if (part.record != part.node) {
          copies_.push_back({part.record, child});
        } else {  // a test without cuts: every known value goes to its one branch
          steps_.records[part.record] = {std::numeric_limits<Real>::infinity(), attribute,
                                         static_cast<u32>(child)};
        }
        continue;
      }
      const u64 middle = (part.first + part.last) / 2;
      const bool children_next = part.first + 1 == part.last;
      const u64 next = children_next ? child : append(2);
      steps_.records[part.record] = {static_cast<Real>(cuts[middle]), attribute,
                                     static_cast<u32>(next)};
      if (!children_next) {
        pending.push_back({next, part.node, part.first, middle});
        pending.push_back({next + 1, part.node, middle + 1, part.last});
      }
    }
  }

  void add_values(u64 node) {
    steps_.any_nominal = true;
    const i32 attribute = tree_.attribute[node];
    const u64 n_values = static_cast<u64>(n_values_[static_cast<u64>(attribute)]);
    const std::span<const i32> branch_of(tree_.branch_of.data() + tree_.test_start[node], n_values);
    u64 in_place = 0;
    while (in_place < n_values && branch_of[in_place] == static_cast<i32>(in_place)) ++in_place;
    u64 next = static_cast<u64>(tree_.first_child[node]);
    if (in_place < n_values) {
      next = append(n_values);
      for (u64 value = 0; value < n_values; ++value) {
        if (branch_of[value] == kNoBranch) {
          become_end(next + value, node, std::numeric_limits<Real>::quiet_NaN());
        } else {
          copies_.push_back({next + value, tree_.child(node, static_cast<u64>(branch_of[value]))});
        }
      }
    }
    steps_.records[node] = {Real{0}, ~attribute, static_cast<u32>(next)};
  }

  const NodeTable& tree_;
  std::span<const i32> n_values_;
  Steps<Real> steps_;
  std::vector<Copy> copies_;
};

}  // namespace

template <class Real>
Steps<Real> make_steps(const NodeTable& tree, std::span<const i32> n_values) {
  return Builder<Real>(tree, n_values).build();
}

template Steps<float> make_steps<float>(const NodeTable&, std::span<const i32>);
template Steps<double> make_steps<double>(const NodeTable&, std::span<const i32>);

}  // namespace cutpoint::predict
