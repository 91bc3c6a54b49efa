// What a condition asks, the order of a rule's conditions, and when two rules are the same.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/rules.hpp"

namespace cutpoint::rules {

// A condition with what its test says.
struct Condition {
  RuleCondition origin;
  u32 place;  // how far down its path it stands
  u32 attribute;
  bool numeric;
  u32 n_values;    // of a nominal attribute
  double low;      // what a number must be above, NaN if there is no such bound
  double high;     // what it must not be above, infinite if there is no such bound
  double cut;      // the first cut of a numeric test; 0 of a nominal one
  bool any_group;  // some branch of the nominal test has none or several values
};

Condition make_condition(const NodeTable& tree, const TableView& table, RuleCondition origin,
                         u32 place);

// Whether the test is one of groups of values. Where values are grouped at all, C4.5 takes any test
// of more than two values for such a one, even if each value has a branch of its own.
bool is_grouped(const Condition& condition, bool group_values);

// By attribute, and those above a cut before those below one.
void put_in_order(std::vector<Condition>& conditions);

// In C4.5's order: it swaps the one that comes before the others to the front of the whole path,
// again and again; but "before" mixes attribute and kind of test in such a way that the result
// depends on where the conditions, and those that were dropped, stand in the path.
void put_in_c45_order(std::vector<Condition>& conditions, bool group_values);

// What two rules have in common if they say the same.
using RuleKey = std::vector<u64>;
RuleKey key_of(u32 label, std::span<const Condition> conditions,
               std::span<const NodeTable* const> trees);

// What two rules have in common if they are the same to C4.5: the same cut, in whichever direction,
// or the same test of groups, whichever the group.
RuleKey c45_key_of(u32 label, std::span<const Condition> conditions, bool group_values);

}  // namespace cutpoint::rules
