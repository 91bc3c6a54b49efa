// How many bits a rule takes to write down: the costs of its conditions.
#pragma once
#include <span>
#include <vector>

#include "rules/cases.hpp"
#include "rules/conditions.hpp"
#include "rules/logarithms.hpp"

namespace cutpoint::rules {

// In single precision everything is rounded where Release 8 stores it.
template <class Real>
class Codes {
 public:
  // `most_rules` is the greatest number of rules, or of conditions in one.
  Codes(const Cases& cases, u64 most_rules);

  const Logarithms<Real>& logarithms() const { return logarithms_; }
  Real rule_bits(std::span<const Condition> conditions, const RuleOptions& options) const;

 private:
  Real number_bits(const Cases& cases, u64 attribute) const;
  Real value_bits(const Cases& cases, u64 attribute) const;
  // The entropy of the outcome bits, taken as shares.
  Real entropy_of_outcomes() const;

  Logarithms<Real> logarithms_;
  std::vector<Real> outcome_;  // the bits of an attribute's outcome
  Real attribute_ = 0;         // the bits of an attribute's name
};

}  // namespace cutpoint::rules
