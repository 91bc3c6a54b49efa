#include "search/evidence_finder.hpp"

#include "search/finders.hpp"

namespace cutpoint {

template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_evidence_finder(const SearchContext& context,
                                                       const FinderSize& size) {
  return std::make_unique<EvidenceFinder<Entry>>(context, size.n_classes);
}

CUTPOINT_FOR_ENTRIES(make_evidence_finder)

}  // namespace cutpoint
