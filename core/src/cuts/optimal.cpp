#include "cuts/optimal.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "cuts/blocks.hpp"
#include "numeric/bits.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

namespace {

double cost_of(IntervalCost cost, std::span<const double> classes, double weight,
               const RealXLogX& xlogx) {
  switch (cost) {
    case IntervalCost::entropy:
      return xlogx(weight) - xlogx.sum(classes);
    case IntervalCost::gini: {
      double squares = 0.0;
      for (const double n : classes) squares += Gini::term(n, 0.0);
      return weight - (weight > 0.0 ? squares / weight : 0.0);
    }
    default:
      return weight - *std::max_element(classes.begin(), classes.end());
  }
}

// Make the rows that partitions are made of: blocks of one class, or bins of them.
void make_rows(const EvidenceTable& table, const IntervalOptions& options, OptimalWorkspace& w) {
  const u64 k = table.n_classes();
  if (options.min_cases <= 1.0) {
    find_boundary_blocks(table, w.ends);
  } else {
    w.ends.resize(table.n_values);
    std::iota(w.ends.begin(), w.ends.end(), u32{0});
  }
  w.rows.resize(w.ends.size() * k);
  gather(table, w.ends, w.rows);
  if (w.ends.size() <= options.max_blocks) return;
  const EvidenceTable blocks{{}, w.rows, table.totals, static_cast<u32>(w.ends.size())};
  find_bins(blocks, options.max_blocks, w.ends_of_bins);
  w.bins.resize(w.ends_of_bins.size() * k);
  gather(blocks, w.ends_of_bins, w.bins);
  std::swap(w.rows, w.bins);
  for (u64 b = 0; b < w.ends_of_bins.size(); ++b) w.ends[b] = w.ends[w.ends_of_bins[b]];
  w.ends.resize(w.ends_of_bins.size());
}

}  // namespace

void optimal(const EvidenceTable& table, const IntervalOptions& options, const RealXLogX& xlogx,
             OptimalWorkspace& w, std::vector<u32>& cuts) {
  make_rows(table, options, w);
  const u64 k = table.n_classes(), n = w.ends.size();
  const u64 most = options.max_branches == kNoLimit ? n : std::min<u64>(options.max_branches, n);
  const u64 width = most + 1;
  const double same = std::max(kLeastGain, 1e-11 * sum_of({w.rows.data(), n * k}));
  w.least.assign((n + 1) * width, std::numeric_limits<double>::infinity());
  w.end.assign((n + 1) * width, 0);
  w.least[n * width] = 0.0;
  for (u64 i = n; i-- > 0;) {
    options.check_progress();
    w.inside.assign(k, 0.0);
    double weight = 0.0;
    double* const here = w.least.data() + i * width;
    u32* const end_here = w.end.data() + i * width;
    for (u64 e = i; e < n; ++e) {
      for (u64 c = 0; c < k; ++c) {
        w.inside[c] += w.rows[e * k + c];
        weight += w.rows[e * k + c];
      }
      if (clearly_more(options.min_cases, weight)) continue;
      const double cost = cost_of(options.cost, w.inside, weight, xlogx);
      const double* const rest = w.least.data() + (e + 1) * width;
      for (u64 j = 1; j <= most; ++j) {
        const double total = cost + rest[j - 1];
        const bool better = total < here[j] - same;
        here[j] = better ? total : here[j];
        end_here[j] = better ? static_cast<u32>(e) : end_here[j];
      }
    }
  }
  u64 size = 1;
  for (u64 j = 2; j <= most; ++j) {
    if (w.least[j] < w.least[size] - same) size = j;
  }
  cuts.clear();
  u64 i = 0;
  for (u64 j = size; j > 1; --j) {
    const u32 end = w.end[i * width + j];
    cuts.push_back(w.ends[end]);
    i = end + 1;
  }
}

}  // namespace cutpoint
