#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "check.hpp"
#include "cuts/equal_depth.hpp"
#include "cuts/interval_workspace.hpp"
#include "cuts/pair_queue.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

// NOLINTBEGIN(bugprone-unchecked-optional-access): what is there is asked for just before
// The leftmost of the least keys, by looking at all of them.
std::optional<u64> first_of(const std::vector<std::optional<double>>& keys) {
  std::optional<u64> best;
  for (u64 i = 0; i < keys.size(); ++i) {
    if (keys[i] && (!best || *keys[i] < *keys[*best])) best = i;
  }
  return best;
}

// An evidence table of whole cases, and the class of each case in ascending order.
struct GivenCases {
  std::vector<double> values, weights, totals;
  std::vector<u32> classes, value_of;

  GivenCases(check::Random& random, u32 n_cases, u32 n_classes, u32 ties) : totals(n_classes) {
    u32 value = 0;
    for (u32 i = 0; i < n_cases; ++i) {
      if (i > 0 && random.below(ties) == 0) ++value;
      const u32 near = i * 3 / n_cases % n_classes;
      const u32 k = random.below(3) == 0 ? static_cast<u32>(random.below(n_classes)) : near;
      classes.push_back(k);
      value_of.push_back(value);
      weights.resize(u64{value + 1} * n_classes);
      weights[u64{value} * n_classes + k] += 1.0;
      totals[k] += 1.0;
    }
    for (u32 v = 0; n_cases > 0 && v <= value; ++v) values.push_back(v);
  }
  EvidenceTable table() const { return {values, weights, totals, static_cast<u32>(values.size())}; }
};

}  // namespace

TEST("the next pair is the leftmost of those with the least key") {
  check::Random random(1);
  for (const u64 n : {1, 2, 7, 8, 9, 63, 64, 65, 600}) {
    PairQueue queue;
    queue.reset(n);
    std::vector<std::optional<double>> keys(n);
    for (u64 i = 0; i < n; ++i) {
      keys[i] = static_cast<double>(random.below(5)) - 2.0;  // many are equal, some below 0
      queue.put(i, *keys[i]);
    }
    queue.build();
    while (const std::optional<u64> expected = first_of(keys)) {
      const PairQueue::Next next = queue.next();
      CHECK_EQUAL(next.pair, *expected);
      CHECK_EQUAL(next.key, *keys[*expected]);
      // As a merge does: one goes, and two neighbours have other keys.
      std::array<u64, 3> changed{random.below(n), random.below(n), *expected};
      std::ranges::sort(changed);
      for (const u64 i : changed) {
        if (keys[i] && i != *expected) keys[i] = static_cast<double>(random.below(9)) / 4.0;
        if (i == *expected) keys[i].reset();
        keys[i] ? queue.put(i, *keys[i]) : queue.remove(i);
      }
      queue.refresh(changed);
    }
    CHECK_EQUAL(queue.next().pair, PairQueue::kNone);
  }
}

TEST("keys that differ by rounding only are equal") {
  PairQueue queue;
  queue.reset(100);
  queue.put(90, 0.3);
  queue.put(3, 0.1 + 0.2);
  queue.put(50, 0.3);
  queue.put(1, 0.3 + 1e-8);
  queue.build();
  CHECK_EQUAL(queue.next().pair, u64{3});
  queue.put(2, 0.3 + 0.5e-9);  // as rounded fractions of cases may differ
  queue.refresh(std::array<u64, 1>{2});
  CHECK_EQUAL(queue.next().pair, u64{2});
}

TEST("MDLP of cases is that of their evidence table") {
  check::Random random(2);
  for (int trial = 0; trial < 400; ++trial) {
    const u32 n = static_cast<u32>(random.below(700)) + 1;
    const GivenCases cases(random, n, static_cast<u32>(random.below(5)) + 1,
                           static_cast<u32>(random.below(4)) + 1);
    const XLogX xlogx(n, n);
    MdlpWorkspace<u32> of_cases;
    MdlpWorkspace<double> of_table;
    std::vector<u32> found, expected, looked_up;
    const CaseSource source(
        n, static_cast<u32>(cases.totals.size()), xlogx, [&](u32 i) { return cases.classes[i]; },
        [&](u32 i) { return cases.value_of[i] != cases.value_of[i + 1]; });
    Mdlp(source, of_cases).run(found);
    for (u32& cut : found) cut = cases.value_of[cut];
    const EvidenceTable table = cases.table();
    Mdlp(TableSource(table, RealXLogX()), of_table).run(expected);
    Mdlp(TableSource(table, RealXLogX(xlogx)), of_table).run(looked_up);
    CHECK(found == expected);
    CHECK(looked_up == expected);
  }
}

TEST("equal depth of whole cases is that of weights") {
  check::Random random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    const u32 n = static_cast<u32>(random.below(200)) + 1;
    const u32 n_bins = static_cast<u32>(random.below(30)) + 1;
    const GivenCases cases(random, n, 1, trial % 2 == 0 ? 1 : 3);
    std::vector<u32> expected, up_to, found(n_bins);
    equal_depth(cases.table(), n_bins, expected);
    for (u32 i = 0; i < n; ++i) {
      up_to.resize(cases.value_of[i] + 1);
      up_to[cases.value_of[i]] = i + 1;
    }
    found.resize(equal_depth_of_cases(up_to, n_bins, found));
    CHECK(found == expected);
    if (up_to.size() != n) continue;
    found.assign(n_bins, 0);
    found.resize(equal_depth_of_distinct(n, n_bins, found));
    CHECK(found == expected);
  }
}

TEST("intervals that are put together beforehand merge as single values do") {
  check::Random random(4);
  IntervalOptions options;
  for (int trial = 0; trial < 300; ++trial) {
    const GivenCases cases(random, static_cast<u32>(random.below(400)) + 2,
                           static_cast<u32>(random.below(5)) + 2, 2);
    options.critical = static_cast<double>(random.below(80)) / 10.0;
    ChiMergeWorkspace w;
    std::vector<u32> found, expected;
    const EvidenceTable table = cases.table();
    chimerge(table, options, w, found);
    const std::span<double> rows = w.intervals.reset(table.n_values, table.n_classes());
    std::ranges::copy(table.weights, rows.begin());
    merge_by_chi_squared(options, w, expected);
    CHECK(found == expected);
  }
}

TEST("every interval method can be called again and again with one workspace") {
  check::Random random(5);
  IntervalWorkspace reused;
  IntervalOptions options;
  options.criticals = {0.5, 1.0, 3.0, 9.0};
  for (int trial = 0; trial < 30; ++trial) {
    const GivenCases cases(random, static_cast<u32>(random.below(150)),
                           static_cast<u32>(random.below(4)) + 1, 2);
    const EvidenceTable table = cases.table();
    for (u64 m = 0; m < kIntervalMethodNames.size(); ++m) {
      const auto method = static_cast<IntervalMethod>(m);
      IntervalWorkspace fresh;
      const Cuts again = find_cuts(method, table, options, RealXLogX(), reused);
      const Cuts once = find_cuts(method, table, options, RealXLogX(), fresh);
      CHECK(std::ranges::equal(again.positions, once.positions));
      CHECK(cut_points(table, again) == cut_points(table, once));
    }
  }
}

}  // namespace cutpoint
// NOLINTEND(bugprone-unchecked-optional-access)
