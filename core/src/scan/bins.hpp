// The bins of numeric attributes, which may differ from node to node.
#pragma once
#include <algorithm>
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
      : edges_(edges), starts_(starts), n_attributes_(static_cast<u32>(n_values.size())) {
    const u64 n_pairs = starts.size() - 1;
    places_.resize(n_pairs + 1);
    n_places_.resize(n_pairs);
    for (u64 pair = 0; pair < n_pairs; ++pair) {
      const i32 n = n_values[pair % n_attributes_];
      n_places_[pair] = static_cast<u32>(
          n == kNumeric ? static_cast<i64>(starts[pair + 1]) - starts[pair] + 1 : i64{n});
      places_[pair + 1] = places_[pair] + u64{n_places_[pair] + 1} * n_classes;
    }
  }

  u64 n_pairs() const { return n_places_.size(); }
  u32 n_attributes() const { return n_attributes_; }
  u64 pair(u64 node, u64 attribute) const { return node * n_attributes_ + attribute; }
  u64 size() const { return places_.back(); }
  u64 first(u64 pair) const { return places_[pair]; }
  u32 n_places(u64 pair) const { return n_places_[pair]; }
  u64 stride(u64 pair) const { return u64{n_places_[pair]} + 1; }
  std::span<const double> edges(u64 pair) const {
    return edges_.subspan(static_cast<u64>(starts_[pair]),
                          static_cast<u64>(starts_[pair + 1] - starts_[pair]));
  }
  // The number of edges below the value.
  u32 bin_of(u64 pair, double value) const {
    const double* base = edges_.data() + starts_[pair];
    u64 n = static_cast<u64>(starts_[pair + 1] - starts_[pair]);
    const double* first = base;
    while (n > 0) {
      const u64 half = n - n / 2;
      first += first[half - 1] < value ? half : 0;
      n -= half;
    }
    return static_cast<u32>(first - base);
  }

 private:
  std::span<const double> edges_;
  std::span<const i64> starts_;
  u32 n_attributes_;
  std::vector<u64> places_;
  std::vector<u32> n_places_;
};

}  // namespace cutpoint
