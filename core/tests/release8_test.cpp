// Release 8: what is computed in a faster way than in the original gives the same to the last bit.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "random.hpp"
#include "release8/best_cut.hpp"
#include "release8/groups.hpp"
#include "release8/sort.hpp"

namespace cutpoint::release8 {

namespace {

using check::Random;

// Quinlan's sort.c, written down from its description: recursive, without a look at ranges that
// need no work.
void sort_as_the_original(std::vector<Entry>& entries, i64 first, i64 last) {
  if (first >= last) return;
  const u32 pivot = entries[static_cast<u64>(last)].rank();
  const auto swap = [&](i64 i, i64 j) {
    std::swap(entries[static_cast<u64>(i)], entries[static_cast<u64>(j)]);
  };
  i64 middle = first;
  for (i64 i = first; i < last; ++i) {
    if (entries[static_cast<u64>(i)].rank() <= pivot) swap(i, middle++);
  }
  i64 lower = middle - 1;
  for (i64 i = lower; i >= first; --i) {
    if (entries[static_cast<u64>(i)].rank() == pivot) swap(i, lower--);
  }
  sort_as_the_original(entries, first, lower);
  swap(middle, last);
  sort_as_the_original(entries, middle + 1, last);
}

std::vector<u32> items_of(const std::vector<Entry>& entries) {
  std::vector<u32> items;
  for (const Entry entry : entries) items.push_back(entry.item());
  return items;
}

}  // namespace

TEST("an entry holds a rank, a class and a case") {
  const Entry entry((1U << 24) - 1, (1U << 16) - 1, (1U << 24) - 2);
  CHECK_EQUAL(entry.rank(), (1U << 24) - 1);
  CHECK_EQUAL(entry.cls(), (1U << 16) - 1);
  CHECK_EQUAL(entry.item(), (1U << 24) - 2);
}

TEST("equal ranks are moved exactly as the original quicksort moves them") {
  Random random(1);
  const Progress progress;
  for (u32 round = 0; round < 300; ++round) {
    const u64 n = random.below(200), n_ranks = 1 + random.below(round % 2 == 0 ? 6 : 300);
    std::vector<Entry> entries;
    for (u64 i = 0; i < n; ++i) {
      u64 rank = random.below(n_ranks);
      if (round % 5 == 3) rank = i;        // ascending
      if (round % 5 == 4) rank = 999 - i;  // strictly descending
      entries.emplace_back(static_cast<u32>(rank), 0, static_cast<u32>(i));
    }
    std::vector<Entry> expected = entries;
    sort_as_the_original(expected, 0, static_cast<i64>(n) - 1);
    quicksort(entries, progress);
    CHECK(items_of(entries) == items_of(expected));
    CHECK(std::ranges::is_sorted(entries, {}, &Entry::rank));
  }
}

namespace {

double entropy(const std::vector<double>& counts) {
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  double sum = 0.0;
  for (const double n : counts) sum -= n > 0.0 ? n / total * std::log2(n / total) : 0.0;
  return sum;
}

struct Labelled {
  u32 value, cls;
};

// By value below the cut, the gain less lg(candidates) / cases, from the definitions.
std::map<u32, double> charged_gains(const std::vector<Labelled>& cases, u32 n_classes,
                                    double min_cases) {
  const double n = static_cast<double>(cases.size());
  const double least = std::max(min_cases, std::min(25.0, 0.1 * n / n_classes));
  std::map<u32, double> gains;
  for (const Labelled& at : cases) {
    std::vector<double> all(n_classes), low(n_classes), high(n_classes);
    double n_low = 0.0;
    bool any_above = false;
    for (const Labelled& one : cases) {
      ++all[one.cls];
      ++(one.value <= at.value ? low : high)[one.cls];
      n_low += one.value <= at.value ? 1.0 : 0.0;
      any_above = any_above || one.value > at.value;
    }
    if (!any_above || n_low < least || n_low > n - least) continue;
    gains[at.value] = entropy(all) - n_low / n * entropy(low) - (n - n_low) / n * entropy(high);
  }
  for (auto& [value, gain] : gains) gain -= std::log2(static_cast<double>(gains.size())) / n;
  return gains;
}

struct FoundCut {
  BestCut cut;
  u32 value;
};

FoundCut find(std::vector<Labelled> cases, u32 n_classes, Real min_cases) {
  std::ranges::stable_sort(cases, {}, &Labelled::value);
  std::vector<Entry> entries;
  std::vector<u32> counts(n_classes);
  for (const auto& [value, cls] : cases) {
    entries.emplace_back(value, cls, static_cast<u32>(entries.size()));
    ++counts[cls];
  }
  std::vector<Real> values(cases.back().value + 1);
  std::iota(values.begin(), values.end(), Real{0});
  const CXLogX xlgx(cases.size());
  const Real n = static_cast<Real>(cases.size());
  const BestCut cut =
      WholeCutFinder(xlgx, n_classes)({entries, values}, counts, {n, n, Real{0}, min_cases});
  return {cut, cut.position < 0 ? 0 : entries[static_cast<u64>(cut.position)].rank()};
}

}  // namespace

TEST("the cut has the best charged gain") {
  Random random(4);
  for (u32 round = 0; round < 500; ++round) {
    std::vector<Labelled> cases(2 + random.below(80));
    for (Labelled& one : cases) {
      one.value = static_cast<u32>(random.below(16));
      one.cls = static_cast<u32>(random.below(2) == 0 ? one.value / 6 : random.below(3));
    }
    const Real min_cases = static_cast<Real>(1 + random.below(4));
    const std::map<u32, double> expected = charged_gains(cases, 3, min_cases);
    double best = 0.0;
    for (const auto& [value, gain] : expected) best = std::max(best, gain);
    const FoundCut found = find(cases, 3, min_cases);
    if (best <= 1e-5) continue;
    CHECK(found.cut.position >= 0);
    CHECK_NEAR(static_cast<double>(found.cut.gain), best, 1e-5);
    CHECK_NEAR(expected.at(found.value), best, 1e-5);
    std::vector<double> sides(2);
    for (const Labelled& one : cases) ++sides[one.value <= found.value ? 0 : 1];
    CHECK_NEAR(static_cast<double>(found.cut.info), entropy(sides), 1e-5);
  }
}

TEST("the lowest of equal cuts wins") {
  std::vector<Labelled> cases;
  for (u32 i = 0; i < 60; ++i) cases.push_back({i, i / 20 == 1 ? 1U : 0U});
  CHECK_EQUAL(find(cases, 2, 1).value, 19U);
}

TEST("no gain is no cut") {
  const BestCut cut = find({{1, 0}, {2, 1}, {3, 0}, {4, 1}}, 2, 1).cut;
  CHECK_EQUAL(cut.position, BestCut::kNone);
  CHECK_EQUAL(cut.gain, kUnusable<Real>);
  CHECK_EQUAL(cut.info, Real{0});
}

// Quinlan 1996, section 3: the choice among thresholds must pay for itself.
TEST("a gain below the charge is no cut") {
  std::vector<Labelled> cases;
  for (const u32 cls : {0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1}) {
    cases.push_back({static_cast<u32>(cases.size()), cls});
  }
  for (const auto& [value, gain] : charged_gains(cases, 2, 1)) CHECK(gain < 0.0);
  CHECK_EQUAL(find(cases, 2, 1).cut.position, BestCut::kNone);
}

TEST("the cut is a value of the column") {
  const std::vector<Real> with_middle{1, 2, 3}, without{1, 1.4F, 1.6F, 2}, two{1, 5};
  CHECK_EQUAL(observed_cut(with_middle, 0, 2), 1U);
  CHECK_EQUAL(observed_cut(without, 0, 3), 1U);
  CHECK_EQUAL(observed_cut(two, 0, 1), 0U);
  // (26.9 + 27.3) / 2 is 27.1 in 64 bits but below it in 32: diabetes has this cut.
  CHECK_EQUAL(observed_cut(std::vector<Real>{26.9F, 27.0F, 27.1F, 27.3F}, 0, 3), 1U);
}

TEST("the search among whole cases finds what the one with weights finds") {
  Random random(2);
  const CXLogX xlgx(4000);
  u32 n_found = 0;
  for (u32 round = 0; round < 2000; ++round) {
    const u64 n = 2 + random.below(round % 20 == 0 ? 3000 : 60);
    const u32 n_classes = 1 + static_cast<u32>(random.below(6));
    const u64 n_values = 2 + random.below(round % 3 == 0 ? 4 : n);
    std::vector<Real> values;
    for (u64 v = 0; v < n_values; ++v) {
      values.push_back(static_cast<Real>(v) * (random.below(9) == 0 ? 1e-6F : 1.0F));
    }
    std::ranges::sort(values);
    std::vector<u32> ranks(n);
    for (u32& rank : ranks) rank = static_cast<u32>(random.below(n_values));
    std::ranges::sort(ranks);
    std::vector<Entry> entries;
    std::vector<u32> counts(n_classes);
    for (u32 i = 0; i < n; ++i) {
      const bool follows = random.below(3) > 0;
      const u32 cls =
          static_cast<u32>(follows ? ranks[i] * n_classes / n_values : random.below(n_classes));
      entries.emplace_back(ranks[i], cls, i);
      ++counts[cls];
    }
    const Real unknown = static_cast<Real>(random.below(2) * random.below(10));
    const Real known = static_cast<Real>(n);
    const CutWeights weights{known + unknown, known, unknown, static_cast<Real>(random.below(6))};
    const SortedEntries column{entries, values};
    const std::vector<Real> ones(n, Real{1});
    const BestCut expected = FractionalCutFinder(xlgx, n_classes)(column, ones, weights);
    const BestCut found = WholeCutFinder(xlgx, n_classes)(column, counts, weights);
    CHECK_EQUAL(found.position, expected.position);
    CHECK_EQUAL(found.gain, expected.gain);
    CHECK_EQUAL(found.info, expected.info);
    n_found += found.position >= 0 ? 1 : 0;
  }
  CHECK(n_found > 500);
}

namespace {

// C4.5's grouping, every pair of blocks joined for a trial and the whole test evaluated anew.
class PlainGrouping {
 public:
  PlainGrouping(const ValueTable<Real>& table, const GroupOptions<Real>& options,
                const CXLogX& xlgx)
      : options_(options), xlgx_(xlgx), base_(table, options.cases, xlgx) {
    state_ = {table, {}, 0};
    const u32 n_values = table.n_values();
    Test test = evaluate(table, n_values);
    for (u32 r = 1; r <= n_values; ++r) {
      const bool present = table.totals()[r] > Real{0.5F};
      state_.group_of.push_back(present ? static_cast<i32>(state_.n_blocks) : -1);
      if (!present) continue;
      ++state_.n_blocks;
      std::ranges::copy(table.row(r), state_.blocks.row(state_.n_blocks).begin());
      state_.blocks.totals()[state_.n_blocks] = table.totals()[r];
    }
    if (join_single_classes()) test = evaluate(state_.blocks, state_.n_blocks);
    join_while_better(test);
  }

  std::vector<i32> group_of() const {
    std::vector<i32> groups = state_.group_of;
    std::ranges::replace(groups, -1, static_cast<i32>(state_.n_blocks));
    return groups;
  }
  Real score = 0;

 private:
  struct Test {
    Real gain, info, score;
  };
  struct State {
    ValueTable<Real> blocks;
    std::vector<i32> group_of;
    u32 n_blocks = 0;

    void join(u32 first, u32 second) {
      for (u32 c = 0; c < blocks.n_classes(); ++c) blocks.row(first)[c] += blocks.row(second)[c];
      blocks.totals()[first] += blocks.totals()[second];
      std::ranges::copy(blocks.row(n_blocks), blocks.row(second).begin());
      blocks.totals()[second] = blocks.totals()[n_blocks];
      const i32 one = static_cast<i32>(first) - 1, two = static_cast<i32>(second) - 1;
      std::ranges::replace(group_of, two, one);
      if (second != n_blocks) std::ranges::replace(group_of, static_cast<i32>(n_blocks) - 1, two);
      --n_blocks;
    }
  };

  Test evaluate(const ValueTable<Real>& blocks, u32 n_blocks) const {
    const Real gain = partition_gain(blocks, n_blocks, base_, Real{1}, xlgx_);
    const Real info = split_info(blocks, n_blocks, options_.cases, xlgx_);
    return {gain, info, score_of(options_.score, gain, info, static_cast<Real>(kEpsilon))};
  }

  bool join_single_classes() {
    bool any = false;
    const auto pure = [&](u32 b, u32 c) {
      return static_cast<double>(state_.blocks.row(b)[c]) >=
             static_cast<double>(state_.blocks.totals()[b]) - 0.1;
    };
    for (u32 b = 1; b < state_.n_blocks; ++b) {
      u32 c = 0;
      while (c + 1 < state_.blocks.n_classes() &&
             static_cast<double>(state_.blocks.row(b)[c]) < 0.1) {
        ++c;
      }
      for (u32 other = b + 1; pure(b, c) && other <= state_.n_blocks;) {
        if (pure(other, c)) {
          state_.join(b, other);
          any = true;
        } else {
          ++other;
        }
      }
    }
    return any;
  }

  void join_while_better(Test test) {
    const Real least = test.gain / Real{2};
    score = test.score;
    while (state_.n_blocks > 2) {
      const auto known = state_.blocks.known_totals(state_.n_blocks);
      const i64 n_large =
          std::ranges::count_if(known, [&](Real w) { return w >= options_.min_cases; });
      const u32 largest = static_cast<u32>(std::ranges::max_element(known) - known.begin()) + 1;
      const u32 barred = n_large >= 3 ? 0 : largest;
      const bool forced = options_.score == Score::gain || n_large < 2;
      u32 best_first = 0, best_second = 0;
      Test best{kUnusable<Real>, 0, 0};
      for (u32 first = 1; first < state_.n_blocks; ++first) {
        for (u32 second = first + 1; second <= state_.n_blocks; ++second) {
          if (first == barred || second == barred) continue;
          State trial = state_;
          trial.join(first, second);
          const Test tried = evaluate(trial.blocks, trial.n_blocks);
          if ((tried.gain >= least && best.gain < least) || tried.score >= best.score ||
              (best_first == 0 && forced)) {
            best = tried;
            best_first = first;
            best_second = second;
          }
        }
      }
      const bool better = static_cast<double>(best.score) >= static_cast<double>(score) + 1e-5;
      if (best_first == 0 || (!forced && !better)) return;
      state_.join(best_first, best_second);
      score = best.score;
    }
  }

  const GroupOptions<Real>& options_;
  const CXLogX& xlgx_;
  PartitionBase<Real> base_;
  State state_;
};

}  // namespace

TEST("values are grouped as if every pair were joined for a trial") {
  Random random(3);
  const CXLogX xlgx(1000);
  u32 n_grouped = 0;
  for (u32 round = 0; round < 500; ++round) {
    const u32 n_classes = 2 + static_cast<u32>(random.below(3));
    ValueTable<Real> table(n_classes);
    table.reset(3 + static_cast<u32>(random.below(9)));
    for (u32 r = 0; r <= table.n_values(); ++r) {
      for (Real& weight : table.row(r)) {
        weight = static_cast<Real>(random.below(4) == 0 ? 0 : random.below(12));
        if (round % 2 == 0 && weight > 0) weight += static_cast<Real>(random.share());
      }
    }
    table.sum_rows();
    Real cases = 0;
    for (const Real total : table.totals()) cases += total;
    const GroupOptions<Real> options{cases, Real{2},
                                     round % 3 == 0 ? Score::gain : Score::gain_ratio};
    if (cases <= table.unknown()) continue;
    const PlainGrouping expected(table, options, xlgx);
    std::vector<i32> group_of(table.n_values());
    const GroupedTest<Real> test = ValueGrouper<Real, CXLogX>(xlgx)(table, options, group_of);
    CHECK_EQUAL(test.n_branches > 0, expected.score > Real{0});
    if (test.n_branches == 0) continue;
    CHECK(group_of == expected.group_of());
    ++n_grouped;
  }
  CHECK(n_grouped > 300);
}

TEST("nothing is grouped where no value is known") {
  const CXLogX xlgx(10);
  ValueTable<double> table(2);
  table.reset(3);
  table.row(0)[1] = 4.0;
  table.sum_rows();
  std::vector<i32> group_of(3);
  const auto test = ValueGrouper<double, CXLogX>(xlgx)(table, {4.0, 2.0, Score::gain}, group_of);
  CHECK(test.gave_up);
  CHECK_EQUAL(test.n_branches, 0U);
}

}  // namespace cutpoint::release8
