// Memory that the interval methods reuse from one call to the next.
#pragma once
#include "cuts/by_value.hpp"
#include "cuts/chimerge.hpp"
#include "cuts/contextual.hpp"
#include "cuts/mdlp.hpp"
#include "cuts/optimal.hpp"

namespace cutpoint {

struct IntervalWorkspace {
  std::vector<u32> positions;  // of the cuts that were found
  std::vector<double> places;  // and where they lie, of methods that look at the values
  std::vector<double> by_class;
  ContextualWorkspace contextual;
  MdlpWorkspace<double> mdlp;
  MdlpWorkspace<u32> mdlp_of_cases;
  ChiMergeWorkspace chimerge;
  OptimalWorkspace optimal;
  KMeansWorkspace k_means;
};

}  // namespace cutpoint
