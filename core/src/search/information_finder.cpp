#include "search/information_finder.hpp"

#include "search/finders.hpp"

namespace cutpoint {

template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_information_finder(const SearchContext& context,
                                                          const FinderSize& size) {
  const auto make = [&]<u32 K>() -> std::unique_ptr<CutFinder<Entry>> {
    return std::make_unique<InformationFinder<Entry, K>>(context, size.n_classes, size.most_rows);
  };
  if (size.n_classes == 2) return make.template operator()<2>();
  if constexpr (sizeof(Entry) <= sizeof(u32)) {
    if (size.n_classes == 3) return make.template operator()<3>();
    if (size.n_classes == 4) return make.template operator()<4>();
  }
  return make.template operator()<0>();
}

CUTPOINT_FOR_ENTRIES(make_information_finder)

}  // namespace cutpoint
