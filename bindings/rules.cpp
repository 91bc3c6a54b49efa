#include "cutpoint/rules.hpp"

#include <nanobind/stl/optional.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "interruptible.hpp"
#include "rooms.hpp"
#include "rules/generalise.hpp"
#include "rules/match.hpp"
#include "rules/subset.hpp"
#include "table.hpp"
#include "tree.hpp"

namespace cutpoint::bindings {

namespace {

using Flags = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using AnyMatrix = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;
using Draws = nb::typed<nb::callable, Vector<double>(u64)>;

std::span<const u8> flags_of(const Flags& flags) {
  static_assert(sizeof(bool) == sizeof(u8));
  return {reinterpret_cast<const u8*>(flags.data()), flags.size()};
}

nb::dict arrays_of(const RuleTally& tally) {
  nb::dict arrays;
  arrays["used"] = to_numpy(tally.used);
  arrays["wrong"] = to_numpy(tally.wrong);
  arrays["better"] = to_numpy(tally.better);
  arrays["worse"] = to_numpy(tally.worse);
  return arrays;
}

nb::dict arrays_of(const LearnedRules& learned) {
  std::vector<i64> start{0}, distribution;
  std::vector<i32> tree, node, branch, number, label;
  std::vector<double> error;
  for (const Rule& rule : learned.rules) {
    number.push_back(static_cast<i32>(rule.number));
    label.push_back(static_cast<i32>(rule.label));
    error.push_back(rule.error);
    distribution.insert(distribution.end(), rule.distribution.begin(), rule.distribution.end());
    for (const RuleCondition& condition : rule.conditions) {
      tree.push_back(static_cast<i32>(condition.tree));
      node.push_back(static_cast<i32>(condition.node));
      branch.push_back(static_cast<i32>(condition.branch));
    }
    start.push_back(static_cast<i64>(tree.size()));
  }
  nb::dict arrays;
  arrays["number"] = to_numpy(std::move(number));
  arrays["label"] = to_numpy(std::move(label));
  arrays["error"] = to_numpy(std::move(error));
  arrays["distribution"] = to_numpy(std::move(distribution), learned.left_over.size());
  arrays["start"] = to_numpy(std::move(start));
  arrays["tree"] = to_numpy(std::move(tree));
  arrays["node"] = to_numpy(std::move(node));
  arrays["branch"] = to_numpy(std::move(branch));
  arrays["default_class"] = learned.default_class;
  arrays["dropped"] = to_numpy(std::vector<i32>(learned.dropped.begin(), learned.dropped.end()));
  arrays["left_over"] = to_numpy(learned.left_over);
  nb::list tallies;
  for (const RuleTally& tally : learned.tallies) tallies.append(arrays_of(tally));
  arrays["tallies"] = tallies;
  return arrays;
}

nb::list learn_sets(const nb::sequence& trees, const HeldTable& table, const RuleOptions& options,
                    const Draws& draws, Progress& progress) {
  std::vector<const NodeTable*> tables;
  for (nb::handle tree : trees) {
    if (!nb::isinstance<NodeTable>(tree)) throw InputError("trees holds what is no tree");
    const NodeTable& nodes = nb::cast<const NodeTable&>(tree);
    check_tree_of(nodes, table);
    tables.push_back(&nodes);
  }
  const RandomNumbers random_numbers = [&](u64 size) {
    nb::gil_scoped_acquire acquire;
    const auto numbers = nb::cast<Vector<double>>(draws(size), false);
    check_size(numbers, size, "what draws returned");
    return std::vector<double>(numbers.data(), numbers.data() + numbers.size());
  };
  constexpr u64 kShort = 1 << 14;  // leaves and cases: less than a millisecond
  u64 n_nodes = 0;
  for (const NodeTable* tree : tables) n_nodes += tree->size();
  const bool is_short = n_nodes * table.view().n_rows < kShort;
  std::vector<LearnedRules> learned;
  run_interruptibly(progress, is_short ? Length::short_work : Length::long_work, [&] {
    learned = learn_rules(tables, table.view(), options, random_numbers, progress);
  });
  nb::list result;
  for (const LearnedRules& each : learned) result.append(arrays_of(each));
  return result;
}

void check_attribute(const rules::Matcher& matcher, u32 attribute) {
  if (!matcher.has_rule()) throw InputError("a condition is given before its rule");
  if (attribute >= matcher.n_attributes()) throw InputError("there is no such attribute");
}

rules::MatrixView checked_rows(const rules::Matcher& matcher, const AnyMatrix& matrix) {
  if (matrix.shape(1) != matcher.n_attributes()) {
    throw InputError("the rules need a matrix with " + std::to_string(matcher.n_attributes()) +
                     " columns, not " + std::to_string(matrix.shape(1)));
  }
  return {matrix.data(), matrix.shape(0), matrix.stride(0), matrix.stride(1)};
}

nb::tuple first_two(const rules::Matcher& matcher, const AnyMatrix& matrix, u32 n_threads) {
  const rules::MatrixView rows = checked_rows(matcher, matrix);
  std::vector<i32> first(rows.n_rows), second(rows.n_rows);
  {
    nb::gil_scoped_release release;
    matcher.match(rows, n_threads, first, second);
  }
  return nb::make_tuple(to_numpy(std::move(first)), to_numpy(std::move(second)));
}

nb::object first_only(const rules::Matcher& matcher, const AnyMatrix& matrix, u32 n_threads) {
  const rules::MatrixView rows = checked_rows(matcher, matrix);
  std::vector<i32> first(rows.n_rows);
  {
    nb::gil_scoped_release release;
    matcher.match(rows, n_threads, first, {});
  }
  return nb::cast(to_numpy(std::move(first)));
}

// What subset of rules takes the fewest bits: `cover` has a row of flags for each rule.
nb::object choose_subset(const nb::ndarray<const bool, nb::ndim<2>, nb::c_contig>& cover,
                         const Vector<double>& bits, const Flags& of_class,
                         const Vector<double>& draws, u32 n_threads) {
  const u64 n_rules = cover.shape(0), n_cases = cover.shape(1);
  check_size(bits, n_rules, "bits");
  check_size(of_class, n_cases, "of_class");
  check_size(draws, rules::n_draws_for(n_rules), "draws");
  rules::CaseSets sets(n_rules, rules::n_words_for(n_cases));
  std::vector<u64> class_set(rules::n_words_for(n_cases));
  for (u64 i = 0; i < n_cases; ++i) {
    const u64 word = i / rules::kWordBits, bit = rules::bit_of(i);
    for (u64 r = 0; r < n_rules; ++r) {
      if (cover.data()[r * n_cases + i]) sets[r][word] |= bit;
    }
    if (of_class.data()[i]) class_set[word] |= bit;
  }
  const rules::Logarithms<double> logarithms(n_cases + n_rules + 2);
  const rules::Candidates<double> candidates{
      sets,      span_of(bits), class_set, rules::size_of(class_set), static_cast<i64>(n_cases),
      logarithms};
  const std::vector<u8> chosen =
      rules::best_subset(candidates, span_of(draws), n_threads, Progress());
  return nb::cast(to_numpy(std::vector<i64>(chosen.begin(), chosen.end())));
}

double fisher_level(i64 a, i64 b, i64 c, i64 d, RuleArithmetic arithmetic) {
  constexpr i64 kLargest = i64{1} << 20;
  for (const i64 cell : {a, b, c, d}) {
    if (cell < 0 || cell > kLargest) throw InputError("a cell of the table is out of range");
  }
  const auto factorials =
      rules::log_factorials_for_test(static_cast<u64>(a + b + c + d), arithmetic);
  return rules::fisher_level(a, b, c, d, factorials);
}

}  // namespace

void bind_rules(nb::module_& m) {
  nb::enum_<RuleArithmetic>(m, "RuleArithmetic")
      .value("RELEASE8", RuleArithmetic::release8)
      .value("EXACT", RuleArithmetic::exact);
  nb::class_<RuleOptions>(m, "RuleOptions")
      .def(
          "__init__",
          [](RuleOptions* place, double confidence, double redundancy,
             std::optional<double> significance, bool group_values, RuleArithmetic arithmetic,
             u32 n_threads) {
            if (!(confidence > 0 && confidence <= 1)) throw InputError("confidence is in (0, 1]");
            if (!(redundancy > 0)) throw InputError("redundancy is greater than 0");
            new (place) RuleOptions{confidence,   redundancy, significance,
                                    group_values, arithmetic, n_threads};
          },
          nb::kw_only(), nb::arg("confidence") = 0.25, nb::arg("redundancy") = 1.0,
          nb::arg("significance") = nb::none(), nb::arg("group_values") = false,
          nb::arg("arithmetic") = RuleArithmetic::exact, nb::arg("n_threads") = 1);
  m.def("learn_rules", &learn_sets, nb::arg("trees"), nb::arg("table"), nb::arg("options"),
        nb::arg("draws"), nb::arg("progress"));
  nb::class_<rules::Matcher>(m, "RuleMatcher")
      .def(nb::init<u32, RuleArithmetic>(), nb::arg("n_attributes"), nb::arg("arithmetic"))
      .def("add_rule", &rules::Matcher::add_rule, nb::arg("may_fire"))
      .def(
          "add_bounds",
          [](rules::Matcher& self, u32 attribute, std::optional<double> low,
             std::optional<double> high) {
            check_attribute(self, attribute);
            self.add_bounds(attribute, low.value_or(std::nan("")),
                            high.value_or(std::numeric_limits<double>::infinity()));
          },
          nb::arg("attribute"), nb::arg("low").none(), nb::arg("high").none())
      .def(
          "add_values",
          [](rules::Matcher& self, u32 attribute, const Flags& allowed) {
            check_attribute(self, attribute);
            self.add_values(attribute, flags_of(allowed));
          },
          nb::arg("attribute"), nb::arg("allowed").noconvert())
      .def("first_two", &first_two, nb::arg("matrix").noconvert(), nb::arg("n_threads") = 1)
      .def("first", &first_only, nb::arg("matrix").noconvert(), nb::arg("n_threads") = 1);
  m.def("best_rule_subset", &choose_subset, nb::arg("cover").noconvert(),
        nb::arg("bits").noconvert(), nb::arg("of_class").noconvert(), nb::arg("draws").noconvert(),
        nb::arg("n_threads") = 1);
  m.def("fisher_level", &fisher_level, nb::arg("a"), nb::arg("b"), nb::arg("c"), nb::arg("d"),
        nb::arg("arithmetic"));
}

}  // namespace cutpoint::bindings
