// The kernels of T2: a sweep counts what the cuts tried one by one have, and intervals are few.
#include "cutpoint/t2.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "cutpoint/input_error.hpp"
#include "random.hpp"
#include "t2/intervals.hpp"
#include "t2/search.hpp"
#include "t2/stump.hpp"
#include "t2/sweep.hpp"

namespace cutpoint {

namespace {

// A random table with ties, unknown values, numeric and nominal columns.
struct RandomTable {
  explicit RandomTable(u64 seed, u64 n_rows, u32 n_classes, bool weighted) {
    check::Random random(seed);
    view.n_rows = n_rows;
    view.n_classes = n_classes;
    for (u64 row = 0; row < n_rows; ++row) {
      target.push_back(static_cast<i32>(random.below(n_classes)));
      weights.push_back(static_cast<double>(1 + random.below(9)) / 4);
    }
    view.classes = target;
    if (weighted) view.weights = weights;
    numbers.resize(3);
    for (auto& column : numbers) {
      const u64 n_values = 1 + random.below(n_rows);
      const double unknown = random.below(2) == 0 ? 0.0 : 0.2;
      for (u64 row = 0; row < n_rows; ++row) {
        column.push_back(random.share() < unknown ? std::nan("")
                                                  : static_cast<double>(random.below(n_values)));
      }
      AttributeView attribute;
      attribute.numeric.data = column.data();
      view.attributes.push_back(attribute);
    }
    for (u64 row = 0; row < n_rows; ++row) {
      codes.push_back(static_cast<i32>(random.below(6)) - 1);
    }
    AttributeView attribute;
    attribute.kind = AttributeView::Kind::nominal;
    attribute.nominal = {codes.data(), 5};
    view.attributes.push_back(attribute);
  }

  std::vector<i32> target, codes;
  std::vector<double> weights;
  std::vector<std::vector<double>> numbers;
  TableView view;
};

template <class Count>
void compare_sweep(const RandomTable& table, u32 max_intervals, u32 root, i32 low, i32 high) {
  Progress progress;
  const t2::Cases<Count> cases = t2::make_cases<Count>(table.view, 1, progress);
  const T2Options options{.max_intervals = max_intervals};
  const t2::Search<Count> search(cases, options, progress);
  t2::Sweep<Count> sweep(cases, max_intervals, progress);
  const t2::CutRange range{cases.columns[root], low, high};
  for (const t2::Side side : {t2::Side::lower, t2::Side::upper}) {
    for (u32 a = 0; a < cases.n_attributes(); ++a) {
      std::vector<Count> least(range.n_cuts(), std::numeric_limits<Count>::max());
      sweep.run(range, side, a, least);
      for (u32 i = 0; i < range.n_cuts(); ++i) {
        const auto direct =
            search.errors_below(static_cast<i32>(root), low + 1 + static_cast<i32>(i));
        CHECK_EQUAL(least[i], direct[a * 3 + (side == t2::Side::lower ? 0 : 1)]);
      }
    }
  }
}

template <class Count>
void compare_sweeps(bool weighted) {
  check::Random random(weighted ? 2 : 1);
  for (u64 seed = 0; seed < 30; ++seed) {
    const u32 n_classes = 2 + static_cast<u32>(random.below(4));
    const RandomTable table(seed, 2 + random.below(90), n_classes, weighted);
    const u32 max_intervals = 1 + static_cast<u32>(random.below(6));
    Progress progress;
    const auto cases = t2::make_cases<Count>(table.view, 1, progress);
    for (u32 root = 0; root < 3; ++root) {
      const i32 last = static_cast<i32>(cases.columns[root].n_values) - 1;
      if (last < 0) continue;
      compare_sweep<Count>(table, max_intervals, root, t2::kNoCut, last);
      const i32 low = static_cast<i32>(random.below(static_cast<u64>(last) + 1)) - 1;
      compare_sweep<Count>(table, max_intervals, root, low, last);
    }
  }
}

std::vector<u32> cuts_of(std::vector<i32> weights, u32 max_cuts) {
  return t2::lowest_cuts<i32>(weights, 2, max_cuts);
}

}  // namespace

TEST("sweeping the cuts of a root counts the errors of every cut") { compare_sweeps<i32>(false); }

TEST("sweeping the cuts of a root counts the errors of every cut, by weight") {
  compare_sweeps<i64>(true);
}

TEST("intervals are few and cuts are low") {
  CHECK(cuts_of({2, 0, 2, 0}, 2).empty());
  CHECK(cuts_of({1, 1, 1, 1, 0, 1}, 2).empty());
  CHECK((cuts_of({2, 0, 1, 1, 0, 2}, 2) == std::vector<u32>{0}));
  CHECK((cuts_of({2, 0, 0, 1, 1, 0, 0, 2}, 2) == std::vector<u32>{0}));
  CHECK((cuts_of({2, 0, 0, 1, 1, 0, 0, 2}, 3) == std::vector<u32>{0, 1, 2}));
  CHECK(cuts_of({1, 0, 0, 1, 1, 0}, 1).empty());
}

TEST("a search that is told to stop throws, with any number of threads") {
  const RandomTable table(7, 200, 3, false);
  for (const u32 n_threads : {1u, 3u}) {
    Progress progress;
    progress.request_stop();
    CHECK_THROWS(Stopped,
                 learn_t2(table.view, {.max_intervals = 4, .n_threads = n_threads}, progress));
  }
}

TEST("threads, sweeps and bounds do not change the tree") {
  for (u64 seed = 0; seed < 12; ++seed) {
    const RandomTable table(seed, 120, 2 + static_cast<u32>(seed % 3), seed % 2 == 0);
    Progress progress;
    const NodeTable tree = learn_t2(table.view, {.max_intervals = 4}, progress);
    CHECK_EQUAL(progress.done(), 120);
    for (const T2Sweep sweep : {T2Sweep::by_cost, T2Sweep::always, T2Sweep::never}) {
      for (const T2Bounds bounds : {T2Bounds::used, T2Bounds::ignored}) {
        const T2Options options{
            .max_intervals = 4, .n_threads = 3, .sweep = sweep, .bounds = bounds};
        const NodeTable other = learn_t2(table.view, options, progress);
        CHECK(other.attribute == tree.attribute);
        CHECK(other.cuts == tree.cuts);
        CHECK(other.errors == tree.errors);
      }
    }
  }
}

TEST("cases that weigh nothing are refused") {
  RandomTable table(7, 20, 3, true);
  table.weights[3] = 0.0;
  Progress progress;
  CHECK_THROWS(InputError, learn_t2(table.view, {.max_intervals = 4}, progress));
}

}  // namespace cutpoint
