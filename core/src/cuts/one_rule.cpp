#include "cuts/one_rule.hpp"

#include <algorithm>

#include "numeric/weight.hpp"

namespace cutpoint {

namespace {

u64 majority_of(std::span<const double> classes) { return first_heaviest(classes); }

}  // namespace

void one_rule(const EvidenceTable& table, double min_majority, std::vector<double>& scratch,
              std::vector<u32>& cuts) {
  cuts.clear();
  std::vector<double>& inside = scratch;
  inside.assign(table.n_classes(), 0.0);
  u32 started = 0;
  u64 majority_before = 0;  // of the interval before the one that started
  const auto close = [&](u64 majority) {
    if (started > 0 && majority != majority_before) cuts.push_back(started - 1);
    majority_before = majority;
  };
  for (u32 v = 0; v < table.n_values; ++v) {
    const u64 majority = majority_of(inside);
    if (v > 0 && !clearly_more(min_majority, inside[majority]) &&
        majority_of(table.row(v)) != majority) {
      close(majority);
      started = v;
      std::fill(inside.begin(), inside.end(), 0.0);
    }
    add_to(inside, table.row(v));
  }
  close(majority_of(inside));
}

}  // namespace cutpoint
