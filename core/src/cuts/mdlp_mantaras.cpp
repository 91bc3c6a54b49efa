#include "cuts/mdlp_mantaras.hpp"

#include <algorithm>
#include <limits>

namespace cutpoint {

namespace {

constexpr double kSame = 1e-12;

// Sums over the intervals of a partition: x lg x of their weights and of their class weights.
struct Sums {
  double branches, cells;
};
struct Nearest {
  i64 cut = -1;
  double distance = std::numeric_limits<double>::infinity();
  Sums sums{0.0, 0.0};
};

class NearestPartition {
 public:
  NearestPartition(const EvidenceTable& table, const RealXLogX& xlogx)
      : table_(table),
        xlogx_(xlogx),
        cases_(sum_of(table.totals)),
        xlgx_cases_(xlogx(cases_)),
        class_information_(xlgx_cases_ - xlogx.sum(table.totals)),
        n_present_(static_cast<double>(std::count_if(table.totals.begin(), table.totals.end(),
                                                     [](double n) { return n > 0.0; }))),
        below_(table.n_classes()),
        above_(table.n_classes()),
        parts_(table.n_classes()) {}

  Sums whole() const { return {xlgx_cases_, xlogx_.sum(table_.totals)}; }

  // The new cut that leaves the least distance, the lowest of equals. `ends` are the last values of
  // the intervals.
  Nearest nearest(const std::vector<u32>& ends, const Sums& sums) {
    Nearest found;
    found.sums = sums;
    u32 first = 0;
    for (const u32 last : ends) {
      if (last > first) look_into(first, last, sums, found);
      first = last + 1;
    }
    return found;
  }

  // The description length of a partition with p cuts, in bits:
  // p lg(N - 1) + (p + 1) k + sum of k_i Ent_i + sum of N_i Ent_i.
  double length(const std::vector<u32>& ends) {
    double length = 0.0;
    u32 first = 0;
    for (const u32 last : ends) {
      fill_above(first, last);
      const double weight = sum_of(above_), bits = xlogx_(weight) - xlogx_.sum(above_);
      const auto present =
          std::count_if(above_.begin(), above_.end(), [](double n) { return n > 0.0; });
      length += bits + static_cast<double>(present) * bits / weight;
      first = last + 1;
    }
    const double n = static_cast<double>(ends.size());
    return length + (n - 1.0) * lg(cases_ - 1.0) + n * n_present_;
  }

 private:
  void fill_above(u32 first, u32 last) {
    std::fill(above_.begin(), above_.end(), 0.0);
    for (u32 v = first; v <= last; ++v) add_to(above_, table_.row(v));
  }
  void look_into(u32 first, u32 last, const Sums& sums, Nearest& found) {
    std::fill(below_.begin(), below_.end(), 0.0);
    fill_above(first, last);
    const double weight = sum_of(above_);
    const Sums others{sums.branches - xlogx_(weight), sums.cells - xlogx_.sum(above_)};
    for (u64 k = 0; k < parts_.size(); ++k) parts_[k] = xlogx_(above_[k]);
    double left = 0.0;
    for (u32 v = first; v < last; ++v) {
      const std::span<const double> row = table_.row(v);
      for (u64 k = 0; k < row.size(); ++k) {
        if (row[k] <= 0.0) continue;
        below_[k] += row[k];
        above_[k] -= row[k];
        left += row[k];
        parts_[k] = xlogx_(below_[k]) + xlogx_(above_[k]);
      }
      const Sums with{others.branches + xlogx_(left) + xlogx_(weight - left),
                      others.cells + sum_of(parts_)};
      const double joint = xlgx_cases_ - with.cells;
      const double split = xlgx_cases_ - with.branches;
      const double d = joint > 0.0 ? 2.0 - (class_information_ + split) / joint : 0.0;
      if (d < found.distance - kSame) found = {v, d, with};
    }
  }

  const EvidenceTable& table_;
  RealXLogX xlogx_;
  double cases_, xlgx_cases_, class_information_, n_present_;
  std::vector<double> below_, above_, parts_;
};

}  // namespace

void mdlp_mantaras(const EvidenceTable& table, const IntervalOptions& options,
                   const RealXLogX& xlogx, std::vector<u32>& cuts) {
  cuts.clear();
  const double cases = sum_of(table.totals);
  if (cases <= 1.0 || table.n_values < 2) return;
  NearestPartition search(table, xlogx);
  Sums sums = search.whole();
  std::vector<u32> ends{table.n_values - 1};
  double shortest = search.length(ends);
  while (ends.size() < table.n_values) {
    options.check_progress();
    const Nearest found = search.nearest(ends, sums);
    if (found.cut < 0) break;
    const u32 cut = static_cast<u32>(found.cut);
    const auto at = ends.insert(std::lower_bound(ends.begin(), ends.end(), cut), cut);
    const double length = search.length(ends);
    if (length > shortest + kSame * cases) {
      ends.erase(at);
      break;
    }
    shortest = length;
    sums = found.sums;
  }
  cuts.assign(ends.begin(), ends.end() - 1);
}

}  // namespace cutpoint
