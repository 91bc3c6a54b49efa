#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "data/special_values.hpp"
#include "interruptible.hpp"
#include "predict/predictor.hpp"
#include "predict/soften.hpp"
#include "rooms.hpp"
#include "table.hpp"

namespace cutpoint::bindings {

namespace {

using predict::Infinite;
using predict::Predictor;
using predict::Request;

using AnyMatrix = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>;

constexpr u64 kLongWork = u64{1} << 20;  // rows

// Rows of a table, as views of arrays that are kept alive.
struct Cases {
  TableView view;
  Infinite infinite = Infinite::accept;
  std::vector<nb::object> arrays;
};

Infinite infinite_values(bool refuse) { return refuse ? Infinite::refuse : Infinite::accept; }

AttributeView numeric_view(const double* data, i64 stride) {
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(double) != 0) {
    throw InputError("the numbers are not aligned in memory");
  }
  return {AttributeView::Kind::numeric, {data, stride}, {}};
}

void init_from_matrix(Cases* place, const AnyMatrix& matrix, bool refuse_infinite) {
  Cases cases{{matrix.shape(0), {}, {}, 0, {}}, infinite_values(refuse_infinite), {}};
  cases.view.attributes.reserve(matrix.shape(1));
  for (u64 a = 0; a < matrix.shape(1); ++a) {
    const double* column = matrix.data() + static_cast<i64>(a) * matrix.stride(1);
    cases.view.attributes.push_back(numeric_view(column, matrix.stride(0)));
  }
  cases.arrays.push_back(nb::cast(matrix));
  new (place) Cases(std::move(cases));
}

Cases from_columns(const nb::list& columns, u64 n_rows, bool refuse_infinite) {
  Cases cases{{n_rows, {}, {}, 0, {}}, infinite_values(refuse_infinite), {}};
  for (const nb::handle column : columns) {
    Numbers numbers;
    Vector<i32> codes;
    if (nb::try_cast<Numbers>(column, numbers, false)) {
      check_size(numbers, n_rows, "a column");
      cases.view.attributes.push_back(numeric_view(numbers.data(), numbers.stride(0)));
    } else if (nb::try_cast<Vector<i32>>(column, codes, false)) {
      check_size(codes, n_rows, "a column");
      cases.view.attributes.push_back({AttributeView::Kind::nominal, {}, {codes.data(), 0}});
    } else {
      throw InputError("column " + std::to_string(cases.view.attributes.size()) +
                       " is neither a float64 array nor a contiguous one of int32");
    }
    cases.arrays.push_back(nb::borrow(column));
  }
  return cases;
}

std::unique_ptr<Predictor> make(const NodeTable& tree, const Vector<i32>& n_values, bool single,
                                const std::optional<Vector<double>>& lower,
                                const std::optional<Vector<double>>& upper) {
  const auto copied = [](const std::optional<Vector<double>>& array) {
    return array ? std::vector<double>(array->data(), array->data() + array->size())
                 : std::vector<double>();
  };
  using enum predict::Precision;
  return predict::make_predictor(tree, {n_values.data(), n_values.data() + n_values.size()},
                                 {single ? in_single : in_double, copied(lower), copied(upper)});
}

// Call ask(request), off the GIL.
template <class Ask>
void answer(const Cases& cases, u32 n_threads, Ask ask) {
  Progress progress;
  const Request request{cases.view, cases.infinite, n_threads, progress};
  const Length length = cases.view.n_rows >= kLongWork ? Length::long_work : Length::short_work;
  run_interruptibly(progress, length, [&] { ask(request); });
}

template <class T, auto method>
auto column_of_answers(const Predictor& predictor, const Cases& cases, u32 n_threads) {
  std::vector<T> answers(cases.view.n_rows);
  answer(cases, n_threads,
         [&](const Request& request) { (predictor.*method)(request, std::span<T>(answers)); });
  return to_numpy(std::move(answers));
}

template <auto method>
auto matrix_of_answers(const Predictor& predictor, const Cases& cases, u32 n_threads) {
  const u64 n_classes = predictor.n_classes();
  std::vector<double> answers(cases.view.n_rows * n_classes);
  answer(cases, n_threads,
         [&](const Request& request) { (predictor.*method)(request, std::span<double>(answers)); });
  return to_numpy(std::move(answers), n_classes);
}

nb::tuple paths(const Predictor& predictor, const Cases& cases) {
  predict::Paths paths;
  answer(cases, 1, [&](const Request& request) { paths = predictor.paths(request); });
  return nb::make_tuple(to_numpy(std::move(paths.starts)), to_numpy(std::move(paths.nodes)));
}

// Of a vector, or of a matrix, along whose longer steps the loop outside goes.
bool any_infinite(const nb::ndarray<const double, nb::device::cpu>& array) {
  if (array.ndim() == 0 || array.ndim() > 2) {
    throw InputError("the array has another number of dimensions than one or two");
  }
  if (array.size() == 0) return false;
  const u64 last = array.ndim() - 1;
  const bool by_rows = last == 0 || std::abs(array.stride(0)) >= std::abs(array.stride(1));
  const u64 inner = by_rows ? last : 0, outer = 1 - inner;
  const u64 n_pieces = last == 0 ? 1 : array.shape(outer);
  const i64 step = last == 0 ? 0 : array.stride(outer);
  const double* values = array.data();
  const u64 length = array.shape(inner);
  const i64 stride = array.stride(inner);
  const nb::gil_scoped_release release;
  bool any = false;
  for (u64 piece = 0; piece < n_pieces; ++piece) {
    any |= find_special(values + static_cast<i64>(piece) * step, length, stride).any_infinite;
  }
  return any;
}

nb::tuple soften(const NodeTable& tree, const HeldTable& table, bool single, Progress& progress) {
  const std::span<const i32> n_values = table.n_values();
  using enum predict::Precision;
  predict::CutBounds bounds;
  const Length length =
      table.view().n_rows > kRowsOfShortWork ? Length::long_work : Length::short_work;
  run_interruptibly(progress, length, [&] {
    bounds = predict::soften(tree, {n_values.begin(), n_values.end()},
                             single ? in_single : in_double, table.view(), progress);
  });
  return nb::make_tuple(to_numpy(std::move(bounds.lower)), to_numpy(std::move(bounds.upper)));
}

}  // namespace

void bind_predict(nb::module_& m) {
  nb::class_<Cases>(m, "Cases")
      .def("__init__", &init_from_matrix, nb::arg("matrix").noconvert(),
           nb::arg("refuse_infinite") = false)
      .def_static("of_columns", &from_columns, nb::arg("columns"), nb::arg("n_rows"),
                  nb::arg("refuse_infinite") = false)
      .def("__len__", [](const Cases& cases) { return cases.view.n_rows; });
  nb::class_<Predictor>(m, "Predictor")
      .def(nb::new_(&make), nb::arg("tree"), nb::arg("n_values").noconvert(), nb::arg("single"),
           nb::arg("lower").noconvert() = nb::none(), nb::arg("upper").noconvert() = nb::none())
      .def("codes", &column_of_answers<i32, &Predictor::codes>, nb::arg("cases"),
           nb::arg("n_threads") = 1)
      .def("weights", &matrix_of_answers<&Predictor::weights>, nb::arg("cases"),
           nb::arg("n_threads") = 1)
      .def("shares", &matrix_of_answers<&Predictor::shares>, nb::arg("cases"),
           nb::arg("n_threads") = 1)
      .def("soft_shares", &matrix_of_answers<&Predictor::soft_shares>, nb::arg("cases"),
           nb::arg("n_threads") = 1)
      .def("ends", &column_of_answers<i64, &Predictor::ends>, nb::arg("cases"),
           nb::arg("n_threads") = 1)
      .def("paths", &paths, nb::arg("cases"));
  m.def("any_infinite", &any_infinite, nb::arg("values").noconvert());
  m.def("soften", &soften, nb::arg("tree"), nb::arg("table"), nb::arg("single"),
        nb::arg("progress"));
}

}  // namespace cutpoint::bindings
