// One door to all interval methods: from an evidence table to cut points. A learner at a node and
// a discretizer for a column both call it, so both cut alike.
#pragma once
#include <array>
#include <string_view>
#include <vector>

#include "cutpoint/progress.hpp"
#include "cuts/evidence_table.hpp"
#include "cuts/similarity.hpp"
#include "measures/registry.hpp"
#include "numeric/real_xlogx.hpp"

namespace cutpoint {

enum class IntervalMethod : u8 {
  contextual,
  contextual_divisive,
  mdlp,
  mdlp_mantaras,
  one_rule,
  zeta,
  chimerge,
  chi2,
  caim,
  optimal,
  equal_depth,
  equal_width,
  kmeans
};
inline constexpr std::array<std::string_view, 13> kIntervalMethodNames{
    "contextual",  "contextual_divisive",
    "mdlp",        "mdlp_mantaras",
    "one_rule",    "zeta",
    "chimerge",    "chi2",
    "caim",        "optimal",
    "equal_depth", "equal_width",
    "kmeans"};

// What an interval of the optimal partition costs: bits, cases times Gini index, or errors.
enum class IntervalCost : u8 { entropy, gini, error };

inline constexpr u32 kNoLimit = 0;

// The parameters of all interval methods; each reads its own.
struct IntervalOptions {
  Measure measure =
      Measure::gain_ratio;      // contextual: scores partitions; information family or Gini
  Similarity similarity;        // contextual: how class distributions are compared
  u32 bins = 25;                // contextual: equal-depth bins to start from; kNoLimit: the values
  u32 max_branches = kNoLimit;  // contextual, optimal: the most intervals
  double min_cases = 1.0;       // contextual, optimal: the least weight of an interval
  u32 n_bins = 10;              // equal width, equal depth, k-means: the number of intervals
  double min_majority = 6.0;    // one rule: cases of the majority class that close an interval
  double critical = 3.841458820694124;  // ChiMerge: intervals merge while chi-squared is below it
  std::vector<double> criticals;        // Chi2: those of ever lower significance levels
  double smoothing = 0.0;               // ChiMerge, Chi2: added to every count
  double inconsistency = 0.02;  // Chi2: the share of cases outside the majority of their interval
  IntervalCost cost = IntervalCost::entropy;  // optimal
  u32 max_blocks = 1024;  // optimal: more blocks are first put into so many equal-depth bins
  const Progress* progress = nullptr;  // asked now and then whether to stop, if there is one

  void check_progress() const {
    if (progress != nullptr) progress->check();
  }
};

// Memory that the methods reuse from one call to the next; one per thread.
struct IntervalWorkspace;  // cuts/interval_workspace.hpp

// Cut i lies between values positions[i] and positions[i] + 1; ascending. `places` are the cut
// points of methods that look at the values, else empty. Valid until the next call.
struct Cuts {
  std::span<const u32> positions;
  std::span<const double> places;
};

Cuts find_cuts(IntervalMethod method, const EvidenceTable& table, const IntervalOptions& options,
               const RealXLogX& xlogx, IntervalWorkspace& workspace);

// Where the cuts lie: where the method says, else in the middle of the two values. The table must
// have its values.
std::vector<double> cut_points(const EvidenceTable& table, const Cuts& cuts);

}  // namespace cutpoint
