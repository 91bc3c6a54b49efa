#include "cuts/interval_method.hpp"

#include "cuts/caim.hpp"
#include "cuts/equal_depth.hpp"
#include "cuts/interval_workspace.hpp"
#include "cuts/mdlp_mantaras.hpp"
#include "cuts/one_rule.hpp"
#include "cuts/placement.hpp"
#include "cuts/zeta.hpp"

namespace cutpoint {

Cuts find_cuts(IntervalMethod method, const EvidenceTable& table, const IntervalOptions& options,
               const RealXLogX& xlogx, IntervalWorkspace& w) {
  w.positions.clear();
  w.places.clear();
  if (table.n_values < 2) return {};
  switch (method) {
    case IntervalMethod::contextual:
      contextual(table, options, xlogx, w.contextual, w.positions);
      break;
    case IntervalMethod::contextual_divisive:
      contextual_divisive(table, options, xlogx, w.contextual, w.positions);
      break;
    case IntervalMethod::mdlp:
      Mdlp<TableSource>(TableSource(table, xlogx), w.mdlp).run(w.positions);
      break;
    case IntervalMethod::mdlp_mantaras:
      mdlp_mantaras(table, options, xlogx, w.positions);
      break;
    case IntervalMethod::one_rule:
      one_rule(table, options.min_majority, w.by_class, w.positions);
      break;
    case IntervalMethod::zeta:
      zeta(table, options, w.by_class, w.positions);
      break;
    case IntervalMethod::chimerge:
      chimerge(table, options, w.chimerge, w.positions);
      break;
    case IntervalMethod::chi2:
      chi2(table, options, w.chimerge, w.positions);
      break;
    case IntervalMethod::caim:
      caim(table, options, w.positions);
      break;
    case IntervalMethod::optimal:
      optimal(table, options, xlogx, w.optimal, w.positions);
      break;
    case IntervalMethod::equal_depth:
      equal_depth(table, options.n_bins, w.positions);
      break;
    case IntervalMethod::equal_width:
      equal_width(table.values, options.n_bins, w.places);
      find_positions(table.values, w.places, w.positions);
      break;
    case IntervalMethod::kmeans:
      k_means(table, options.n_bins, w.k_means, w.places);
      find_positions(table.values, w.places, w.positions);
      break;
  }
  return {w.positions, w.places};
}

std::vector<double> cut_points(const EvidenceTable& table, const Cuts& cuts) {
  std::vector<double> places(cuts.places.begin(), cuts.places.end());
  if (!places.empty()) return places;
  for (const u32 v : cuts.positions)
    places.push_back(midpoint(table.values[v], table.values[v + 1]));
  return places;
}

}  // namespace cutpoint
