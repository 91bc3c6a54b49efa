#include "search/counts_finder.hpp"
#include "search/finders.hpp"

namespace cutpoint {

template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_kolmogorov_finder(const SearchContext& context,
                                                         const FinderSize& size) {
  return make_counts_finder<Entry, KolmogorovScorer>(context, size);
}

CUTPOINT_FOR_ENTRIES(make_kolmogorov_finder)

}  // namespace cutpoint
