#include "cutpoint/progress.hpp"

#include "rooms.hpp"

namespace cutpoint::bindings {

void bind_progress(nanobind::module_& m) {
  nanobind::class_<Progress>(m, "Progress")
      .def(nanobind::init<>())
      .def_prop_ro("done", &Progress::done)
      .def_prop_ro("stop_requested", &Progress::stop_requested)
      .def("advance", &Progress::advance, nanobind::arg("amount"))
      .def("request_stop", &Progress::request_stop);
}

}  // namespace cutpoint::bindings
