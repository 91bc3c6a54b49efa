// Pruning where cases with unknown values go down several branches: all cases of a node are sent
// down again for each question about it.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "numeric/weight.hpp"
#include "prune/error_based.hpp"
#include "tree/partition.hpp"
#include "tree/weighted_items.hpp"

namespace cutpoint {

namespace {

// The weights that cases had before they were divided.
template <class Real>
class SavedWeights {
 public:
  // Give each item its share, rounded to whole units, so that sums of shares are exact.
  void share(std::span<const i32> items, std::span<Real> weights, Real factor) {
    constexpr double kUnits = static_cast<double>(Weight::kUnitsPerCase);
    for (const i32 item : items) {
      Real& weight = weights[static_cast<u64>(item)];
      saved_.push_back({item, weight});
      weight = static_cast<Real>(
          std::floor(static_cast<double>(weight) * kUnits * static_cast<double>(factor) + 0.5) /
          kUnits);
    }
  }
  // Give the last `count` items that were divided their weights back.
  void restore(u64 count, std::span<Real> weights) {
    for (u64 i = saved_.size() - count; i < saved_.size(); ++i) {
      weights[static_cast<u64>(saved_[i].item)] = saved_[i].weight;
    }
    saved_.resize(saved_.size() - count);
  }

 private:
  struct Saved {
    i32 item;
    Real weight;
  };
  std::vector<Saved> saved_;
};

// Release 8's recursion, as a stack of frames: a tree may be as deep as its data make it.
template <class Real>
class FractionalPruner {
 public:
  FractionalPruner(TestedTree& tree, const FractionalCases<Real>& cases,
                   const ErrorEstimate<Real>& estimate, const Progress& progress)
      : tree_(tree),
        nodes_(tree.nodes),
        cases_(cases),
        estimate_(estimate),
        progress_(progress),
        all_one_(cases.all_one),
        class_weights_(nodes_.n_classes) {}

  bool run() {
    enter({0, 0, cases_.items.size(), Mode::update});
    while (!frames_.empty()) {
      progress_.check();
      switch (frames_.back().stage) {
        case Stage::branches:
          next_branch();
          break;
        case Stage::trial:
          decide();
          break;
        case Stage::raising:
          finish_raising();
      }
    }
    return changed_;
  }

 private:
  // Release 8 compares its sums as they are.
  static constexpr Real kRounding = std::is_same_v<Real, float> ? 0 : Weight::kRoundingCases;
  enum class Mode : u8 { update, estimate_only };
  enum class Stage : u8 { branches, trial, raising };
  struct Call {
    u64 node, first, end;  // the items of the node
    Mode mode;
  };
  struct Frame {
    Call call;
    Stage stage;
    u64 known;       // where the items of known values begin
    i64 branch;      // the branch at hand; -1 before the first
    u64 branch_end;  // the end of its items, if it has any
    bool all_one;    // whether the weights were all 1 on the way in
    u64 largest;
    Real as_leaf, as_tree, known_weight, factor, greatest;
  };

  std::span<i32> items(u64 first, u64 end) { return cases_.items.subspan(first, end - first); }
  const ColumnTest& test(const Frame& frame) const { return tree_.tests[frame.call.node]; }

  // Begin an estimate; that of a leaf ends at once, with its result in estimated_.
  void enter(const Call& call) {
    const std::span<i32> here = items(call.first, call.end);
    const Real cases = total_weight<Real>(here, cases_.weights, all_one_);
    sum_class_weights<Real>(here, cases_.weights, cases_.classes, class_weights_);
    u64 label = static_cast<u64>(nodes_.label[call.node]);  // unless another is more frequent
    for (u64 c = 0; c < class_weights_.size(); ++c) {
      if (class_weights_[c] > class_weights_[label] + kRounding) label = c;
    }
    const Real as_leaf = estimate_.errors_of_leaf(cases, cases - class_weights_[label]);
    if (call.mode == Mode::update) {
      nodes_.label[call.node] = static_cast<i32>(label);
      nodes_.cases[call.node] = cases;
      std::ranges::copy(class_weights_, nodes_.distribution_of(call.node).begin());
    }
    if (nodes_.is_leaf(call.node)) {
      if (call.mode == Mode::update) nodes_.errors[call.node] = as_leaf;
      estimated_ = as_leaf;
      return;
    }
    const u64 known = call.first + gather(tree_.tests[call.node], kUnknown, here);
    const Real known_weight = total_weight<Real>(items(known, call.end), cases_.weights, all_one_);
    frames_.push_back({call, Stage::branches, known, -1, known, all_one_, 0, as_leaf, Real{0},
                       known_weight, Real{1}, Real{0}});
    all_one_ = all_one_ && known == call.first;
  }

  void next_branch() {
    Frame& frame = frames_.back();
    if (frame.branch_end > frame.known) leave_branch(frame);
    while (++frame.branch < nodes_.n_branches[frame.call.node]) {
      const u64 count =
          gather(test(frame), static_cast<i32>(frame.branch), items(frame.known, frame.call.end));
      frame.branch_end = frame.known + count;
      if (count == 0) continue;
      enter_branch(frame);
      return;
    }
    all_one_ = frame.all_one;
    if (frame.call.mode == Mode::estimate_only) {
      finish(frame.as_tree);
      return;
    }
    frame.stage = Stage::trial;
    const Call call = frame.call;
    enter({nodes_.child(call.node, frame.largest), call.first, call.end, Mode::estimate_only});
  }

  // The cases of unknown value go down the branch with its share of the known cases.
  void enter_branch(Frame& frame) {
    const u64 branch = static_cast<u64>(frame.branch);
    frame.factor =
        total_weight<Real>(items(frame.known, frame.branch_end), cases_.weights, all_one_) /
        frame.known_weight;
    if (frame.factor >= frame.greatest - kRounding / frame.known_weight) {
      frame.greatest = frame.factor;
      frame.largest = branch;
    }
    const std::span<i32> unknown = items(frame.call.first, frame.known);
    if constexpr (std::is_same_v<Real, float>) {
      scale_weights<Real>(unknown, cases_.weights, frame.factor);
    } else {
      saved_.share(unknown, cases_.weights, frame.factor);
    }
    enter({nodes_.child(frame.call.node, branch), frame.call.first, frame.branch_end,
           frame.call.mode});
  }

  void leave_branch(Frame& frame) {
    frame.as_tree += estimated_;
    if (frame.known == frame.call.first) return;
    gather(test(frame), kUnknown, items(frame.call.first, frame.branch_end));
    if constexpr (std::is_same_v<Real, float>) {
      unscale_weights<Real>(items(frame.call.first, frame.known), cases_.weights, frame.factor);
    } else {
      saved_.restore(frame.known - frame.call.first, cases_.weights);
    }
  }

  void decide() {
    Frame& frame = frames_.back();
    const u64 node = frame.call.node;
    switch (simpler(frame.as_leaf, frame.as_tree, estimated_)) {
      case Simpler::leaf:
        nodes_.make_leaf(node);
        nodes_.errors[node] = frame.as_leaf;
        changed_ = true;
        finish(frame.as_leaf);
        break;
      case Simpler::largest_branch: {
        changed_ = true;
        frame.stage = Stage::raising;
        const Call call = frame.call;
        enter({nodes_.child(node, frame.largest), call.first, call.end, Mode::update});
        break;
      }
      case Simpler::none:
        nodes_.errors[node] = frame.as_tree;
        finish(frame.as_tree);
    }
  }

  void finish_raising() {
    const Frame& frame = frames_.back();
    const u64 node = frame.call.node;
    tree_.copy(nodes_.child(node, frame.largest), node);
    finish(static_cast<Real>(nodes_.errors[node]));
  }

  void finish(Real estimated) {
    estimated_ = estimated;
    frames_.pop_back();
  }

  TestedTree& tree_;
  NodeTable& nodes_;
  const FractionalCases<Real>& cases_;
  const ErrorEstimate<Real>& estimate_;
  const Progress& progress_;
  bool all_one_;  // whether all weights of the items at hand are 1
  std::vector<Frame> frames_;
  Real estimated_ = 0;  // the result of the estimate that has just ended
  SavedWeights<Real> saved_;
  bool changed_ = false;
  std::vector<Real> class_weights_;
};

}  // namespace

template <class Real>
bool prune_fractional(TestedTree& tree, const FractionalCases<Real>& cases,
                      const ErrorEstimate<Real>& estimate, const Progress& progress) {
  return FractionalPruner<Real>(tree, cases, estimate, progress).run();
}

template bool prune_fractional(TestedTree&, const FractionalCases<float>&,
                               const ErrorEstimate<float>&, const Progress&);
template bool prune_fractional(TestedTree&, const FractionalCases<double>&,
                               const ErrorEstimate<double>&, const Progress&);

}  // namespace cutpoint
