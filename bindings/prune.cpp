#include "prune/prune.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "interruptible.hpp"
#include "prune/cost_complexity.hpp"
#include "prune/error_based.hpp"
#include "prune/error_estimate.hpp"
#include "prune/pruning_set.hpp"
#include "rooms.hpp"
#include "table.hpp"
#include "tree.hpp"

namespace cutpoint::bindings {

namespace {

nb::tuple prune(const NodeTable& tree, const HeldTable& table, double confidence, bool grouped,
                Progress& progress, const std::optional<Vector<u32>>& copies) {
  check_confidence(confidence);
  check_tree_of(tree, table);
  const u64 n_rows = table.view().n_rows;
  std::span<const u32> of_rows;
  if (copies.has_value()) {
    check_size(*copies, n_rows, "copies");
    if (table.view().is_weighted()) throw InputError("the rows have weights, and cannot be copied");
    of_rows = span_of(*copies);
  }
  PrunedTree pruned;
  run_interruptibly(
      progress, n_rows > kRowsOfShortWork ? Length::long_work : Length::short_work, [&] {
        pruned = prune_by_errors(tree, table.view(), confidence,
                                 grouped ? ImpossibleValues::are_removed : ImpossibleValues::remain,
                                 progress, of_rows);
      });
  return nb::make_tuple(std::move(pruned.tree), pruned.is_simpler);
}

auto strengths(const NodeTable& tree, const Vector<double>& risk) {
  check_size(risk, tree.size(), "risk");
  return to_numpy(pruning_strengths(tree, span_of(risk)));
}

auto member_errors(const NodeTable& tree, const Vector<i32>& gone, u32 n_members,
                   const HeldTable& table, Progress& progress) {
  check_tree_of(tree, table);
  check_size(gone, tree.size(), "gone");
  if (n_members > tree.size() + 1) throw InputError("there are more trees than nodes");
  check_range(span_of(gone), 0, i64{n_members}, "gone");
  const std::span<const i32> last = span_of(gone);
  for (u64 node = 0; node < tree.size(); ++node) {
    if (tree.is_leaf(node) && last[node] != 0) throw InputError("gone is not 0 at a leaf");
    for (u64 b = 0; b < static_cast<u64>(tree.n_branches[node]); ++b) {
      if (last[tree.child(node, b)] > last[node]) throw InputError("the trees are not nested");
    }
  }
  const u64 n_rows = table.view().n_rows;
  std::vector<double> errors;
  run_interruptibly(
      progress, n_rows > kRowsOfShortWork ? Length::long_work : Length::short_work,
      [&] { errors = errors_of_members({tree, last, n_members}, table.view(), progress); });
  return to_numpy(std::move(errors));
}

template <class Real>
double extra_errors(double cases, double errors, double confidence) {
  check_confidence(confidence);
  return ErrorEstimate<Real>(static_cast<Real>(confidence))
      .extra_errors(static_cast<Real>(cases), static_cast<Real>(errors));
}

// What an unpruned test becomes: "leaf", "largest branch", or "" if it stays.
std::string simpler_tree(double as_leaf, double as_tree, double as_branch) {
  const Simpler found = simpler(as_leaf, as_tree, as_branch);
  return found == Simpler::leaf ? "leaf" : found == Simpler::none ? "" : "largest branch";
}

}  // namespace

void check_confidence(double confidence) {
  if (!(confidence >= 0.0 && confidence <= 1.0)) {
    throw InputError("the confidence level is not between 0 and 1");
  }
}

void bind_prune(nb::module_& m) {
  m.def("prune_by_errors", &prune, nb::arg("tree"), nb::arg("table"), nb::arg("confidence"),
        nb::arg("grouped"), nb::arg("progress"), nb::arg("copies").noconvert() = nb::none());
  m.def("simpler", &simpler_tree, nb::arg("as_leaf"), nb::arg("as_tree"), nb::arg("as_branch"));
  m.def("pruning_strengths", &strengths, nb::arg("tree"), nb::arg("risk").noconvert());
  m.def("member_errors", &member_errors, nb::arg("tree"), nb::arg("gone").noconvert(),
        nb::arg("n_members"), nb::arg("table"), nb::arg("progress"));
  m.def("extra_errors", &extra_errors<double>, nb::arg("cases"), nb::arg("errors"),
        nb::arg("confidence"));
  m.def("extra_errors_in_single_precision", &extra_errors<float>, nb::arg("cases"),
        nb::arg("errors"), nb::arg("confidence"));
}

}  // namespace cutpoint::bindings
