#include "search/release7_cut.hpp"

#include <vector>

#include "measures/gain_ratio.hpp"
#include "numeric/bits.hpp"

namespace cutpoint {

namespace {

// Visit each candidate with its position, its gain and x lg x of its sides, in bits.
template <class Visit>
void each_candidate(const EvidenceTable& table, double least, Visit&& visit) {
  const double known = sum_of(table.totals);
  double base = -xlgx(known);
  for (const double total : table.totals) base += xlgx(total);
  std::vector<double> lower(table.n_classes(), 0.0);
  double below = 0.0;
  for (u32 v = 0; v + 1 < table.n_values; ++v) {
    const double here = sum_of(table.row(v));
    add_to(lower, table.row(v));
    below += here;
    if (here <= 0.0 || below < least || known - below < least) continue;
    const double sides = xlgx(below) + xlgx(known - below);
    double gain = -sides - base;
    for (u32 k = 0; k < table.n_classes(); ++k) {
      gain += xlgx(lower[k]) + xlgx(table.totals[k] - lower[k]);
    }
    visit(v, gain, sides);
  }
}

}  // namespace

Release7Cut release7_cut(const EvidenceTable& table, double least) {
  Release7Cut cut;
  const double known = sum_of(table.totals), cases = known + table.unknown;
  double average = 0.0;
  each_candidate(table, least, [&](u32, double gain, double) {
    ++cut.n_candidates;
    average += gain;
  });
  if (cut.n_candidates == 0) return cut;
  average /= static_cast<double>(cut.n_candidates);
  const double least_gain = average - GainRatio::kLeastSplit * cases;
  double best = 0.0;
  each_candidate(table, least, [&](u32 v, double gain, double sides) {
    const double split = xlgx(cases) - xlgx(table.unknown) - sides;
    if (gain <= kLeastGain || gain < least_gain || split <= GainRatio::kLeastSplit * cases) return;
    const double ratio = gain / split;
    if (ratio < best - kLeastDifference) return;
    best = ratio;
    cut.found = true;
    cut.position = v;
  });
  return cut;
}

}  // namespace cutpoint
