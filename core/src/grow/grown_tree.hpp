// A tree as it grows: nodes with exact class weights, and what each test separates.
#pragma once
#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "cutpoint/integers.hpp"
#include "numeric/buffer.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

struct GrownNode {
  i32 attribute = -1;  // of the node's test; -1 at a leaf
  u32 first_child = 0;
  u32 n_branches = 0;
  u32 label = 0;
  // A single cut separates two rows, or two codes of a binned column.
  u64 below = 0, above = 0;
  Weight left, known;  // the weight below the cut, and of all known cases
  u64 test_start = 0;  // of a nominal test in branch_of; of several cuts in cuts
  u32 n_cuts = 0;      // of a test with several cuts; 0 if it has one, or none
  bool is_binned = false;
};

// Rows of so many elements. As their number grows none of them moves: each piece of memory holds as
// many rows as all before it.
template <class T>
class GrowingRows {
 public:
  explicit GrowingRows(u32 width) : width_(width) {}

  std::span<T> operator[](u64 i) {
    const Place at(i);
    return {pieces_[at.piece].data() + at.row * width_, width_};
  }
  std::span<const T> operator[](u64 i) const {
    const Place at(i);
    return {pieces_[at.piece].data() + at.row * width_, width_};
  }
  // Make room for so many rows, which are not filled in.
  void reserve(u64 n) {
    for (u64 room = room_of(pieces_.size()); room < n; room = room_of(pieces_.size())) {
      pieces_.emplace_back((room + kFirst) * width_);
    }
  }

 private:
  static constexpr u64 kFirst = 64;  // rows of the first piece, a power of two
  static u64 room_of(u64 n_pieces) { return (kFirst << n_pieces) - kFirst; }
  struct Place {
    explicit Place(u64 i)
        : piece(static_cast<u64>(std::bit_width(i + kFirst) - std::bit_width(kFirst))),
          row(i + kFirst - (kFirst << piece)) {}
    u64 piece, row;
  };

  u32 width_;
  std::vector<Buffer<T>> pieces_;
};

class GrownTree {
 public:
  explicit GrownTree(u32 n_classes) : n_classes_(n_classes), nodes_(1), weights_(n_classes) {}

  u32 n_classes() const { return n_classes_; }
  u32 size() const { return size_; }
  GrownNode& operator[](u32 i) { return nodes_[i][0]; }
  const GrownNode& operator[](u32 i) const { return nodes_[i][0]; }
  std::span<Weight> classes(u32 i) { return weights_[i]; }
  std::span<const Weight> classes(u32 i) const { return weights_[i]; }
  // Add leaves without cases; the number of the first.
  u32 add(u32 n) {
    const u32 first = size_;
    size_ += n;
    nodes_.reserve(size_);
    weights_.reserve(size_);
    for (u32 i = first; i < size_; ++i) {
      nodes_[i][0] = GrownNode();
      std::ranges::fill(weights_[i], Weight());
    }
    return first;
  }
  Weight weight(u32 i) const {
    Weight sum;
    for (const Weight weight : classes(i)) sum += weight;
    return sum;
  }
  // Give a node its most frequent class, the first on ties; that of its parent if it is empty.
  void give_label(u32 i, u32 of_parent) {
    const std::span<const Weight> weights = std::as_const(*this).classes(i);
    const u64 best = first_heaviest(weights);
    nodes_[i][0].label = weights[best] > Weight() ? static_cast<u32>(best) : of_parent;
  }

  std::vector<i32> branch_of;  // the branch of each value of nominal tests
  std::vector<double> cuts;    // of tests with several

 private:
  u32 n_classes_, size_ = 0;
  GrowingRows<GrownNode> nodes_;
  GrowingRows<Weight> weights_;  // by class
};

}  // namespace cutpoint
