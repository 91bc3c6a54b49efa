#include "table.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "cutpoint/tree.hpp"
#include "rooms.hpp"

namespace cutpoint::bindings {

namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>;

constexpr u32 kMaxClasses = u32{1} << 24;  // every node has a weight for each of them

template <class Array>
Array cast_column(nb::handle column, u64 n_rows, const char* expected) {
  Array array;
  if (!nb::try_cast<Array>(column, array, false)) {
    throw InputError(std::string("a column is not ") + expected);
  }
  check_size(array, n_rows, "a column");
  return array;
}

}  // namespace

HeldTable::HeldTable(const nb::sequence& columns, const Vector<i32>& n_values,
                     const Vector<i32>& target, u32 n_classes, const nb::object& weights)
    : n_values_(n_values), target_(target) {
  const u64 n_columns = nb::len(columns);
  check_size(n_values, n_columns, "n_values");
  if (target.size() > static_cast<u64>(std::numeric_limits<i32>::max())) {
    throw InputError("the table has more rows than can be numbered");
  }
  if (n_classes == 0 || n_classes > kMaxClasses) {
    throw InputError("a table needs classes, and not too many");
  }
  view_.n_rows = target.size();
  view_.n_classes = n_classes;
  view_.classes = span_of(target_);
  check_range(view_.classes, 0, i64{n_classes} - 1, "target");
  for (u64 a = 0; a < n_columns; ++a) add_column(columns[a], n_values.data()[a]);
  if (!weights.is_none()) add_weights(weights);
}

void HeldTable::add_column(nb::handle column, i32 n_values) {
  AttributeView attribute;
  if (n_values == kNumeric) {
    const auto numbers = cast_column<Numbers>(column, view_.n_rows, "an array of float64");
    attribute.kind = AttributeView::Kind::numeric;
    attribute.numeric = {numbers.data(), numbers.stride(0)};
  } else {
    if (n_values < 0) throw InputError("a column has a negative number of values");
    const auto codes = cast_column<Vector<i32>>(column, view_.n_rows, "an array of int32");
    check_range(span_of(codes), -1, i64{n_values} - 1, "a nominal column");
    attribute.kind = AttributeView::Kind::nominal;
    attribute.nominal = {codes.data(), static_cast<u32>(n_values)};
  }
  view_.attributes.push_back(attribute);
  columns_.push_back(nb::borrow(column));
}

void HeldTable::add_weights(const nb::object& weights) {
  const auto array = cast_column<Vector<double>>(weights, view_.n_rows, "an array of float64");
  double total = 0.0;
  for (const double weight : span_of(array)) {
    if (!(weight >= 0.0)) throw InputError("a weight is negative, or not a number");
    total += weight;
  }
  // More cannot be counted in units of 2^-30.
  constexpr double kLargest = static_cast<double>(i64{1} << 31);
  if (!(total <= kLargest)) throw InputError("the weights sum to more than 2^31 cases");
  weights_ = weights;
  view_.weights = span_of(array);
}

void check_tree_of(const NodeTable& tree, const HeldTable& table) {
  check_tree(tree, table.n_values());
  if (tree.n_classes != table.view().n_classes) {
    throw InputError("the tree has other classes than the table");
  }
}

void bind_table(nb::module_& m) {
  nb::class_<HeldTable>(m, "TableView")
      .def(nb::init<const nb::sequence&, const Vector<i32>&, const Vector<i32>&, u32,
                    const nb::object&>(),
           nb::arg("columns"), nb::arg("n_values").noconvert(), nb::arg("target").noconvert(),
           nb::arg("n_classes"), nb::arg("weights").none() = nb::none());
}

}  // namespace cutpoint::bindings
