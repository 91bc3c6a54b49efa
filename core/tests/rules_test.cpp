// When rules are the same, and how sets of cases are counted.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "check.hpp"
#include "random.hpp"
#include "rules/case_set.hpp"
#include "rules/conditions.hpp"
#include "rules/generalise.hpp"
#include "rules/paths.hpp"

namespace cutpoint {

namespace {

using namespace rules;

// A tree that tests number x at 3, then value c of three, then number y at 1.
struct Example {
  Example() : tree(2) {
    tree.append(8);
    const auto test = [&](u64 node, i32 attribute, i32 first_child, i32 n_branches, i64 start) {
      tree.attribute[node] = attribute;
      tree.first_child[node] = first_child;
      tree.n_branches[node] = n_branches;
      tree.test_start[node] = start;
    };
    test(0, 0, 1, 2, 0);
    test(2, 1, 3, 3, 0);
    test(4, 2, 6, 2, 1);
    tree.cuts = {3.0, 1.0};
    tree.branch_of = {0, 1, 2};
    for (u64 node = 0; node < tree.size(); ++node) tree.cases[node] = 1;
    x = {1, 2, 3, 4, 5, std::nan(""), 6, 7};
    y = {0, 1, 2, 0, 1, 2, -999, 0.5};
    c = {0, 1, 2, 0, 1, 2, -1, 1};
    target = {0, 1, 0, 1, 0, 1, 0, 1};
    view.n_rows = x.size();
    view.n_classes = 2;
    view.classes = target;
    view.attributes.resize(3);
    view.attributes[0].numeric.data = x.data();
    view.attributes[1].kind = AttributeView::Kind::nominal;
    view.attributes[1].nominal = {c.data(), 3};
    view.attributes[2].numeric.data = y.data();
  }
  Condition condition(u32 node, u32 branch, u32 place) const {
    return make_condition(tree, view, {0, node, branch}, place);
  }

  NodeTable tree;
  std::vector<double> x, y;
  std::vector<i32> c, target;
  TableView view;
};

std::vector<u64> cases_of(CaseSet set) {
  std::vector<u64> cases;
  for (u64 w = 0; w < set.size(); ++w) {
    for_each_bit(set[w], [&](u64 i) { cases.push_back(w * kWordBits + i); });
  }
  return cases;
}

}  // namespace

TEST("opposite rules of one cut are two rules, and the same to C4.5") {
  const Example example;
  const std::vector<const NodeTable*> trees{&example.tree};
  const std::vector<Condition> below{example.condition(0, 0, 0)}, above{example.condition(0, 1, 0)};
  CHECK(key_of(0, below, trees) != key_of(0, above, trees));
  CHECK(key_of(0, below, trees) != key_of(1, below, trees));
  CHECK(c45_key_of(0, below, false) == c45_key_of(0, above, false));
  CHECK(c45_key_of(0, below, false) != c45_key_of(1, above, false));
}

TEST("values are the same to C4.5 only if values are grouped") {
  const Example example;
  const std::vector<Condition> first{example.condition(2, 0, 0)},
      second{example.condition(2, 1, 0)};
  CHECK(c45_key_of(0, first, false) != c45_key_of(0, second, false));
  CHECK(c45_key_of(0, first, true) == c45_key_of(0, second, true));
  CHECK(!is_grouped(first[0], false));
  CHECK(is_grouped(first[0], true));
}

TEST("conditions are ordered by attribute, in C4.5 also by kind of test") {
  const Example example;
  // The path: x > 3, c = second value, y <= 1.
  std::vector<Condition> path{example.condition(0, 1, 0), example.condition(2, 1, 1),
                              example.condition(4, 0, 2)};
  std::vector<Condition> ordered{path[2], path[1], path[0]};
  put_in_order(ordered);
  CHECK_EQUAL(ordered[0].attribute, 0u);
  CHECK_EQUAL(ordered[1].attribute, 1u);
  CHECK_EQUAL(ordered[2].attribute, 2u);
  // A value comes before a number whatever their attributes.
  put_in_c45_order(path, false);
  CHECK_EQUAL(path[0].attribute, 1u);
  CHECK_EQUAL(path[1].attribute, 0u);
  CHECK_EQUAL(path[2].attribute, 2u);
}

TEST("a branch is taken by the cases whose value is known") {
  const Example example;
  const Cases exact(example.view, RuleArithmetic::exact),
      program(example.view, RuleArithmetic::release8);
  std::vector<u64> set(1);
  fill_branch(example.tree, exact, 0, 0, set);
  CHECK((cases_of(set) == std::vector<u64>{0, 1, 2}));
  fill_branch(example.tree, exact, 0, 1, set);
  CHECK((cases_of(set) == std::vector<u64>{3, 4, 6, 7}));
  fill_branch(example.tree, exact, 2, 1, set);
  CHECK((cases_of(set) == std::vector<u64>{1, 4, 7}));
  fill_branch(example.tree, exact, 4, 0, set);
  CHECK((cases_of(set) == std::vector<u64>{0, 1, 3, 4, 6, 7}));
  fill_branch(example.tree, program, 4, 0, set);  // -999 is unknown
  CHECK((cases_of(set) == std::vector<u64>{0, 1, 3, 4, 7}));
}

TEST("sets hold the cases of each class") {
  check::Random random(1);
  for (const u64 n : {0u, 1u, 63u, 64u, 65u, 200u}) {
    std::vector<i32> target;
    for (u64 i = 0; i < n; ++i) target.push_back(static_cast<i32>(random.below(3)));
    TableView view;
    view.n_rows = n;
    view.n_classes = 3;
    view.classes = target;
    const Cases cases(view, RuleArithmetic::exact);
    CHECK_EQUAL(size_of(cases.every), static_cast<i64>(n));
    CHECK_EQUAL(size_of_both(cases.by_class[0], cases.by_class[1]), 0);
    for (u64 label = 0; label < 3; ++label) {
      const auto members = cases_of(cases.by_class[label]);
      CHECK_EQUAL(static_cast<i64>(members.size()), cases.class_sizes[label]);
      for (const u64 i : members) CHECK_EQUAL(static_cast<u64>(target[i]), label);
    }
  }
}

TEST("a word holds the numbers within the bounds, with any number of cases") {
  check::Random random(2);
  const double low = 0.3, high = 0.7, none = std::nan(""),
               infinite = std::numeric_limits<double>::infinity();
  for (u64 n = 0; n <= kWordBits; ++n) {
    std::vector<double> numbers;
    for (u64 i = 0; i < n; ++i) numbers.push_back(i % 7 == 3 ? none : random.share());
    const u64 word = word_where(n, [&](u64 i) { return is_within(numbers[i], low, high); });
    for (u64 i = 0; i < kWordBits; ++i) {
      const bool inside = i < n && numbers[i] > low && numbers[i] <= high;
      CHECK_EQUAL((word & bit_of(i)) != 0, inside);
    }
  }
  CHECK(is_within(-infinite, none, 0.0));
  CHECK(is_within(infinite, 0.0, infinite));
  CHECK(!is_within(none, none, infinite));
}

}  // namespace cutpoint
