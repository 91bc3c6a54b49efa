// The exact learner: a table and a spec in, a tree out.
#include <algorithm>
#include <limits>
#include <memory>
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

// Holds on to the spec; the table is kept alive by its binding.
class HeldResampleGrower {
 public:
  HeldResampleGrower(const HeldTable& table, const nb::dict& fields, u32 n_threads,
                     Progress& progress)
      : table_(table), fields_(nb::borrow<nb::dict>(fields)), holder_(fields_) {
    const TableView& view = table_.view();
    check_can_be_grown(view);
    if (!ResampleGrower::takes(view, holder_.spec)) {
      throw InputError("trees of resamples of this table cannot be grown from shared columns");
    }
    run_interruptibly(progress, Length::long_work, [&] {
      grower_ = std::make_unique<ResampleGrower>(view, holder_.spec, std::max(n_threads, u32{1}),
                                                 progress);
    });
  }
  NodeTable grow(const Vector<u32>& copies, Progress& progress) const {
    const TableView& view = table_.view();
    check_size(copies, view.n_rows, "copies");
    u64 total = 0;
    for (const u32 count : span_of(copies)) total += count;
    if (total > static_cast<u64>(std::numeric_limits<i32>::max())) {
      throw InputError("the resample has more rows than can be numbered");
    }
    NodeTable tree;
    run_interruptibly(progress, Length::long_work,
                      [&] { tree = grower_->grow(span_of(copies), progress); });
    return tree;
  }

 private:
  const HeldTable& table_;
  nb::dict fields_;
  SpecHolder holder_;
  std::unique_ptr<ResampleGrower> grower_;
};

bool can_share_columns(const HeldTable& table, const nb::dict& fields) {
  return ResampleGrower::takes(table.view(), SpecHolder(fields).spec);
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
  m.def("can_share_columns", &can_share_columns, nb::arg("table"), nb::arg("spec"));
  nb::class_<HeldResampleGrower>(m, "ResampleGrower")
      .def(nb::init<const HeldTable&, const nb::dict&, u32, Progress&>(), nb::arg("table"),
           nb::arg("spec"), nb::arg("n_threads"), nb::arg("progress"), nb::keep_alive<1, 2>())
      .def("grow", &HeldResampleGrower::grow, nb::arg("copies").noconvert(), nb::arg("progress"));
}

}  // namespace cutpoint::bindings
