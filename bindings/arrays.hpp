// Arrays across the border: spans in, arrays out. Nothing is converted silently, everything
// checked.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cutpoint/input_error.hpp"
#include "cutpoint/integers.hpp"

namespace cutpoint::bindings {

namespace nb = nanobind;

// A one-dimensional array in one piece, read only. Bind such arguments with .noconvert().
template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
// A matrix, row by row.
template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
// An array that is written to.
template <class T>
using Writable = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Vector<T>& array) {
  return {array.data(), array.size()};
}
template <class T>
std::span<const T> span_of(const Matrix<T>& array) {
  return {array.data(), array.size()};
}

template <class T>
std::span<T> writable_span_of(const Writable<T>& array) {
  return {array.data(), array.size()};
}

// Refuse an array of another length than the data it goes with.
template <class Array>
void check_size(const Array& array, u64 expected, const char* name) {
  if (array.size() != expected) {
    throw InputError(std::string(name) + " has " + std::to_string(array.size()) +
                     " elements, not " + std::to_string(expected));
  }
}
// Refuse integers outside first ... last, which the core would use as an index.
template <class T>
void check_range(std::span<const T> values, i64 first, i64 last, const char* name) {
  for (const T value : values) {
    if (static_cast<i64>(value) < first || static_cast<i64>(value) > last) {
      throw InputError(std::string(name) + " holds " + std::to_string(value) + ", not " +
                       std::to_string(first) + " to " + std::to_string(last));
    }
  }
}

// Hand a vector to NumPy without a copy.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> to_numpy(std::vector<T> values) {
  auto* held = new std::vector<T>(std::move(values));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {held->data(), {held->size()}, owner};
}
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> to_numpy(std::vector<T> values, u64 n_columns) {
  const u64 n_rows = n_columns == 0 ? 0 : values.size() / n_columns;
  auto* held = new std::vector<T>(std::move(values));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {held->data(), {n_rows, n_columns}, owner};
}

}  // namespace cutpoint::bindings
