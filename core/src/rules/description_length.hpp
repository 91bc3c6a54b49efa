// The bits of a subset of rules, and of its exceptions.
#pragma once
#include "rules/logarithms.hpp"
#include "rules/subset.hpp"

namespace cutpoint::rules {

// In single precision everything is rounded where Release 8 stores it.
template <class Real>
class DescriptionLength {
 public:
  explicit DescriptionLength(const Candidates<Real>& candidates)
      : n_class_(candidates.n_class),
        n_cases_(candidates.n_cases),
        case_bits_(c_lg(static_cast<Real>(candidates.n_cases))),
        logarithms_(candidates.logarithms) {}

  // Of rules that take `rule_bits` one by one, and together cover so many cases, so many rightly.
  Real subset(u64 n_rules, Real rule_bits, i64 covered, i64 right) const {
    const Real rules =
        static_cast<Real>(static_cast<double>(rule_bits) - logarithms_.factorials[n_rules]);
    return static_cast<Real>(0.5 * static_cast<double>(rules) +
                             static_cast<double>(exceptions(covered, right)));
  }

  // Name the exceptions among the cases covered and among those not covered.
  Real exceptions(i64 covered, i64 right) const {
    const i64 wrong = covered - right, missed = n_class_ - right;
    const Real half = static_cast<Real>(0.5 * static_cast<double>(wrong + missed));
    const bool most = static_cast<double>(covered) > 0.5 * static_cast<double>(n_cases_);
    const Real of_covered = most ? half : static_cast<Real>(wrong);
    const Real of_others = most ? static_cast<Real>(missed) : half;
    return static_cast<Real>(case_bits_ + static_cast<double>(biased(covered, wrong, of_covered)) +
                             static_cast<double>(biased(n_cases_ - covered, missed, of_others)));
  }

 private:
  // Say which of n cases are errors, as many as `expected` being expected.
  static Real biased(i64 n, i64 errors, Real expected) {
    constexpr double kTiny = 1e-6;
    constexpr Real kTooLong = 1e6;
    if (static_cast<double>(expected) <= kTiny) return errors == 0 ? Real{0} : kTooLong;
    if (static_cast<double>(expected) >= static_cast<double>(n) - kTiny) {
      return errors == n ? Real{0} : kTooLong;
    }
    const Real rate = expected / static_cast<Real>(n);
    return static_cast<Real>(static_cast<double>(-errors) * c_lg(rate) -
                             static_cast<double>(n - errors) * c_lg(Real{1} - rate));
  }

  i64 n_class_, n_cases_;
  double case_bits_;
  const Logarithms<Real>& logarithms_;
};

}  // namespace cutpoint::rules
