#include "t2/sweep.hpp"

#include <algorithm>

#include "t2/join.hpp"
#include "t2/shape.hpp"
#include "t2/stump.hpp"

namespace cutpoint::t2 {

namespace {

// The cuts of a range in the order of the sweep, and the cases that each brings to the side. Step 0
// is before the first cut: the cases that are on the side already.
class Steps {
 public:
  Steps(const CutRange& range, Side side) : range_(range), side_(side) {}

  u32 n_steps() const { return range_.n_cuts() + 1; }
  // The position of a step's cut among those of the range.
  u32 place(u32 step) const { return side_ == Side::lower ? step - 1 : range_.n_cuts() - step; }
  std::span<const u32> arriving(u32 step) const {
    if (side_ == Side::lower) {
      const u32 cut = static_cast<u32>(range_.low) + step;
      return step == 0 ? rows(0, static_cast<u32>(range_.low + 1)) : rows(cut, cut + 1);
    }
    const u32 high = static_cast<u32>(range_.high), code = high + 1 - step;
    if (step == 0) return rows(high, range_.root.n_values);
    return step == 1 ? rows(high, high) : rows(code, code + 1);  // all above the first are there
  }

 private:
  std::span<const u32> rows(u32 first_code, u32 stop_code) const {
    const u32 first = range_.root.start[first_code], stop = range_.root.start[stop_code];
    return std::span(range_.root.order).subspan(first, stop - first);
  }

  const CutRange& range_;
  Side side_;
};

// A balanced tree over blocks of values: node 1 is the root, which has no table; the blocks are
// the last half of the nodes.
template <class Count, class Shape>
class TableTree {
 public:
  struct Memory {
    std::vector<Count>&weights, &tables;
    std::vector<u32>&seen, &changed;
  };

  TableTree(Shape shape, u32 n_values, Memory memory)
      : joiner_(shape),
        n_classes_(shape.n_classes()),
        n_blocks_(n_blocks_for(n_values, shape.n_classes(), shape.n_intervals())),
        width_((n_values + n_blocks_ - 1) / n_blocks_),
        memory_(memory) {
    memory_.weights.assign(u64{n_blocks_} * width_ * n_classes_, 0);
    memory_.tables.resize(2 * u64{n_blocks_} * joiner_.table_size());
    memory_.seen.assign(2 * u64{n_blocks_}, 0);
    memory_.changed.clear();
  }

  // Add a case; its tables are brought up to date by the next renew().
  void add(u32 code, u32 label, Count weight) {
    memory_.weights[u64{code} * n_classes_ + label] += weight;
    const u32 block = n_blocks_ + code / width_;
    if (memory_.seen[block] != step_) {
      memory_.seen[block] = step_;
      memory_.changed.push_back(block);
    }
  }
  void make_all() {
    for (u32 node = 2 * n_blocks_; node-- > std::max(n_blocks_, u32{2});) make_block(node);
    for (u32 node = n_blocks_; node-- > 2;) join(node);
    begin_step();
  }
  void renew() {
    std::vector<u32>& changed = memory_.changed;
    for (const u32 node : changed) {
      if (node > 1) make_block(node);
    }
    while (!changed.empty()) {
      u64 n_above = 0;
      for (const u32 below : changed) {
        const u32 node = below / 2;
        if (node > 1 && memory_.seen[node] != step_) {
          memory_.seen[node] = step_;
          join(node);
          changed[n_above++] = node;
        }
      }
      changed.resize(n_above);
    }
    begin_step();
  }
  // The greatest weight that can be classified correctly.
  Count most_correct() {
    if (n_blocks_ > 1) return joiner_.best_join(table(2), table(3));
    make_block(1);
    const Count* const last = table(1);
    return *std::max_element(last, last + joiner_.table_size());
  }

 private:
  void begin_step() {
    memory_.changed.clear();
    ++step_;
  }
  Count* table(u32 node) { return memory_.tables.data() + node * joiner_.table_size(); }
  void make_block(u32 node) {
    const u64 first = u64{node - n_blocks_} * width_;
    joiner_.make(memory_.weights.data() + first * n_classes_, width_, table(node));
  }
  void join(u32 node) { joiner_.join(table(2 * node), table(2 * node + 1), table(node)); }

  Joiner<Count, Shape> joiner_;
  u32 n_classes_, n_blocks_, width_;
  u32 step_ = 1;
  Memory memory_;
};

}  // namespace

u32 n_blocks_for(u32 n_values, u32 n_classes, u32 n_intervals) {
  const u64 width = std::max(u64{1}, u64{n_classes} * n_intervals / 4);
  u32 n_blocks = 1;
  while (n_blocks * 2 * width <= n_values) n_blocks *= 2;
  return n_blocks;
}

template <class Count>
void Sweep<Count>::run(const CutRange& range, Side side, u32 attribute, std::span<Count> least) {
  const Column& column = cases_.columns[attribute];
  if (!column.numeric) {
    run_nominal(range, side, column, least);
    return;
  }
  with_shape(cases_.n_classes, useful_intervals(column, max_intervals_),
             [&](auto shape) { run_numeric(range, side, column, shape, least); });
}

template <class Count>
template <class Shape>
void Sweep<Count>::run_numeric(const CutRange& range, Side side, const Column& column, Shape shape,
                               std::span<Count> least) {
  const Steps steps(range, side);
  TableTree<Count, Shape> tree(shape, column.n_values, {weights_, tables_, seen_, changed_});
  std::vector<Count> unknown(cases_.n_classes);
  Count total = 0;
  for (u32 step = 0; step < steps.n_steps(); ++step) {
    progress_.check();
    for (const u32 row : steps.arriving(step)) {
      const u32 code = column.code[row], label = cases_.target[row];
      const Count weight = cases_.weight_of(row);
      total += weight;
      if (code == column.n_values) {
        unknown[label] += weight;
      } else {
        tree.add(code, label, weight);
      }
    }
    if (step == 0) {
      tree.make_all();
      continue;
    }
    tree.renew();
    const Count errors =
        total - tree.most_correct() - *std::max_element(unknown.begin(), unknown.end());
    Count& here = least[steps.place(step)];
    here = std::min(here, errors);
  }
}

template <class Count>
void Sweep<Count>::run_nominal(const CutRange& range, Side side, const Column& column,
                               std::span<Count> least) {
  const Steps steps(range, side);
  weights_.assign((column.n_values + u64{1}) * cases_.n_classes, 0);  // unknown is a value
  best_.assign(column.n_values + u64{1}, 0);
  Count errors = add_errors(steps.arriving(0), column);
  for (u32 step = 1; step < steps.n_steps(); ++step) {
    progress_.check();
    errors += add_errors(steps.arriving(step), column);
    Count& here = least[steps.place(step)];
    here = std::min(here, errors);
  }
}

template <class Count>
Count Sweep<Count>::add_errors(std::span<const u32> rows, const Column& column) {
  Count errors = 0;
  for (const u32 row : rows) {
    const u32 code = column.code[row];
    Count& of_class = weights_[u64{code} * cases_.n_classes + cases_.target[row]];
    of_class += cases_.weight_of(row);
    const Count more = std::max(of_class - best_[code], Count{0});
    best_[code] += more;
    errors += cases_.weight_of(row) - more;
  }
  return errors;
}

template class Sweep<i32>;
template class Sweep<i64>;

}  // namespace cutpoint::t2
