#include "spec.hpp"

#include "criterion.hpp"

namespace cutpoint::bindings {

SpecHolder::SpecHolder(const nb::dict& dict) {
  const Fields fields(dict);
  const CustomMeasure* custom = nullptr;
  fields.read("custom", custom);
  if (custom != nullptr) custom_ = dict["custom"];
  std::string criterion = "gain";
  fields.read("criterion", criterion);
  spec.criterion = criterion_from(criterion, custom);
  fields.read("cut_by", kCutByNames, spec.cut_by);
  fields.read("penalty", kPenaltyNames, spec.penalty);
  fields.read("nominal", kNominalSplitNames, spec.nominal);
  fields.read("placement", kPlacementNames, spec.placement);
  fields.read("min_cases", spec.min_cases);
  fields.read("minimum_split", spec.minimum_split);
  fields.read("max_depth", spec.max_depth);
  fields.read("leave_out_many_values", spec.leave_out_many_values);
  fields.read("min_fraction", spec.min_fraction);
  fields.read("collapse", spec.collapse);
  fields.read("charge_groups", spec.charge_groups);
  fields.read("max_branches", spec.max_branches);
  fields.read("seed", spec.seed);
  fields.read("threshold", kThresholdMethodNames, spec.threshold.method);
  fields.read("window", spec.threshold.window);
  fields.read("width", spec.threshold.width);
  fields.read("resamples", spec.threshold.resamples);
  read_intervals(fields);
  if (!(spec.min_cases >= 0.0 && spec.min_cases < 4294967296.0)) {
    throw InputError("min_cases must be from 0 to 2^32");
  }
  if (!(spec.min_fraction >= 0.0 && spec.min_fraction < 1.0)) {
    throw InputError("min_fraction must be at least 0 and below 1");
  }
}

void SpecHolder::read_intervals(const Fields& fields) {
  std::string method;
  fields.read("interval_method", method);
  if (method.empty()) return;
  spec.has_intervals = true;
  spec.interval_method = by_name<IntervalMethod>(kIntervalMethodNames, method, "interval_method");
  const IntervalOptions* options = nullptr;
  fields.read("interval_options", options);
  if (options != nullptr) spec.interval_options = *options;
  fields.read("intervals_below", spec.intervals_below);
}

}  // namespace cutpoint::bindings
