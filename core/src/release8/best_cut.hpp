// The binary cut of C4.5 Release 8 (Quinlan 1996, section 3).
//
// The cut is picked by gain, the gain is charged lg(candidates) / cases for the choice, and the
// charged gain is what competes with other attributes.
#pragma once
#include <span>
#include <vector>

#include "release8/cases.hpp"
#include "release8/information.hpp"

namespace cutpoint::release8 {

// The weights that a numeric attribute divides at a node.
struct CutWeights {
  Real cases = 0;  // at the node
  Real known = 0, unknown = 0;
  Real min_cases = 0;

  // Of the cases, as Release 8 computes it here.
  Real unknown_fraction() const {
    return static_cast<Real>(1.0 - static_cast<double>(known / cases));
  }
  // Whether both sides have the minimum number of cases.
  bool allow(Real low) const { return low >= min_cases && known - low >= min_cases; }
};

// The weight that may be below a cut.
struct CutLimits {
  Real least, most;
  CutLimits(const CutWeights& weights, u32 n_classes);
};

struct BestCut {
  static constexpr i64 kNone = -1;
  Real gain = kUnusable<Real>;  // charged
  Real info = 0;                // the split information, unknown being a branch
  i64 position = kNone;         // the entry before the cut; kNone if no charged gain is positive
};

// A column at a node: the entries of its known values in ascending order, and what their ranks
// stand for.
struct SortedEntries {
  std::span<const Entry> entries;
  std::span<const Real> values;

  u64 size() const { return entries.size(); }
  // Whether there may be a cut after the entry: C4.5 does not separate numbers that are no further
  // apart than the gap.
  bool may_cut_after(u64 i) const {
    constexpr double kGap = 1e-5;
    const u32 below = entries[i].rank(), above = entries[i + 1].rank();
    return below != above &&
           static_cast<double>(values[below]) < static_cast<double>(values[above]) - kGap;
  }
};

struct CutCandidate {
  Real gain, low;  // low: the weight below the cut
  u32 position;
};

// The candidate of the greatest charged gain, the first on ties. `n_tried` is what is charged for.
BestCut best_candidate(std::span<const CutCandidate> candidates, u64 n_tried,
                       const CutWeights& weights, const CXLogX& xlgx);

// Searches where some weights are fractions. An object keeps its memory from one search to the
// next.
class FractionalCutFinder {
 public:
  FractionalCutFinder(const CXLogX& xlgx, u32 n_classes)
      : xlgx_(xlgx), n_classes_(n_classes), number_of_class_(n_classes) {}
  // `case_weights` are by case.
  BestCut operator()(const SortedEntries& column, std::span<const Real> case_weights,
                     const CutWeights& weights);

 private:
  struct Side {
    std::vector<Real> weights;  // by number of class
    std::vector<double> xlgx;
  };
  void begin(std::span<const Entry> entries, std::span<const Real> case_weights);
  void move_down(u32 number, Real weight);
  Real residual();

  const CXLogX& xlgx_;
  u32 n_classes_;
  std::vector<u32> number_of_class_;  // among the classes that are present
  u32 n_present_ = 0;
  Side lower_, upper_;
  std::vector<u32> changed_;  // classes whose x lg x is out of date
  std::vector<u8> is_changed_;
  std::vector<CutCandidate> candidates_;
};

// Searches where all weights are 1, so that all sums are exact. The information of each candidate
// is first worked out in double precision, which takes a few additions; only those that may be best
// are evaluated as Release 8 does.
class WholeCutFinder {
 public:
  WholeCutFinder(const CXLogX& xlgx, u32 n_classes)
      : xlgx_(xlgx), n_classes_(n_classes), number_of_class_(n_classes) {}
  // `class_counts` are those of the entries.
  BestCut operator()(const SortedEntries& column, std::span<const u32> class_counts,
                     const CutWeights& weights);

 private:
  struct Approximate {
    double residual;  // infinite if the cut is not allowed
    u32 position;
  };
  void begin(std::span<const u32> class_counts);
  void approximate(const SortedEntries& column, const CutWeights& weights);
  double tolerance(double known, double base, double unknown_fraction) const;
  Real residual(u32 n_lower, u32 n_upper) const;

  const CXLogX& xlgx_;
  u32 n_classes_;
  std::vector<u32> number_of_class_;      // among the classes that are present
  std::vector<u32> all_, lower_, upper_;  // counts by number of class
  std::vector<Approximate> approximate_;
  std::vector<CutCandidate> candidates_;
};

// The rank of the greatest value not above the middle of two values. Where the middle of two
// decimal numbers is itself a number of the column, rounding to single precision decides.
u32 observed_cut(std::span<const Real> values, u32 below, u32 above);

}  // namespace cutpoint::release8
