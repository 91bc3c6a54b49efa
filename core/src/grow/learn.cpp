#include "grow/learn.hpp"

#include <algorithm>
#include <cmath>

#include "cutpoint/input_error.hpp"
#include "grow/finish.hpp"
#include "grow/grower.hpp"
#include "grow/subtree.hpp"

namespace cutpoint {

namespace {

constexpr u64 kMostTabulated = u64{1} << 24;  // x lg x of so many cases, if weights are not whole

RowWeights weights_of(const TableView& table) {
  RowWeights weights(table.weights.size());
  for (u64 i = 0; i < weights.size(); ++i) weights[i] = Weight::of_cases(table.weights[i]);
  return weights;
}

template <class Entry>
PlacementColumns placement_columns(const TableView& table, const Columns<Entry>& columns) {
  PlacementColumns out;
  out.bin_values.resize(table.attributes.size());
  out.distinct_values.resize(table.attributes.size());
  for (u32 a = 0; a < table.attributes.size(); ++a) {
    const ColumnRef& ref = columns.of_attribute[a];
    if (ref.kind == ColumnKind::binned) {
      out.bin_values[a] = columns.bin_values[ref.slot];
      out.distinct_values[a] = columns.present_bins.empty() ? columns.bin_values[ref.slot]
                                                            : columns.present_bins[ref.slot];
    } else if (ref.kind == ColumnKind::sorted && !columns.distinct_values.empty()) {
      out.distinct_values[a] = columns.distinct_values[ref.slot];
    }
  }
  return out;
}

u32 most_branches(const TableView& table, const GrowSpec& spec) {
  u32 most = 2;
  for (const AttributeView& attribute : table.attributes) {
    if (!attribute.is_numeric()) most = std::max(most, attribute.nominal.n_values);
  }
  return spec.has_intervals ? std::max(most, spec.max_branches) : most;
}

// The values of the sorted columns, where the finder of cuts looks at them.
std::vector<ColumnValues> values_of(const GrowTask& task, std::span<const u32> attributes) {
  std::vector<ColumnValues> all;
  if (!task.spec.needs_evidence() || task.spec.values_cuts_together()) return all;
  for (const u32 attribute : attributes) {
    ColumnValues values{task.table.attributes[attribute].numeric, nullptr, 0.0, 0.0};
    bool first = true;
    for (u64 row = 0; row < task.table.n_rows; ++row) {
      const double x = values.numbers[row];
      if (std::isnan(x)) continue;
      values.low = first ? x : std::min(values.low, x);
      values.high = first ? x : std::max(values.high, x);
      first = false;
    }
    all.push_back(values);
  }
  return all;
}

// The most rows of a node that is grown as a tree of its own, in a table of nothing but codes:
// larger ones are better off with histograms, the more so the fewer values a column has.
u32 histogram_limit(std::span<const ColumnRef> columns) {
  u32 n_values = 0, n_columns = 0;
  for (const ColumnRef& column : columns) {
    n_values += column.n_values;
    n_columns += column.n_values > 0;
  }
  return std::clamp(2 * n_values / std::max(n_columns, u32{1}), u32{64}, u32{512});
}

// The same in any table.
template <class Entry>
u32 subtree_limit(const Columns<Entry>& columns) {
  constexpr u32 kFitsCache = 8192;
  constexpr u32 kFitsWithCopies = 4096;  // entries of 16 bits, of two classes
  if (columns.lengths.empty()) return histogram_limit(columns.of_attribute);
  return columns.copies.empty() ? kFitsCache : kFitsWithCopies;
}

ColumnOptions column_options(const GrowSpec& spec, u32 n_threads) {
  return {.bins = !spec.needs_evidence(),
          .distinct_values = spec.placement == Placement::observed,
          .n_threads = n_threads};
}

template <class Entry, class Mark>
GrownTree grow_from(const GrowTask& task, Columns<Entry>& columns, const RowWeights& weights,
                    u32 n_threads) {
  GrownTree grown(task.table.n_classes);
  const std::vector<ColumnValues> values = values_of(task, columns.sorted_attribute);
  WorkerPool workers(n_threads);
  Grower<Entry, Mark> grower(task, columns, &values, &workers);
  SubtreePool<Entry, Mark> pool(task, subtree_limit(columns), workers);
  grower.grow_root(grown, weights, &pool);
  pool.finish(grown);
  return grown;
}

template <class Entry, class Mark>
NodeTable grow_as(const GrowTask& task, const RowWeights& weights, u32 n_threads,
                  CutNeighbours* neighbours) {
  Columns<Entry> columns =
      make_columns<Entry>(task.table, column_options(task.spec, n_threads), task.progress);
  GrownTree grown = grow_from<Entry, Mark>(task, columns, weights, n_threads);
  return finish(grown, task.table, placement_columns(task.table, columns), task.spec, neighbours);
}

// Cuts lie between rows of the table, of which the grown tree has copies.
void name_rows(GrownTree& grown, std::span<const u32> row_of_copy) {
  for (u32 i = 0; i < grown.size(); ++i) {
    GrownNode& node = grown[i];
    if (node.attribute < 0 || node.is_binned || node.n_cuts > 0) continue;
    if (node.below < row_of_copy.size()) node.below = row_of_copy[node.below];
    if (node.above < row_of_copy.size()) node.above = row_of_copy[node.above];
  }
}

constexpr u32 kMostNarrow = 254;  // branches whose marks fit a byte

}  // namespace

bool ResampleGrower::takes(const TableView& table, const GrowSpec& spec) {
  return !table.is_weighted() && table.n_rows > 0 && !spec.needs_evidence() &&
         EntryCodec<u32>::fits(table.n_rows, table.n_classes);
}

ResampleGrower::ResampleGrower(const TableView& table, const GrowSpec& spec, u32 n_threads,
                               const Progress& progress)
    : table_(table),
      spec_(spec),
      columns_(make_columns<u32>(table, column_options(spec, n_threads), progress)),
      xlogx_(static_cast<double>(table.n_rows), table.n_rows + 2),
      bounds_(xlogx_) {}

NodeTable ResampleGrower::grow(std::span<const u32> copies, Progress& progress) const {
  const RowCopies resample(copies, kind_of_rows());
  if (!EntryCodec<u32>::fits(resample.n_rows(), table_.n_classes, resample.copy_bits())) {
    throw InputError("the resample has more rows than can be numbered");
  }
  const u64 n_cases = resample.n_cases();
  if (n_cases == 0) {
    TableView nothing = table_;
    nothing.n_rows = 0;
    return cutpoint::grow(nothing, spec_, 1, progress);
  }
  if (n_cases == table_.n_rows) return grow(resample, xlogx_, bounds_, progress);
  const XLogX xlogx(static_cast<double>(n_cases), n_cases + 2);
  return grow(resample, xlogx, XLogXBounds(xlogx), progress);
}

CopiedRows ResampleGrower::kind_of_rows() const {
  const bool by_information =
      spec_.by_gain() || family_of(spec_.criterion.measure) == Family::information;
  return by_information && table_.n_classes == 2 && columns_.is_plain() ? CopiedRows::counted
                                                                        : CopiedRows::repeated;
}

NodeTable ResampleGrower::grow(const RowCopies& resample, const XLogX& xlogx,
                               const XLogXBounds& bounds, Progress& progress) const {
  Columns<u32> columns = repeat_rows(columns_, resample);
  const double total = static_cast<double>(resample.n_cases());
  TableView table = table_;  // its columns are still those of the table
  table.n_rows = resample.n_cases();
  const GrowTask task{spec_, table, xlogx, bounds, progress, total};
  GrownTree grown = most_branches(table_, spec_) <= kMostNarrow
                        ? grow_from<u32, u8>(task, columns, {}, 1)
                        : grow_from<u32, u32>(task, columns, {}, 1);
  name_rows(grown, {columns.original_row.data(), resample.n_rows()});
  return finish(grown, table_, placement_columns(table_, columns), spec_);
}

namespace {

Weight total_weight(const TableView& table, const RowWeights& weights) {
  if (weights.empty()) return Weight::of_whole_cases(static_cast<i64>(table.n_rows));
  Weight sum;
  for (const Weight weight : weights) sum += weight;
  return sum;
}

NodeTable grow_rows(const GrowTask& task, const RowWeights& weights, u32 n_threads,
                    CutNeighbours* neighbours) {
  const TableView& table = task.table;
  if (!EntryCodec<u32>::fits(table.n_rows, table.n_classes)) {
    return grow_as<u64, u32>(task, weights, n_threads, neighbours);
  }
  return most_branches(table, task.spec) <= kMostNarrow
             ? grow_as<u32, u8>(task, weights, n_threads, neighbours)
             : grow_as<u32, u32>(task, weights, n_threads, neighbours);
}

// How many threads are worth starting: a small table is done before they would be at work.
u32 worthwhile_threads(const TableView& table, const GrowSpec& spec, u32 n_threads) {
  constexpr u64 kManyCells = u64{1} << 15, kSlowCells = u64{1} << 12;
  const u64 n_cells = table.n_rows * table.attributes.size();
  return n_cells < (spec.needs_evidence() ? kSlowCells : kManyCells) ? 1 : n_threads;
}

// `total_cases`: of the table that these rows are of, which sets the scale of x lg x.
NodeTable grow_of(const TableView& table, const GrowSpec& spec, double total_cases, u32 n_threads,
                  CutNeighbours* neighbours, Progress& progress) {
  const RowWeights weights = weights_of(table);
  const u64 whole = static_cast<u64>(total_weight(table, weights).cases());
  const XLogX xlogx(total_cases, (weights.empty() ? whole : std::min(whole, kMostTabulated)) + 2);
  const XLogXBounds bounds(xlogx);
  return grow_rows({spec, table, xlogx, bounds, progress, total_cases}, weights,
                   worthwhile_threads(table, spec, n_threads), neighbours);
}

}  // namespace

NodeTable grow(const TableView& table, const GrowSpec& spec, u32 n_threads, Progress& progress) {
  if (table.n_rows == 0) {  // a leaf of the first class
    NodeTable leaf(table.n_classes);
    leaf.append(1);
    return leaf;
  }
  const double total = total_weight(table, weights_of(table)).cases();
  return grow_of(table, spec, total, n_threads, nullptr, progress);
}

NodeTable grow_below(const TableView& table, const GrowSpec& spec, double total_cases,
                     u32 n_threads, CutNeighbours& neighbours, Progress& progress) {
  GrowSpec middle = spec;
  if (middle.placement == Placement::observed) middle.placement = Placement::midpoint;
  return grow_of(table, middle, total_cases, n_threads, &neighbours, progress);
}

}  // namespace cutpoint
