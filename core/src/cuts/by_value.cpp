#include "cuts/by_value.hpp"

#include <algorithm>
#include <cmath>

namespace cutpoint {

void equal_width(std::span<const double> values, u32 n_bins, std::vector<double>& cuts) {
  cuts.clear();
  if (values.size() < 2) return;
  const double low = values.front(), high = values.back(), n = n_bins;
  for (u32 i = 1; i < n_bins; ++i) {
    // Not low + i (high - low) / n: the difference may be too large for a number.
    const double cut = low + i * (high / n - low / n);
    if (low <= cut && cut < high && (cuts.empty() || cut > cuts.back())) cuts.push_back(cut);
  }
}

namespace {

constexpr u32 kMostRounds = 300;

struct Assignment {
  bool changed = false;
  i64 empty = -1;  // a cluster without values
};

// Find the cluster of each value.
Assignment assign(std::span<const double> values, KMeansWorkspace& w) {
  Assignment result;
  u64 begin = 0;
  for (u64 b = 0; b < w.centres.size(); ++b) {
    u64 end = values.size();
    if (b + 1 < w.centres.size()) {
      const double border = 0.5 * w.centres[b] + 0.5 * w.centres[b + 1];
      end =
          static_cast<u64>(std::upper_bound(values.begin(), values.end(), border) - values.begin());
    }
    result.changed = result.changed || end != w.ends[b];
    if (end == begin) result.empty = static_cast<i64>(b);
    w.ends[b] = end;
    begin = end;
  }
  return result;
}

// The value that is farthest from the centre of its cluster.
double farthest(std::span<const double> values, const KMeansWorkspace& w) {
  double far = values[0], most = -1.0;
  u64 begin = 0;
  for (u64 b = 0; b < w.centres.size(); ++b) {
    for (u64 i = begin; i < w.ends[b]; ++i) {
      const double distance = std::abs(values[i] - w.centres[b]);
      if (distance > most) far = values[i], most = distance;
    }
    begin = w.ends[b];
  }
  return far;
}

void move_centres(double middle, KMeansWorkspace& w) {
  u64 begin = 0;
  for (u64 b = 0; b < w.centres.size(); ++b) {
    const double weight = w.sum_weight[w.ends[b]] - w.sum_weight[begin];
    w.centres[b] = middle + (w.sum_value[w.ends[b]] - w.sum_value[begin]) / weight;
    begin = w.ends[b];
  }
}

}  // namespace

void k_means(const EvidenceTable& table, u32 n_bins, KMeansWorkspace& w,
             std::vector<double>& cuts) {
  cuts.clear();
  const std::span<const double> values = table.values;
  const u64 n = values.size();
  n_bins = static_cast<u32>(std::min<u64>(n_bins, n));
  if (n_bins < 2) return;
  const double low = values.front(), high = values.back(), middle = 0.5 * low + 0.5 * high;
  w.sum_weight.assign(n + 1, 0.0);
  w.sum_value.assign(n + 1, 0.0);
  for (u64 i = 0; i < n; ++i) {
    const double weight = sum_of(table.row(i));
    w.sum_weight[i + 1] = w.sum_weight[i] + weight;
    w.sum_value[i + 1] = w.sum_value[i] + weight * (values[i] - middle);
  }
  w.centres.resize(n_bins);
  for (u32 b = 0; b < n_bins; ++b) {
    w.centres[b] = low + (b + 0.5) * (high / n_bins - low / n_bins);
  }
  w.ends.assign(n_bins, ~u64{0});
  for (u32 round = 0; round < kMostRounds; ++round) {
    const Assignment assigned = assign(values, w);
    if (assigned.empty >= 0) {
      w.centres[static_cast<u64>(assigned.empty)] = farthest(values, w);
      std::sort(w.centres.begin(), w.centres.end());
      continue;
    }
    if (!assigned.changed) break;
    move_centres(middle, w);
  }
  for (u32 b = 0; b + 1 < n_bins; ++b) {
    if (w.ends[b] == 0 || w.ends[b] >= n) continue;
    if (!cuts.empty() && w.ends[b] <= w.ends[b - 1]) continue;
    const double cut = 0.5 * w.centres[b] + 0.5 * w.centres[b + 1];
    const double below = values[w.ends[b] - 1], above = values[w.ends[b]];
    cuts.push_back(below <= cut && cut < above ? cut : below);
  }
}

void find_positions(std::span<const double> values, std::vector<double>& cuts,
                    std::vector<u32>& positions) {
  positions.clear();
  u64 n_left = 0;
  for (const double cut : cuts) {
    const auto above = std::upper_bound(values.begin(), values.end(), cut) - values.begin();
    if (above < 1 || above >= static_cast<i64>(values.size())) continue;
    const u32 position = static_cast<u32>(above - 1);
    if (!positions.empty() && position <= positions.back()) continue;
    positions.push_back(position);
    cuts[n_left++] = cut;
  }
  cuts.resize(n_left);
}

}  // namespace cutpoint
