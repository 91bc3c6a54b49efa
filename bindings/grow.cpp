// The exact learner: a table and a spec in, a tree out.
#include <algorithm>
#include <string>
#include <utility>

#include "grow/learn.hpp"
#include "interruptible.hpp"
#include "rooms.hpp"
#include "spec.hpp"
#include "table.hpp"
#include "tree.hpp"

namespace cutpoint::bindings {

namespace {

constexpr u64 kCellsOfShortWork = 1 << 16;  // of a table that takes no more than a few milliseconds

void check_can_be_grown(const TableView& table) {
  for (const double weight : table.weights) {
    if (!(weight >= Weight::kCasesPerUnit)) {
      throw InputError("a row weighs " + std::to_string(weight) + ", less than 2^-30 of a case");
    }
  }
}

NodeTable grow_tree(const HeldTable& held, const nb::dict& fields, u32 n_threads,
                    Progress& progress) {
  const TableView& table = held.view();
  check_can_be_grown(table);
  SpecHolder holder(fields);
  holder.spec.interval_options.progress = &progress;
  NodeTable tree;
  const u64 n_cells = table.n_rows * (table.attributes.size() + 1);
  const bool is_short =
      n_cells < kCellsOfShortWork && holder.spec.criterion.measure != Measure::custom;
  run_interruptibly(progress, is_short ? Length::short_work : Length::long_work, [&] {
    tree = grow(table, holder.spec, std::max(n_threads, u32{1}), progress);
  });
  return tree;
}

}  // namespace

void bind_grow(nb::module_& m) {
  m.def("grow", &grow_tree, nb::arg("table"), nb::arg("spec"), nb::arg("n_threads"),
        nb::arg("progress"));
}

}  // namespace cutpoint::bindings
