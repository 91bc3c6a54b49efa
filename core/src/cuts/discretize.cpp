#include "cuts/discretize.hpp"

#include "cuts/column_evidence.hpp"
#include "cuts/interval_workspace.hpp"
#include "parallel/parallel_for.hpp"

namespace cutpoint {

namespace {

ColumnCuts cut_column(const TableView& table, const NumericView& column, IntervalMethod method,
                      const IntervalOptions& options) {
  ColumnEvidence evidence;  // of one column at a time: it is large
  evidence.count(table, column);
  ColumnCuts found;
  if (method == IntervalMethod::equal_width) {
    // All borders, also of bins that hold no value: a tree has no use for those.
    equal_width(evidence.values, options.n_bins, found.cuts);
  } else {
    IntervalWorkspace workspace;
    const Cuts cuts = find_cuts(method, evidence.table(), options, RealXLogX(), workspace);
    found.cuts = cut_points(evidence.table(), cuts);
  }
  found.means = interval_means(evidence.table(), found.cuts);
  return found;
}

}  // namespace

std::vector<ColumnCuts> discretize(const TableView& table, IntervalMethod method,
                                   const IntervalOptions& options, u32 n_threads) {
  std::vector<NumericView> numeric;
  for (const AttributeView& attribute : table.attributes) {
    if (attribute.is_numeric()) numeric.push_back(attribute.numeric);
  }
  std::vector<ColumnCuts> found(numeric.size());
  parallel_for(numeric.size(), n_threads, [&](u64 i) {
    options.check_progress();
    found[i] = cut_column(table, numeric[i], method, options);
  });
  return found;
}

}  // namespace cutpoint
