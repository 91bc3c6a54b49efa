// Cuts by a custom criterion that is a function of arrays.
//
// A call takes as long as a thousand values. So the cuts of all columns of a node are valued in one
// call, as far as the class weights before the test are the same.
//
// If the criterion is quasi-convex, no cut inside a block of entries is better than the best corner
// of its rectangle of class weights. So the ends of all blocks are valued first, and their corners;
// then the cuts of those blocks that may hold a better one. Of many classes there are too many
// corners.
#include <cmath>

#include "search/candidate_batch.hpp"
#include "search/choose.hpp"
#include "search/class_corners.hpp"
#include "search/finders.hpp"
#include "search/row_weights.hpp"

namespace cutpoint {

namespace {

template <class Entry>
class BatchFinder final : public CutFinder<Entry> {
  using Base = CutFinder<Entry>;
  using Base::node_;

 public:
  BatchFinder(const SearchContext& context, u32 n_classes)
      : Base(context),
        has_bounds_(context.spec.criterion.custom->quasi_convex() && n_classes <= kMostCornered),
        batch_(*context.spec.criterion.custom, n_classes),
        class_weights_(n_classes),
        before_(n_classes),
        totals_(n_classes),
        lower_(n_classes) {}

  void begin_node(const NodeTotals& node) override {
    Base::begin_node(node);
    columns_.clear();
    n_valued_ = n_found_ = 0;
  }
  bool looks_ahead() const override { return true; }
  void look_ahead(const Segment<Entry>& segment) override { columns_.push_back({segment}); }
  // Columns are asked for in the order in which they were looked at.
  SplitCandidate find(const Segment<Entry>&, const BestSoFar& so_far) override {
    if (n_found_ == n_valued_) value_columns(so_far);
    return candidate(n_found_++);
  }
  // Columns are not binned where they are valued together.
  SplitCandidate find(const ValueTable<u32>&, const BestSoFar&) override { return {}; }
  SplitCandidate find(const ValueTable<i64>&, const BestSoFar&) override { return {}; }

 private:
  static constexpr u64 kWorthBounds = 2048;  // cuts of which more calls are worth their time

  struct Column {
    Segment<Entry> segment;
    double value = kNoValue;  // of the best cut,
    double bar = kNoValue;    // what a better one is above
    double floor = kNoValue;  // the best one has at least about this
    u32 position = 0;         // the best is behind so many entries
  };
  struct Block {
    u32 column, first, stop;  // entries
    u64 before;               // where `ends_` has the class weights before it
    double bound;             // no cut inside has a greater value
  };

  u32 classes() const { return static_cast<u32>(totals_.size()); }

  // Value the next columns, as far as they have the same class weights.
  void value_columns(const BestSoFar& so_far) {
    const u32 first = n_valued_;
    while (n_valued_ < columns_.size()) {
      sum(columns_[n_valued_].segment);
      if (n_valued_ > first && class_weights_ != before_) break;
      before_ = class_weights_;
      ++n_valued_;
    }
    known_ = Weight();
    for (const Weight weight : before_) known_ += weight;
    least_ = this->least_for(known_);
    if (known_ < least_ + least_) return;
    for (u32 k = 0; k < classes(); ++k) totals_[k] = before_[k].cases();
    best_lower_.resize(u64{n_valued_} * classes());
    u64 n_cuts = 0;
    for (u32 c = first; c < n_valued_; ++c) n_cuts += columns_[c].segment.size();
    if (has_bounds_ && n_cuts >= kWorthBounds) {
      value_blocks(first, so_far);
    } else {
      for (u32 c = first; c < n_valued_; ++c) {
        std::ranges::fill(lower_, 0.0);
        list_cuts(c, 0, columns_[c].segment.size() - 1);
      }
    }
    value_cuts();
  }
  // The class weights of a column.
  void sum(const Segment<Entry>& segment) {
    if (!node_.has_fractions && segment.size() == node_.n_rows) {
      std::ranges::copy(node_.classes, class_weights_.begin());
      return;
    }
    std::ranges::fill(class_weights_, Weight());
    for (const Entry e : segment.entries) {
      class_weights_[segment.codec.cls(e)] += segment.weight(e);
    }
  }

  // List the cuts behind the entries first ... stop - 1 of a column, `lower_` being before them.
  void list_cuts(u32 c, u32 first, u32 stop) {
    const Segment<Entry>& segment = columns_[c].segment;
    batch_.begin(c);
    if (node_.has_fractions) {
      list_fractional(c, first, stop);
      return;
    }
    const u32 least = std::max(FullRows::least(least_), u32{1});
    stop = std::min(stop, segment.size() - least);
    for (; first + 1 < least && first < stop; ++first) {
      lower_[segment.codec.cls_of_full(segment.entries[first])] += 1.0;
    }
    while (first < stop) {
      const u32 n = static_cast<u32>(std::min<u64>(stop - first, batch_.room()));
      batch_.entered(segment.rank == nullptr ? list_full(segment, first, n)
                                             : list_tied(segment, first, n));
      first += n;
      if (batch_.room() > 0) continue;
      value_cuts();
      batch_.begin(c);
    }
  }
  // Class by class: a sum in a register, and no more than one number is written at a time.
  u32 list_full(const Segment<Entry>& segment, u32 first, u32 n) {
    u32* numbers = batch_.numbers();
    double* rest = batch_.below(0);
    for (u32 i = 0; i < n; ++i) numbers[i] = first + i + 1;
    for (u32 i = 0; i < n; ++i) rest[i] = first + i + 1;
    const Entry* entries = segment.entries.data() + first;
    const EntryCodec<Entry> codec = segment.codec;
    for (u32 k = 1; k < classes(); ++k) {
      double* below = batch_.below(k);
      u32 sum = static_cast<u32>(lower_[k]);
      for (u32 i = 0; i < n; ++i) {
        sum += codec.cls_of_full(entries[i]) == k;
        below[i] = sum;
      }
      for (u32 i = 0; i < n; ++i) rest[i] -= below[i];
      lower_[k] = sum;
    }
    lower_[0] = rest[n - 1];
    return n;
  }
  u32 list_tied(const Segment<Entry>& segment, u32 first, u32 n) {
    u32* numbers = batch_.numbers();
    u32 n_cuts = 0;
    for (u32 i = first; i < first + n;) {
      lower_[segment.codec.cls_of_full(segment.entries[i++])] += 1.0;
      if (!segment.separates(i)) continue;
      numbers[n_cuts] = i;
      for (u32 k = 0; k < classes(); ++k) batch_.below(k)[n_cuts] = lower_[k];
      ++n_cuts;
    }
    return n_cuts;
  }
  void list_fractional(u32 c, u32 first, u32 stop) {
    const Segment<Entry>& segment = columns_[c].segment;
    const double known = known_.cases(), least = least_.cases();
    double below = 0.0;
    for (const double weight : lower_) below += weight;
    for (u32 i = first; i < stop;) {
      const Entry e = segment.entries[i++];
      const double weight = segment.weight(e).cases();
      below += weight;
      lower_[segment.codec.cls(e)] += weight;
      if (below < least) continue;
      if (known - below < least) return;
      if (!segment.separates(i)) continue;
      for (u32 k = 0; k < classes(); ++k) *batch_.below(k) = lower_[k];
      *batch_.numbers() = i;
      batch_.entered(1);
      if (batch_.room() > 0) continue;
      value_cuts();
      batch_.begin(c);
    }
  }
  void value_cuts() {
    batch_.value(totals_, [&](u32 c, u32 position, double value) {
      Column& column = columns_[c];
      if (value <= column.bar) return;  // NaN is not
      if (std::isnan(value)) throw MeasureFailed();
      column.value = value;
      column.bar = value + kLeastDifference;
      column.position = position;
      for (u32 k = 0; k < classes(); ++k) {
        best_lower_[u64{c} * classes() + k] = batch_.taken_below(k);
      }
    });
  }

  SplitCandidate candidate(u32 c) const {
    const Column& column = columns_[c];
    SplitCandidate out;
    if (column.position == 0) return out;
    const XLogX& xlogx = this->xlogx();
    Bits sum;
    for (u32 k = 0; k < classes(); ++k) {
      const Weight under = Weight::of_cases(best_lower_[u64{c} * classes() + k]);
      out.below += under;
      sum += xlogx.of(under) + xlogx.of(before_[k] - under) - xlogx.of(before_[k]);
    }
    sum += xlogx.of(known_) - xlogx.of(out.below) - xlogx.of(known_ - out.below);
    out.n_branches = 2;
    out.position = column.position;
    out.known = known_;
    this->charge(
        out, xlogx.to_real(sum),
        this->spec().penalty == Penalty::none ? 1 : Base::count_candidates(column.segment, least_));
    out.value = scaled_by_known(column.value, known_.cases() / node_.weight.cases());
    return out;
  }

  // Value the ends and the corners of all blocks, and then the cuts of those that may hold a better
  // one: first of the column that looks best, which is hard to beat.
  void value_blocks(u32 first, const BestSoFar& so_far) {
    blocks_.clear();
    ends_.clear();
    for (u32 c = first; c < n_valued_; ++c) list_corners(c);
    value_corners();
    const auto better = [](const Column& a, const Column& b) { return a.floor < b.floor; };
    const auto best =
        std::max_element(columns_.begin() + first, columns_.begin() + n_valued_, better);
    const u32 looks_best = static_cast<u32>(best - columns_.begin());
    list_open(kNoValue, [&](u32 c) { return c == looks_best; });
    value_cuts();
    BestSoFar reached = so_far;
    raise(reached, candidate(looks_best), this->spec());
    list_open(over_known(reached), [&](u32 c) { return c != looks_best; });
  }
  template <class Takes>
  void list_open(double bar, const Takes& takes) {
    for (const Block& block : blocks_) {
      if (!takes(block.column)) continue;
      if (block.bound < std::max(bar, columns_[block.column].floor)) continue;
      std::copy_n(&ends_[block.before], classes(), lower_.begin());
      list_cuts(block.column, block.first, block.stop);
    }
  }
  // What the value of a cut must reach to be as good as what was found before.
  double over_known(const BestSoFar& reached) const {
    if (reached.value == kNoValue) return kNoValue;
    const double share = known_.cases() / node_.weight.cases();
    const double value = reached.value > 0.0 ? reached.value / share : reached.value * share;
    return value - near(value);
  }
  void list_corners(u32 c) {
    const Segment<Entry>& segment = columns_[c].segment;
    const u32 size = classes() == 2 ? 32 : 64;
    const u32 stop = segment.size() - 1;
    batch_.begin(c);
    ends_.resize(ends_.size() + classes(), 0.0);
    for (u32 i = 0; i < stop; i += size) {
      const u64 before = ends_.size() - classes();
      const u32 end = std::min(i + size, stop);
      ends_.resize(ends_.size() + classes());
      const auto sums = std::span(ends_).last(2 * u64{classes()});
      add_class_weights(segment, i, end, sums);
      // One with an empty side has no value: then nothing is known of the block.
      const bool is_bounded = i > 0 && end < stop;
      blocks_.push_back({c, i, end, before, is_bounded ? kNoValue : -kNoValue});
      // The start of a block has an odd number, its other corners an even one.
      const u64 number = 2 * (blocks_.size() - 1);
      if (i > 0) enter(c, number + 1, sums.data());
      if (!is_bounded) continue;
      visit_corners(sums, lower_, [&] {
        enter(c, number, lower_.data());
        return false;
      });
    }
  }
  void enter(u32 c, u64 number, const double* below) {
    if (batch_.room() == 0) {
      value_corners();
      batch_.begin(c);
    }
    for (u32 k = 0; k < classes(); ++k) *batch_.below(k) = below[k];
    *batch_.numbers() = static_cast<u32>(number);
    batch_.entered(1);
  }
  void value_corners() {
    batch_.value(totals_, [&](u32 c, u32 number, double value) {
      if (std::isnan(value)) value = -kNoValue;
      Block& block = blocks_[number / 2];
      block.bound = std::max(block.bound, value);
      if (number % 2 == 0) return;
      Block& previous = blocks_[number / 2 - 1];
      previous.bound = std::max(previous.bound, value);
      if (leaves_enough(&ends_[block.before]) && columns_[c].segment.separates(block.first)) {
        columns_[c].floor = std::max(columns_[c].floor, value - near(value));
      }
    });
  }
  bool leaves_enough(const double* lower) const {
    double below = 0.0;
    for (u32 k = 0; k < classes(); ++k) below += lower[k];
    return below >= least_.cases() && known_.cases() - below >= least_.cases();
  }
  // Values so much below one that is reached are left out: they could only matter through a chain
  // of values, each better by hardly more than kLeastDifference.
  static double near(double value) { return 1e-6 * std::max(1.0, std::abs(value)); }

  bool has_bounds_;
  CandidateBatch batch_;
  std::vector<Weight> class_weights_;
  std::vector<Weight> before_;  // class weights of the columns that are valued,
  std::vector<double> totals_;  // the same in cases,
  Weight known_, least_;        // their sum, and the least on a side
  std::vector<double> lower_;
  std::vector<Column> columns_;     // of the node
  std::vector<double> best_lower_;  // by column and class: below its best cut
  std::vector<Block> blocks_;       // of the columns that are valued,
  std::vector<double> ends_;        // and the class weights between them
  u32 n_valued_ = 0, n_found_ = 0;
};

}  // namespace

template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_batch_finder(const SearchContext& context,
                                                    const FinderSize& size) {
  return std::make_unique<BatchFinder<Entry>>(context, size.n_classes);
}

CUTPOINT_FOR_ENTRIES(make_batch_finder)

}  // namespace cutpoint
