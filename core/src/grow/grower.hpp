// Growing a tree, or a part of one, from the columns of its cases.
//
// For each node: find the best test of every attribute, choose among them, make the branches, and
// divide the cases among those that are to be grown.
#pragma once
#include <memory>
#include <vector>

#include "cutpoint/progress.hpp"
#include "data/columns.hpp"
#include "grow/grown_tree.hpp"
#include "grow/histogram.hpp"
#include "grow/node.hpp"
#include "grow/partition.hpp"
#include "grow/spec.hpp"
#include "numeric/split_mix.hpp"
#include "parallel/worker_pool.hpp"
#include "search/cut_finder.hpp"
#include "search/nominal_finder.hpp"

namespace cutpoint {

// What every grower of one tree shares.
struct GrowTask {
  const GrowSpec& spec;
  const TableView& table;
  const XLogX& xlogx;
  const XLogXBounds& bounds;
  Progress& progress;
  double total_cases;

  SearchContext search_context() const { return {spec, xlogx, bounds, table.n_classes}; }
  // So much of the table needs no more work; progress ends at the number of rows.
  void advance(Weight weight) const {
    progress.advance_by_part(weight.cases() * (static_cast<double>(table.n_rows) / total_cases));
  }
};

// The weights of the rows, if some are not one case.
using RowWeights = std::vector<Weight>;

// Mark: an integer with room for one more than the most branches of a test.
template <class Entry, class Mark>
class Grower {
 public:
  // The entries of `columns` are overwritten. `values` are by slot, for methods that look at them.
  // The workers, if there are any, share the columns of large nodes.
  Grower(const GrowTask& task, Columns<Entry>& columns, const std::vector<ColumnValues>* values,
         WorkerPool* workers = nullptr);

  // What becomes of a node: grown here and now, or later as a tree of its own.
  class Deferral {
   public:
    virtual ~Deferral() = default;
    virtual bool takes(const Node& node, const GrownTree& tree) const = 0;
    virtual void take(const Node& node, Grower& grower, GrownTree& tree) = 0;
  };

  // Grow the tree from all rows of the columns. `weights` is empty if every row is one case.
  void grow_root(GrownTree& tree, const RowWeights& weights, Deferral* deferral);
  // Grow the tree below its root from all rows; the last of them are fractions of these weights.
  void grow_node(GrownTree& tree, const Node& root, const RowWeights& fraction_weights,
                 Deferral* deferral);
  // Grow the pending nodes, the last first.
  void grow_pending(GrownTree& tree, Deferral* deferral);
  void push(const Node& node, std::span<const u32> lengths);

  Columns<Entry>& columns() { return columns_; }
  const std::vector<ColumnValues>& values() const { return values_; }
  // The rows of the node at hand, full ones first, and the weights of the others.
  std::vector<u32> rows_of(const Node& node) const;
  std::vector<Weight> fraction_weights_of(const Node& node) const;
  // Call `use` with the records of the rows of a node, given in the order of rows_of.
  template <class Use>
  void visit_records(const Node& node, const u32* rows, Use&& use) const {
    const CodeMatrix& matrix = node.has_records ? arenas_[node.arena].records : columns_.codes;
    matrix.visit([&](const auto* codes) {
      if (node.has_records) {
        use(Records{codes + node.full * matrix.stride(), matrix.stride(), nullptr});
      } else {
        use(Records{codes, matrix.stride(), rows});
      }
    });
  }
  u32 n_sorted() const { return static_cast<u32>(columns_.lengths.size()); }
  // The segment of a sorted column at the node at hand.
  std::span<const Entry> entries(u32 slot) const {
    return {arenas_[node_.arena].entries->column(slot) + node_.entries, lengths_[slot]};
  }

 private:
  u32 n_coded() const { return columns_.codes.n_columns(); }
  u32 n_classes() const { return columns_.n_classes; }
  std::span<const u32> full_rows() const {
    return {arenas_[node_.arena].full_rows.data() + node_.full, node_.n_full};
  }
  std::span<const u32> fraction_rows() const {
    return {arenas_[node_.arena].fraction_rows.data() + node_.fractions, node_.n_fractions};
  }
  std::span<const Weight> fraction_weights() const {
    return {arenas_[node_.arena].fraction_weights.data() + node_.fractions, node_.n_fractions};
  }
  Segment<Entry> segment(u32 slot) const {
    return {entries(slot), columns_.codec, columns_.rank(slot),
            node_.n_fractions > 0 ? weights_.data() : nullptr,
            values_.empty() ? nullptr : &values_[slot]};
  }
  // The key of a part of the node: random numbers depend on the path alone.
  u64 key_below(u64 part) const { return derived_key(node_.key, part) >> 2; }

  void take_pending();
  bool may_be_split(const GrownTree& tree, u32 id, u32 depth) const;

  // Finding: grower_search.cpp
  void evaluate(const GrownTree& tree);
  void count_codes();
  bool is_large() const;
  void evaluate_in_waves();
  void evaluate_wave(u32 first, u32 stop, const BestSoFar& best);
  CutFinder<Entry>& finder_of(u32 worker);
  bool is_sorted(u32 attribute) const {
    return columns_.of_attribute[attribute].kind == ColumnKind::sorted;
  }
  void evaluate_sorted(u32 attribute, CutFinder<Entry>& finder, const BestSoFar& best);
  void evaluate_coded(u32 attribute, const BestSoFar& best);
  // Call function(task, worker) for every task, by the workers if the node is large.
  template <class Function>
  void share(u64 n_tasks, Function&& function) {
    if (workers_ != nullptr && is_large_) {
      workers_->loop(n_tasks, function);
    } else {
      for (u64 task = 0; task < n_tasks; ++task) function(task, 0);
    }
  }
  template <class Sum>
  void evaluate_codes(u32 attribute, const Histogram<Sum>& histogram, const HistogramLayout& layout,
                      const BestSoFar& best);
  i32 choose(Weight weight) const;

  // Splitting: grower_split.cpp, and grower_split_plain.cpp for nodes of one kind of data
  void split(GrownTree& tree, u32 attribute);
  void make_test(GrownTree& tree, u32 attribute);
  void make_intervals(GrownTree& tree, u32 slot);
  void split_codes(GrownTree& tree, u32 attribute, u32 first);
  void count_codes_of_branches(GrownTree& tree, u32 attribute, u32 first);
  void partition_records(u32 slot, u64 first_pending);
  void assign_branches(const GrownTree& tree, u32 attribute);
  void assign_intervals(u32 slot);
  void count_branches(GrownTree& tree, u32 attribute, u32 first);
  void count_full_rows(GrownTree& tree, u32 first);
  void count_fractions(GrownTree& tree, u32 first);
  u32 number_children(GrownTree& tree, u32 first);
  void push_children(u32 first, u32 n_children);
  void partition_rows(u32 n_children);
  void partition_columns(u32 n_children, bool divided, u64 first_pending);
  void partition_column(u32 slot, std::vector<u64>& ends, bool divided, u64 first_pending);
  void marks_to_bits(u32 n_children);
  void split_plain(GrownTree& tree, u32 attribute, u32 first);
  void count_lower_branch(GrownTree& tree, u32 attribute, u32 first);
  void partition_plain(u32 attribute, u32 moving, Sides sides);
  void divide_histogram(const GrownTree& tree, u64 first_pending, u32 n_children);
  Weight least_for(double fraction) const;
  Weight least_part() const;

  const GrowTask& task_;
  const GrowSpec& spec_;
  Columns<Entry>& columns_;
  bool plain_;
  Arena<Entry> other_entries_;
  NodeArena<Entry> arenas_[2];
  ArenaTop top_[2];

  std::vector<Node> pending_;
  std::vector<u32> pending_lengths_;  // of the segments of each pending node
  Node node_;                         // the node at hand
  std::vector<u32> lengths_;          // of its segments
  // Of each pending node, and of the one at hand, by column of the codes: whether neither it nor a
  // node below has a test of the column.
  std::vector<u8> pending_hopeless_, hopeless_;
  NodeTotals totals_;

  WorkerPool* workers_;
  bool is_large_ = false;  // whether the columns of the node at hand are shared out
  // One for each worker that has found cuts, and the last node at which it did.
  struct WorkerFinder {
    std::unique_ptr<CutFinder<Entry>> finder;
    u32 node_id = 0;
  };
  std::unique_ptr<CutFinder<Entry>> cut_finder_;
  std::vector<WorkerFinder> finders_;  // of the workers from 1
  NominalFinder nominal_finder_;
  HistogramLayout layout_;
  HistogramLayout weighted_layout_;  // of the node at hand, if it has fractions: hopeful columns
  PresentClasses present_;
  Histogram<i64> weighted_histogram_;
  Histogram<u32> counted_histogram_;
  const Histogram<u32>* full_histogram_ = nullptr;  // of a node of full rows
  HistogramPool histograms_;
  std::vector<SplitCandidate> candidates_;
  std::vector<i32> branch_of_value_;  // of nominal attributes, one after the other
  std::vector<u64> values_start_;

  std::vector<ColumnValues> values_;  // by slot, if the finder looks at them
  std::vector<u32> interval_stops_;   // of the test at hand, if it has intervals

  std::vector<Branch> branches_;
  std::vector<u32> branch_of_child_;  // from 1
  std::vector<u64> ends_, full_ends_, fraction_ends_;
  std::vector<std::vector<u64>> column_ends_;  // a copy for each worker
  std::vector<Weight> least_of_child_;
  LargeVector<Mark> marks_;  // by row
  std::vector<Mark> branch_of_code_;
  MovingRows<Entry> moving_;
  LargeVector<Weight> weights_;  // one case, then those of the node's fractions, by row
  std::vector<u64> tally_;
};

}  // namespace cutpoint
