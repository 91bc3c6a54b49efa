#include "cuts/score_curve.hpp"

#include <cmath>

#include "cuts/placement.hpp"

namespace cutpoint {

namespace {

// The cuts of a table from the lowest to the highest, with the class weights below.
class CurveBuilder {
 public:
  CurveBuilder(const EvidenceTable& table, double least, CurveScratch& scratch, ScoreCurve& curve)
      : table_(table), least_(least), scratch_(scratch), curve_(curve), known_(0.0) {
    for (u32 v = 0; v < table.n_values; ++v) known_ += sum_of(table.row(v));
    curve.positions.clear(), curve.below.clear(), curve.scores.clear();
    scratch.lower.assign(table.n_classes(), 0.0);
    last_ = table.n_values;
    while (last_ > 0 && sum_of(table.row(last_ - 1)) <= 0.0) --last_;
  }

  double known() const { return known_; }

  // Call move(k) for every class that a value has, and score(v, below) at every candidate.
  template <class Move, class Score>
  void run(const Move& move, const Score& score) {
    double below = 0.0;
    for (u32 v = 0; v + 1 < last_; ++v) {
      const std::span<const double> row = table_.row(v);
      double here = 0.0;
      for (u64 k = 0; k < row.size(); ++k) {
        if (row[k] <= 0.0) continue;
        here += row[k];
        scratch_.lower[k] += row[k];
        move(k);
      }
      below += here;
      if (here <= 0.0 || below < least_) continue;
      if (known_ - below < least_) break;
      curve_.positions.push_back(v);
      curve_.below.push_back(below);
      curve_.scores.push_back(score(v, below));
    }
  }

 private:
  const EvidenceTable& table_;
  double least_;
  CurveScratch& scratch_;
  ScoreCurve& curve_;
  double known_;
  u32 last_;  // one more than the last value with weight
};

// Values of the attribute below a cut, for the contrast.
class Moments {
 public:
  explicit Moments(const EvidenceTable& table) : table_(table) {
    for (u32 v = 0; v < table.n_values; ++v) total_ += sum_of(table.row(v)) * table.values[v];
  }
  double between(u32 position, double below, double above) {
    for (; next_ <= position; ++next_) below_ += sum_of(table_.row(next_)) * table_.values[next_];
    return Contrast::between(below, above, below_ / below, (total_ - below_) / above);
  }

 private:
  const EvidenceTable& table_;
  double total_ = 0.0, below_ = 0.0;
  u32 next_ = 0;
};

template <class M>
void by_information(CurveBuilder& builder, const EvidenceTable& table, const RealXLogX& xlogx,
                    CurveScratch& scratch) {
  std::vector<double>& parts = scratch.parts;
  parts.resize(table.n_classes());
  for (u64 k = 0; k < parts.size(); ++k) parts[k] = xlogx(table.totals[k]);
  const double classes = sum_of(parts), known = builder.known(), xlgx_known = xlogx(known);
  const auto move = [&](u64 k) {
    parts[k] = xlogx(scratch.lower[k]) + xlogx(table.totals[k] - scratch.lower[k]);
  };
  const auto information = [&](double below) {
    const double branches = xlogx(below) + xlogx(known - below);
    return information_of(XLogXSums{sum_of(parts), branches, classes}, known, xlgx_known);
  };
  if constexpr (M::kFamily == Family::values) {
    Moments moments(table);
    builder.run(move, [&](u32 v, double below) {
      return M::value(moments.between(v, below, known - below), information(below));
    });
  } else {
    builder.run(move, [&](u32, double below) { return M::value(information(below)); });
  }
}

template <class M>
void by_counts(CurveBuilder& builder, const EvidenceTable& table, CurveScratch& scratch) {
  const ClassTotals node{table.totals, builder.known(), M::of_node(table.totals)};
  scratch.parts.assign(table.n_classes(), 0.0);
  scratch.parts_above.resize(table.n_classes());
  for (u64 k = 0; k < table.totals.size(); ++k) {
    scratch.parts_above[k] = M::term(table.totals[k], table.totals[k]);
  }
  const auto move = [&](u64 k) {
    scratch.parts[k] = M::term(scratch.lower[k], table.totals[k]);
    scratch.parts_above[k] = M::term(table.totals[k] - scratch.lower[k], table.totals[k]);
  };
  builder.run(move, [&](u32, double below) {
    const BranchSums sums{sum_of(scratch.parts), sum_of(scratch.parts_above)};
    return M::value(M::score(sums, below, node), 2, node);
  });
}

void by_kolmogorov(CurveBuilder& builder, const EvidenceTable& table, CurveScratch& scratch) {
  const ClassTotals node{table.totals, builder.known(), 0.0};
  builder.run([](u64) {},
              [&](u32, double below) { return Kolmogorov::score(scratch.lower, below, node); });
}

// All candidates in one call.
void by_custom(CurveBuilder& builder, const EvidenceTable& table, const CustomMeasure& measure,
               CurveScratch& scratch, ScoreCurve& curve) {
  const u32 n_classes = table.n_classes();
  scratch.tables.clear();
  builder.run([](u64) {},
              [&](u32, double) {
                scratch.tables.insert(scratch.tables.end(), scratch.lower.begin(),
                                      scratch.lower.end());
                return 0.0;
              });
  if (curve.size() == 0) return;
  CandidateTables tests(table.totals, curve.size(), 2);
  for (u32 k = 0; k < n_classes; ++k) {
    for (u64 i = 0; i < curve.size(); ++i) {
      const double below = scratch.tables[i * n_classes + k];
      tests.after(0, k)[i] = below;
      tests.after(1, k)[i] = table.totals[k] - below;
    }
  }
  measure.evaluate(std::move(tests), curve.scores);
  for (const double score : curve.scores) {
    if (std::isnan(score)) throw MeasureFailed();
  }
}

}  // namespace

void fill_curve(const EvidenceTable& table, const Criterion& criterion, double least,
                const RealXLogX& xlogx, CurveScratch& scratch, ScoreCurve& curve) {
  CurveBuilder builder(table, least, scratch, curve);
  if (criterion.measure == Measure::custom) {
    by_custom(builder, table, *criterion.custom, scratch, curve);
    return;
  }
  visit_measure(criterion.measure, [&]<class M>(M) {
    if constexpr (M::kFamily == Family::counts) {
      by_counts<M>(builder, table, scratch);
    } else if constexpr (M::kFamily == Family::cut) {
      by_kolmogorov(builder, table, scratch);
    } else {
      by_information<M>(builder, table, xlogx, scratch);
    }
  });
}

u32 value_above(const EvidenceTable& table, u32 position) {
  u32 v = position + 1;
  while (v + 1 < table.n_values && sum_of(table.row(v)) <= 0.0) ++v;
  return v;
}

double cut_after(const EvidenceTable& table, u32 position) {
  return midpoint(table.values[position], table.values[value_above(table, position)]);
}

}  // namespace cutpoint
