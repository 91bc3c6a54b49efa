// Trees of resamples: from shared columns they are those of a table that has every case as a row.
#include <vector>

#include "check.hpp"
#include "data/repeat_rows.hpp"
#include "grow/learn.hpp"
#include "prune/prune.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

using check::Random;

struct ResampledCases {
  std::vector<std::vector<double>> columns;
  std::vector<i32> classes;
  u32 n_classes = 2;

  TableView view() const {
    TableView table;
    table.n_rows = classes.size();
    for (const auto& column : columns) {
      table.attributes.push_back({AttributeView::Kind::numeric, {column.data(), 1}, {}});
    }
    table.classes = classes;
    table.n_classes = n_classes;
    return table;
  }
  ResampledCases repeated(const std::vector<u32>& copies) const {
    ResampledCases out{std::vector<std::vector<double>>(columns.size()), {}, n_classes};
    for (u64 row = 0; row < copies.size(); ++row) {
      for (u32 c = 0; c < copies[row]; ++c) {
        for (u64 a = 0; a < columns.size(); ++a) out.columns[a].push_back(columns[a][row]);
        out.classes.push_back(classes[row]);
      }
    }
    return out;
  }
};

// Columns of many different values, of tied ones, and of so few that they are binned.
ResampledCases random_cases(u64 seed, u64 n_rows, u32 n_classes, bool has_bins) {
  Random random(seed);
  ResampledCases cases{std::vector<std::vector<double>>(has_bins ? 3 : 2), {}, n_classes};
  for (u64 row = 0; row < n_rows; ++row) {
    cases.columns[0].push_back(random.share());
    cases.columns[1].push_back(static_cast<double>(random.below(n_rows)));
    if (has_bins) cases.columns[2].push_back(static_cast<double>(random.below(7)));
    const double x = cases.columns[0][row];
    const u64 of_x = static_cast<u64>(x * n_classes);
    cases.classes.push_back(
        static_cast<i32>(random.below(5) == 0 ? random.below(n_classes) : of_x));
  }
  return cases;
}

// Of most rows none to three copies, of some many.
std::vector<u32> random_copies(u64 seed, u64 n_rows) {
  Random random(seed);
  std::vector<u32> copies(n_rows);
  for (u32& count : copies) {
    count = static_cast<u32>(random.below(40) == 0 ? random.below(23) : random.below(4));
  }
  return copies;
}

void check_same(const NodeTable& a, const NodeTable& b) {
  CHECK(a.attribute == b.attribute && a.first_child == b.first_child && a.label == b.label);
  CHECK(a.cuts == b.cuts && a.cases == b.cases && a.errors == b.errors);
  CHECK(a.distribution == b.distribution);
}

}  // namespace

TEST("rows of a resample are adjacent, and each knows its row of the table") {
  const std::vector<u32> copies{2, 0, 1, 9};
  const RowCopies one_by_one(copies, CopiedRows::repeated);
  CHECK_EQUAL(one_by_one.n_rows(), 12U);
  CHECK_EQUAL(one_by_one.n_cases(), 12U);
  CHECK(one_by_one.copies().empty());
  const RowCopies counted(copies, CopiedRows::counted);
  CHECK_EQUAL(counted.n_rows(), 5U);
  CHECK_EQUAL(counted.n_cases(), 12U);
  CHECK(counted.copies() == (std::vector<u8>{2, 1, 4, 4, 1}));
  for (const RowCopies* rows : {&one_by_one, &counted}) {
    const Buffer<u32> row_of = rows->rows();
    for (u64 row = 0; row < copies.size(); ++row) {
      u32 n_cases = 0;
      for (u32 i = rows->start(row); i < rows->start(row) + rows->count(row); ++i) {
        CHECK_EQUAL(row_of[i], row);
        n_cases += rows->copies().empty() ? 1 : rows->copies()[i];
      }
      CHECK_EQUAL(n_cases, copies[row]);
    }
  }
}

TEST("an entry has row, class and copies side by side") {
  const EntryCodec<u16> codec(2, RowCopies::kCopyBits);
  CHECK(EntryCodec<u16>::fits(4096, 2, RowCopies::kCopyBits));
  CHECK(!EntryCodec<u16>::fits(4097, 2, RowCopies::kCopyBits));
  for (const u32 row : {0U, 1U, 4095U}) {
    for (u32 cls = 0; cls < 2; ++cls) {
      for (u32 copies = 1; copies <= RowCopies::kMostCopies; ++copies) {
        const u16 entry = codec.pack(row, cls, copies);
        CHECK_EQUAL(codec.row(entry), row);
        CHECK_EQUAL(codec.cls(entry), cls);
        CHECK_EQUAL(codec.cls_of_full(entry), cls);
        CHECK_EQUAL(codec.copies(entry), copies);
      }
    }
  }
  const EntryCodec<u16> without(2);
  CHECK_EQUAL(without.copies(without.pack(8191, 1)), 1U);
  CHECK_EQUAL(without.row(without.pack(8191, 1)), 8191U);
}

TEST("repeated rows have the columns of a table that has them all") {
  const ResampledCases cases = random_cases(1, 3000, 3, true);
  const std::vector<u32> copies = random_copies(2, 3000);
  const ResampledCases all = cases.repeated(copies);
  const Progress progress;
  const ColumnOptions options{.bins = true, .distinct_values = true, .n_threads = 1};
  const Columns<u32> shared = make_columns<u32>(cases.view(), options, progress);
  const RowCopies rows(copies, CopiedRows::repeated);
  const Columns<u32> found = repeat_rows(shared, rows);
  const Columns<u32> expected = make_columns<u32>(all.view(), options, progress);
  CHECK_EQUAL(found.n_rows, expected.n_rows);
  CHECK(found.classes == expected.classes && found.lengths == expected.lengths);
  CHECK(found.distinct_values == expected.distinct_values);
  for (u32 slot = 0; slot < found.lengths.size(); ++slot) {
    for (u32 i = 0; i < found.lengths[slot]; ++i) {
      const u32 attribute = found.sorted_attribute[slot];
      const u32 row = found.codec.row(found.entries.column(slot)[i]);
      const u32 other = expected.codec.row(expected.entries.column(slot)[i]);
      CHECK_EQUAL(all.columns[attribute][row], all.columns[attribute][other]);
      CHECK_EQUAL(cases.columns[attribute][found.original_row[row]], all.columns[attribute][row]);
    }
  }
}

TEST("the tree of a resample is that of a table of all of its cases") {
  for (u64 seed = 0; seed < 60; ++seed) {
    const u64 n_rows = std::vector<u64>{1, 2, 40, 1200, 6000}[seed % 5];
    const u32 n_classes = seed % 3 == 0 ? 3 : 2;
    const ResampledCases cases = random_cases(seed, n_rows, n_classes, seed % 4 == 0);
    const std::vector<u32> copies = random_copies(seed + 1000, n_rows);
    const ResampledCases all = cases.repeated(copies);
    GrowSpec spec;
    spec.criterion.measure = std::vector<Measure>{Measure::gain, Measure::gain_ratio,
                                                  Measure::symmetric, Measure::gini}[seed / 5 % 4];
    spec.penalty = std::vector<Penalty>{Penalty::none, Penalty::filter, Penalty::rank}[seed % 3];
    spec.min_cases = 1.0 + static_cast<double>(seed % 7);
    Progress progress;
    const TableView table = cases.view(), whole = all.view();
    CHECK(ResampleGrower::takes(table, spec));
    const ResampleGrower grower(table, spec, 1, progress);
    const NodeTable found = grower.grow(copies, progress);
    const NodeTable expected = grow(whole, spec, 1, progress);
    check_same(found, expected);
    if (all.classes.empty()) continue;
    const auto pruned = [&](const NodeTable& tree, const TableView& cases_of,
                            std::span<const u32> counts) {
      return prune_by_errors(tree, cases_of, 0.25, ImpossibleValues::remain, progress, counts);
    };
    const PrunedTree by_copies = pruned(found, table, copies),
                     by_rows = pruned(expected, whole, {});
    CHECK_EQUAL(by_copies.is_simpler, by_rows.is_simpler);
    check_same(by_copies.tree, by_rows.tree);
  }
}

TEST("a resample advances progress by its cases, and obeys a stop") {
  const ResampledCases cases = random_cases(5, 500, 2, false);
  const std::vector<u32> copies = random_copies(6, 500);
  i64 n_cases = 0;
  for (const u32 count : copies) n_cases += count;
  const GrowSpec spec;
  Progress progress;
  const TableView table = cases.view();
  const ResampleGrower grower(table, spec, 1, progress);
  static_cast<void>(grower.grow(copies, progress));
  CHECK_EQUAL(progress.done(), n_cases);
  progress.request_stop();
  CHECK_THROWS(Stopped, grower.grow(copies, progress));
}

TEST("weighted rows, and cuts by evidence, do not share columns") {
  const ResampledCases cases = random_cases(7, 20, 2, false);
  TableView table = cases.view();
  GrowSpec spec;
  CHECK(ResampleGrower::takes(table, spec));
  spec.threshold.method = ThresholdMethod::averaging;
  CHECK(!ResampleGrower::takes(table, spec));
  const std::vector<double> weights(20, 2.0);
  table.weights = weights;
  CHECK(!ResampleGrower::takes(table, GrowSpec()));
}

}  // namespace cutpoint
