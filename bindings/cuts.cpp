#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <tuple>

#include "arrays.hpp"
#include "cuts/column_evidence.hpp"
#include "cuts/discretize.hpp"
#include "cuts/interval_method.hpp"
#include "cuts/interval_workspace.hpp"
#include "evidence.hpp"
#include "interruptible.hpp"
#include "names.hpp"
#include "rooms.hpp"
#include "table.hpp"

namespace cutpoint::bindings {

namespace {

using Reals = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using RealMatrix = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Positions = nb::ndarray<nb::numpy, u32, nb::ndim<1>>;

std::tuple<Positions, Reals> cuts_of_table(const std::string& method, const Vector<double>& values,
                                           const Matrix<double>& weights, double unknown,
                                           const IntervalOptions& options) {
  const auto which = by_name<IntervalMethod>(kIntervalMethodNames, method, "method");
  const CheckedTable table(values, weights, unknown);
  IntervalWorkspace workspace;
  Progress progress;
  IntervalOptions watched = options;
  watched.progress = &progress;
  std::vector<double> places;
  run_interruptibly(progress, Length::long_work, [&] {
    const Cuts cuts = find_cuts(which, *table, watched, RealXLogX(), workspace);
    places = cut_points(*table, cuts);
  });
  return {to_numpy(std::move(workspace.positions)), to_numpy(std::move(places))};
}

// The cut points of the numeric columns, and the means of the values in their intervals.
std::vector<std::tuple<Reals, Reals>> cuts_of_columns(const HeldTable& table,
                                                      const std::string& method,
                                                      const IntervalOptions& options,
                                                      u32 n_threads) {
  const auto which = by_name<IntervalMethod>(kIntervalMethodNames, method, "method");
  Progress progress;
  IntervalOptions watched = options;
  watched.progress = &progress;
  std::vector<ColumnCuts> found;
  run_interruptibly(progress, Length::long_work,
                    [&] { found = discretize(table.view(), which, watched, n_threads); });
  std::vector<std::tuple<Reals, Reals>> out;
  for (ColumnCuts& column : found) {
    out.emplace_back(to_numpy(std::move(column.cuts)), to_numpy(std::move(column.means)));
  }
  return out;
}

std::tuple<Reals, RealMatrix, double> evidence_of_column(const HeldTable& table, u64 attribute) {
  const TableView& view = table.view();
  if (attribute >= view.attributes.size() || !view.attributes[attribute].is_numeric()) {
    throw InputError("there is no numeric attribute " + std::to_string(attribute));
  }
  ColumnEvidence evidence;
  {
    nb::gil_scoped_release release;
    evidence.count(view, view.attributes[attribute].numeric);
  }
  return {to_numpy(std::move(evidence.values)),
          to_numpy(std::move(evidence.weights), view.n_classes), evidence.unknown};
}

Reals means_of_intervals(const Vector<double>& values, const Matrix<double>& weights,
                         const Vector<double>& cuts) {
  const CheckedTable table(values, weights, 0.0);
  return to_numpy(interval_means(*table, span_of(cuts)));
}

double dissimilarity_of(const Vector<double>& a, const Vector<double>& b,
                        const IntervalOptions& options) {
  check_size(b, a.size(), "b");
  return dissimilarity(options.similarity, {span_of(a), sum_of(span_of(a))},
                       {span_of(b), sum_of(span_of(b))});
}
double chi_squared_of(const Vector<double>& a, const Vector<double>& b, double smoothing) {
  check_size(b, a.size(), "b");
  return chi_squared({span_of(a), sum_of(span_of(a))}, {span_of(b), sum_of(span_of(b))}, smoothing);
}

// An attribute that is the member of an enum, by its name.
template <class Class, class Enum, std::size_t n>
void bind_name(nb::class_<Class>& bound, const char* name, Enum& (*member)(Class&),
               const std::array<std::string_view, n>& names) {
  bound.def_prop_rw(
      name,
      [member, &names](Class& self) {
        const std::string_view known = names[static_cast<u64>(member(self))];
        return std::string(known);
      },
      [member, &names, name](Class& self, const std::string& value) {
        member(self) = by_name<Enum>(names, value, name);
      });
}

inline constexpr std::array<std::string_view, 3> kIntervalCostNames{"entropy", "gini", "error"};

void bind_interval_options(nb::module_& m) {
  using Options = IntervalOptions;
  auto bound = nb::class_<Options>(m, "IntervalOptions");
  bound.def(nb::init<>())
      .def_rw("bins", &Options::bins)
      .def_rw("max_branches", &Options::max_branches)
      .def_rw("min_cases", &Options::min_cases)
      .def_prop_rw(
          "n_bins", [](const Options& self) { return self.n_bins; },
          [](Options& self, u32 n) {
            if (n == 0) throw InputError("n_bins must be at least 1");
            self.n_bins = n;
          })
      .def_rw("min_majority", &Options::min_majority)
      .def_rw("critical", &Options::critical)
      .def_rw("criticals", &Options::criticals)
      .def_rw("smoothing", &Options::smoothing)
      .def_rw("inconsistency", &Options::inconsistency)
      .def_prop_rw(
          "max_blocks", [](const Options& self) { return self.max_blocks; },
          [](Options& self, u32 n) {
            if (n == 0) throw InputError("max_blocks must be at least 1");
            self.max_blocks = n;
          });
  const auto similarity = [&](const char* name, double Similarity::* member) {
    bound.def_prop_rw(
        name, [member](const Options& self) { return self.similarity.*member; },
        [member](Options& self, double value) { self.similarity.*member = value; });
  };
  similarity("power", &Similarity::power);
  similarity("theta", &Similarity::theta);
  similarity("alpha", &Similarity::alpha);
  similarity("beta", &Similarity::beta);
  bind_name<Options, SimilarityMeasure>(
      bound, "similarity", [](Options& o) -> SimilarityMeasure& { return o.similarity.measure; },
      kSimilarityNames);
  bind_name<Options, Measure>(
      bound, "measure", [](Options& o) -> Measure& { return o.measure; }, kMeasureNames);
  bind_name<Options, IntervalCost>(
      bound, "cost", [](Options& o) -> IntervalCost& { return o.cost; }, kIntervalCostNames);
}

}  // namespace

void bind_cuts(nb::module_& m) {
  bind_interval_options(m);
  m.def("find_cuts", &cuts_of_table, nb::arg("method"), nb::arg("values").noconvert(),
        nb::arg("weights").noconvert(), nb::arg("unknown"), nb::arg("options"));
  m.def("cut_columns", &cuts_of_columns, nb::arg("table"), nb::arg("method"), nb::arg("options"),
        nb::arg("n_threads"));
  m.def("column_evidence", &evidence_of_column, nb::arg("table"), nb::arg("attribute"));
  m.def("interval_means", &means_of_intervals, nb::arg("values").noconvert(),
        nb::arg("weights").noconvert(), nb::arg("cuts").noconvert());
  m.def("dissimilarity", &dissimilarity_of, nb::arg("a").noconvert(), nb::arg("b").noconvert(),
        nb::arg("options"));
  m.def("chi_squared", &chi_squared_of, nb::arg("a").noconvert(), nb::arg("b").noconvert(),
        nb::arg("smoothing"));
  m.attr("INTERVAL_METHODS") = to_tuple(kIntervalMethodNames);
  m.attr("SIMILARITIES") = to_tuple(kSimilarityNames);
}

}  // namespace cutpoint::bindings
