#include "cuts/zeta.hpp"

#include <algorithm>

#include "numeric/weight.hpp"

namespace cutpoint {

namespace {

struct CutAndClass {
  u32 cut = 0, which = 0;
};

// The cut and the class of greatest zeta, the first of equals, of the classes that are left.
CutAndClass best_pair(const EvidenceTable& table, const std::vector<bool>& is_left,
                      std::vector<double>& below) {
  const u32 k = table.n_classes();
  below.assign(k, 0.0);
  double cases = 0.0, left = 0.0, best = kNoValue;
  for (u32 c = 0; c < k; ++c) cases += is_left[c] ? table.totals[c] : 0.0;
  CutAndClass found;
  for (u32 v = 0; v + 1 < table.n_values; ++v) {
    for (u32 c = 0; c < k; ++c) {
      if (!is_left[c]) continue;
      below[c] += table.row(v)[c];
      left += table.row(v)[c];
    }
    for (u32 c = 0; c < k; ++c) {
      if (!is_left[c]) continue;
      // The class below the cut and the others above, or the other way round.
      const double right = cases - left - (table.totals[c] - below[c]) + below[c];
      const double hits = std::max(right, cases - right);
      if (clearly_more(hits, best)) best = hits, found = {v, c};
    }
  }
  return found;
}

}  // namespace

void zeta(const EvidenceTable& table, const IntervalOptions& options, std::vector<double>& scratch,
          std::vector<u32>& cuts) {
  cuts.clear();
  std::vector<bool> is_left(table.n_classes());
  u32 n_left = 0;
  for (u32 c = 0; c < table.n_classes(); ++c) {
    is_left[c] = table.totals[c] > 0.0;
    n_left += is_left[c] ? 1 : 0;
  }
  for (; n_left > 1 && table.n_values > 1; n_left = n_left == 2 ? 0 : n_left - 1) {
    options.check_progress();
    const CutAndClass found = best_pair(table, is_left, scratch);
    cuts.push_back(found.cut);
    is_left[found.which] = false;
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
}

}  // namespace cutpoint
