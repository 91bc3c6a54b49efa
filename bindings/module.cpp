// The compiled library as Python imports it.
#include <nanobind/nanobind.h>

#include <typeinfo>

#include "cutpoint/input_error.hpp"
#include "cutpoint/progress.hpp"
#include "rooms.hpp"

namespace nb = nanobind;

NB_MODULE(CUTPOINT_MODULE, m) {
  nb::set_leak_warnings(false);  // Ctrl-C ends a process with objects that are still in use
  nb::register_exception_translator([](const std::exception_ptr& failure, void*) {
    try {
      std::rethrow_exception(failure);
    } catch (const cutpoint::InputError& error) {
      const nb::object kind = nb::module_::import_("cutpoint.errors").attr("InputError");
      PyErr_SetString(kind.ptr(), error.what());
    } catch (const cutpoint::Stopped&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const std::bad_cast&) {  // of an element: nanobind looks at the argument alone
      PyErr_SetString(PyExc_TypeError, "an argument holds an object of a wrong type");
    }
  });
  cutpoint::bindings::bind_grow(m);
  cutpoint::bindings::bind_predict(m);
  cutpoint::bindings::bind_classify(m);
  cutpoint::bindings::bind_progress(m);
  cutpoint::bindings::bind_measures(m);
  cutpoint::bindings::bind_cuts(m);
  cutpoint::bindings::bind_thresholds(m);
  cutpoint::bindings::bind_random(m);
  cutpoint::bindings::bind_tree(m);
  cutpoint::bindings::bind_table(m);
  cutpoint::bindings::bind_prune(m);
  cutpoint::bindings::bind_rules(m);
  cutpoint::bindings::bind_scan(m);
  cutpoint::bindings::bind_t2(m);
  cutpoint::bindings::bind_release8(m);
  cutpoint::bindings::bind_windows(m);
}
