// Trees across the border: as the arrays of cutpoint.tree.tree.Tree.
#pragma once
#include <nanobind/nanobind.h>

#include "cutpoint/tree.hpp"

namespace cutpoint::bindings {

// The arrays by name, without a copy: NodeArrays in _core.pyi.
nanobind::dict to_arrays(NodeTable table);

}  // namespace cutpoint::bindings
