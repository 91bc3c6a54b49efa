// Recursive cuts of least class entropy, as long as they shorten the description (MDLP).
//
// Fayyad & Irani 1993: the cut of an interval of N cases and k classes is accepted if its gain
// exceeds (lg(N - 1) + lg(3^k - 2) - (k H - k1 H1 - k2 H2)) / N.
//
// The bits that a cut leaves are f(L) - sum over classes of g(l), with f(L) = phi(L) + phi(R),
// g(l) = phi(l) + phi(r) and phi(x) = x lg x. L being the sum of all l, a multiple of both can be
// taken from f and g alike. For a run of positions we take the slope of f over it: what is left of
// f is convex and nearly level, each g is convex and greatest at an end, so the running counts at
// the two ends of the run bound its cuts from below. Only runs that could hold a cut that is both
// the best and accepted are looked into.
//
// The cases come from a Source, in ascending order of the attribute:
//
//   Count, Info                     types of a weight, and of an amount of information
//   size(), n_classes()             positions and classes
//   count(first, stop, sums)        add the class weights of the positions first ... stop - 1
//   is_cut(i)                       whether a cut may lie between positions i and i + 1
//   xlogx(count), units_per_bit()   x lg x
//   Scan                            the sum of x lg x over both sides of a cut and all classes,
//                                   while positions move below the cut
//
// `TableSource` is an evidence table; `CaseSource` has a whole case at each position.
#pragma once
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "cuts/evidence_table.hpp"
#include "numeric/real_xlogx.hpp"

namespace cutpoint {

template <class Count>
struct MdlpWorkspace {
  std::vector<Count> edges;  // class weights before each run of positions
  std::vector<double> bounds;
  std::vector<Count> base, whole, below;  // before an interval; in it; below a cut of it
  std::vector<double> near_info;          // g of the classes at the near end of a run,
  std::vector<double> near_count;         // and their weights there
  std::vector<std::pair<u32, u32>> pending;
};

// Weights in cases, information in bits.
class TableSource {
 public:
  using Count = double;
  using Info = double;

  TableSource(const EvidenceTable& table, const RealXLogX& xlogx) : table_(table), xlogx_(xlogx) {}

  u32 size() const { return table_.n_values; }
  u32 n_classes() const { return table_.n_classes(); }
  void count(u32 first, u32 stop, std::span<double> sums) const {
    for (u32 v = first; v < stop; ++v) add_to(sums, table_.row(v));
  }
  bool is_cut(u32) const { return true; }
  double xlogx(double x) const { return xlogx_(x); }
  double units_per_bit() const { return 1.0; }
  // What rounding can make of the bits that a cut leaves.
  static double rounding(double cases, u32 n_classes) {
    return 4e-15 * (n_classes + 2.0) * xlgx(cases + 1.0);
  }

  // Sums of rounded numbers are taken anew at every cut; only the logarithms of classes that
  // a value has are.
  class Scan {
   public:
    Scan(const TableSource& source, std::span<double> below, std::span<const double> whole,
         std::span<double> parts)
        : source_(source), below_(below), whole_(whole), parts_(parts) {
      for (u64 k = 0; k < below.size(); ++k) update(k), left_ += below[k];
    }
    void move_below(u32 v) {
      const std::span<const double> row = source_.table_.row(v);
      for (u64 k = 0; k < row.size(); ++k) {
        if (row[k] <= 0.0) continue;
        below_[k] += row[k];
        left_ += row[k];
        update(k);
      }
    }
    double left() const { return left_; }
    double cells() const { return sum_of(parts_); }

   private:
    void update(u64 k) {
      parts_[k] = source_.xlogx(below_[k]) + source_.xlogx(whole_[k] - below_[k]);
    }
    const TableSource& source_;
    std::span<double> below_;
    std::span<const double> whole_;
    std::span<double> parts_;
    double left_ = 0.0;
  };

 private:
  const EvidenceTable& table_;
  RealXLogX xlogx_;
};

// Whole cases, one at a position, and information in units of an XLogX: sums are exact.
// class_of(i) is the class of the case at position i; is_cut(i) whether the next case has a greater
// value.
template <class ClassOf, class IsCut>
class CaseSource {
 public:
  using Count = u32;
  using Info = i64;

  CaseSource(u32 n_cases, u32 n_classes, const XLogX& xlogx, ClassOf class_of, IsCut is_cut)
      : n_cases_(n_cases),
        n_classes_(n_classes),
        table_(xlogx.table()),
        scale_(xlogx.scale()),
        class_of_(class_of),
        is_cut_(is_cut) {}

  u32 size() const { return n_cases_; }
  u32 n_classes() const { return n_classes_; }
  void count(u32 first, u32 stop, std::span<u32> sums) const {
    for (u32 i = first; i < stop; ++i) ++sums[class_of_(i)];
  }
  bool is_cut(u32 i) const { return is_cut_(i); }
  i64 xlogx(u32 n) const { return table_[n].units(); }
  double units_per_bit() const { return scale_; }
  // Every number looked up is off by half a unit at most.
  static double rounding(double, u32 n_classes) { return n_classes + 1.0; }

  class Scan {
   public:
    Scan(const CaseSource& source, std::span<u32> below, std::span<const u32> whole,
         std::span<double> /*parts*/)
        : source_(source), below_(below), whole_(whole) {
      for (u64 k = 0; k < below.size(); ++k) {
        cells_ += of(static_cast<u32>(k));
        left_ += below[k];
      }
    }
    void move_below(u32 i) {
      const u32 k = static_cast<u32>(source_.class_of_(i));
      cells_ -= of(k);
      ++below_[k];
      ++left_;
      cells_ += of(k);
    }
    u32 left() const { return left_; }
    i64 cells() const { return cells_; }

   private:
    i64 of(u32 k) const { return source_.xlogx(below_[k]) + source_.xlogx(whole_[k] - below_[k]); }
    const CaseSource& source_;
    std::span<u32> below_;
    std::span<const u32> whole_;
    i64 cells_ = 0;
    u32 left_ = 0;
  };

 private:
  u32 n_cases_, n_classes_;
  const Bits* table_;
  double scale_;
  ClassOf class_of_;
  IsCut is_cut_;
};

// The classes of an interval, for the description length.
struct ClassBits {
  double cases = 0.0;
  double bits = 0.0;     // cases times entropy
  double present = 0.0;  // classes that have cases
};
// The least bits that a cut must gain to be accepted, whatever its sides.
double least_description(const ClassBits& whole);
// Whether a cut shortens the description of the classes.
bool shortens_description(const ClassBits& whole, const ClassBits& below, const ClassBits& above);

template <class Source>
class Mdlp {
  using Count = typename Source::Count;
  using Info = typename Source::Info;

 public:
  Mdlp(const Source& source, MdlpWorkspace<Count>& workspace) : source_(source), w_(workspace) {}

  // Fill in the cuts that the description length accepts: positions, ascending.
  void run(std::vector<u32>& cuts) {
    cuts.clear();
    count_edges();
    w_.pending.clear();
    w_.pending.emplace_back(0, source_.size());
    while (!w_.pending.empty()) {
      const auto [first, stop] = w_.pending.back();
      w_.pending.pop_back();
      count_before(first, w_.base);
      count_before(stop, w_.whole);
      for (u64 k = 0; k < w_.whole.size(); ++k) w_.whole[k] -= w_.base[k];
      const i64 cut = best_cut(first, stop);
      if (cut < 0) continue;
      const u32 next = static_cast<u32>(cut) + 1;
      cuts.push_back(next - 1);
      // The shorter side is done first: no more can wait than lg(positions).
      const bool left_waits = next - first > stop - next;
      w_.pending.emplace_back(left_waits ? first : next, left_waits ? next : stop);
      w_.pending.emplace_back(left_waits ? next : first, left_waits ? stop : next);
    }
    std::sort(cuts.begin(), cuts.end());
  }

 private:
  static constexpr u32 kRun = 64;

  void count_edges() {
    const u64 k = source_.n_classes(), n_edges = source_.size() / kRun + 1;
    w_.edges.assign(n_edges * k, Count{0});
    for (u64 r = 1; r < n_edges; ++r) {
      Count* const edge = w_.edges.data() + r * k;
      std::copy(edge - k, edge, edge);
      source_.count(static_cast<u32>(r - 1) * kRun, static_cast<u32>(r) * kRun, {edge, k});
    }
    w_.bounds.resize(n_edges + 1);
    w_.base.resize(k), w_.whole.resize(k), w_.below.resize(k);
    w_.near_info.resize(k), w_.near_count.resize(k);
  }
  // The class weights of all positions before i.
  void count_before(u32 i, std::vector<Count>& sums) const {
    const Count* const edge = w_.edges.data() + u64{i / kRun} * sums.size();
    std::copy(edge, edge + sums.size(), sums.begin());
    source_.count(i / kRun * kRun, i, sums);
  }
  ClassBits class_bits(std::span<const Count> counts) const {
    Count cases{0};
    Info cells{0};
    double present = 0.0;
    for (const Count n : counts) {
      cases += n;
      cells += source_.xlogx(n);
      present += n > Count{0} ? 1.0 : 0.0;
    }
    return {static_cast<double>(cases),
            static_cast<double>(source_.xlogx(cases) - cells) / source_.units_per_bit(), present};
  }

  // The lowest of the cuts of an interval that leave the fewest bits, if it is accepted; else -1.
  i64 best_cut(u32 first, u32 stop) {
    const ClassBits whole = class_bits(w_.whole);
    rounding_ = Source::rounding(whole.cases, source_.n_classes());
    const double unit = source_.units_per_bit();
    if (stop - first < 2 || whole.bits * unit <= rounding_) return -1;
    double fewest = (whole.bits - least_description(whole)) * unit;
    if (stop - first > kRun) {
      fewest = bound_runs(first, stop, whole.cases, fewest);
    } else {
      w_.bounds[0] = w_.bounds[1] = -std::numeric_limits<double>::infinity();
    }
    const i64 cut = scan_runs(first, stop, fewest);
    if (cut < 0) return -1;
    count_before(static_cast<u32>(cut) + 1, w_.below);
    for (u64 k = 0; k < w_.below.size(); ++k) w_.below[k] -= w_.base[k];
    const ClassBits below = class_bits(w_.below);
    for (u64 k = 0; k < w_.below.size(); ++k) w_.below[k] = w_.whole[k] - w_.below[k];
    return shortens_description(whole, below, class_bits(w_.below)) ? cut : -1;
  }

  // Fill in a lower bound of what the cuts in each run leave; returns the fewest at their ends, or
  // `fewest` if that is less.
  double bound_runs(u32 first, u32 stop, double cases, double fewest) {
    const u64 n_classes = w_.whole.size();
    const double unit = source_.units_per_bit();
    for (u64 k = 0; k < n_classes; ++k) {
      w_.near_info[k] = static_cast<double>(source_.xlogx(w_.whole[k]));
      w_.near_count[k] = 0.0;
    }
    RunEnd near{0.0, xlogx_of(cases)};
    for (u32 start = first; start < stop;) {
      const u32 end = std::min((start / kRun + 1) * kRun, stop);
      const Count* const edge = w_.edges.data() + u64{end / kRun} * n_classes;
      RunEnd far{cases, xlogx_of(cases)};
      if (end < stop) {
        Count sum{0};
        for (u64 k = 0; k < n_classes; ++k) sum += edge[k] - w_.base[k];
        far = {static_cast<double>(sum),
               xlogx_of(static_cast<double>(sum)) + xlogx_of(cases - static_cast<double>(sum))};
      }
      const Level level = level_between(near, far, cases, unit);
      double most = 0.0, at_end = 0.0;
      for (u64 k = 0; k < n_classes; ++k) {
        const Count left = end < stop ? static_cast<Count>(edge[k] - w_.base[k]) : w_.whole[k];
        const double g = static_cast<double>(source_.xlogx(left) +
                                             source_.xlogx(static_cast<Count>(w_.whole[k] - left)));
        const double count = static_cast<double>(left);
        most += std::max(w_.near_info[k] - level.slope * w_.near_count[k], g - level.slope * count);
        at_end += g;
        w_.near_info[k] = g, w_.near_count[k] = count;
      }
      w_.bounds[start / kRun - first / kRun] = level.least - most;
      if (end < stop && source_.is_cut(end - 1)) fewest = std::min(fewest, far.split - at_end);
      near = far;
      start = end;
    }
    return fewest;
  }

  // The cases before the end of a run, and f there.
  struct RunEnd {
    double cases, split;
  };
  // f over a run is at least `least` + slope * cases.
  struct Level {
    double least, slope;
  };
  double xlogx_of(double cases) const {
    return static_cast<double>(source_.xlogx(static_cast<Count>(cases)));
  }
  static Level level_between(RunEnd near, RunEnd far, double cases, double unit) {
    if (0.0 < near.cases && near.cases < far.cases && far.cases < cases) {
      const double width = far.cases - near.cases, slope = (far.split - near.split) / width;
      const double curvature = std::max(1.0 / near.cases + 1.0 / (cases - near.cases),
                                        1.0 / far.cases + 1.0 / (cases - far.cases)) *
                               kLgE * unit;
      return {near.split - slope * near.cases - curvature * width * width / 8.0, slope};
    }
    if (near.cases <= 0.5 * cases && 0.5 * cases <= far.cases) {
      return {2.0 * xlgx(0.5 * cases) * unit, 0.0};
    }
    return {std::min(near.split, far.split), 0.0};
  }

  // Look into the runs that could hold a cut that leaves no more than `fewest`.
  i64 scan_runs(u32 first, u32 stop, double fewest) {
    const Count cases = sum_counts(w_.whole);
    i64 found = -1;
    double found_bits = 0.0;
    for (u32 start = first; start < stop;) {
      const u32 end = std::min((start / kRun + 1) * kRun, stop);
      if (w_.bounds[start / kRun - first / kRun] <= fewest + 2.0 * rounding_) {
        count_before(start, w_.below);
        for (u64 k = 0; k < w_.below.size(); ++k) w_.below[k] -= w_.base[k];
        typename Source::Scan scan(source_, w_.below, w_.whole, w_.near_info);
        for (u32 i = start; i < std::min(end, stop - 1); ++i) {
          scan.move_below(i);
          const double bits = static_cast<double>(
              source_.xlogx(scan.left()) + source_.xlogx(cases - scan.left()) - scan.cells());
          if (bits > fewest + rounding_ || (found >= 0 && bits >= found_bits - rounding_)) continue;
          if (!source_.is_cut(i)) continue;
          found = i, found_bits = bits;
          fewest = std::min(fewest, bits);
        }
      }
      start = end;
    }
    return found;
  }
  static Count sum_counts(const std::vector<Count>& counts) {
    Count sum{0};
    for (const Count n : counts) sum += n;
    return sum;
  }

  const Source& source_;
  MdlpWorkspace<Count>& w_;
  double rounding_ = 0.0;
};

}  // namespace cutpoint
