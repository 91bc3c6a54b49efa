#include "tree.hpp"

#include <string>
#include <utility>

#include "arrays.hpp"
#include "rooms.hpp"

namespace cutpoint::bindings {

namespace {

template <class Array>
Array array_of(const nb::dict& arrays, const char* name) {
  Array array;
  if (!arrays.contains(name) || !nb::try_cast<Array>(arrays[name], array, false)) {
    throw InputError(std::string("a tree needs the array ") + name + " in its type and shape");
  }
  return array;
}

template <class T>
std::vector<T> vector_of(const nb::dict& arrays, const char* name) {
  const auto array = array_of<Vector<T>>(arrays, name);
  return {array.data(), array.data() + array.size()};
}

NodeTable from_arrays(const nb::dict& arrays) {
  const auto distribution = array_of<Matrix<double>>(arrays, "distribution");
  NodeTable table(static_cast<u32>(distribution.shape(1)));
  table.distribution.assign(distribution.data(), distribution.data() + distribution.size());
  table.attribute = vector_of<i32>(arrays, "attribute");
  table.first_child = vector_of<i32>(arrays, "first_child");
  table.n_branches = vector_of<i32>(arrays, "n_branches");
  table.test_start = vector_of<i64>(arrays, "test_start");
  table.label = vector_of<i32>(arrays, "label");
  table.cases = vector_of<double>(arrays, "cases");
  table.errors = vector_of<double>(arrays, "errors");
  table.cuts = vector_of<double>(arrays, "cuts");
  table.branch_of = vector_of<i32>(arrays, "branch_of");
  if (arrays.contains("unknown")) {
    const auto unknown = array_of<Vector<bool>>(arrays, "unknown");
    for (u64 node = 0; node < unknown.size(); ++node) {
      table.has_unknown_branch.push_back(unknown.data()[node] ? 1 : 0);
    }
  }
  return table;
}

nb::object to_flags(std::vector<u8> values) {
  auto* held = new std::vector<u8>(std::move(values));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<u8>*>(p); });
  static_assert(sizeof(bool) == sizeof(u8));
  return nb::cast(nb::ndarray<nb::numpy, bool, nb::ndim<1>>(held->data(), {held->size()}, owner));
}

}  // namespace

nb::dict to_arrays(NodeTable table) {
  nb::dict arrays;
  arrays["attribute"] = to_numpy(std::move(table.attribute));
  arrays["first_child"] = to_numpy(std::move(table.first_child));
  arrays["n_branches"] = to_numpy(std::move(table.n_branches));
  arrays["test_start"] = to_numpy(std::move(table.test_start));
  arrays["cuts"] = to_numpy(std::move(table.cuts));
  arrays["branch_of"] = to_numpy(std::move(table.branch_of));
  arrays["label"] = to_numpy(std::move(table.label));
  arrays["cases"] = to_numpy(std::move(table.cases));
  arrays["errors"] = to_numpy(std::move(table.errors));
  arrays["distribution"] = to_numpy(std::move(table.distribution), table.n_classes);
  if (!table.has_unknown_branch.empty()) {
    arrays["unknown"] = to_flags(std::move(table.has_unknown_branch));
  }
  return arrays;
}

void bind_tree(nb::module_& m) {
  nb::class_<NodeTable>(m, "NodeTable")
      .def(
          "__init__",
          [](NodeTable* place, const nb::dict& arrays, const Vector<i32>& n_values) {
            NodeTable table = from_arrays(arrays);
            check_tree(table, span_of(n_values));
            new (place) NodeTable(std::move(table));
          },
          nb::arg("arrays"), nb::arg("n_values").noconvert())
      .def("__len__", &NodeTable::size)
      .def("arrays", [](const NodeTable& table) { return to_arrays(table); });
}

}  // namespace cutpoint::bindings
