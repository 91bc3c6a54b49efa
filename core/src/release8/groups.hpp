// C4.5's test on groups of nominal values (option -s, its subset tests).
//
// Each value starts as a block. Blocks that are all of one class are joined at once; then the pair
// of blocks whose union scores best is joined, again and again, while that improves the test.
#pragma once
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "release8/value_table.hpp"

namespace cutpoint::release8 {

template <class Real>
struct GroupOptions {
  Real cases = 0;  // the weight at the node
  Real min_cases = 0;
  Score score = Score::gain_ratio;
  // Weights, gains and scores that differ by no more are equal; the program compares as they are.
  Real same_weight = 0;
  Real same_score = 0;
};

template <class Real>
struct GroupedTest {
  Real gain = kUnusable<Real>;  // in bits per case
  Real info = 0;                // the split information, in bits per case; unknown is a branch
  u32 n_branches = 0;           // 0: there is no test
  // Nothing was known. Release 8 then forgets its minimum number of cases for good.
  bool gave_up = false;
};

// Real: float for the faithful learner, double for the default one. XLgX: x lg x of a double. An
// object keeps its memory from one call to the next.
template <class Real, class XLgX>
class ValueGrouper {
 public:
  explicit ValueGrouper(const XLgX& xlgx) : xlgx_(xlgx) {}

  // `table` has the class weights of the values, summed, and is overwritten; `group_of` receives
  // the branch of each value.
  GroupedTest<Real> operator()(ValueTable<Real>& table, const GroupOptions<Real>& options,
                               std::span<i32> group_of);

 private:
  // Two blocks, and the test that there is when they are joined; no blocks if first is 0.
  struct Pair {
    u32 first = 0, second = 0;
    Real gain = kUnusable<Real>, info = 0, score = 0;
  };
  enum class Join : u8 { if_better, forced };
  struct Sizes {
    u32 n_large, largest;  // blocks with the minimum number of cases, the largest block
  };
  // Sums over the unknown cases and the blocks before the one at hand. Sums in single precision
  // depend on their order: only what comes first can be shared by several pairs.
  struct Sums {
    Real residual = 0, inner = 0, total = 0;
  };

  void make_blocks();
  void join_single_class_blocks();
  void join(u32 first, u32 second);
  void tabulate_pairs();
  void update_pairs(u32 first, u32 second);
  Sizes sizes() const;
  Pair best_pair(const PartitionBase<Real>& of, Join join, u32 barred, Real least_gain);
  Pair evaluate(u32 first, u32 second, Sums before, const PartitionBase<Real>& of) const;
  void add(Sums& sums, u32 block) const {
    sums.residual += residual_[block];
    add(sums, table_->totals()[block], total_xlgx_[block]);
  }
  static void add(Sums& sums, Real total, double xlgx) {
    sums.inner = static_cast<Real>(static_cast<double>(sums.inner) + xlgx);
    sums.total += total;
  }
  Real residual_of_pair(u32 first, u32 second);
  Real& pair_residual(u32 one, u32 other) {
    return pair_residual_[u64{std::min(one, other)} * stride_ + std::max(one, other)];
  }
  Real pair_residual(u32 one, u32 other) const {
    return pair_residual_[u64{std::min(one, other)} * stride_ + std::max(one, other)];
  }

  // While blocks are being joined, the minimum number of cases is one.
  Real one_case() const { return Real{1} - options_.same_weight; }
  u32 is_large(Real weight) const { return weight >= one_case() ? 1 : 0; }

  const XLgX& xlgx_;
  GroupOptions<Real> options_;
  ValueTable<Real>* table_ = nullptr;  // rows 1 to n_blocks_ are the blocks
  std::span<i32> group_of_;
  u32 n_blocks_ = 0;
  u32 n_large_ = 0;                  // blocks of at least one case
  std::vector<Real> residual_;       // of each block, its information
  std::vector<double> total_xlgx_;   // and x lg x of its weight
  std::vector<Real> pair_residual_;  // the information of each pair as one block
  u64 stride_ = 0;
  std::vector<Real> merged_;
};

template <class Real, class XLgX>
GroupedTest<Real> ValueGrouper<Real, XLgX>::operator()(ValueTable<Real>& table,
                                                       const GroupOptions<Real>& options,
                                                       std::span<i32> group_of) {
  table_ = &table;
  options_ = options;
  group_of_ = group_of;
  const u32 n_values = table.n_values();
  const Real known = options.cases - table.unknown();
  GroupedTest<Real> test;
  if (static_cast<double>(known) < kEpsilon) {
    test.gave_up = true;
    return test;
  }
  const PartitionBase<Real> of(table, options.cases, xlgx_);
  Real gain = partition_gain(table, n_values, of, one_case(), xlgx_);
  Real info = split_info(table, n_values, of.cases, xlgx_);
  make_blocks();
  const u32 n_before = n_blocks_;
  join_single_class_blocks();
  if (n_blocks_ < n_before) {
    gain = partition_gain(table, n_blocks_, of, one_case(), xlgx_);
    info = split_info(table, n_blocks_, of.cases, xlgx_);
  }
  Real score = score_of(options.score, gain, info, static_cast<Real>(kEpsilon));

  const Real least_gain = gain / Real{2};
  if (n_blocks_ > 2) tabulate_pairs();
  while (n_blocks_ > 2) {
    constexpr double kImprovement = 1e-5;
    const Sizes sizes = this->sizes();
    const Join how =
        options.score == Score::gain || sizes.n_large < 2 ? Join::forced : Join::if_better;
    const u32 barred = sizes.n_large >= 3 ? 0 : sizes.largest;
    const Pair best = best_pair(of, how, barred, least_gain);
    const bool better = static_cast<double>(best.score + options.same_score) >=
                        static_cast<double>(score) + kImprovement;
    if (best.first == 0 || (how == Join::if_better && !better)) break;
    update_pairs(best.first, best.second);
    join(best.first, best.second);
    info = best.info;
    score = best.score;
  }
  if (score <= Real{0}) return test;
  const Real least = options.min_cases - options.same_weight;
  test.gain = partition_gain(table, n_blocks_, of, least, xlgx_);
  test.info = info;
  test.n_branches = n_blocks_;
  for (i32& group : group_of_) {  // the values without a block share one more branch
    if (group >= 0) continue;
    group = static_cast<i32>(n_blocks_);
    test.n_branches = n_blocks_ + 1;
  }
  return test;
}

// Give each value that is present a block.
template <class Real, class XLgX>
void ValueGrouper<Real, XLgX>::make_blocks() {
  constexpr double kPresent = 0.5;  // a value of less weight gets no block
  n_blocks_ = 0;
  for (u32 r = 1; r <= table_->n_values(); ++r) {
    const bool present = static_cast<double>(table_->totals()[r] - options_.same_weight) > kPresent;
    group_of_[r - 1] = present ? static_cast<i32>(n_blocks_) : -1;
    if (!present) continue;
    ++n_blocks_;
    if (n_blocks_ == r) continue;
    std::ranges::copy(table_->row(r), table_->row(n_blocks_).begin());
    table_->totals()[n_blocks_] = table_->totals()[r];
  }
}

template <class Real, class XLgX>
void ValueGrouper<Real, XLgX>::join_single_class_blocks() {
  constexpr double kPurity = 0.1;  // weight of other classes that a block of one class may have
  const auto weight_of = [&](u32 block, u32 c) {
    return static_cast<double>(table_->row(block)[c] + options_.same_weight);
  };
  const auto is_of_class = [&](u32 block, u32 c) {
    return weight_of(block, c) >= static_cast<double>(table_->totals()[block]) - kPurity;
  };
  for (u32 first = 1; first < n_blocks_; ++first) {
    u32 c = 0;
    while (c + 1 < table_->n_classes() && weight_of(first, c) < kPurity) ++c;
    if (!is_of_class(first, c)) continue;
    for (u32 second = first + 1; second <= n_blocks_;) {
      if (is_of_class(second, c)) {
        join(first, second);
      } else {
        ++second;
      }
    }
  }
}

// Join the second block to the first; the last block takes its place.
template <class Real, class XLgX>
void ValueGrouper<Real, XLgX>::join(u32 first, u32 second) {
  const std::span<Real> one = table_->row(first), two = table_->row(second);
  for (u32 c = 0; c < table_->n_classes(); ++c) one[c] += two[c];
  const std::span<Real> totals = table_->totals();
  totals[first] += totals[second];
  if (second != n_blocks_) {
    std::ranges::copy(table_->row(n_blocks_), two.begin());
    totals[second] = totals[n_blocks_];
  }
  const auto group = [](u32 block) { return static_cast<i32>(block) - 1; };
  for (i32& g : group_of_) {
    if (g == group(second)) {
      g = group(first);
    } else if (g == group(n_blocks_)) {
      g = group(second);
    }
  }
  --n_blocks_;
}

template <class Real, class XLgX>
Real ValueGrouper<Real, XLgX>::residual_of_pair(u32 first, u32 second) {
  const std::span<const Real> one = table_->row(first), two = table_->row(second);
  for (u32 c = 0; c < table_->n_classes(); ++c) merged_[c] = one[c] + two[c];
  return total_info<Real>(merged_, xlgx_);
}

template <class Real, class XLgX>
void ValueGrouper<Real, XLgX>::tabulate_pairs() {
  stride_ = n_blocks_ + 1;
  merged_.resize(table_->n_classes());
  residual_.resize(stride_);
  total_xlgx_.resize(stride_);
  pair_residual_.resize(stride_ * stride_);
  n_large_ = 0;
  for (u32 b = 1; b <= n_blocks_; ++b) {
    residual_[b] = total_info<Real>(table_->row(b), xlgx_);
    total_xlgx_[b] = xlgx_(table_->totals()[b]);
    n_large_ += is_large(table_->totals()[b]);
    for (u32 other = 1; other < b; ++other) pair_residual(other, b) = residual_of_pair(other, b);
  }
}

// What will hold when the two have been joined: only the pairs of the joined block are new.
template <class Real, class XLgX>
void ValueGrouper<Real, XLgX>::update_pairs(u32 first, u32 second) {
  const std::span<const Real> totals = table_->totals();
  const Real total = totals[first] + totals[second];
  n_large_ = n_large_ + is_large(total) - is_large(totals[first]) - is_large(totals[second]);
  residual_[first] = pair_residual(first, second);
  total_xlgx_[first] = xlgx_(total);
  const u32 last = n_blocks_;
  if (second != last) {
    residual_[second] = residual_[last];
    total_xlgx_[second] = total_xlgx_[last];
    for (u32 b = 1; b < last; ++b) {
      if (b != second) pair_residual(b, second) = pair_residual(b, last);
    }
  }
  // The rows have not been joined yet: `last` stands where `second` will.
  const std::span<const Real> one = table_->row(first), two = table_->row(second);
  for (u32 b = 1; b <= last; ++b) {
    if (b == first || b == second) continue;
    const std::span<const Real> other = table_->row(b);
    for (u32 c = 0; c < table_->n_classes(); ++c) merged_[c] = (one[c] + two[c]) + other[c];
    pair_residual(first, b == last ? second : b) = total_info<Real>(merged_, xlgx_);
  }
}

template <class Real, class XLgX>
typename ValueGrouper<Real, XLgX>::Sizes ValueGrouper<Real, XLgX>::sizes() const {
  const std::span<const Real> totals = table_->totals();
  Sizes result{0, 1};
  for (u32 b = 1; b <= n_blocks_; ++b) {
    if (totals[b] >= options_.min_cases - options_.same_weight) ++result.n_large;
    if (totals[b] > totals[result.largest] + options_.same_weight) result.largest = b;
  }
  return result;
}

// The pair that is best to join; of equal ones the last.
template <class Real, class XLgX>
typename ValueGrouper<Real, XLgX>::Pair ValueGrouper<Real, XLgX>::best_pair(
    const PartitionBase<Real>& of, Join join, u32 barred, Real least_gain) {
  const Real same = options_.same_score;
  const auto gains_enough = [&](const Pair& pair) { return pair.gain + same >= least_gain; };
  Pair best;
  Sums before;
  add(before, table_->unknown(), xlgx_(table_->unknown()));
  for (u32 first = 1; first < n_blocks_; ++first) {
    for (u32 second = first + 1; first != barred && second <= n_blocks_; ++second) {
      if (second == barred) continue;
      const Pair pair = evaluate(first, second, before, of);
      if ((gains_enough(pair) && !gains_enough(best)) || pair.score + same >= best.score ||
          (best.first == 0 && join == Join::forced)) {
        best = pair;
      }
    }
    add(before, first);
  }
  return best;
}

// The test as it would be laid out after the join: the last block in the place of the second.
template <class Real, class XLgX>
typename ValueGrouper<Real, XLgX>::Pair ValueGrouper<Real, XLgX>::evaluate(
    u32 first, u32 second, Sums sums, const PartitionBase<Real>& of) const {
  const std::span<const Real> totals = std::as_const(*table_).totals();
  const Real total = totals[first] + totals[second];
  sums.residual += pair_residual(first, second);
  add(sums, total, xlgx_(total));
  for (u32 b = first + 1; b < n_blocks_; ++b) add(sums, b == second ? n_blocks_ : b);
  const u32 n_large =
      n_large_ + is_large(total) - is_large(totals[first]) - is_large(totals[second]);
  Pair pair{first, second};
  if (n_large >= 2) pair.gain = of.gain(sums.residual);
  pair.info = static_cast<Real>(xlgx_(sums.total) - static_cast<double>(sums.inner)) / of.cases;
  pair.score = score_of(options_.score, pair.gain, pair.info, static_cast<Real>(kEpsilon));
  return pair;
}

}  // namespace cutpoint::release8
