// How a tree is to be grown: the part of Python's LearnSpec that the grower reads.
#pragma once
#include <algorithm>
#include <limits>
#include <string_view>

#include "cuts/interval_method.hpp"
#include "cuts/placement.hpp"
#include "cuts/threshold_method.hpp"
#include "measures/registry.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

// Which of the cuts of a numeric attribute competes with other attributes.
enum class CutBy : u8 {
  criterion,  // the one that the criterion finds best
  gain,       // the one of greatest gain, whatever the criterion (C4.5 since Release 8)
  release7  // that of greatest gain ratio among those of at least average gain, the last of equals
};
inline constexpr std::array<std::string_view, 3> kCutByNames{"criterion", "gain", "release7"};

// What the choice among many cuts costs (Quinlan 1996).
enum class Penalty : u8 {
  none,    // nothing (Release 7)
  filter,  // an attribute whose best cut gains less than lg(candidates) bits is left out (7GS)
  rank     // those bits are also subtracted from the gain that is compared (Release 8)
};
inline constexpr std::array<std::string_view, 3> kPenaltyNames{"none", "filter", "rank"};

// The branches of a test on a nominal attribute.
enum class NominalSplit : u8 { values, groups, binary };
inline constexpr std::array<std::string_view, 3> kNominalSplitNames{"values", "groups", "binary"};

struct GrowSpec {
  Criterion criterion;
  CutBy cut_by = CutBy::criterion;
  Penalty penalty = Penalty::none;
  NominalSplit nominal = NominalSplit::values;
  Placement placement = Placement::midpoint;
  double min_cases = 2.0;      // a test needs two branches with at least so many cases
  bool minimum_split = false;  // C4.5: a tenth of the cases per class, but no more than 25
  u64 max_depth = std::numeric_limits<u64>::max();
  bool leave_out_many_values = false;  // C4.5: such nominal attributes do not count for the average
  double min_fraction = 0.0;           // a row takes no branch that would hold less of it than this
  bool collapse = false;               // C4.5: a test that saves no training error becomes a leaf
  bool charge_groups = false;          // groups of nominal values are charged for as cuts are

  ThresholdOptions threshold;  // its criterion and least weight are set by the grower
  bool has_intervals = false;  // numeric attributes are divided into several intervals
  IntervalMethod interval_method = IntervalMethod::mdlp;
  IntervalOptions interval_options;
  double intervals_below = std::numeric_limits<double>::infinity();  // cases of a node (Kohavi)
  u32 max_branches = 1024;  // an attribute with more intervals is left out at the node
  u64 seed = 1;

  // The least weight on each side of a cut where so much is known, of a table of so many classes.
  Weight least_on_a_side(Weight known, u32 n_classes) const {
    double least = min_cases;
    if (minimum_split) {
      const double tenth = 0.1 * known.cases() / n_classes;
      if (tenth > least) least = std::min(tenth, std::max(25.0, least));
    }
    return Weight::least(least);
  }
  bool by_gain() const { return criterion.measure == Measure::gain || cut_by == CutBy::gain; }
  // Where the criterion is the gain, every release cuts by it.
  bool cuts_as_release7() const { return cut_by == CutBy::release7 && !by_gain(); }
  // Whether cuts are found from the evidence table of an attribute; else by scanning its entries.
  bool needs_evidence() const { return has_intervals || single_cuts_need_evidence(); }
  bool single_cuts_need_evidence() const {
    if (threshold.method != ThresholdMethod::classic) return true;
    if (cuts_as_release7() || criterion.measure == Measure::contrast) return true;
    return criterion.calls_python() || (criterion.measure == Measure::custom && by_gain());
  }
  // Whether a custom criterion that is a function of arrays chooses the cuts: all of a node at
  // once.
  bool values_cuts_together() const {
    return criterion.measure == Measure::custom && !criterion.custom->is_pointer() && !by_gain() &&
           !cuts_as_release7() && !has_intervals && threshold.method == ThresholdMethod::classic;
  }
  bool makes_intervals(Weight weight_of_node) const {
    return has_intervals && clearly_more(intervals_below, weight_of_node.cases());
  }
};

}  // namespace cutpoint
