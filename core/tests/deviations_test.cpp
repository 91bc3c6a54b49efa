#include "search/deviations.hpp"

#include <algorithm>
#include <array>

#include "check.hpp"
#include "measures/registry.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

constexpr u32 kClasses = 4;
using Counts = std::array<u32, kClasses>;
using Reals = std::array<double, kClasses>;

Reals reals(const Counts& counts) {
  Reals out;
  std::ranges::copy(counts, out.begin());
  return out;
}

u32 sum_of(const Counts& counts) {
  u32 sum = 0;
  for (const u32 n : counts) sum += n;
  return sum;
}

// A column of some cases at a node: class totals, and counts between two others.
class Column {
 public:
  explicit Column(check::Random& random) : random_(random) {
    const u64 most = u64{2} << random.below(16);
    for (u32& total : totals_) total = static_cast<u32>(random.below(most));
    totals_[0] += 2;
    classes_ = reals(totals_);
  }
  const Counts& totals() const { return totals_; }
  Counts between(const Counts& from, const Counts& to) {
    Counts counts;
    for (u32 k = 0; k < kClasses; ++k) {
      counts[k] = from[k] + static_cast<u32>(random_.below(to[k] - from[k] + 1));
    }
    return counts;
  }
  bool is_cut(const Counts& below) const {
    return sum_of(below) > 0 && sum_of(below) < sum_of(totals_);
  }
  template <class M>
  ClassTotals node() const {
    return {classes_, static_cast<double>(sum_of(totals_)), M::of_node(classes_)};
  }
  // By the definition of the measure.
  template <class M>
  double score(const Counts& below) const {
    BranchSums sums;
    for (u32 k = 0; k < kClasses; ++k) {
      const double lower = below[k], total = classes_[k];
      sums += {M::term(lower, total), M::term(total - lower, total)};
    }
    return M::score(sums, sum_of(below), node<M>());
  }

 private:
  check::Random& random_;
  Counts totals_;
  Reals classes_;
};

template <class M>
Deviations<kClasses> deviations_of(const ClassTotals& node) {
  Reals weights;
  std::ranges::transform(node.classes, weights.begin(), M::class_weight);
  Deviations<kClasses> deviations(kClasses);
  deviations.set(weights, node.classes, node.cases);
  return deviations;
}

template <class M>
bool reaches(const Column& column, const Counts& below, double score) {
  const ClassTotals node = column.node<M>();
  const Deviations<kClasses> deviations = deviations_of<M>(node);
  const DeviationBar bar = deviations.bar(M::line(score, node.cases));
  return bar.is_reached(bar.excess(deviations.sums_of(reals(below))));
}

template <class M>
void check_lines(u64 seed) {
  check::Random random(seed);
  for (int trial = 0; trial < 20'000; ++trial) {
    Column column(random);
    const Counts below = column.between({}, column.totals());
    if (!column.is_cut(below)) continue;
    const double score = column.score<M>(below);
    if (score < 1e-3) continue;
    CHECK(reaches<M>(column, below, 0.9999 * score));
    CHECK(!reaches<M>(column, below, 1.0001 * score));
  }
}

template <class M>
void check_blocks(u64 seed) {
  check::Random random(seed);
  int n_skipped = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    Column column(random);
    Counts to = column.between({}, column.totals());
    Counts from = to;
    for (u32& n : from) n -= static_cast<u32>(random.below(std::min<u64>(n, 20) + 1));
    const Counts other = column.between({}, column.totals());
    if (!column.is_cut(other)) continue;
    const double score = std::max(0.0, column.score<M>(other));
    const ClassTotals node = column.node<M>();
    const Deviations<kClasses> deviations = deviations_of<M>(node);
    const bool may_reach = deviations.may_reach<FullRows>(
        deviations.bar(M::line(score, node.cases)), from.data(), to.data());
    n_skipped += may_reach ? 0 : 1;
    for (int cut = 0; cut < 10; ++cut) {
      const Counts below = column.between(from, to);
      CHECK(may_reach || !reaches<M>(column, below, score));
    }
  }
  CHECK(n_skipped > 1000);
}

}  // namespace

TEST("a cut reaches the line of a lower score and not that of a higher one") {
  check_lines<Gini>(31);
  check_lines<Chi2>(32);
  check_lines<Mpi>(33);
}

TEST("no cut reaches a line that its block is said not to reach") {
  check_blocks<Gini>(34);
  check_blocks<Chi2>(35);
  check_blocks<Mpi>(36);
}

TEST("the sums of a cut are those of the cut before it and of the weight that moved") {
  check::Random random(37);
  Column column(random);
  const Deviations<kClasses> deviations = deviations_of<Gini>(column.node<Gini>());
  Reals lower{};
  DeviationSums moved;
  for (int row = 0; row < 200; ++row) {
    const u32 k = static_cast<u32>(random.below(kClasses));
    const double weight = random.share();
    deviations.move(k, weight, lower[k], moved);
    lower[k] += weight;
    const DeviationSums sums = deviations.sums_of(lower);
    CHECK_NEAR(moved.squares, sums.squares, 1e-9);
    CHECK_NEAR(moved.products, sums.products, 1e-9);
    CHECK_NEAR(moved.cases, sums.cases, 1e-9);
  }
}

}  // namespace cutpoint
