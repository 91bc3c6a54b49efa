// Names of the catalog to the enums of the core.
#pragma once
#include <nanobind/nanobind.h>

#include <span>
#include <string>
#include <string_view>

#include "cutpoint/input_error.hpp"
#include "cutpoint/integers.hpp"

namespace cutpoint::bindings {

// The member of an enum that has this name; `names` are in the order of the enum.
template <class Enum>
Enum by_name(std::span<const std::string_view> names, std::string_view name, const char* what) {
  for (u64 i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  std::string known;
  for (const std::string_view n : names) known += (known.empty() ? "" : ", ") + std::string(n);
  throw InputError(std::string(what) + " must be one of " + known + ", not '" + std::string(name) +
                   "'");
}

// The names, for Python.
inline nanobind::tuple to_tuple(std::span<const std::string_view> names) {
  nanobind::list out;
  for (const std::string_view name : names) out.append(nanobind::str(name.data(), name.size()));
  return nanobind::tuple(out);
}

}  // namespace cutpoint::bindings
