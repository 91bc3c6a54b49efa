// The value of a table of branches by classes under any measure: higher is better, for every one.
#pragma once
#include <span>

#include "measures/registry.hpp"

namespace cutpoint {

// Class weights, branch by branch; a view.
struct CountTable {
  std::span<const double> counts;   // branches x classes
  std::span<const double> classes;  // the sums over branches

  u64 n_classes() const { return classes.size(); }
  u32 n_branches() const { return static_cast<u32>(counts.size() / classes.size()); }
  std::span<const double> branch(u64 b) const {
    return counts.subspan(b * classes.size(), classes.size());
  }
};

// Gain, split and class information, in bits per case.
Information information_of(const CountTable& table);

// Not for the contrast. The mean posterior improvement takes two branches. NaN of a custom measure
// is passed on.
double table_value(const Criterion& criterion, const CountTable& table);

// The contrast needs the mean of the attribute in each branch.
double contrast_value(const CountTable& table, std::span<const double> means);

}  // namespace cutpoint
