// The errors of one more test while the root's cut moves, in O(log n) for each case that moves.
//
// As the cut of the root moves over the cases, one side gains them one by one (the other side is
// swept from the other end). For a numeric test on that side, a balanced tree over the values of
// its attribute holds a table (join.hpp) in each node; a case that arrives changes the tables on
// its way to the root (Auer, Holte & Maass 1995). A table of few values is made from the values
// themselves, which costs about as much as one join.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "t2/cases.hpp"

namespace cutpoint::t2 {

enum class Side { lower, upper };

// The cuts of a numeric root between `low` and `high`, neither of which is one of them. Where there
// is no cut below them, `low` is kNoCut.
struct CutRange {
  const Column& root;
  i32 low, high;
  u32 n_cuts() const { return static_cast<u32>(high - low - 1); }
};

// Into how many blocks of neighbouring values, a power of two, an attribute is divided: they are
// the leaves of the balanced tree.
u32 n_blocks_for(u32 n_values, u32 n_classes, u32 n_intervals);

template <class Count>
class Sweep {
 public:
  Sweep(const Cases<Count>& cases, u32 max_intervals, const Progress& progress)
      : cases_(cases), max_intervals_(max_intervals), progress_(progress) {}

  // Lower `least`, which has an entry for each cut of the range, to the fewest errors of a test of
  // the attribute on one side of the cut.
  void run(const CutRange& range, Side side, u32 attribute, std::span<Count> least);

 private:
  template <class Shape>
  void run_numeric(const CutRange& range, Side side, const Column& column, Shape shape,
                   std::span<Count> least);
  void run_nominal(const CutRange& range, Side side, const Column& column, std::span<Count> least);
  // Add cases to the class weights of a nominal attribute; the errors
  // that they add.
  Count add_errors(std::span<const u32> rows, const Column& column);

  const Cases<Count>& cases_;
  u32 max_intervals_;
  const Progress& progress_;
  std::vector<Count> weights_, tables_, best_;
  std::vector<u32> seen_, changed_;
};

}  // namespace cutpoint::t2
