#include "cuts/blocks.hpp"

#include <algorithm>
#include <numeric>

#include "cuts/equal_depth.hpp"
#include "cuts/interval_method.hpp"

namespace cutpoint {

void find_bins(const EvidenceTable& table, u32 n_bins, std::vector<u32>& ends) {
  const u32 n = table.n_values;
  if (n_bins == kNoLimit || n <= n_bins) {
    ends.resize(n);
    std::iota(ends.begin(), ends.end(), u32{0});
    return;
  }
  equal_depth(table, n_bins, ends);
  ends.push_back(n - 1);
}

namespace {

// Whether all cases of two values are of one and the same class.
bool of_one_class(std::span<const double> a, std::span<const double> b) {
  u32 present = 0;
  for (u64 k = 0; k < a.size(); ++k) present += a[k] > 0.0 || b[k] > 0.0 ? 1 : 0;
  return present <= 1;
}

}  // namespace

void find_boundary_blocks(const EvidenceTable& table, std::vector<u32>& ends) {
  ends.clear();
  for (u32 v = 0; v < table.n_values; ++v) {
    if (v + 1 == table.n_values || !of_one_class(table.row(v), table.row(v + 1))) {
      ends.push_back(v);
    }
  }
}

void gather(const EvidenceTable& table, std::span<const u32> ends, std::span<double> weights) {
  const u64 k = table.n_classes();
  std::fill_n(weights.begin(), ends.size() * k, 0.0);
  u32 v = 0;
  for (u64 b = 0; b < ends.size(); ++b) {
    for (; v <= ends[b]; ++v) add_to(weights.subspan(b * k, k), table.row(v));
  }
}

}  // namespace cutpoint
