// A spec by name, as Python has it, to the core's own.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <string_view>

#include "cutpoint/input_error.hpp"
#include "grow/spec.hpp"
#include "names.hpp"

namespace cutpoint::bindings {

namespace nb = nanobind;

// Reads the fields of a dict; what is missing keeps its default.
class Fields {
 public:
  explicit Fields(const nb::dict& fields) : fields_(fields) {}

  template <class T>
  void read(const char* name, T& field) const {
    if (!fields_.contains(name)) return;
    const nb::object value = fields_[name];
    if (value.is_none()) return;
    try {
      field = nb::cast<T>(value);
    } catch (const nb::cast_error&) {
      throw InputError(std::string("the spec's ") + name + " is of the wrong type");
    }
  }
  template <class Enum, class Names>
  void read(const char* name, const Names& names, Enum& field) const {
    std::string value;
    read(name, value);
    if (!value.empty()) field = by_name<Enum>(names, value, name);
  }

 private:
  const nb::dict& fields_;
};

// A spec and whatever it refers to.
class SpecHolder {
 public:
  explicit SpecHolder(const nb::dict& fields);
  GrowSpec spec;

 private:
  void read_intervals(const Fields& fields);
  nb::object custom_;  // what spec.criterion points into
};

}  // namespace cutpoint::bindings
