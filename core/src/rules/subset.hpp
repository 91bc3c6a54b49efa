// Choosing the rules of a class: those that, with their exceptions, are described most shortly.
//
// The bits of a subset are half those of its rules, less what their order would say, plus those
// that name its false positives and false negatives (Quinlan 1995, "MDL and categorical theories").
#pragma once
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "rules/case_set.hpp"
#include "rules/logarithms.hpp"

namespace cutpoint::rules {

// Up to so many rules all subsets are tried.
inline constexpr u64 kMostTried = 10;
// With more, hill climbing starts from so many subsets.
inline constexpr u64 kStarts = 11;

// The rules of one class.
template <class Real>
struct Candidates {
  const CaseSets& cover;  // of each rule
  std::span<const Real> bits;
  CaseSet of_class;
  i64 n_class, n_cases;
  const Logarithms<Real>& logarithms;
};

// How many random numbers the choice among so many rules takes.
inline u64 n_draws_for(u64 n_rules) { return n_rules > kMostTried ? kStarts * n_rules : 0; }

// Which rules to keep, 1 or 0. `draws` are n_draws_for(n_rules) random numbers in [0, 1).
template <class Real>
std::vector<u8> best_subset(const Candidates<Real>& candidates, std::span<const double> draws,
                            u32 n_threads, const Progress& progress);

}  // namespace cutpoint::rules
