#include "cutpoint/t2.hpp"

#include <utility>

#include "interruptible.hpp"
#include "rooms.hpp"
#include "table.hpp"
#include "tree.hpp"

namespace cutpoint::bindings {

namespace {

nb::dict learn_tree(const HeldTable& held, const T2Options& options, Progress& progress) {
  if (options.max_intervals == 0) throw InputError("max_intervals must be at least 1");
  const TableView& table = held.view();
  constexpr u64 kShort = 10000;  // pairs of attributes and cases: less than a millisecond
  const u64 n_attributes = table.attributes.size();
  const bool is_short = n_attributes * n_attributes * table.n_rows < kShort;
  NodeTable tree;
  run_interruptibly(progress, is_short ? Length::short_work : Length::long_work,
                    [&] { tree = learn_t2(table, options, progress); });
  return to_arrays(std::move(tree));
}

}  // namespace

void bind_t2(nb::module_& m) {
  nb::enum_<T2Sweep>(m, "T2Sweep")
      .value("BY_COST", T2Sweep::by_cost)
      .value("ALWAYS", T2Sweep::always)
      .value("NEVER", T2Sweep::never);
  nb::enum_<T2Bounds>(m, "T2Bounds")
      .value("USED", T2Bounds::used)
      .value("IGNORED", T2Bounds::ignored);
  nb::class_<T2Options>(m, "T2Options")
      .def(
          "__init__",
          [](T2Options* place, u32 max_intervals, u32 n_threads, T2Sweep sweep, T2Bounds bounds) {
            new (place) T2Options{max_intervals, n_threads, sweep, bounds};
          },
          nb::arg("max_intervals"), nb::arg("n_threads") = 1, nb::arg("sweep") = T2Sweep::by_cost,
          nb::arg("bounds") = T2Bounds::used);
  m.def("learn_t2", &learn_tree, nb::arg("table"), nb::arg("options"), nb::arg("progress"));
}

}  // namespace cutpoint::bindings
