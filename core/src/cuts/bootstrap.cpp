#include "cuts/bootstrap.hpp"

#include <algorithm>
#include <cmath>

namespace cutpoint {

void find_cells(const EvidenceTable& table, Cells& out) {
  out.cells.clear(), out.ends.clear(), out.first.clear();
  double known = 0.0;
  bool even = true;
  for (u64 cell = 0; cell < u64{table.n_values} * table.n_classes(); ++cell) {
    const double weight = table.weights[cell];
    if (weight <= 0.0) continue;
    known += weight;
    out.cells.push_back(static_cast<u32>(cell));
    out.ends.push_back(known);
    even = even && weight == out.ends[0];
  }
  if (even) return;
  const double size = static_cast<double>(out.cells.size());
  u32 cell = 0;
  for (u64 part = 0; part < out.cells.size(); ++part) {
    while (out.ends[cell] <= static_cast<double>(part) / size * known) ++cell;
    out.first.push_back(cell);
  }
}

void resample(const Cells& cells, u64 key, u64 number, std::span<double> weights) {
  std::fill(weights.begin(), weights.end(), 0.0);
  if (cells.cells.empty()) return;
  const double known = cells.ends.back(), size = static_cast<double>(cells.cells.size());
  const u64 n_draws = std::max<u64>(1, static_cast<u64>(std::floor(known + 0.5)));
  const double each = known / static_cast<double>(n_draws);
  const SplitMix random(key);
  for (u64 draw = 0; draw < n_draws; ++draw) {
    const double u = random.uniform(number * n_draws + draw);
    u64 cell = static_cast<u64>(u * size);
    if (!cells.first.empty()) {
      cell = cells.first[cell];
      while (cell + 1 < cells.cells.size() && cells.ends[cell] <= u * known) ++cell;
    }
    weights[cells.cells[cell]] += each;
  }
}

}  // namespace cutpoint
