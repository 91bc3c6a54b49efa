// The rooms of the core that Python sees: one file and one function each.
#pragma once
#include <nanobind/nanobind.h>

namespace cutpoint::bindings {

void bind_classify(nanobind::module_& m);
void bind_cuts(nanobind::module_& m);
void bind_measures(nanobind::module_& m);
void bind_grow(nanobind::module_& m);
void bind_predict(nanobind::module_& m);
void bind_progress(nanobind::module_& m);
void bind_random(nanobind::module_& m);
void bind_thresholds(nanobind::module_& m);
void bind_rules(nanobind::module_& m);
void bind_scan(nanobind::module_& m);
void bind_t2(nanobind::module_& m);
void bind_tree(nanobind::module_& m);
void bind_table(nanobind::module_& m);
void bind_prune(nanobind::module_& m);
void bind_release8(nanobind::module_& m);
void bind_windows(nanobind::module_& m);

}  // namespace cutpoint::bindings
