#include "t2/cases.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "numeric/weight.hpp"
#include "parallel/parallel_for.hpp"

namespace cutpoint::t2 {

namespace {

struct Number {
  double value;
  u32 row;
};

// Codes of a numeric column: sort its known values and number the distinct ones.
void rank_numbers(const NumericView& numbers, Column& column) {
  std::vector<Number> known;
  known.reserve(column.n_cases());
  for (u32 row = 0; row < column.n_cases(); ++row) {
    if (!std::isnan(numbers[row])) known.push_back({numbers[row], row});
  }
  std::ranges::sort(known, {}, &Number::value);
  for (const Number& number : known) {
    if (column.numbers.empty() || column.numbers.back() != number.value) {
      column.numbers.push_back(number.value);
    }
    column.code[number.row] = static_cast<u32>(column.numbers.size() - 1);
  }
  column.n_values = static_cast<u32>(column.numbers.size());
  for (u32 row = 0; row < column.n_cases(); ++row) {
    if (std::isnan(numbers[row])) column.code[row] = column.n_values;
  }
}

// The cases by code, those of a code in the order of rows.
void sort_by_code(std::span<const u32> target, Column& column) {
  column.start.assign(column.n_values + u64{2}, 0);
  for (const u32 code : column.code) ++column.start[code + u64{1}];
  for (u64 i = 1; i < column.start.size(); ++i) column.start[i] += column.start[i - 1];
  std::vector<u32> next(column.start.begin(), column.start.end() - 1);
  for (u32 row = 0; row < column.n_cases(); ++row) {
    const u32 place = next[column.code[row]]++;
    column.order[place] = row;
    column.label[place] = target[row];
  }
  column.has_unknown = column.n_known() < column.n_cases();
}

Column make_column(const AttributeView& given, std::span<const u32> target) {
  Column column;
  column.numeric = given.is_numeric();
  column.code.resize(target.size());
  column.order.resize(target.size());
  column.label.resize(target.size());
  if (column.numeric) {
    rank_numbers(given.numeric, column);
  } else {
    column.n_values = given.nominal.n_values;
    for (u64 row = 0; row < target.size(); ++row) {
      const i32 code = given.nominal.codes[row];
      column.code[row] = code < 0 ? column.n_values : static_cast<u32>(code);
    }
  }
  sort_by_code(target, column);
  return column;
}

}  // namespace

template <class Count>
Cases<Count> make_cases(const TableView& table, u32 n_threads, const Progress& progress) {
  Cases<Count> cases;
  cases.n_classes = table.n_classes;
  cases.target.assign(table.classes.begin(), table.classes.end());
  if constexpr (std::is_same_v<Count, i64>) {
    for (const double weight : table.weights) {
      cases.weight.push_back(Weight::of_cases(weight).units());
    }
  }
  cases.columns.resize(table.attributes.size());
  parallel_for(table.attributes.size(), n_threads, [&](u64 a) {
    progress.check();
    cases.columns[a] = make_column(table.attributes[a], cases.target);
  });
  return cases;
}

template Cases<i32> make_cases(const TableView&, u32, const Progress&);
template Cases<i64> make_cases(const TableView&, u32, const Progress&);

template <class Count>
void keep_together(const Cases<Count>& cases, Branching<Count>& branching) {
  branching.branch.assign(cases.size(), 0);
  branching.total.assign(1, 0);
  for (u32 row = 0; row < cases.size(); ++row) branching.total[0] += cases.weight_of(row);
}

template <class Count>
void assign_branches(const Cases<Count>& cases, u32 root, i32 cut, Branching<Count>& branching) {
  const Column& column = cases.columns[root];
  const u32 n_values = column.n_values;
  branching.branch.resize(cases.size());
  if (!column.numeric) {
    std::ranges::copy(column.code, branching.branch.begin());
    branching.total.assign(n_values + u64{1}, 0);
  } else {
    const u32 last_below = cut == kNoCut ? n_values : static_cast<u32>(cut);
    const u32 unknown = cut == kNoCut ? 1 : 2;
    for (u32 row = 0; row < cases.size(); ++row) {
      const u32 code = column.code[row];
      branching.branch[row] = code == n_values ? unknown : u32{code > last_below};
    }
    branching.total.assign(unknown + u64{1}, 0);
  }
  for (u32 row = 0; row < cases.size(); ++row) {
    branching.total[branching.branch[row]] += cases.weight_of(row);
  }
}

template void keep_together(const Cases<i32>&, Branching<i32>&);
template void keep_together(const Cases<i64>&, Branching<i64>&);
template void assign_branches(const Cases<i32>&, u32, i32, Branching<i32>&);
template void assign_branches(const Cases<i64>&, u32, i32, Branching<i64>&);

}  // namespace cutpoint::t2
