#include <nanobind/stl/optional.h>

#include <limits>
#include <optional>
#include <utility>

#include "interruptible.hpp"
#include "release8/learner.hpp"
#include "rooms.hpp"
#include "table.hpp"

namespace cutpoint::bindings {

namespace {

using release8::Learner;
using Items = Writable<i32>;

release8::Options options(double min_cases, double confidence, bool gain_ratio, bool group_values,
                          bool in_order, std::optional<u64> max_depth) {
  if (!(min_cases >= 0.0 && min_cases <= std::numeric_limits<i32>::max())) {
    throw InputError("the minimum number of cases is negative, or not a number");
  }
  check_confidence(confidence);
  release8::Options result;
  result.growing.min_cases = static_cast<release8::Real>(min_cases);
  if (max_depth) result.growing.max_depth = *max_depth;
  result.growing.score = gain_ratio ? release8::Score::gain_ratio : release8::Score::gain;
  result.growing.group_values = group_values;
  result.confidence = confidence;
  result.order = in_order ? release8::Order::always : release8::Order::if_needed;
  return result;
}

Length length_for(u64 n_cases) {
  return n_cases > kRowsOfShortWork ? Length::long_work : Length::short_work;
}

// A learner, and the table that it refers to.
struct HeldLearner {
  HeldLearner(const HeldTable& held, const release8::Options& given, Progress& progress)
      : table(held) {
    run_interruptibly(progress, length_for(table.view().n_rows),
                      [&] { made.emplace(table.view(), given, progress); });
  }
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access): made by the constructor
  const Learner& learner() const { return *made; }

  const HeldTable& table;
  std::optional<Learner> made;
};

std::span<i32> checked_items(const Items& items, const HeldLearner& held) {
  const std::span<i32> span = writable_span_of(items);
  if (span.empty()) throw InputError("there are no cases to learn from");
  if (span.size() > held.learner().n_cases()) throw InputError("there are more items than cases");
  if (!held.learner().in_order() && span.size() != held.learner().n_cases()) {
    throw InputError("trees of some cases need in_order");
  }
  const i64 last = static_cast<i64>(held.learner().n_cases()) - 1;
  check_range(std::span<const i32>(span), 0, last, "items");
  return span;
}

NodeTable grow(HeldLearner& held, const Items& items, Progress& progress) {
  const std::span<i32> span = checked_items(items, held);
  NodeTable tree;
  run_interruptibly(progress, length_for(held.learner().n_cases()),
                    [&] { tree = held.made->grow(span, progress); });
  return tree;
}

nb::tuple prune_grown(const HeldLearner& held, const NodeTable& tree, const Items& items,
                      Progress& progress) {
  const std::span<i32> span = checked_items(items, held);
  check_tree_of(tree, held.table);
  PrunedTree pruned;
  run_interruptibly(progress, length_for(held.learner().n_cases()),
                    [&] { pruned = held.learner().prune(tree, span, progress); });
  return nb::make_tuple(std::move(pruned.tree), pruned.is_simpler);
}

}  // namespace

void bind_release8(nb::module_& m) {
  nb::class_<HeldLearner>(m, "Release8")
      .def(
          "__init__",
          [](HeldLearner* place, const HeldTable& table, Progress& progress, double min_cases,
             double confidence, bool gain_ratio, bool group_values, bool in_order,
             std::optional<u64> max_depth) {
            new (place) HeldLearner(
                table,
                options(min_cases, confidence, gain_ratio, group_values, in_order, max_depth),
                progress);
          },
          nb::keep_alive<1, 2>(), nb::arg("table"), nb::arg("progress"), nb::kw_only(),
          nb::arg("min_cases"), nb::arg("confidence"), nb::arg("gain_ratio"),
          nb::arg("group_values"), nb::arg("in_order"), nb::arg("max_depth").none())
      .def("grow", &grow, nb::arg("items").noconvert(), nb::arg("progress"))
      .def("prune", &prune_grown, nb::arg("tree"), nb::arg("items").noconvert(),
           nb::arg("progress"));
}

}  // namespace cutpoint::bindings
