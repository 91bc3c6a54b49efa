// A tiny module that says which build of the core the machine at hand can run.
#include <nanobind/nanobind.h>

#include "level.hpp"

NB_MODULE(_processor, m) { m.def("level", &cutpoint::processor::level); }
