// A criterion from Python: the name of a measure, or a measure of the user's own.
#pragma once
#include <nanobind/nanobind.h>

#include <string>

#include "measures/registry.hpp"
#include "names.hpp"

namespace cutpoint::bindings {

// `custom` is None, unless the name is "custom".
inline Criterion criterion_from(const std::string& name, const CustomMeasure* custom) {
  const Criterion criterion{by_name<Measure>(kMeasureNames, name, "criterion"), custom};
  if ((criterion.measure == Measure::custom) != (custom != nullptr)) {
    throw InputError("the criterion \"custom\", and no other, takes a CustomMeasure");
  }
  return criterion;
}

}  // namespace cutpoint::bindings
