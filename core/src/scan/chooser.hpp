// The test of a node from its class weights alone, wherever they were counted.
#pragma once
#include <limits>
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
  // Of a numeric attribute: by place whether it may hold several values, and how many more distinct
  // values than places there are at most.
  std::span<const u8> is_closed;
  u64 n_hidden = 0;
};

struct NodeChoice {
  // Whether the test is the same whatever closed places hold.
  bool is_certain = true;
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
  // Which bins of each attribute may hold its best cut: of all attributes, or only of those that
  // may be chosen. A choice from the latter may turn out not to be certain.
  enum class Opening : u8 { contenders, all };
  std::vector<std::vector<u8>> open_bins(std::span<const Weight> classes,
                                         std::span<const PlaceCounts> attributes, Opening opening);
  // `hidden`: whether n_hidden are the distinct values, or the most that there may be.
  enum class Hidden : u8 { at_most, counted };
  NodeChoice choose(std::span<const Weight> classes, std::span<const PlaceCounts> attributes,
                    Hidden hidden, u64 key);

 private:
  // Between these lies what the gain of a test must reach.
  struct GainLines {
    double low = -std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
  };
  using Candidates = std::vector<SplitCandidate>;

  NodeTotals begin_node(std::span<const Weight> classes, u64 key);
  // Without hidden values tests cost least, with as many as there may be they cost most.
  Candidates evaluate(std::span<const PlaceCounts> attributes, bool all_hidden);
  void raise_to_bounds(const NodeTotals& node, std::span<const PlaceCounts> attributes,
                       Candidates& candidates);
  BinCounts bins_of(const NodeTotals& node, const PlaceCounts& counts) const;
  ValueTable<i64> table_of(const PlaceCounts& counts, u64 n_hidden) const;
  bool averages_gains() const;
  bool is_left_out(u32 attribute) const;
  BestSoFar reached_by(const Candidates& least) const;
  GainLines lines_between(const Candidates& least, const Candidates& most, double cases) const;
  bool is_certain(const Candidates& least, const Candidates& most, i32 chosen, double cases) const;

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
