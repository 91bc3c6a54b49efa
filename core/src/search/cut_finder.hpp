// Finding the best test of a numeric attribute at a node, whichever way it is done.
#pragma once
#include <vector>

#include "data/entry.hpp"
#include "grow/spec.hpp"
#include "measures/table.hpp"
#include "numeric/xlogx_bounds.hpp"
#include "search/information_scorer.hpp"
#include "search/split_candidate.hpp"
#include "search/value_table.hpp"

namespace cutpoint {

// What earlier attributes of the node have reached. Only a test that is better matters; where
// nothing can be left out for that, as under the average-gain rule, these stay as they are.
struct BestSoFar {
  double gain = 0.0;
  double value = kNoValue;
};

// What finders share: the spec, tables of x lg x, and the number of classes of the whole table.
struct SearchContext {
  const GrowSpec& spec;
  const XLogX& xlogx;
  const XLogXBounds& bounds;
  u32 n_classes_of_table;
};

// Several cuts of a sorted column. Valid until the finder is used again.
struct IntervalCuts {
  std::span<const u32> stops;      // the entries up to each cut
  std::span<const double> places;  // and where it lies
};

template <class Entry>
class CutFinder {
 public:
  explicit CutFinder(const SearchContext& context) : context_(context) {}
  CutFinder(const CutFinder&) = delete;
  CutFinder& operator=(const CutFinder&) = delete;
  virtual ~CutFinder() = default;

  virtual void begin_node(const NodeTotals& node) {
    node_ = node;
    least_of_node_ = spec().least_on_a_side(node.weight, context_.n_classes_of_table);
  }
  // At the node at hand several threads find cuts, each with a finder of its own. The first makes
  // what all of them need; the others join it.
  virtual void prepare_to_share() {}
  virtual void join_node(const CutFinder& first) { begin_node(first.node_); }
  // Whether a finder wants to see all sorted columns of a node before it is asked for their tests;
  // then those with at least two entries are shown to it in the order in which it is asked.
  virtual bool looks_ahead() const { return false; }
  virtual void look_ahead(const Segment<Entry>&) {}
  // The best test of a sorted column with at least two entries.
  virtual SplitCandidate find(const Segment<Entry>& segment, const BestSoFar& best) = 0;
  // The best test of a binned column.
  virtual SplitCandidate find(const ValueTable<u32>& table, const BestSoFar& best) = 0;
  virtual SplitCandidate find(const ValueTable<i64>& table, const BestSoFar& best) = 0;
  // The cuts of a test that divides a column into intervals; none where there is a single cut.
  virtual IntervalCuts intervals(const Segment<Entry>&) { return {}; }

 protected:
  const GrowSpec& spec() const { return context_.spec; }
  const XLogX& xlogx() const { return context_.xlogx; }
  Weight least_for(Weight known) const {
    return known == node_.weight ? least_of_node_
                                 : spec().least_on_a_side(known, context_.n_classes_of_table);
  }
  // Bits that are subtracted from the gain for the choice among many cuts.
  double charge_for(u64 n_candidates) const {
    return spec().penalty == Penalty::rank ? lg(static_cast<double>(n_candidates)) : 0.0;
  }
  // Enter the gain of a test into the candidate, less the charge for each of its cuts; it becomes
  // usable if something is left.
  void charge(SplitCandidate& candidate, double gain, u64 n_candidates) const {
    const double charge = spec().penalty == Penalty::none
                              ? 0.0
                              : (candidate.n_branches - 1) * lg(static_cast<double>(n_candidates));
    if (spec().penalty == Penalty::filter && gain < charge) return;
    candidate.gain = spec().penalty == Penalty::rank ? gain - charge : gain;
    candidate.usable = candidate.gain > kLeastGain;
  }
  // The cuts of a segment that leave the least weight on both sides.
  static u64 count_candidates(const Segment<Entry>& segment, Weight least) {
    const u32 size = segment.size();
    Weight below, above;
    u32 first = 0, end = size;
    while (first < size && below < least) below += segment.weight(segment.entries[first++]);
    while (end > 0 && above < least) above += segment.weight(segment.entries[--end]);
    if (first > end) return 0;
    if (segment.rank == nullptr) return end - first + 1;
    u64 n = 0;
    for (u32 i = std::max(first, u32{1}); i <= std::min(end, size - 1); ++i)
      n += segment.separates(i);
    return n;
  }

  SearchContext context_;
  NodeTotals node_;

 private:
  Weight least_of_node_;  // on each side of a cut, where all is known
};

}  // namespace cutpoint
