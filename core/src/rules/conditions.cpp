#include "rules/conditions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

namespace cutpoint::rules {

namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

enum class Kind : u8 { value = 1, number = 2, group = 3 };

Kind kind_of(const Condition& condition, bool group_values) {
  if (condition.numeric) return Kind::number;
  return is_grouped(condition, group_values) ? Kind::group : Kind::value;
}

// Whether a condition comes before another one: no order, see put_in_c45_order.
bool c45_before(const Condition& a, const Condition& b, bool group_values) {
  return a.attribute < b.attribute || kind_of(a, group_values) < kind_of(b, group_values) ||
         (a.attribute == b.attribute && a.cut < b.cut);
}

// Equal numbers have equal bits; there is one NaN only.
u64 bits_of(double number) {
  return std::bit_cast<u64>(std::isnan(number) ? std::nan("") : number + 0.0);
}

std::span<const i32> branch_map(const NodeTable& tree, u64 node, u32 n_values) {
  return std::span(tree.branch_of).subspan(static_cast<u64>(tree.test_start[node]), n_values);
}

}  // namespace

Condition make_condition(const NodeTable& tree, const TableView& table, RuleCondition origin,
                         u32 place) {
  const u64 node = origin.node;
  const u32 attribute = static_cast<u32>(tree.attribute[node]);
  const AttributeView& column = table.attributes[attribute];
  Condition condition{.origin = origin,
                      .place = place,
                      .attribute = attribute,
                      .numeric = column.is_numeric(),
                      .n_values = column.is_numeric() ? 0 : column.nominal.n_values,
                      .low = std::nan(""),
                      .high = kNoBound,
                      .cut = 0.0,
                      .any_group = false};
  const u64 n_branches = tree.n_known_branches(node);
  if (condition.numeric) {
    const double* const cuts = tree.cuts.data() + tree.test_start[node];
    if (origin.branch > 0) condition.low = cuts[origin.branch - 1];
    if (origin.branch + u64{1} < n_branches) condition.high = cuts[origin.branch];
    if (n_branches > 1) condition.cut = cuts[0];
    return condition;
  }
  std::vector<u32> sizes(n_branches);
  for (const i32 branch : branch_map(tree, node, condition.n_values)) {
    if (branch >= 0) ++sizes[static_cast<u64>(branch)];
  }
  condition.any_group = std::ranges::any_of(sizes, [](u32 size) { return size != 1; });
  return condition;
}

bool is_grouped(const Condition& condition, bool group_values) {
  if (condition.numeric) return false;
  return (group_values && condition.n_values > 2) || condition.any_group;
}

void put_in_order(std::vector<Condition>& conditions) {
  std::ranges::stable_sort(conditions, [](const Condition& a, const Condition& b) {
    const auto key = [](const Condition& condition) {
      const bool no_low = std::isnan(condition.low);
      const double high = condition.high == kNoBound ? 0.0 : condition.high;
      return std::tuple(condition.attribute, no_low, no_low ? high : condition.low);
    };
    return key(a) < key(b);
  });
}

void put_in_c45_order(std::vector<Condition>& conditions, bool group_values) {
  if (conditions.empty()) return;
  const std::vector<Condition> given = conditions;
  std::vector<const Condition*> path(std::ranges::max(given, {}, &Condition::place).place + u64{1});
  for (const Condition& condition : given) path[condition.place] = &condition;
  for (u64 start = 0; start < given.size(); ++start) {
    u64 best = start;
    for (u64 i = start; i < path.size(); ++i) {
      if (path[i] == nullptr) continue;
      if (path[best] == nullptr || c45_before(*path[i], *path[best], group_values)) best = i;
    }
    conditions[start] = *path[best];
    path[best] = path[start];
  }
}

RuleKey key_of(u32 label, std::span<const Condition> conditions,
               std::span<const NodeTable* const> trees) {
  RuleKey key{label};
  for (const Condition& condition : conditions) {
    key.push_back(condition.attribute);
    if (condition.numeric) {
      key.push_back(bits_of(condition.low));
      key.push_back(bits_of(condition.high));
      continue;
    }
    const auto [tree, node, branch] = condition.origin;
    const auto map = branch_map(*trees[tree], node, condition.n_values);
    for (u64 value = 0; value < map.size(); ++value) {
      if (map[value] == static_cast<i32>(branch)) key.push_back(value);
    }
    key.push_back(condition.n_values);  // the end of the list
  }
  return key;
}

RuleKey c45_key_of(u32 label, std::span<const Condition> conditions, bool group_values) {
  RuleKey key{label};
  for (const Condition& condition : conditions) {
    const Kind kind = kind_of(condition, group_values);
    key.push_back(static_cast<u64>(kind));
    key.push_back(condition.attribute);
    switch (kind) {
      case Kind::value:
        key.push_back(condition.origin.branch);
        break;
      case Kind::number:
        key.push_back(bits_of(condition.cut));
        break;
      case Kind::group:
        key.push_back(condition.origin.tree);
        key.push_back(condition.origin.node);
        break;
    }
  }
  return key;
}

}  // namespace cutpoint::rules
