#include "prune/prune.hpp"

#include <utility>

#include "interruptible.hpp"
#include "prune/error_estimate.hpp"
#include "rooms.hpp"
#include "table.hpp"
#include "tree.hpp"

namespace cutpoint::bindings {

namespace {

nb::tuple prune(const NodeTable& tree, const HeldTable& table, double confidence, bool grouped,
                Progress& progress) {
  check_confidence(confidence);
  check_tree_of(tree, table);
  const u64 n_rows = table.view().n_rows;
  PrunedTree pruned;
  run_interruptibly(
      progress, n_rows > kRowsOfShortWork ? Length::long_work : Length::short_work, [&] {
        pruned = prune_by_errors(tree, table.view(), confidence,
                                 grouped ? ImpossibleValues::are_removed : ImpossibleValues::remain,
                                 progress);
      });
  return nb::make_tuple(std::move(pruned.tree), pruned.is_simpler);
}

template <class Real>
double extra_errors(double cases, double errors, double confidence) {
  check_confidence(confidence);
  return ErrorEstimate<Real>(static_cast<Real>(confidence))
      .extra_errors(static_cast<Real>(cases), static_cast<Real>(errors));
}

}  // namespace

void check_confidence(double confidence) {
  if (!(confidence >= 0.0 && confidence <= 1.0)) {
    throw InputError("the confidence level is not between 0 and 1");
  }
}

void bind_prune(nb::module_& m) {
  m.def("prune_by_errors", &prune, nb::arg("tree"), nb::arg("table"), nb::arg("confidence"),
        nb::arg("grouped"), nb::arg("progress"));
  m.def("extra_errors", &extra_errors<double>, nb::arg("cases"), nb::arg("errors"),
        nb::arg("confidence"));
  m.def("extra_errors_in_single_precision", &extra_errors<float>, nb::arg("cases"),
        nb::arg("errors"), nb::arg("confidence"));
}

}  // namespace cutpoint::bindings
