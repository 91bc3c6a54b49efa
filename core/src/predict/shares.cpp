#include "predict/shares.hpp"

#include <algorithm>
#include <cmath>

namespace cutpoint::predict {

double pairwise_sum(std::span<const double> values) {
  constexpr u64 kLanes = 8, kBlock = 128;
  const u64 n = values.size();
  if (n < kLanes) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum;
  }
  if (n <= kBlock) {
    double lane[kLanes];
    std::copy_n(values.begin(), kLanes, lane);
    u64 i = kLanes;
    for (; i < n - n % kLanes; i += kLanes) {
      for (u64 j = 0; j < kLanes; ++j) lane[j] += values[i + j];
    }
    double sum =
        ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
    for (; i < n; ++i) sum += values[i];
    return sum;
  }
  u64 half = n / 2;
  half -= half % kLanes;
  return pairwise_sum(values.first(half)) + pairwise_sum(values.subspan(half));
}

std::vector<double> root_shares(const NodeTable& tree) {
  const auto at_root = tree.distribution_of(0);
  std::vector<double> shares(at_root.begin(), at_root.end());
  for (double& share : shares) share = share < 0 ? 0.0 : share;
  const double total = pairwise_sum(shares);
  if (total > 0) {
    for (double& share : shares) share /= total;
  } else {
    shares[static_cast<u64>(tree.label[0])] = 1;
  }
  return shares;
}

void scale(std::span<double> weights, std::span<const double> otherwise) {
  const double total = pairwise_sum(weights);
  if (total <= 0) {
    std::ranges::copy(otherwise, weights.begin());
  } else {
    for (double& weight : weights) weight /= total;
  }
}

}  // namespace cutpoint::predict
