#include "search/make_finder.hpp"

#include <cmath>
#include <stdexcept>

#include "search/finders.hpp"
#include "search/hybrid_finder.hpp"

namespace cutpoint {

namespace {

// Of single cuts.
template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_single_finder(const SearchContext& context,
                                                     const FinderSize& size) {
  const GrowSpec& spec = context.spec;
  const Measure measure = spec.criterion.measure;
  if (spec.single_cuts_need_evidence()) return make_evidence_finder<Entry>(context, size);
  if (spec.by_gain() || family_of(measure) == Family::information) {
    return make_information_finder<Entry>(context, size);
  }
  switch (measure) {
    case Measure::gini:
      return make_gini_finder<Entry>(context, size);
    case Measure::chi2:
      return make_chi2_finder<Entry>(context, size);
    case Measure::mpi:
      return make_mpi_finder<Entry>(context, size);
    case Measure::kolmogorov:
      return make_kolmogorov_finder<Entry>(context, size);
    case Measure::custom:
      return make_pointer_finder<Entry>(context, size);
    default:
      throw std::logic_error("no finder of cuts for this measure");
  }
}

}  // namespace

template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_finder(const SearchContext& context,
                                              const FinderSize& size) {
  const GrowSpec& spec = context.spec;
  if (!spec.has_intervals) {
    return spec.values_cuts_together() ? make_batch_finder<Entry>(context, size)
                                       : make_single_finder<Entry>(context, size);
  }
  auto intervals = make_evidence_finder<Entry>(context, size);
  if (std::isinf(spec.intervals_below) || spec.single_cuts_need_evidence()) return intervals;
  return std::make_unique<HybridFinder<Entry>>(context, make_single_finder<Entry>(context, size),
                                               std::move(intervals));
}

CUTPOINT_FOR_ENTRIES(make_finder)

}  // namespace cutpoint
