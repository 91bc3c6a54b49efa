// Intervals that merge with their neighbours, the pair most alike first.
#pragma once
#include <algorithm>
#include <vector>

#include "cuts/evidence_table.hpp"
#include "cuts/pair_queue.hpp"
#include "cuts/similarity.hpp"

namespace cutpoint {

// Interval i is known by the position where it began. `rate(a, b)` says how unlike two intervals
// are.
class MergingIntervals {
 public:
  static constexpr u32 kNone = ~u32{0};

  // Room for so many intervals; returns where their class weights go, row by row.
  std::span<double> reset(u32 n, u32 n_classes) {
    n_ = n, n_classes_ = n_classes, n_left_ = n;
    classes_.resize(u64{n} * n_classes);
    weight_.resize(n);
    links_.resize(n);
    return {classes_.data(), u64{n} * n_classes};
  }
  // Only the first rows are intervals.
  void shrink(u32 n) { n_ = n_left_ = n; }
  // To be called when the class weights are there: every row is an interval.
  void link() {
    for (u32 i = 0; i < n_; ++i) {
      weight_[i] = sum_of(classes(i));
      links_[i] = {i == 0 ? kNone : i - 1, i + 1 == n_ ? kNone : i + 1, i};
    }
  }
  // Rate all pairs of neighbours.
  template <class Rate>
  void rate_all(const Rate& rate) {
    queue_.reset(n_);
    for (u32 i = 0; n_ > 0 && links_[i].after != kNone; i = links_[i].after) {
      queue_.put(i, rate(interval(i), interval(links_[i].after)));
    }
    queue_.build();
  }

  u32 size() const { return n_left_; }
  // The left interval of the pair that is most alike, and the rating of the pair; kNone and
  // infinity if there is but one interval.
  struct Next {
    u32 left;
    double rating;
  };
  Next next_pair() const {
    const PairQueue::Next next = queue_.next();
    return {static_cast<u32>(next.pair), next.key};
  }

  // Merge interval i with the one after it; returns the position of the cut that is gone.
  template <class Rate>
  u32 merge(u32 i, const Rate& rate) {
    Links& here = links_[i];
    const u32 j = here.after, left = here.before, cut = here.last;
    add_to({classes_.data() + u64{i} * n_classes_, n_classes_}, classes(j));
    weight_[i] += weight_[j];
    here.last = links_[j].last;
    here.after = links_[j].after;
    --n_left_;
    queue_.remove(j);
    if (here.after == kNone) {
      queue_.remove(i);
    } else {
      links_[here.after].before = i;
      queue_.put(i, rate(interval(i), interval(here.after)));
    }
    if (left == kNone) {
      queue_.refresh(std::array<u64, 2>{i, j});
    } else {
      queue_.put(left, rate(interval(left), interval(i)));
      queue_.refresh(std::array<u64, 3>{left, i, j});
    }
    return cut;
  }

  // Number the intervals that are left anew, so that they lie together; who numbers something by
  // intervals must not call it. Worth while when few are left.
  void compact() {
    u32 n = 0;
    ratings_.clear();
    for (u32 i = 0; i != kNone; ++n) {
      const u32 after = links_[i].after;
      ratings_.push_back(queue_.key(i));
      std::copy_n(classes(i).begin(), n_classes_, classes_.begin() + i64{n} * n_classes_);
      weight_[n] = weight_[i];
      links_[n] = {n == 0 ? kNone : n - 1, after == kNone ? kNone : n + 1, links_[i].last};
      i = after;
    }
    n_ = n_left_;
    queue_.reset(n_);
    for (u32 i = 0; i + 1 < n_; ++i) queue_.put(i, ratings_[i]);
    queue_.build();
  }
  bool is_sparse() const { return n_ > kFew && n_left_ < n_ / 4; }

  std::span<const double> classes(u32 i) const {
    return {classes_.data() + u64{i} * n_classes_, n_classes_};
  }
  Interval interval(u32 i) const { return {classes(i), weight_[i]}; }
  double weight(u32 i) const { return weight_[i]; }
  u32 n_classes() const { return n_classes_; }
  u32 after(u32 i) const { return links_[i].after; }
  // Fill in the positions of the cuts that are left.
  void cuts(std::vector<u32>& positions) const {
    positions.clear();
    for (u32 i = 0; n_ > 0 && links_[i].after != kNone; i = links_[i].after) {
      positions.push_back(links_[i].last);
    }
  }

 private:
  static constexpr u32 kFew = 64;
  // The neighbours of an interval, and the last position in it.
  struct Links {
    u32 before, after, last;
  };

  u32 n_ = 0, n_classes_ = 0, n_left_ = 0;
  std::vector<double> classes_, weight_, ratings_;
  std::vector<Links> links_;
  PairQueue queue_;
};

}  // namespace cutpoint
