#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "arrays.hpp"
#include "criterion.hpp"
#include "measures/table.hpp"
#include "rooms.hpp"

namespace cutpoint::bindings {

namespace {

// A measure that is a Python function of many tables at once: (before, after) to an array of
// values. It must not raise: it keeps what it meets and returns NaN.
class PythonMeasure final : public CustomMeasure {
 public:
  PythonMeasure(nb::callable function, bool quasi_convex)
      : CustomMeasure(quasi_convex), function_(std::move(function)) {}
  bool is_pointer() const override { return false; }
  nb::callable& function() { return function_; }

  void evaluate(CandidateTables tests, std::span<double> values) const override {
    const nb::gil_scoped_acquire acquire;
    // The function may keep its arrays: both own their numbers.
    const auto owner = [](const double* numbers) {
      return nb::capsule(
          numbers, [](void* p) noexcept { std::unique_ptr<double[]>(static_cast<double*>(p)); });
    };
    const u64 n = tests.n_candidates(), n_branches = tests.n_branches();
    const u64 n_classes = tests.n_classes();
    double* before = std::make_unique<double[]>(n_classes).release();
    const nb::capsule before_owner = owner(before);
    std::ranges::copy(tests.before(), before);
    double* after = tests.release().release();
    const nb::capsule after_owner = owner(after);
    const nb::ndarray<nb::numpy, double> before_array(before, {n_classes}, before_owner);
    const i64 step = static_cast<i64>(n);
    const nb::ndarray<nb::numpy, double> after_array(
        after, {n, n_branches, n_classes}, after_owner,
        {1, step, step * static_cast<i64>(n_branches)});
    Vector<double> result;
    try {
      if (nb::try_cast(function_(before_array, after_array), result, false) && result.size() == n) {
        std::copy_n(result.data(), result.size(), values.begin());
        return;
      }
    } catch (nb::python_error& error) {
      error.discard_as_unraisable("a custom criterion");
    }
    std::fill(values.begin(), values.end(), std::nan(""));
  }

 private:
  nb::callable function_;
};

// What a function raised refers to its caller, and so to the measure itself: Python's collector
// must see what a measure refers to.
PythonMeasure* python_measure(PyObject* self) {
  return dynamic_cast<PythonMeasure*>(nb::inst_ptr<CustomMeasure>(self));
}
int traverse_measure(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  if (PythonMeasure* measure = python_measure(self)) {
    Py_VISIT(measure->function().ptr());
  }
  return 0;
}
int clear_measure(PyObject* self) {
  if (PythonMeasure* measure = python_measure(self)) measure->function().reset();
  return 0;
}
PyType_Slot measure_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse_measure)},
                               {Py_tp_clear, reinterpret_cast<void*>(clear_measure)},
                               {0, nullptr}};

CustomMeasure* measure_at(u64 address, bool quasi_convex) {
  if (address == 0) throw InputError("there is no function at address 0");
  return new PointerMeasure(reinterpret_cast<MeasurePointer>(address), quasi_convex);
}

// The class weights over all branches; refuses what is not a table of weights.
std::vector<double> checked_classes(const Matrix<double>& counts) {
  if (counts.size() == 0) throw InputError("the table of counts is empty");
  std::vector<double> classes(counts.shape(1), 0.0);
  for (u64 i = 0; i < counts.size(); ++i) {
    const double n = counts.data()[i];
    if (!(n >= 0.0) || std::isinf(n)) throw InputError("counts must be numbers from 0 up");
    classes[i % classes.size()] += n;
  }
  return classes;
}

double value_of_table(const std::string& name, const Matrix<double>& counts,
                      const CustomMeasure* custom) {
  const Criterion criterion = criterion_from(name, custom);
  if (criterion.measure == Measure::contrast) {
    throw InputError("the contrast needs the means of the branches");
  }
  if (criterion.measure == Measure::mpi && counts.shape(0) != Mpi::kMaxBranches) {
    throw InputError("mpi is for two branches");
  }
  const std::vector<double> classes = checked_classes(counts);
  return table_value(criterion, {span_of(counts), classes});
}

double contrast_of_table(const Matrix<double>& counts, const Vector<double>& means) {
  check_size(means, counts.shape(0), "means");
  const std::vector<double> classes = checked_classes(counts);
  return contrast_value({span_of(counts), classes}, span_of(means));
}

}  // namespace

void bind_measures(nb::module_& m) {
  // NOLINTNEXTLINE(bugprone-throw-keyword-missing, bugprone-unused-raii): a registration
  nb::exception<MeasureFailed>(m, "MeasureError", PyExc_ValueError);
  nb::class_<CustomMeasure>(m, "CustomMeasure", nb::type_slots(measure_slots))
      .def_prop_ro("quasi_convex", &CustomMeasure::quasi_convex)
      .def_static("of_pointer", &measure_at, nb::arg("address"), nb::arg("quasi_convex"),
                  nb::rv_policy::take_ownership)
      .def_static(
          "of_function",
          [](nb::callable function, bool quasi_convex) -> CustomMeasure* {
            return new PythonMeasure(std::move(function), quasi_convex);
          },
          nb::arg("function"), nb::arg("quasi_convex"), nb::rv_policy::take_ownership);
  m.def("table_value", &value_of_table, nb::arg("measure"), nb::arg("counts").noconvert(),
        nb::arg("custom").none() = nb::none());
  m.def("contrast_value", &contrast_of_table, nb::arg("counts").noconvert(),
        nb::arg("means").noconvert());
  m.def("minus_log_p", &minus_log_p, nb::arg("statistic"), nb::arg("degrees_of_freedom"));
  m.attr("MEASURES") = to_tuple(kMeasureNames);
}

}  // namespace cutpoint::bindings
