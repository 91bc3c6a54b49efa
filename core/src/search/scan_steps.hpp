// The best cut of the full rows of a small node, all of whose values are known, by a measure of the
// information family.
//
// A cut that moves past a row changes one class: x lg x of it on both sides. By how much depends on
// how many rows of the class are below, so that for each class all changes are listed one after the
// other, once for all columns of the node.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "search/information_scorer.hpp"
#include "search/row_weights.hpp"
#include "search/split_candidate.hpp"

namespace cutpoint {

// What each row of a class adds to the sums of x lg x as a cut passes it.
class ClassSteps {
 public:
  // For so many rows of each class.
  template <class Totals>
  void set(const Totals& totals, const XLogX& xlogx) {
    u64 n_rows = 0;
    for (const u32 total : totals) n_rows += total;
    if (steps_.size() < n_rows) steps_.resize(n_rows), sides_.resize(n_rows + 1);
    first_.clear();
    cells_ = Bits();
    Bits* step = steps_.data();
    for (const u32 total : totals) {
      first_.push_back(step);
      cells_ += xlogx[total];
      for (u32 below = 0, above = total; below < total; ++below, --above) {
        *step++ = (xlogx[below + 1] - xlogx[below]) + (xlogx[above - 1] - xlogx[above]);
      }
    }
    for (u64 below = 0; below <= n_rows; ++below) {
      sides_[below] = static_cast<double>((xlogx[below] + xlogx[n_rows - below]).units());
    }
  }
  // x lg x of all classes before the first row,
  Bits cells() const { return cells_; }
  // and what the first row of each class adds; those of the following rows come behind.
  std::span<const Bits* const> first() const { return first_; }
  // x lg x of both sides, by the rows below.
  const double* sides() const { return sides_.data(); }

 private:
  Bits cells_;
  std::vector<Bits> steps_;
  std::vector<const Bits*> first_;
  std::vector<double> sides_;
};

// K: the number of classes if it is small; else 0.
template <class Entry, u32 K>
class ScanSteps {
 public:
  ScanSteps(const XLogX& xlogx, u32 n_classes)
      : xlogx_(xlogx), totals_(n_classes), next_(n_classes) {}

  void begin_node(const NodeTotals& node) {
    has_steps_ = false;
    n_rows_ = node.n_rows;
    is_small_ = !node.has_fractions && n_rows_ <= kRowsPerClass * totals_.size();
    if (!is_small_) return;
    for (u32 k = 0; k < totals_.size(); ++k) {
      totals_[k] = static_cast<u32>(node.classes[k].whole_cases());
    }
  }
  // Whether a column of the node can be scanned in this way.
  bool takes(const Segment<Entry>& segment) const { return is_small_ && segment.size() == n_rows_; }
  void begin(const Segment<Entry>& segment) { segment_ = &segment; }
  Weight known() const { return Weight::of_whole_cases(n_rows_); }
  Weight total(u32 k) const { return Weight::of_whole_cases(totals_[k]); }
  // How far rounding can make a sum of this scan too low.
  static double slack() { return 512.0; }

  // Offer all cuts that leave the least weight on both sides. The weight below the best is in
  // below().
  void find(Weight least, BestCut& best) {
    if (!has_steps_) steps_.set(totals_, xlogx_);
    has_steps_ = true;
    std::ranges::copy(steps_.first(), next_.begin());
    const Bits** next = next_.data();
    const double* sides = steps_.sides();
    const EntryCodec<Entry> codec = segment_->codec;
    const Entry* entries = segment_->entries.data();
    const u32 first = std::max(FullRows::least(least), u32{1});
    Bits cells = steps_.cells();
    for (u32 i = 0; i + 1 < first; ++i) cells += *next[codec.cls_of_full(entries[i])]++;
    CutLine line = best.line();
    for (u32 below = first; below + first <= n_rows_; ++below) {
      cells += *next[codec.cls_of_full(entries[below - 1])]++;
      if (static_cast<double>(cells.units()) - line.keep * sides[below] <= line.bar) [[likely]]
        continue;
      if (!segment_->separates(below)) continue;
      if (!best.offer({cells, xlogx_[below] + xlogx_[n_rows_ - below]}, below)) continue;
      best_below_ = below;
      line = best.line();
    }
  }
  Weight below() const { return Weight::of_whole_cases(best_below_); }

 private:
  // In larger nodes blocks are better bounded, which takes as long as to try the cuts of several
  // rows for each class.
  static constexpr u32 kRowsPerClass = 64;

  const XLogX& xlogx_;
  u32 n_rows_ = 0;
  bool is_small_ = false;   // whether the node at hand is, and has full rows only
  bool has_steps_ = false;  // whether a column of the node has asked for them
  PerClass<u32, K> totals_;
  ClassSteps steps_;
  PerClass<const Bits*, K> next_;
  const Segment<Entry>* segment_ = nullptr;
  u32 best_below_ = 0;
};

}  // namespace cutpoint
