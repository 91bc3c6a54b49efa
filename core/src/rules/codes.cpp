#include "rules/codes.hpp"

#include <algorithm>

namespace cutpoint::rules {

template <class Real>
Codes<Real>::Codes(const Cases& cases, u64 most_rules)
    : logarithms_(std::max(cases.size(), most_rules) + 2) {
  for (u64 a = 0; a < cases.table.attributes.size(); ++a) {
    outcome_.push_back(cases.table.attributes[a].is_numeric() ? number_bits(cases, a)
                                                              : value_bits(cases, a));
  }
  attribute_ = entropy_of_outcomes();
}

template <class Real>
Real Codes<Real>::number_bits(const Cases& cases, u64 attribute) const {
  std::vector<double> known;
  for (const double number : cases.numbers[attribute]) {
    if (!std::isnan(number)) known.push_back(number);
  }
  const bool has_unknown = known.size() < cases.size();
  std::ranges::sort(known);
  known.erase(std::unique(known.begin(), known.end()), known.end());
  u64 n_distinct = known.size();
  // C4.5 takes unknown for one more number.
  if (has_unknown && cases.arithmetic == RuleArithmetic::release8) ++n_distinct;
  return n_distinct > 1 ? static_cast<Real>(1 + logarithms_.numbers[n_distinct] / 2) : Real{0};
}

template <class Real>
Real Codes<Real>::value_bits(const Cases& cases, u64 attribute) const {
  const NominalView& column = cases.table.attributes[attribute].nominal;
  std::vector<u64> frequencies(column.n_values);
  for (u64 i = 0; i < cases.size(); ++i) {
    if (column.codes[i] >= 0) ++frequencies[static_cast<u64>(column.codes[i])];
  }
  const double n_cases = static_cast<double>(cases.size());
  Real total = 0;
  for (const u64 frequency : frequencies) {
    if (frequency == 0) continue;
    const Real difference =
        static_cast<Real>(logarithms_.numbers[cases.size()] - logarithms_.numbers[frequency]);
    total =
        static_cast<Real>(static_cast<double>(total) + static_cast<double>(frequency) / n_cases *
                                                           static_cast<double>(difference));
  }
  return total;
}

template <class Real>
Real Codes<Real>::entropy_of_outcomes() const {
  Real total = 0;
  for (const Real bits : outcome_) total += bits;
  Real entropy = 0;
  for (const Real bits : outcome_) {
    if (!(bits > 0)) continue;
    const Real share = bits / total;
    entropy =
        static_cast<Real>(static_cast<double>(entropy) - static_cast<double>(share) * c_lg(share));
  }
  return entropy;
}

template <class Real>
Real Codes<Real>::rule_bits(std::span<const Condition> conditions,
                            const RuleOptions& options) const {
  const bool group_values = options.group_values && options.arithmetic == RuleArithmetic::release8;
  const Real name = static_cast<Real>(static_cast<double>(attribute_) / options.redundancy);
  Real total = 0;
  for (const Condition& condition : conditions) {
    // Of a group of values, one bit for each value.
    const Real outcome = is_grouped(condition, group_values) ? static_cast<Real>(condition.n_values)
                                                             : outcome_[condition.attribute];
    total += name + outcome;
  }
  return static_cast<Real>(static_cast<double>(total) + logarithms_.numbers[conditions.size()] -
                           logarithms_.factorials[conditions.size()]);
}

template class Codes<float>;
template class Codes<double>;

}  // namespace cutpoint::rules
