// The best cut of rows of any number of classes, full or fractional, by a measure of the counts
// family.
//
// Blocks of entries that cannot hold a better cut are skipped. Others are walked through twice:
// first to see how good their best cut looks, so that then hardly any other has to be worked out.
#pragma once
#include <memory>
#include <span>

#include "data/entry.hpp"
#include "search/deviations.hpp"

namespace cutpoint {

// A column, and what its cuts must leave on both sides.
template <class Entry>
struct ColumnCuts {
  const Segment<Entry>& segment;
  bool has_fractions;
  Weight known, least;
};

// Who is told of the few cuts that reach the bar: `lower` are the class weights below one, `below`
// their sum. Both functions return what better cuts must reach.
class CutVisitor {
 public:
  virtual DeviationBar look(std::span<const double> lower, Weight below) = 0;
  virtual DeviationBar take(std::span<const double> lower, Weight below, u32 position) = 0;

 protected:
  ~CutVisitor() = default;
};

template <class Entry>
class ScanDeviations {
 public:
  // For tables or subtrees of so many classes.
  static std::unique_ptr<ScanDeviations> make(u32 n_classes);

  ScanDeviations() = default;
  ScanDeviations(const ScanDeviations&) = delete;
  ScanDeviations& operator=(const ScanDeviations&) = delete;
  virtual ~ScanDeviations() = default;

  // The column's class totals, and the weights of the classes under the measure.
  virtual void set(std::span<const double> weights, std::span<const double> totals,
                   double cases) = 0;
  virtual DeviationBar bar(DeviationLine line) const = 0;
  // Let the visitor look at cuts that may be the best, and then take all that still may, in their
  // order. `bar` is what they must reach at first.
  virtual void find(const ColumnCuts<Entry>& cuts, DeviationBar bar, CutVisitor& visitor) = 0;
};

}  // namespace cutpoint
