// The finders by measure, each compiled in a file of its own; the one for the information family,
// which takes the compiler longest, in a file for each size of entry.
#pragma once
#include "search/make_finder.hpp"

// NOLINTBEGIN(bugprone-macro-parentheses): a template's name
#define CUTPOINT_FOR_ENTRY(make, Entry) \
  template std::unique_ptr<CutFinder<Entry>> make<Entry>(const SearchContext&, const FinderSize&);
#define CUTPOINT_FOR_ENTRIES(make) \
  CUTPOINT_FOR_ENTRY(make, u16)    \
  CUTPOINT_FOR_ENTRY(make, u32)    \
  CUTPOINT_FOR_ENTRY(make, u64)
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
std::unique_ptr<CutFinder<Entry>> make_batch_finder(const SearchContext&, const FinderSize&);
template <class Entry>
std::unique_ptr<CutFinder<Entry>> make_evidence_finder(const SearchContext&, const FinderSize&);

}  // namespace cutpoint
