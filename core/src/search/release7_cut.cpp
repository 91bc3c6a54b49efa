#include "search/release7_cut.hpp"

#include <vector>

#include "measures/gain_ratio.hpp"
#include "numeric/bits.hpp"

namespace cutpoint {

namespace {

struct Candidate {
  u32 position;
  double gain, sides;  // in bits: the gain, and x lg x of the two sides
};

std::vector<Candidate> candidates_of(const EvidenceTable& table, double least) {
  const double known = sum_of(table.totals);
  double base = -xlgx(known);
  std::vector<double> lower(table.n_classes(), 0.0), terms(table.n_classes(), 0.0);
  for (u32 k = 0; k < table.n_classes(); ++k) {
    terms[k] = xlgx(table.totals[k]);
    base += terms[k];
  }
  std::vector<Candidate> candidates;
  double below = 0.0;
  for (u32 v = 0; v + 1 < table.n_values; ++v) {
    const auto row = table.row(v);
    const double here = sum_of(row);
    for (u32 k = 0; k < table.n_classes(); ++k) {
      if (row[k] == 0.0) continue;  // its term is what it was
      lower[k] += row[k];
      terms[k] = xlgx(lower[k]) + xlgx(table.totals[k] - lower[k]);
    }
    below += here;
    if (here <= 0.0 || below < least || known - below < least) continue;
    const double sides = xlgx(below) + xlgx(known - below);
    double gain = -sides - base;
    for (const double term : terms) gain += term;
    candidates.push_back({v, gain, sides});
  }
  return candidates;
}

}  // namespace

Release7Cut release7_cut(const EvidenceTable& table, double least) {
  Release7Cut cut;
  const double known = sum_of(table.totals), cases = known + table.unknown;
  const std::vector<Candidate> candidates = candidates_of(table, least);
  cut.n_candidates = candidates.size();
  if (candidates.empty()) return cut;
  double average = 0.0;
  for (const Candidate& candidate : candidates) average += candidate.gain;
  average /= static_cast<double>(candidates.size());
  const double least_gain = average - GainRatio::kLeastSplit * cases;
  double best = 0.0;
  for (const auto& [position, gain, sides] : candidates) {
    const double split = xlgx(cases) - xlgx(table.unknown) - sides;
    if (gain <= kLeastGain || gain < least_gain || split <= GainRatio::kLeastSplit * cases) {
      continue;
    }
    const double ratio = gain / split;
    if (ratio < best - kLeastDifference) continue;
    best = ratio;
    cut.found = true;
    cut.position = position;
  }
  return cut;
}

}  // namespace cutpoint
