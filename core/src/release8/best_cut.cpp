#include "release8/best_cut.hpp"

#include <algorithm>
#include <array>

namespace cutpoint::release8 {

CutLimits::CutLimits(const CutWeights& weights, u32 n_classes)
    : least(static_cast<Real>(0.10 * static_cast<double>(weights.known) / n_classes)) {
  if (least <= weights.min_cases) {
    least = weights.min_cases;
  } else if (least > Real{25}) {
    least = Real{25};
  }
  most = weights.known - least;
}

BestCut best_candidate(std::span<const CutCandidate> candidates, u64 n_tried,
                       const CutWeights& weights, const CXLogX& xlgx) {
  const Real charge =
      static_cast<Real>(c_lg(static_cast<double>(n_tried)) / static_cast<double>(weights.cases));
  BestCut best;
  Real greatest = 0, low = 0;
  for (const CutCandidate& candidate : candidates) {
    const Real charged = candidate.gain - charge;
    if (!(charged > greatest)) continue;
    greatest = charged;
    low = candidate.low;
    best.position = candidate.position;
  }
  if (best.position == BestCut::kNone) return best;
  best.gain = greatest;
  const std::array<Real, 3> parts{weights.unknown, low, weights.known - low};
  best.info = total_info<Real>(parts, xlgx) / weights.cases;
  return best;
}

u32 observed_cut(std::span<const Real> values, u32 below, u32 above) {
  const Real middle = (values[below] + values[above]) / Real{2};
  u64 low = below, high = values.size();
  while (high - low > 1) {
    const u64 halfway = (low + high) / 2;
    if (values[halfway] <= middle) {
      low = halfway;
    } else {
      high = halfway;
    }
  }
  return static_cast<u32>(low);
}

}  // namespace cutpoint::release8
