// Counting what arrived at nodes: the class weights by bin and value, and the values of some bins.
#pragma once
#include <limits>
#include <vector>

#include "data/table_view.hpp"
#include "scan/bins.hpp"
#include "scan/route.hpp"

namespace cutpoint {

// Class weights in units; sums are exact, and so the same in any order.
struct LevelCounts {
  LevelCounts(u64 n_nodes, u32 n_classes, u64 n_places)
      : totals(n_nodes * n_classes), n_parts(n_nodes), places(n_places) {}

  std::vector<i64> totals;   // nodes x classes
  std::vector<i64> n_parts;  // by node: parts of rows
  std::vector<i64> places;   // as Bins has them
};

void count_totals(const RoutedParts& parts, u32 n_classes, LevelCounts& counts);
void count_places(const PartsByNode& parts, const TableView& table, const Bins& bins,
                  LevelCounts& counts);

// The bins whose values are wanted.
class OpenBins {
 public:
  // `open`: by place of the first class in Bins.
  OpenBins(const Bins& bins, std::vector<u8> open);

  struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
  };
  // Of a node and attribute: all its open bins lie between these; nothing does if there are none.
  Range range(u64 pair) const { return ranges_[pair]; }
  bool is_open(u64 place) const { return open_[place] != 0; }

 private:
  std::vector<u8> open_;
  std::vector<Range> ranges_;
};

// The class weights of distinct values, of some bins of some nodes.
class OpenValues {
 public:
  struct Entry {
    u64 pair;  // node and attribute
    double value;
    u32 cls;
    i64 units;
  };
  void add(const PartsByNode& parts, const TableView& table, const Bins& bins,
           const OpenBins& open);
  void add(const Entry& entry) { entries_.push_back(entry); }
  // Add up equal values, and put all in order.
  const std::vector<Entry>& combined();

 private:
  std::vector<Entry> entries_;
  u64 n_combined_ = 0;
};

}  // namespace cutpoint
