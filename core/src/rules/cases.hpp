// The training cases as rules see them.
#pragma once
#include <cmath>
#include <vector>

#include "cutpoint/rules.hpp"
#include "rules/case_set.hpp"

namespace cutpoint::rules {

// What C4.5 takes for an unknown number.
inline constexpr double kUnknownNumber = -999.0;
// C4.5 holds the outcome of a test in a signed byte: later ones are never met.
inline constexpr u32 kLastOutcome = 127;
// A rule that is expected to err more often never fires.
inline constexpr double kMostError = 0.7;

// A number as it is compared: Release 8 rounds it to single precision, and takes one for unknown.
inline double as_compared(double number, RuleArithmetic arithmetic) {
  if (arithmetic == RuleArithmetic::exact) return number;
  const double rounded = static_cast<float>(number);
  return rounded == kUnknownNumber ? std::nan("") : rounded;
}

struct Cases {
  Cases(const TableView& table_, RuleArithmetic arithmetic_);

  u64 size() const { return table.n_rows; }
  u32 n_classes() const { return table.n_classes; }
  u64 n_words() const { return every.size(); }

  TableView table;
  RuleArithmetic arithmetic;
  std::vector<std::vector<double>> numbers;  // by attribute, none if it is nominal
  CaseSets by_class;
  std::vector<i64> class_sizes;
  std::vector<u64> every;  // the set of all cases
  CaseSets known;          // by attribute, the cases whose value is known
};

}  // namespace cutpoint::rules
