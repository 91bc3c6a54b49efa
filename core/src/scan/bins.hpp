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
  // Cells of equal width over all edges of a numeric attribute but the outermost, whose distances
  // tell least; the first and the last cell have no end. A value has all edges of the cells before
  // its own below it, so that it is compared with few.
  struct Grid {
    double low = 0.0, cells_per_unit = 0.0, last = 0.0;

    // Never descends as the value ascends, whatever is rounded on the way.
    u64 cell_of(double value) const {
      const double cell = (value - low) * cells_per_unit;
      return static_cast<u64>(std::max(0.0, std::min(cell, last)));  // NaN: 0
    }
  };

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
  // Finds the bins of one node and attribute.
  class Locator {
   public:
    // The number of edges below the value; 0 if it is NaN.
    u32 operator()(double value) const {
      u32 bin = cells_[grid_.cell_of(value)];
      bin += edges_[bin] < value ? 1 : 0;
      return edges_[bin] < value ? search(bin, value) : bin;  // a crowded cell
    }

   private:
    friend class Bins;
    Locator(Grid grid, const double* edges, const u32* cells, u32 n_edges)
        : grid_(grid), edges_(edges), cells_(cells), n_edges_(n_edges) {}
    u32 search(u32 from, double value) const {
      return static_cast<u32>(std::lower_bound(edges_ + from, edges_ + n_edges_, value) - edges_);
    }

    Grid grid_;
    const double* edges_;
    const u32* cells_;
    u32 n_edges_;
  };
  Locator locator(u64 pair) const {
    const Pair& own = pairs_[pair];
    return {own.grid, edges_.data() + own.edges, cells_.data() + own.cells, own.n_edges};
  }
  // The upper ends of the bins of a node and attribute, that of the last infinite; none if it is
  // nominal.
  std::span<const double> edges_of(u64 pair) const {
    return std::span(edges_).subspan(pairs_[pair].edges, pairs_[pair].n_edges);
  }

 private:
  struct Pair {
    u64 first = 0;  // of its places
    u32 n_places = 0;
    u32 n_edges = 0;
    Grid grid;
    u64 edges = 0;  // where its own start in edges_
    u64 cells = 0;  // and in cells_
  };
  static constexpr u32 kCellsPerEdge = 4;
  static constexpr u32 kOutermost = 128;  // one edge in so many, on either side

  void draw_grid(Pair& pair, std::span<const double> edges) {
    pair.n_edges = pair.n_places;
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
        pair.grid = {low, cells_per_unit, static_cast<double>(n_cells - 1)};
      }
    }
    u32 before = 0;
    for (u64 cell = 0; cell <= static_cast<u64>(pair.grid.last); ++cell) {
      while (before < edges.size() && pair.grid.cell_of(edges[before]) < cell) ++before;
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
