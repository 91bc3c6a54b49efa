// Counting what arrived at nodes: the class weights by bin and value, and the values of some bins.
#pragma once
#include <span>
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

void count_totals(const RoutedParts& parts, const TableView& table, LevelCounts& counts);
void count_places(const RoutedParts& parts, const TableView& table, const Bins& bins,
                  LevelCounts& counts);

// The class weights of distinct values, of some bins of some nodes.
class OpenValues {
 public:
  struct Entry {
    u64 pair;  // node and attribute
    double value;
    u32 cls;
    i64 units;
  };
  // `open`: by place of the first class in Bins, whether the values are wanted.
  void add(const RoutedParts& parts, const TableView& table, const Bins& bins,
           std::span<const u8> open);
  void add(const Entry& entry) { entries_.push_back(entry); }
  // Add up equal values, and put all in order.
  const std::vector<Entry>& combined();

 private:
  std::vector<Entry> entries_;
  u64 n_combined_ = 0;
};

}  // namespace cutpoint
