#include "rules/generalise.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rules/logarithms.hpp"

namespace cutpoint::rules {

double fisher_level(i64 a, i64 b, i64 c, i64 d, std::span<const double> log_factorials) {
  if (a + b < c + d) {
    std::swap(a, c);
    std::swap(b, d);
  }
  if (c * (a + b) < a * (c + d)) {  // the column of which the smaller row has more than its share
    std::swap(a, b);
    std::swap(c, d);
  }
  const auto f = [&](i64 n) { return log_factorials[static_cast<u64>(n)]; };
  const double margins = f(a + b) + f(c + d) + f(a + c) + f(b + d) - f(a + b + c + d);
  double level = 0.0;
  for (i64 k = 0; k <= std::min(a, d); ++k) {
    level += std::exp(margins - f(a - k) - f(b + k) - f(c + k) - f(d - k));
  }
  return level;
}

std::vector<double> log_factorials_for_test(u64 largest, RuleArithmetic arithmetic) {
  if (arithmetic == RuleArithmetic::release8) return Logarithms<float>(largest).factorials;
  constexpr double kLn2 = 0.69314718055994530942;
  std::vector<double> factorials = Logarithms<double>(largest).factorials;
  for (double& logarithm : factorials) logarithm *= kLn2;
  return factorials;
}

template <class Real>
std::optional<Real> Generaliser<Real>::run(std::span<const CaseSet> holds, u32 label) {
  const double n_class = static_cast<double>(cases_.class_sizes[label]);
  const double n_cases = static_cast<double>(cases_.size());
  const Real default_error = static_cast<Real>(1.0 - (n_class + 1.0) / (n_cases + 2.0));
  kept_.assign(holds.size(), 1);
  Real estimate = default_error;
  u64 n_kept = holds.size();
  while (n_kept > 0) {
    count_cases(holds, label);
    const Rates now = rates(all_, default_error);
    estimate = now.expected;
    const std::optional<u64> dropped = to_drop(now, default_error);
    if (!dropped) break;
    kept_[*dropped] = 0;
    --n_kept;
  }
  if (n_kept == 0 || all_.total == 0 || estimate >= default_error) return std::nullopt;
  return estimate;
}

template <class Real>
void Generaliser<Real>::count_cases(std::span<const CaseSet> holds, u32 label) {
  const CaseSet of_class = cases_.by_class[label];
  all_ = {};
  without_.assign(holds.size(), {});
  const auto add = [](Counts& counts, u64 covered, u64 right) {
    counts.total += count(covered);
    counts.wrong += count(covered & ~right);
  };
  for (u64 w = 0; w < of_class.size(); ++w) {
    u64 fail_one = 0, fail_more = 0;
    for (u64 d = 0; d < holds.size() && fail_more != kFullWord; ++d) {
      if (kept_[d] == 0) continue;
      const u64 fails = ~holds[d][w];
      fail_more |= fail_one & fails;
      fail_one |= fails;
    }
    const u64 here = cases_.every[w];
    add(all_, here & ~fail_one, of_class[w]);
    const u64 nearly = here & fail_one & ~fail_more;
    if (nearly == 0) continue;
    for (u64 d = 0; d < holds.size(); ++d) {
      if (kept_[d] != 0) add(without_[d], nearly & ~holds[d][w], of_class[w]);
    }
  }
  for (Counts& counts : without_) {
    counts.total += all_.total;
    counts.wrong += all_.wrong;
  }
}

template <class Real>
auto Generaliser<Real>::rates(const Counts& counts, Real default_error) const -> Rates {
  if (counts.total == 0) return {0, default_error};
  const Real n = static_cast<Real>(counts.total), e = static_cast<Real>(counts.wrong);
  return {e / n, estimates_.errors.errors_of_leaf(n, e) / n};
}

// Quinlan's program: any condition may give the reason, but the one that goes is the one without
// which the rule is expected to err least, the last of several.
template <class Real>
std::optional<u64> Generaliser<Real>::to_drop(const Rates& now, Real default_error) const {
  std::optional<u64> best;
  Real lowest = 0;
  bool drop = false;
  for (u64 d = 0; d < without_.size(); ++d) {
    if (kept_[d] == 0) continue;
    const Rates then = rates(without_[d], default_error);
    if (!best || then.expected <= lowest) {
      best = d;
      lowest = then.expected;
    }
    drop = drop || then.expected <= now.expected || then.seen <= now.seen ||
           !is_significant(without_[d]);
  }
  return drop ? best : std::nullopt;
}

template <class Real>
bool Generaliser<Real>::is_significant(const Counts& without) const {
  if (!estimates_.significance) return true;
  const i64 gained = without.total - all_.total, gained_wrong = without.wrong - all_.wrong;
  return fisher_level(all_.wrong, gained_wrong, all_.total - all_.wrong, gained - gained_wrong,
                      estimates_.log_factorials) <= *estimates_.significance;
}

template class Generaliser<float>;
template class Generaliser<double>;

}  // namespace cutpoint::rules
