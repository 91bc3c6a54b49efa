#include "grow/learn.hpp"

#include <algorithm>
#include <cmath>

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
      out.distinct_values[a] = columns.bin_values[ref.slot];
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
  if (!task.spec.needs_evidence()) return all;
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

// The most rows of a node that is grown as a tree of its own.
template <class Entry>
u32 subtree_limit(const Columns<Entry>& columns) {
  constexpr u32 kFitsCache = 8192;
  constexpr u32 kBeyondHistograms = 512;  // larger nodes are better off with histograms
  return columns.lengths.empty() ? kBeyondHistograms : kFitsCache;
}

template <class Entry, class Mark>
NodeTable grow_as(const GrowTask& task, const RowWeights& weights, u32 n_threads) {
  const ColumnOptions options{.bins = !task.spec.needs_evidence(),
                              .distinct_values = task.spec.placement == Placement::observed,
                              .n_threads = n_threads};
  Columns<Entry> columns = make_columns<Entry>(task.table, options, task.progress);
  GrownTree grown(task.table.n_classes);
  const std::vector<ColumnValues> values = values_of(task, columns.sorted_attribute);
  Grower<Entry, Mark> grower(task, columns, &values);
  SubtreePool<Entry, Mark> pool(task, task.table.n_rows, subtree_limit(columns), n_threads);
  grower.grow_root(grown, weights, &pool);
  pool.finish(grown);
  return finish(grown, task.table, placement_columns(task.table, columns), task.spec);
}

}  // namespace

NodeTable grow(const TableView& table, const GrowSpec& spec, u32 n_threads, Progress& progress) {
  if (table.n_rows == 0) {  // a leaf of the first class
    NodeTable leaf(table.n_classes);
    leaf.append(1);
    return leaf;
  }
  const RowWeights weights = weights_of(table);
  double total = static_cast<double>(table.n_rows);
  if (!weights.empty()) {
    Weight sum;
    for (const Weight weight : weights) sum += weight;
    total = sum.cases();
  }
  const u64 whole = static_cast<u64>(total);
  const XLogX xlogx(total, (weights.empty() ? whole : std::min(whole, kMostTabulated)) + 2);
  const XLogXBounds bounds(xlogx);
  const GrowTask task{spec, table, xlogx, bounds, progress, total};
  constexpr u32 kMostNarrow = 254;
  if (!EntryCodec<u32>::fits(table.n_rows, table.n_classes))
    return grow_as<u64, u32>(task, weights, n_threads);
  return most_branches(table, spec) <= kMostNarrow ? grow_as<u32, u8>(task, weights, n_threads)
                                                   : grow_as<u32, u32>(task, weights, n_threads);
}

}  // namespace cutpoint
