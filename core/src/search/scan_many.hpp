// The best cut of rows of any number of classes, full or fractional, by a measure of the
// information family.
//
// Inside a block of entries cells - keep * sides is bounded in O(classes) without a logarithm: x lg
// x of the class weights is convex, so it is at most what the ends of the block say once a multiple
// of the weight below is added; minus x lg x of the sides is at most a tangent. Only blocks that
// may hold a better cut are opened, and there only cuts that may be better are worked out exactly.
#pragma once
#include <array>
#include <vector>

#include "search/block_sums.hpp"
#include "search/information_scorer.hpp"
#include "search/row_weights.hpp"
#include "search/split_candidate.hpp"

namespace cutpoint {

template <class Entry, class Rows, u32 K>
class ScanMany {
  using Sum = typename Rows::Sum;

 public:
  ScanMany(const XLogX& xlogx, const XLogXBounds& bounds, u32 n_classes, u64 most_rows)
      : xlogx_(xlogx),
        bounds_(bounds),
        n_classes_(n_classes),
        most_rows_(most_rows),
        sum_blocks_(n_classes),
        totals_(n_classes),
        exact_for_(n_classes),
        lower_(n_classes),
        group_lower_(n_classes),
        part_(n_classes),
        group_part_(n_classes),
        exact_(n_classes) {}

  // Sum up a segment; the weight of each class is then in total().
  void begin(const Segment<Entry>& segment) {
    segment_ = &segment;
    if (sums_.empty()) allocate();
    block_ = block_size(segment.size());
    known_ = 0;
    if constexpr (Rows::kHasFractions) {
      if (segment.size() <= kSingle) {  // the cuts of a single block are listed at once
        n_blocks_ = 1;
        n_tried_ = 0;
        std::ranges::fill(lower_, Sum{0});
        const u32 last = segment.size() - 1;
        known_ = list_cuts(0, last, 0) + Rows::of(segment, segment.entries[last]);
        totals_ = lower_;
        totals_[segment.codec.cls(segment.entries[last])] += known_ - sum_of(lower_.data());
        return;
      }
    }
    n_blocks_ = sum_blocks_(segment, 0, segment.size(), block_, sums_.data());
    for (u32 k = 0; k < classes(); ++k) {
      totals_[k] = sums_[n_blocks_ * classes() + k];
      known_ += totals_[k];
    }
  }
  Weight known() const { return Rows::weight(known_); }
  Weight total(u32 k) const { return Rows::weight(totals_[k]); }
  // How far rounding can make a bound of this scan too low.
  double slack() const { return 64.0 * (classes() + 2 * block_ + 4); }

  // Offer all cuts that leave the least weight on both sides. The weight below the best is in
  // below().
  void find(Weight least, BestCut& best) {
    least_ = Rows::least(least);
    std::ranges::fill(exact_for_, static_cast<Sum>(-1));
    exact_below_ = static_cast<Sum>(-1);
    if (n_blocks_ == 1) {
      if constexpr (Rows::kHasFractions) {
        open_single(best);
      } else {
        open_full(0, segment_->size(), 0, 0, best);
      }
      return;
    }
    bound_ends(0, n_blocks_);
    look_between_blocks(best);
    each_open(0, n_blocks_, best, [&](u32 b, Sum below) {
      const u32 begin = b * block_;
      if (block_ <= kNarrow) {
        open(begin, begin + block_, b, below, best);
        return;
      }
      // A wide block is divided into narrow ones, whose sums are kept behind those of all blocks.
      const u32 row = n_blocks_ + 1;
      for (u32 k = 0; k < classes(); ++k) sums_[row * classes() + k] = sums_[b * classes() + k];
      const u32 end = std::min(begin + block_, segment_->size());
      const u32 n_inner = sum_blocks_(*segment_, begin, end, kNarrow, &sums_[row * classes()]);
      bound_ends(row, n_inner);
      each_open(row, n_inner, best, [&](u32 i, Sum low) {
        const u32 at = begin + (i - row) * kNarrow;
        open(at, std::min(at + kNarrow, end), i, low, best);
      });
    });
  }
  Weight below() const { return Rows::weight(best_below_); }

 private:
  static constexpr u32 kLeast = 16, kNarrow = 32, kWide = 128;    // entries of a block
  static constexpr u32 kGroup = 8;                                // and of a part of a narrow one
  static constexpr u32 kSingle = Rows::kHasFractions ? 128 : 64;  // entries of a single block
  static constexpr u32 kMostTried = std::max(kSingle, kWide);

  u32 classes() const { return K > 0 ? K : n_classes_; }
  static u32 block_size(u32 size) {
    return size <= kSingle ? kSingle : size < 200 ? kLeast : size < 1500 ? kNarrow : kWide;
  }
  // When it is first needed: few trees have nodes of both kinds, and there are many small trees.
  void allocate() {
    const u64 n_blocks = std::min<u64>(most_rows_ / kLeast,  // the most that any size has
                                       std::max<u64>(most_rows_ / kWide, 1500 / kNarrow));
    const u64 n_inner = kWide / kNarrow;
    sums_.resize((n_blocks + n_inner + 6) * n_classes_);
    upper_.resize(sums_.size());
    if constexpr (Rows::kHasFractions) tried_lower_.resize(u64{kMostTried} * n_classes_);
  }

  // An upper bound of x lg x on both sides, by class, at both ends of each block.
  void bound_ends(u32 row, u32 n_blocks) {
    const u32 stop = (row + n_blocks + 1) * classes();
    for (u32 i = row * classes(); i < stop; i += classes()) {
      for (u32 k = 0; k < classes(); ++k) upper_[i + k] = both_above(sums_[i + k], totals_[k]);
    }
  }
  double both_above(Sum below, Sum total) const {
    return Rows::above(below, xlogx_, bounds_) + Rows::above(total - below, xlogx_, bounds_);
  }
  Sum weight_at(u32 row) const { return sum_of(&sums_[row * classes()]); }
  Sum sum_of(const Sum* sums) const {
    Sum sum = 0;
    for (u32 k = 0; k < classes(); ++k) sum += sums[k];
    return sum;
  }

  // The cut between two blocks that looks best is hard to beat.
  void look_between_blocks(BestCut& best) {
    const double keep = best.line().keep;
    double looks_best = -std::numeric_limits<double>::infinity();
    u32 found = 0;
    for (u32 b = 1; b < n_blocks_; ++b) {
      const Sum below = weight_at(b);
      if (below < least_ || known_ - below < least_) continue;
      double cells = 0.0;
      for (u32 k = 0; k < classes(); ++k) cells += upper_[b * classes() + k];
      const double sides = both_above(below, known_);
      if (!best.may_accept(cells, sides)) continue;
      const double looks = cells - keep * sides;
      if (looks > looks_best && segment_->separates(b * block_)) looks_best = looks, found = b;
    }
    if (found > 0) best.raise_floor(exactly(&sums_[found * classes()], weight_at(found)));
  }

  // Visit the blocks that may hold a better cut, with the weight before each.
  template <class Visit>
  void each_open(u32 row, u32 n_blocks, const BestCut& best, Visit&& visit) {
    Sum after = weight_at(row);
    for (u32 b = row; b < row + n_blocks; ++b) {
      const Sum before = after;
      after = weight_at(b + 1);
      if (after < least_) continue;
      if (known_ - before < least_) break;
      const u32 i = b * classes(), j = i + classes();
      if (!may_hold({&sums_[i], &upper_[i], before}, {&sums_[j], &upper_[j], after}, best))
        continue;
      visit(b, before);
    }
  }
  // An end of a block: the class weights below it, bounds of x lg x there, the weight of all below.
  struct End {
    const Sum* sums;
    const double* upper;
    Sum below;
  };
  bool may_hold(const End& low, const End& high, const BestCut& best) const {
    return bound(low, high, best.line().keep) > best.line().bar;
  }
  double bound(const End& first, const End& last, double keep) const {
    const Sum half = first.below + (last.below - first.below) / 2;
    const Line low = Rows::tangent(half, xlogx_, bounds_);
    const Line high = Rows::tangent(known_ - half, xlogx_, bounds_);
    double most = -keep * (low.at_zero + high.at_zero + high.slope * Rows::real(known_));
    const double tilt = -keep * (low.slope - high.slope);
    for (u32 k = 0; k < classes(); ++k) {
      most += std::max(first.upper[k] + tilt * Rows::real(first.sums[k]),
                       last.upper[k] + tilt * Rows::real(last.sums[k]));
    }
    return most;
  }

  // Try the cuts of a block whose sums begin at `row`.
  void open(u32 first, u32 stop, u32 row, Sum below, BestCut& best) {
    if constexpr (Rows::kHasFractions) {
      open_fractional(first, stop, row, below, best);
    } else {
      open_full(first, stop, row, below, best);
    }
  }
  // Full rows: x lg x is looked up, and from one cut to the next one class changes.
  void open_full(u32 first, u32 stop, u32 row, u32 below, BestCut& best) {
    const EntryCodec<Entry> codec = segment_->codec;
    const Bits* xlogx = xlogx_.table();
    const Entry* entries = segment_->entries.data();
    Sum* lower = lower_.data();
    Bits cells;
    for (u32 k = 0; k < classes(); ++k) {
      lower[k] = sums_[row * classes() + k];
      cells += xlogx[lower[k]] + xlogx[totals_[k] - lower[k]];
    }
    stop = std::min(stop, segment_->size() - 1);
    CutLine line = best.line();
    for (u32 i = first; i < stop; ++i) {
      const u32 k = codec.cls_of_full(entries[i]), c = lower[k]++;
      const u32 above = totals_[k] - c;
      cells += (xlogx[c + 1] - xlogx[c]) + (xlogx[above - 1] - xlogx[above]);
      ++below;
      if (below < least_) continue;
      if (known_ - below < least_) return;
      const Bits sides = xlogx[below] + xlogx[known_ - below];
      if (static_cast<double>(cells.units()) - line.keep * static_cast<double>(sides.units()) <=
          line.bar) [[likely]] {
        continue;
      }
      if (!segment_->separates(i + 1) || !best.offer({cells, sides}, i + 1)) continue;
      best_below_ = below;
      line = best.line();
    }
  }
  // Fractions: the cuts of the groups that may hold a better one are tried.
  void open_fractional(u32 first, u32 stop, u32 row, Sum below, BestCut& best) {
    for (u32 k = 0; k < classes(); ++k) {
      lower_[k] = sums_[row * classes() + k];
      part_[k] = upper_[row * classes() + k];
    }
    stop = std::min(stop, segment_->size() - 1);
    n_tried_ = 0;
    for (u32 i = first; i < stop; i += kGroup) {
      const u32 n_listed = n_tried_;
      group_lower_ = lower_;
      group_part_ = part_;
      const End low{group_lower_.data(), group_part_.data(), below};
      below = list_cuts(i, std::min(i + kGroup, stop), below);
      for (u32 k = 0; k < classes(); ++k) {
        if (K > 0 || lower_[k] != group_lower_[k]) part_[k] = both_above(lower_[k], totals_[k]);
      }
      if (!may_hold(low, {lower_.data(), part_.data(), below}, best)) n_tried_ = n_listed;
    }
    if (!leave_enough()) return;
    bound_cuts<false>();
    try_cuts(best);
  }
  // The cuts of a single block are listed already.
  void open_single(BestCut& best) {
    if (!leave_enough()) return;
    XLogXBounds::is_fine(Rows::weight(known_)) ? bound_cuts<true>() : bound_cuts<false>();
    try_cuts(best);
  }
  // List the cuts behind the entries first ... stop - 1 that separate two values, with the class
  // weights below each; lower_ is where these start. Returns the weight of all up to the last.
  Sum list_cuts(u32 first, u32 stop, Sum below) {
    return is_tied() ? list_cuts<true>(first, stop, below) : list_cuts<false>(first, stop, below);
  }
  template <bool tied>
  Sum list_cuts(u32 first, u32 stop, Sum below) {
    const EntryCodec<Entry> codec = segment_->codec;
    const Entry* entries = segment_->entries.data();
    const Weight* weights = segment_->weights;
    Sum* lower = lower_.data();
    u32 n = n_tried_;
    for (u32 i = first; i < stop; ++i) {
      const Sum weight = weights[place_of_weight(codec, entries[i])].units();
      below += weight;
      lower[codec.cls(entries[i])] += weight;
      tried_at_[n] = i + 1;
      tried_below_[n] = below;
      for (u32 k = 0; k < classes(); ++k) tried_lower_[n * classes() + k] = lower[k];
      n += !tied || segment_->separates(i + 1) ? 1 : 0;
    }
    n_tried_ = n;
    return below;
  }
  bool is_tied() const { return segment_->rank != nullptr; }
  // Find the cuts of the list that leave enough on both sides; whether there are any.
  bool leave_enough() {
    u32 begin = 0, n = n_tried_;
    while (begin < n && tried_below_[begin] < least_) ++begin;
    while (n > begin && known_ - tried_below_[n - 1] < least_) --n;
    tried_ = {begin, n};
    return begin < n;
  }
  // Try these cuts, where their bounds let them.
  void try_cuts(BestCut& best) {
    const u32 first = best_looking(best.line());
    if (first == tried_.end) return;
    raise_floor(first, best);
    for (u32 j = tried_.begin; j < tried_.end; ++j) {
      if (!best.may_accept(tried_cells_[j], tried_sides_[j])) continue;
      if (best.offer(exactly(j), tried_at_[j])) best_below_ = tried_below_[j];
    }
  }

  // What each of them may be at most, without a logarithm. `fine`: whether all weights are small.
  template <bool fine>
  void bound_cuts() {
    const auto above = [&](Sum units) {
      return fine ? bounds_.fine_above(Rows::weight(units)) : bounds_.above(Rows::weight(units));
    };
    const auto below = [&](Sum units) {
      return fine ? bounds_.fine_below(Rows::weight(units)) : bounds_.below(Rows::weight(units));
    };
    const EntryCodec<Entry> codec = segment_->codec;
    const Entry* entries = segment_->entries.data();
    const bool tied = is_tied();
    const Sum* lower = &tried_lower_[tried_.begin * classes()];
    double cells = 0.0;
    for (u32 k = 0; k < classes(); ++k) {
      cells += part_[k] = above(lower[k]) + above(totals_[k] - lower[k]);
    }
    const auto update = [&](u32 k) {
      const double now = above(lower[k]) + above(totals_[k] - lower[k]);
      cells += now - part_[k];
      part_[k] = now;
    };
    const Sum* before = lower;
    u32 entries_before = tried_at_[tried_.begin];
    for (u32 j = tried_.begin; j < tried_.end; ++j, before = lower, lower += classes()) {
      if (tied || tried_at_[j] > entries_before + 1) {
        for (u32 k = 0; k < classes(); ++k) {
          if (K > 0 || lower[k] != before[k]) update(k);
        }
      } else {  // from one cut to the next one class changes
        update(codec.cls(entries[tried_at_[j] - 1]));
      }
      entries_before = tried_at_[j];
      tried_cells_[j] = cells;
      tried_sides_[j] = below(tried_below_[j]) + below(known_ - tried_below_[j]);
    }
  }
  // Returns the one that looks best; tried_.end if none may be better than what was found before.
  u32 best_looking(const CutLine line) const {
    double looks_best = line.bar;
    u32 at = tried_.end;
    for (u32 j = tried_.begin; j < tried_.end; ++j) {
      const double looks = tried_cells_[j] - line.keep * tried_sides_[j];
      if (looks > looks_best) looks_best = looks, at = j;
    }
    return at;
  }
  // The cut that looks best is hard to beat, and the one that then looks best still more so.
  void raise_floor(u32 at, BestCut& best) {
    for (u32 found = tried_.end; at != found && at != tried_.end;) {
      found = at;
      const double keep = best.line().keep;
      best.raise_floor(exactly(at));
      if (best.line().keep == keep) return;  // what looks best does not depend on the bar
      at = best_looking(best.line());
    }
  }
  CutSums exactly(u32 tried) {
    return exactly(&tried_lower_[tried * classes()], tried_below_[tried]);
  }
  CutSums exactly(const Sum* lower, Sum below) {
    Bits cells;
    for (u32 k = 0; k < classes(); ++k) {
      if (exact_for_[k] != lower[k]) {  // from cut to cut few of them change
        exact_for_[k] = lower[k];
        exact_[k] = Rows::exact(lower[k], xlogx_) + Rows::exact(totals_[k] - lower[k], xlogx_);
      }
      cells += exact_[k];
    }
    if (exact_below_ != below) {
      exact_below_ = below;
      exact_sides_ = Rows::exact(below, xlogx_) + Rows::exact(known_ - below, xlogx_);
    }
    return {cells, exact_sides_};
  }

  const XLogX& xlogx_;
  const XLogXBounds& bounds_;
  u32 n_classes_;
  u64 most_rows_;
  BlockSums<Entry, Rows, K> sum_blocks_;
  const Segment<Entry>* segment_ = nullptr;
  u32 block_ = 0, n_blocks_ = 0;
  Sum known_ = 0, least_ = 0, best_below_ = 0;
  PerClass<Sum, K> totals_, exact_for_, lower_, group_lower_;
  PerClass<double, K> part_, group_part_;
  PerClass<Bits, K> exact_;
  Sum exact_below_ = 0;  // of the cut worked out last
  Bits exact_sides_;
  std::vector<Sum> sums_;      // class weights before each block: first none
  std::vector<double> upper_;  // bounds of x lg x there
  u32 n_tried_ = 0;            // cuts that are listed,
  struct Tried {
    u32 begin = 0, end = 0;
  };
  Tried tried_;                              // and those of them that leave enough on both sides
  std::array<u32, kMostTried> tried_at_;     // the entries below each,
  std::vector<Sum> tried_lower_;             // class weights below each,
  std::array<Sum, kMostTried> tried_below_;  // their sum,
  std::array<double, kMostTried> tried_cells_, tried_sides_;  // bounds: above, below
};

}  // namespace cutpoint
