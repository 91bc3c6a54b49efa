#include "search/scan_deviations.hpp"

#include <algorithm>
#include <vector>

#include "search/block_sums.hpp"
#include "search/value_table.hpp"

namespace cutpoint {

namespace {

// Of rows of one kind. K: the number of classes if it is small; else 0.
template <class Entry, class Rows, u32 K>
class Scan {
  using Sum = typename Rows::Sum;

 public:
  explicit Scan(u32 n_classes) : lower_(n_classes), none_(n_classes), sum_blocks_(n_classes) {}

  void find(const ColumnCuts<Entry>& cuts, const Deviations<K>& deviations, DeviationBar bar,
            CutVisitor& visitor);

 private:
  static constexpr u32 kSingle = 64;  // entries of a single block
  static u32 block_size(u32 size) { return size < 400 ? 16 : size < 4000 ? 32 : 64; }

  u32 sum(u32 block);
  const Sum* sums_at(u32 b) const { return &sums_[b * none_.size()]; }
  Sum sum_of(const Sum* sums) const;
  bool leaves_enough(Sum below) const { return below >= least_ && known_ - below >= least_; }
  DeviationSums start_at(const Sum* sums);
  void look_behind(u32 b, u32 block);
  void open(const Sum* before, u32 first, u32 stop);
  template <class Visit>
  void walk(const Sum* before, u32 first, u32 stop, Visit visit);

  const Segment<Entry>* segment_ = nullptr;
  const Deviations<K>* deviations_ = nullptr;
  CutVisitor* visitor_ = nullptr;
  Sum known_ = 0, least_ = 0;
  DeviationBar bar_;
  PerClass<double, K> lower_;
  PerClass<Sum, K> none_;  // before the first entry
  BlockSums<Entry, Rows, K> sum_blocks_;
  std::vector<Sum> sums_;  // class weights before each block: first none
};

template <class Entry, class Rows, u32 K>
void Scan<Entry, Rows, K>::find(const ColumnCuts<Entry>& cuts, const Deviations<K>& deviations,
                                DeviationBar bar, CutVisitor& visitor) {
  segment_ = &cuts.segment;
  deviations_ = &deviations;
  visitor_ = &visitor;
  known_ = table_sum<Sum>(cuts.known);
  least_ = Rows::least(cuts.least);
  bar_ = bar;
  const u32 size = segment_->size();
  if (size <= kSingle) {
    open(none_.data(), 0, size - 1);
    return;
  }
  const u32 block = block_size(size), n_blocks = sum(block);
  for (u32 b = 1; b < n_blocks; ++b) look_behind(b, block);
  for (u32 b = 0; b < n_blocks; ++b) {
    const Sum *before = sums_at(b), *after = sums_at(b + 1);
    if (sum_of(after) < least_) continue;
    if (known_ - sum_of(before) < least_) break;
    if (!deviations.template may_reach<Rows>(bar_, before, after)) continue;
    open(before, b * block, std::min((b + 1) * block, size - 1));
  }
}

// The class weights at the ends of all blocks; returns how many those are.
template <class Entry, class Rows, u32 K>
u32 Scan<Entry, Rows, K>::sum(u32 block) {
  const u64 n_ends = (segment_->size() + block - 1) / block + 1;
  if (sums_.size() < n_ends * none_.size()) sums_.resize(n_ends * none_.size());
  return sum_blocks_(*segment_, 0, segment_->size(), block, sums_.data());
}

template <class Entry, class Rows, u32 K>
auto Scan<Entry, Rows, K>::sum_of(const Sum* sums) const -> Sum {
  Sum sum = 0;
  for (u32 k = 0; k < none_.size(); ++k) sum += sums[k];
  return sum;
}

template <class Entry, class Rows, u32 K>
DeviationSums Scan<Entry, Rows, K>::start_at(const Sum* sums) {
  for (u32 k = 0; k < none_.size(); ++k) lower_[k] = Rows::real(sums[k]);
  return deviations_->sums_of(lower_);
}

// The best cut between two blocks is hard to beat.
template <class Entry, class Rows, u32 K>
void Scan<Entry, Rows, K>::look_behind(u32 b, u32 block) {
  const DeviationSums sums = start_at(sums_at(b));
  if (!bar_.is_reached(bar_.excess(sums))) return;
  const Sum below = sum_of(sums_at(b));
  if (!leaves_enough(below) || !segment_->separates(b * block)) return;
  bar_ = visitor_->look(lower_, Rows::weight(below));
}

template <class Entry, class Rows, u32 K>
void Scan<Entry, Rows, K>::open(const Sum* before, u32 first, u32 stop) {
  bool found = false;
  walk(before, first, stop, [&](Sum below, u32) {
    found = true;
    return visitor_->look(lower_, Rows::weight(below));
  });
  if (!found) return;
  walk(before, first, stop, [&](Sum below, u32 position) {
    return visitor_->take(lower_, Rows::weight(below), position);
  });
}

// Visit the cuts behind the entries first ... stop - 1 that reach the bar.
template <class Entry, class Rows, u32 K>
template <class Visit>
void Scan<Entry, Rows, K>::walk(const Sum* before, u32 first, u32 stop, Visit visit) {
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

// Rows of both kinds.
template <class Entry, u32 K>
class ScanOfClasses final : public ScanDeviations<Entry> {
 public:
  explicit ScanOfClasses(u32 n_classes)
      : deviations_(n_classes), full_(n_classes), fractional_(n_classes) {}

  void set(std::span<const double> weights, std::span<const double> totals, double cases) override {
    deviations_.set(weights, totals, cases);
  }
  DeviationBar bar(DeviationLine line) const override { return deviations_.bar(line); }
  void find(const ColumnCuts<Entry>& cuts, DeviationBar bar, CutVisitor& visitor) override {
    if (cuts.has_fractions) {
      fractional_.find(cuts, deviations_, bar, visitor);
    } else {
      full_.find(cuts, deviations_, bar, visitor);
    }
  }

 private:
  Deviations<K> deviations_;
  Scan<Entry, FullRows, K> full_;
  Scan<Entry, FractionalRows, K> fractional_;
};

}  // namespace

template <class Entry>
std::unique_ptr<ScanDeviations<Entry>> ScanDeviations<Entry>::make(u32 n_classes) {
  if (n_classes == 2) return std::make_unique<ScanOfClasses<Entry, 2>>(n_classes);
  if constexpr (sizeof(Entry) <= sizeof(u32)) {
    if (n_classes == 3) return std::make_unique<ScanOfClasses<Entry, 3>>(n_classes);
    if (n_classes == 4) return std::make_unique<ScanOfClasses<Entry, 4>>(n_classes);
  }
  return std::make_unique<ScanOfClasses<Entry, 0>>(n_classes);
}

template class ScanDeviations<u16>;
template class ScanDeviations<u32>;
template class ScanDeviations<u64>;

}  // namespace cutpoint
