#include <algorithm>

#include "cutpoint/input_error.hpp"
#include "cutpoint/t2.hpp"
#include "numeric/weight.hpp"
#include "t2/write_tree.hpp"

namespace cutpoint {

namespace {

template <class Count>
NodeTable learn(const TableView& table, const T2Options& options, Progress& progress) {
  const t2::Cases<Count> cases = t2::make_cases<Count>(table, options.n_threads, progress);
  t2::Search<Count> search(cases, options, progress);
  const t2::Candidate best = search.run();
  return t2::write_tree(cases, options.max_intervals, best, search);
}

// Refuse what cannot be counted in 32 bits, and cases that weigh nothing.
void check_table(const TableView& table, u32 max_intervals) {
  constexpr u64 kLargest = u64{1} << 30;
  u64 most = table.n_rows;
  for (const AttributeView& attribute : table.attributes) {
    const u64 n_branches = attribute.is_numeric() ? 3 : u64{attribute.nominal.n_values} + 1;
    most = std::max(most, n_branches * table.n_classes * std::max(max_intervals, u32{1}));
  }
  if (most >= kLargest) {
    throw InputError("the table has too many cases, or values and classes, for T2");
  }
  for (const double weight : table.weights) {
    if (Weight::of_cases(weight) == Weight()) {
      throw InputError("a case weighs less than 2^-30: leave it out, or multiply the weights");
    }
  }
}

}  // namespace

NodeTable learn_t2(const TableView& table, const T2Options& options, Progress& progress) {
  check_table(table, options.max_intervals);
  return table.is_weighted() ? learn<i64>(table, options, progress)
                             : learn<i32>(table, options, progress);
}

}  // namespace cutpoint
