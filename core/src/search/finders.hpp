// The finders by measure, each compiled in a file of its own.
#pragma once
#include "search/make_finder.hpp"

// NOLINTBEGIN(bugprone-macro-parentheses): a template's name
#define CUTPOINT_FOR_ENTRIES(make)                                                             \
  template std::unique_ptr<CutFinder<u16>> make<u16>(const SearchContext&, const FinderSize&); \
  template std::unique_ptr<CutFinder<u32>> make<u32>(const SearchContext&, const FinderSize&); \
  template std::unique_ptr<CutFinder<u64>> make<u64>(const SearchContext&, const FinderSize&);
// NOLINTEND(bugprone-macro-parentheses)

namespace cutpoint {

template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_information_finder(const SearchContext&, const FinderSize&);
template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_gini_finder(const SearchContext&, const FinderSize&);
template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_chi2_finder(const SearchContext&, const FinderSize&);
template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_mpi_finder(const SearchContext&, const FinderSize&);
template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_kolmogorov_finder(const SearchContext&, const FinderSize&);
template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_pointer_finder(const SearchContext&, const FinderSize&);
template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_evidence_finder(const SearchContext&, const FinderSize&);

}  // namespace cutpoint
