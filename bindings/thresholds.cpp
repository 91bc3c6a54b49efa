#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>

#include "arrays.hpp"
#include "criterion.hpp"
#include "cuts/placement.hpp"
#include "cuts/score_spread.hpp"
#include "cuts/threshold_method.hpp"
#include "evidence.hpp"
#include "rooms.hpp"

namespace cutpoint::bindings {

namespace {

nb::dict threshold_of_table(const Vector<double>& values, const Matrix<double>& weights,
                            const ThresholdOptions& options) {
  if (options.criterion.measure == Measure::custom && options.criterion.custom == nullptr) {
    throw InputError("the criterion \"custom\" takes a CustomMeasure");
  }
  const CheckedTable table(values, weights, 0.0);
  ThresholdWorkspace w;
  ThresholdChoice choice;
  std::vector<double> cuts;
  {
    nb::gil_scoped_release release;
    choice = choose_threshold(*table, options, RealXLogX(), w);
    for (const u32 position : w.curve.positions) cuts.push_back(cut_after(*table, position));
  }
  nb::dict out;
  out["candidate"] = choice.candidate;
  out["lowest"] = choice.lowest;
  out["highest"] = choice.highest;
  out["positions"] = to_numpy(std::move(w.curve.positions));
  out["below"] = to_numpy(std::move(w.curve.below));
  out["scores"] = to_numpy(std::move(w.curve.scores));
  out["cuts"] = to_numpy(std::move(cuts));
  return out;
}

double place_of_cut(const std::string& placement, const Vector<double>& column, double below,
                    double above, std::pair<double, double> weights) {
  const auto which = by_name<Placement>(kPlacementNames, placement, "placement");
  const std::span<const double> values = span_of(column);
  const auto is_there = [&](double x) {
    return std::binary_search(values.begin(), values.end(), x);
  };
  if (!(below < above)) throw InputError("a cut lies between two values");
  if (which == Placement::observed && !(is_there(below) && is_there(above))) {
    throw InputError("the values beside the cut must be in the column");
  }
  return place(which, values, below, above, {weights.first, weights.second});
}

// Of each cut that lies between two values; of one that has no upper neighbour, the cut itself.
auto limits_of_cuts(const Vector<double>& below, const Vector<double>& above) {
  check_size(above, below.size(), "above");
  std::vector<double> limits(below.size());
  for (u64 i = 0; i < limits.size(); ++i) {
    const double low = below.data()[i], high = above.data()[i];
    limits[i] = std::isnan(high) ? low : observed_limit(low, high);
  }
  return to_numpy(std::move(limits));
}

double deviation_of_cut(const Vector<double>& values, const Matrix<double>& weights, u32 position,
                        const ThresholdOptions& options) {
  const CheckedTable table(values, weights, 0.0);
  if (u64{position} + 1 >= values.size()) throw InputError("there is no cut after the last value");
  nb::gil_scoped_release release;
  return score_deviation(*table, options.criterion, position);
}

nb::ndarray<nb::numpy, double, nb::ndim<2>> resample_of_table(const Matrix<double>& weights,
                                                              u64 key, u64 number) {
  const CheckedTable table(weights);
  Cells cells;
  find_cells(*table, cells);
  std::vector<double> drawn(weights.size());
  resample(cells, key, number, drawn);
  return to_numpy(std::move(drawn), weights.shape(1));
}

nb::ndarray<nb::numpy, u64, nb::ndim<1>> random_numbers(u64 key, u64 start, u64 size) {
  std::vector<u64> numbers(size);
  for (u64 i = 0; i < size; ++i) numbers[i] = SplitMix(key)(start + i);
  return to_numpy(std::move(numbers));
}

void bind_threshold_options(nb::module_& m) {
  using Options = ThresholdOptions;
  auto bound = nb::class_<Options>(m, "ThresholdOptions");
  bound
      .def(
          "__init__",
          [](Options* self, const std::string& method, const std::string& criterion,
             const CustomMeasure* custom) {
            new (self)
                Options{.method = by_name<ThresholdMethod>(kThresholdMethodNames, method, "method"),
                        .criterion = criterion_from(criterion, custom)};
          },
          nb::arg("method"), nb::arg("criterion"), nb::arg("custom").none() = nb::none(),
          nb::keep_alive<1, 4>())
      .def_rw("least", &Options::least)
      .def_rw("window", &Options::window)
      .def_rw("width", &Options::width)
      .def_rw("resamples", &Options::resamples)
      .def_rw("key", &Options::key);
}

}  // namespace

void bind_thresholds(nb::module_& m) {
  bind_threshold_options(m);
  m.def("choose_threshold", &threshold_of_table, nb::arg("values").noconvert(),
        nb::arg("weights").noconvert(), nb::arg("options"));
  m.def("place_cut", &place_of_cut, nb::arg("placement"), nb::arg("column").noconvert(),
        nb::arg("below"), nb::arg("above"), nb::arg("weights"));
  m.def("observed_limits", &limits_of_cuts, nb::arg("below").noconvert(),
        nb::arg("above").noconvert());
  m.def("score_deviation", &deviation_of_cut, nb::arg("values").noconvert(),
        nb::arg("weights").noconvert(), nb::arg("position"), nb::arg("options"));
  m.def("resample", &resample_of_table, nb::arg("weights").noconvert(), nb::arg("key"),
        nb::arg("number"));
  m.def("split_mix", &random_numbers, nb::arg("key"), nb::arg("start"), nb::arg("size"));
  m.attr("THRESHOLD_METHODS") = to_tuple(kThresholdMethodNames);
  m.attr("PLACEMENTS") = to_tuple(kPlacementNames);
}

}  // namespace cutpoint::bindings
