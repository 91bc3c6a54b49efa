// The order of the classes, the default class, and the rules that do more harm than good.
#pragma once
#include <span>
#include <vector>

#include "rules/cases.hpp"

namespace cutpoint::rules {

// Rules as far as their order and their use on the training cases are concerned.
struct Fired {
  CaseSets cover;
  std::vector<u32> label;
  std::vector<double> error;
};

struct Order {
  std::vector<u64> places;  // the rules in the order in which they are asked
  u32 default_class = 0;
};

// Next comes the class whose rules have the fewest false positives among the cases not covered yet;
// its rules by increasing error. The default is the class with the most cases left over, on ties
// the more frequent one.
Order put_classes_in_order(const Fired& rules, const Cases& cases);

// Drop the first rule that does more harm than good, again and again. The rules must be in order.
// Writes what LearnedRules says about it.
void drop_harmful(const Fired& rules, const Cases& cases, const Progress& progress,
                  LearnedRules& learned);

}  // namespace cutpoint::rules
