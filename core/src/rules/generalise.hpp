// Freeing a rule of conditions that do not help (Quinlan 1993, section 5.2).
//
// A condition goes if the rule without it is expected to err no more often. Counted are the cases
// that satisfy all conditions, and those that fail exactly one.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "prune/error_estimate.hpp"
#include "rules/cases.hpp"

namespace cutpoint::rules {

// The level of Fisher's exact test of a table with rows (a, b) and (c, d): the probability, given
// its margins, of a table at least as uneven in the same direction. `log_factorials` are natural
// logarithms, or whatever else the test is to take for them.
double fisher_level(i64 a, i64 b, i64 c, i64 d, std::span<const double> log_factorials);

// Factorials for that test: Release 8 takes its binary logarithms for natural ones, so that each
// term is raised to the power 1 / ln 2.
std::vector<double> log_factorials_for_test(u64 largest, RuleArithmetic arithmetic);

template <class Real>
struct Estimates {
  ErrorEstimate<Real> errors;
  std::optional<double> significance;  // the greatest level at which a condition may stay
  std::vector<double> log_factorials;
};

template <class Real>
class Generaliser {
 public:
  Generaliser(const Cases& cases, const Estimates<Real>& estimates)
      : cases_(cases), estimates_(estimates) {}

  // Drop conditions from a rule; its estimated error rate, or nothing if nothing is left of it.
  // `holds` has for each condition the set of cases that satisfy it; kept() says at the end which
  // of them stay.
  std::optional<Real> run(std::span<const CaseSet> holds, u32 label);
  const std::vector<u8>& kept() const { return kept_; }

 private:
  struct Counts {
    i64 total = 0, wrong = 0;
  };
  struct Rates {
    Real seen, expected;
  };
  // Count the cases of the rule, and of the rule without each condition in turn.
  void count_cases(std::span<const CaseSet> holds, u32 label);
  Rates rates(const Counts& counts, Real default_error) const;
  // The condition to drop, if any may go.
  std::optional<u64> to_drop(const Rates& now, Real default_error) const;
  bool is_significant(const Counts& without) const;

  const Cases& cases_;
  const Estimates<Real>& estimates_;
  std::vector<u8> kept_;
  Counts all_;                   // of the rule as it is
  std::vector<Counts> without_;  // of the rule without a condition
};

}  // namespace cutpoint::rules
