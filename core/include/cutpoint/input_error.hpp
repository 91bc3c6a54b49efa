// What a caller got wrong, in words for the person at the other end.
#pragma once
#include <stdexcept>

namespace cutpoint {

// Becomes cutpoint.errors.InputError (a ValueError) in Python.
struct InputError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace cutpoint
