// The bins of numeric attributes, which may differ from node to node.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "cutpoint/integers.hpp"
#include "cutpoint/tree.hpp"

namespace cutpoint {

// Bin b of an attribute at a node holds edges[b - 1] < value <= edges[b]; one more bin holds what
// is above the last edge. A nominal attribute has a place per value. Behind the places there is one
// for unknown. Classes lie `stride` apart, as in a ValueTable.
class Bins {
 public:
  // `starts` has for each node and attribute where its edges start, and the end of the last.
  Bins(std::span<const double> edges, std::span<const i64> starts, std::span<const i32> n_values,
       u32 n_classes)
      : n_attributes_(static_cast<u32>(n_values.size())), pairs_(starts.size() - 1) {
    for (u64 pair = 0; pair < pairs_.size(); ++pair) {
      const i32 n = n_values[pair % n_attributes_];
      const u64 start = static_cast<u64>(starts[pair]), end = static_cast<u64>(starts[pair + 1]);
      Pair& own = pairs_[pair];
      own.first = size_;
      own.n_places = static_cast<u32>(n == kNumeric ? end - start + 1 : static_cast<u64>(n));
      size_ += u64{own.n_places + 1} * n_classes;
      if (n == kNumeric) draw_grid(own, edges.subspan(start, end - start));
    }
  }

  u64 n_pairs() const { return pairs_.size(); }
  u64 pair(u64 node, u64 attribute) const { return node * n_attributes_ + attribute; }
  u64 size() const { return size_; }
  u64 first(u64 pair) const { return pairs_[pair].first; }
  u32 n_places(u64 pair) const { return pairs_[pair].n_places; }
  u64 stride(u64 pair) const { return u64{pairs_[pair].n_places} + 1; }
  // The number of edges below the value.
  u32 bin_of(u64 pair, double value) const {
    const Pair& own = pairs_[pair];
    const double* edges = edges_.data() + own.edges;
    u32 bin = cells_[own.cells + own.cell_of(value)];
    bin += edges[bin] < value ? 1 : 0;
    if (edges[bin] < value) {  // a crowded cell
      bin = static_cast<u32>(std::lower_bound(edges + bin, edges + own.n_places, value) - edges);
    }
    return bin;
  }

 private:
  // A node and an attribute. If it is numeric, cells of equal width lie over all its edges but the
  // outermost, whose distances tell least; the first and the last cell have no end. A value has all
  // edges of the cells before its own below it, so that it is compared with few.
  struct Pair {
    u64 first = 0;  // of its places
    u32 n_places = 0;
    u32 n_cells = 1;
    double low = 0.0, cells_per_unit = 0.0;
    u64 edges = 0;  // where its own start in edges_
    u64 cells = 0;  // and in cells_

    // Never descends as the value ascends, whatever is rounded on the way.
    u32 cell_of(double value) const {
      const double cell = (value - low) * cells_per_unit;
      return cell > 0.0 ? static_cast<u32>(std::min(cell, static_cast<double>(n_cells - 1))) : 0;
    }
  };
  static constexpr u32 kCellsPerEdge = 4;
  static constexpr u32 kOutermost = 32;  // one edge in so many, on either side

  void draw_grid(Pair& pair, std::span<const double> edges) {
    pair.edges = edges_.size();
    pair.cells = cells_.size();
    edges_.insert(edges_.end(), edges.begin(), edges.end());
    edges_.push_back(std::numeric_limits<double>::infinity());  // nothing is above it
    if (edges.size() > 1) {
      const u64 outermost = edges.size() / kOutermost;
      const double low = edges[outermost], high = edges[edges.size() - 1 - outermost];
      const u32 n_cells = kCellsPerEdge * static_cast<u32>(edges.size());
      const double cells_per_unit = n_cells / (high - low);
      if (std::isfinite(cells_per_unit) && cells_per_unit > 0.0) {
        pair.low = low;
        pair.cells_per_unit = cells_per_unit;
        pair.n_cells = n_cells;
      }
    }
    u32 before = 0;
    for (u32 cell = 0; cell < pair.n_cells; ++cell) {
      while (before < edges.size() && pair.cell_of(edges[before]) < cell) ++before;
      cells_.push_back(before);
    }
  }

  u32 n_attributes_;
  u64 size_ = 0;
  std::vector<Pair> pairs_;
  std::vector<double> edges_;
  std::vector<u32> cells_;  // by cell: the edges in those before it
};

}  // namespace cutpoint
