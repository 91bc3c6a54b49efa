// Single cuts at large nodes, several intervals at small ones (Kohavi).
//
// The finder of intervals finds single cuts, too, but slowly: it scores every one. Where values are
// unknown it is left to it: what it makes of them is not what the scans do under the gain ratio. So
// it is where the choice is charged for and yet made by the criterion: a scan scores what is left.
#pragma once
#include <memory>
#include <utility>

#include "search/cut_finder.hpp"

namespace cutpoint {

template <class Entry>
class HybridFinder final : public CutFinder<Entry> {
  using Finder = CutFinder<Entry>;

 public:
  HybridFinder(const SearchContext& context, std::unique_ptr<Finder> single,
               std::unique_ptr<Finder> intervals)
      : Finder(context), single_(std::move(single)), intervals_(std::move(intervals)) {}

  void begin_node(const NodeTotals& node) override {
    Finder::begin_node(node);
    single_->begin_node(node);
    intervals_->begin_node(node);
  }
  SplitCandidate find(const Segment<Entry>& segment, const BestSoFar& best) override {
    const bool is_single = !this->spec().makes_intervals(this->node_.weight) &&
                           segment.size() == this->node_.n_rows && is_charged_alike();
    return (is_single ? single_ : intervals_)->find(segment, best);
  }
  // Columns are not binned where evidence tables are asked for.
  SplitCandidate find(const ValueTable<u32>&, const BestSoFar&) override { return {}; }
  SplitCandidate find(const ValueTable<i64>&, const BestSoFar&) override { return {}; }
  IntervalCuts intervals(const Segment<Entry>& segment) override {
    return intervals_->intervals(segment);
  }

 private:
  bool is_charged_alike() const {
    return this->spec().penalty == Penalty::none || this->spec().by_gain();
  }

  std::unique_ptr<Finder> single_, intervals_;
};

}  // namespace cutpoint
