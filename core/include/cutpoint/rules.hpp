// C4.5's rules: what becomes of the paths of trees (Quinlan 1993, chapter 5).
//
// Every path of an unpruned tree is a rule; each is freed of conditions that do not help, the best
// subset of them is chosen for each class by description length, and the classes are put in order.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "cutpoint/integers.hpp"
#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"

namespace cutpoint {

// In Release 8's own single precision, with its oddities, or in double precision without them.
enum class RuleArithmetic { release8, exact };

struct RuleOptions {
  double confidence = 0.25;            // of the error estimates
  double redundancy = 1.0;             // greater makes conditions cheaper
  std::optional<double> significance;  // at which level a condition must be significant, if at all
  bool group_values = false;           // the trees were grown with groups of values
  RuleArithmetic arithmetic = RuleArithmetic::exact;
  u32 n_threads = 1;
};

// One branch of a test of a tree, asked of a case.
struct RuleCondition {
  u32 tree, node, branch;
};

struct Rule {
  u32 number;  // from 1 in the order in which the rules were made
  std::vector<RuleCondition> conditions;
  u32 label;
  double error;                   // the error rate to expect
  std::vector<i64> distribution;  // the training cases that it covers, by class
};

// What each rule did, in order: the cases on which it was the first to fire, and how many of them
// went wrong. Where the next rule that fires, or else the default, gives another class, the rule
// was better if it is right, and worse if the other one is.
struct RuleTally {
  std::vector<i64> used, wrong, better, worse;
};

// Rules in the order in which they are asked.
struct LearnedRules {
  std::vector<Rule> rules;
  u32 default_class = 0;
  std::vector<u32> dropped;        // the places of rules that did more harm than good, one by one
  std::vector<RuleTally> tallies;  // before the first was dropped, and after each
  // The training cases on which none of the other rules fires, by class; all cases if there are
  // none.
  std::vector<i64> left_over;
};

// Gives the next so many random numbers in [0, 1).
using RandomNumbers = std::function<std::vector<double>(u64)>;

// A ruleset for each tree and, if there are several, one from all of their rules. The trees must be
// unpruned, learned from the table and without branches for unknown values; weights are not used.
// `progress` counts the leaves.
std::vector<LearnedRules> learn_rules(std::span<const NodeTable* const> trees,
                                      const TableView& table, const RuleOptions& options,
                                      const RandomNumbers& random_numbers, Progress& progress);

}  // namespace cutpoint
