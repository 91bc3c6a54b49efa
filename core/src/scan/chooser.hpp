// The test of a node from its class weights alone, wherever they were counted.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "grow/spec.hpp"
#include "scan/bounds.hpp"
#include "search/cut_finder.hpp"
#include "search/nominal_finder.hpp"

namespace cutpoint {

// Of an attribute at a node: a class after the other, each with its weights by place and then that
// of the unknown.
struct PlaceCounts {
  std::span<const i64> counts;
  u32 n_places = 0;
  u64 n_hidden = 0;  // a numeric attribute: at most so many more distinct values than places
};

struct NodeChoice {
  // Whether the test depends on how many distinct values share places.
  bool needs_hidden = false;
  i32 attribute = -1;  // -1: the node is a leaf
  SplitCandidate test;
  std::vector<i32> branch_of;  // of a nominal attribute
};

class NodeChooser {
 public:
  // `n_values`: of each attribute, or kNumeric.
  NodeChooser(const GrowSpec& spec, std::span<const i32> n_values, u32 n_classes,
              double total_cases);

  bool may_be_split(std::span<const Weight> classes, u64 depth) const;
  // Which bins may hold the best cut of a numeric attribute.
  std::vector<u8> open_bins(std::span<const Weight> classes, const PlaceCounts& counts,
                            std::span<const u8> is_single);
  // `hidden`: whether n_hidden are the distinct values, or the most that there may be.
  enum class Hidden : u8 { at_most, counted };
  NodeChoice choose(std::span<const Weight> classes, std::span<const PlaceCounts> attributes,
                    Hidden hidden, u64 key);

 private:
  void evaluate(std::span<const PlaceCounts> attributes, bool all_hidden,
                std::vector<SplitCandidate>& candidates);
  ValueTable<i64> table_of(const PlaceCounts& counts, u64 n_hidden) const;
  NodeTotals totals_of(std::span<const Weight> classes, u64 key) const;
  bool is_certain(std::span<const SplitCandidate> fewest, std::span<const SplitCandidate> most,
                  i32 chosen, double cases) const;

  GrowSpec spec_;
  std::vector<i32> n_values_;
  u32 n_classes_;
  double total_cases_;
  XLogX xlogx_;
  XLogXBounds bounds_;
  SearchContext context_;
  std::unique_ptr<CutFinder<u32>> cut_finder_;
  NominalFinder nominal_finder_;
  BinBounds bin_bounds_;
  std::vector<u32> present_;
  std::vector<std::vector<i32>> branch_of_value_;
};

}  // namespace cutpoint
