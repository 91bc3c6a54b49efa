// The best cut of rows of any number of classes, full or fractional, by a measure of the counts
// family.
//
// Blocks of entries that cannot hold a better cut are skipped. Others are walked through twice:
// first to see how good their best cut looks, so that then hardly any other has to be worked out.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "search/block_sums.hpp"
#include "search/deviations.hpp"
#include "search/value_table.hpp"

namespace cutpoint {

// A column, and what its cuts must leave on both sides.
template <class Entry>
struct ColumnCuts {
  const Segment<Entry>& segment;
  Weight known, least;
};

template <class Entry, class Rows, u32 K>
class ScanDeviations {
  using Sum = typename Rows::Sum;

 public:
  explicit ScanDeviations(u32 n_classes)
      : lower_(n_classes), none_(n_classes), sum_blocks_(n_classes) {}

  // The class weights below the cut that a visitor is called for.
  std::span<const double> lower() const { return lower_; }

  // Call `look(below)` for cuts that may be the best, and then take(below, position) for all that
  // still may, in their order. Both return what better cuts must reach, which is `bar` before.
  template <class Look, class Take>
  void find(const ColumnCuts<Entry>& cuts, const Deviations<K>& deviations, DeviationBar bar,
            Look look, Take take) {
    segment_ = &cuts.segment;
    deviations_ = &deviations;
    known_ = table_sum<Sum>(cuts.known);
    least_ = Rows::least(cuts.least);
    bar_ = bar;
    const u32 size = segment_->size();
    if (size <= kSingle) {
      open(none_.data(), 0, size - 1, look, take);
      return;
    }
    const u32 block = block_size(size), n_blocks = sum(block);
    for (u32 b = 1; b < n_blocks; ++b) look_behind(b, block, look);
    for (u32 b = 0; b < n_blocks; ++b) {
      const Sum *before = sums_at(b), *after = sums_at(b + 1);
      if (sum_of(after) < least_) continue;
      if (known_ - sum_of(before) < least_) break;
      if (!deviations.template may_reach<Rows>(bar_, before, after)) continue;
      open(before, b * block, std::min((b + 1) * block, size - 1), look, take);
    }
  }

 private:
  static constexpr u32 kSingle = 64;  // entries of a single block
  static u32 block_size(u32 size) { return size < 400 ? 16 : size < 4000 ? 32 : 64; }

  // The class weights at the ends of all blocks; returns how many those are.
  u32 sum(u32 block) {
    const u64 n_ends = (segment_->size() + block - 1) / block + 1;
    if (sums_.size() < n_ends * none_.size()) sums_.resize(n_ends * none_.size());
    return sum_blocks_(*segment_, 0, segment_->size(), block, sums_.data());
  }
  const Sum* sums_at(u32 b) const { return &sums_[b * none_.size()]; }
  Sum sum_of(const Sum* sums) const {
    Sum sum = 0;
    for (u32 k = 0; k < none_.size(); ++k) sum += sums[k];
    return sum;
  }
  bool leaves_enough(Sum below) const { return below >= least_ && known_ - below >= least_; }
  DeviationSums start_at(const Sum* sums) {
    for (u32 k = 0; k < none_.size(); ++k) lower_[k] = Rows::real(sums[k]);
    return deviations_->sums_of(lower_);
  }

  // The best cut between two blocks is hard to beat.
  template <class Look>
  void look_behind(u32 b, u32 block, Look& look) {
    const DeviationSums sums = start_at(sums_at(b));
    if (!bar_.is_reached(bar_.excess(sums))) return;
    const Sum below = sum_of(sums_at(b));
    if (leaves_enough(below) && segment_->separates(b * block)) bar_ = look(Rows::weight(below));
  }
  template <class Look, class Take>
  void open(const Sum* before, u32 first, u32 stop, Look& look, Take& take) {
    bool found = false;
    walk(before, first, stop, [&](Sum below, u32) {
      found = true;
      return look(Rows::weight(below));
    });
    if (!found) return;
    walk(before, first, stop,
         [&](Sum below, u32 position) { return take(Rows::weight(below), position); });
  }
  // Visit the cuts behind the entries first ... stop - 1 that reach the bar.
  template <class Visit>
  void walk(const Sum* before, u32 first, u32 stop, Visit visit) {
    const EntryCodec<Entry> codec = segment_->codec;
    const Entry* entries = segment_->entries.data();
    const Deviations<K>& deviations = *deviations_;
    DeviationBar bar = bar_;
    DeviationSums sums = start_at(before);
    Sum below = sum_of(before);
    double* lower = lower_.data();
    for (u32 i = first; i < stop; ++i) {
      const Sum weight = Rows::of(*segment_, entries[i]);
      const u32 k = Rows::kHasFractions ? codec.cls(entries[i]) : codec.cls_of_full(entries[i]);
      below += weight;
      deviations.move(k, Rows::real(weight), lower[k], sums);
      lower[k] += Rows::real(weight);
      if (!bar.is_reached(bar.excess(sums))) [[likely]]
        continue;
      if (leaves_enough(below) && segment_->separates(i + 1)) bar = visit(below, i + 1);
    }
    bar_ = bar;
  }

  const Segment<Entry>* segment_ = nullptr;
  const Deviations<K>* deviations_ = nullptr;
  Sum known_ = 0, least_ = 0;
  DeviationBar bar_;
  PerClass<double, K> lower_;
  PerClass<Sum, K> none_;  // before the first entry
  BlockSums<Entry, Rows, K> sum_blocks_;
  std::vector<Sum> sums_;  // class weights before each block: first none
};

}  // namespace cutpoint
