// The training cases as the search sees them: every column as ranks, and sorted once.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/integers.hpp"
#include "cutpoint/progress.hpp"
#include "data/table_view.hpp"

namespace cutpoint::t2 {

// In place of a cut: the test is nominal, or separates known values from unknown ones.
inline constexpr i32 kNoCut = -1;

struct Column {
  bool numeric = false;
  // The number of distinct known numbers, or of nominal values.
  u32 n_values = 0;
  bool has_unknown = false;
  std::vector<double> numbers;  // the distinct known numbers, ascending
  std::vector<u32> code;        // of each case: the position of its value; n_values if unknown
  std::vector<u32> order;       // the cases by ascending code, unknown values last
  std::vector<u32> label;       // the classes of the cases in that order
  // Where the cases of a code start in that order; n_values + 2 entries.
  std::vector<u32> start;

  u32 n_cases() const { return static_cast<u32>(code.size()); }
  u32 n_known() const { return start[n_values]; }
};

// The errors and class weights of trees are whole numbers of type Count: 32 bits where cases are
// counted, else 64 bits of the units of Weight.
template <class Count>
struct Cases {
  std::vector<Column> columns;
  std::vector<u32> target;
  std::vector<Count> weight;  // empty if cases are counted
  u32 n_classes = 0;

  u32 size() const { return static_cast<u32>(target.size()); }
  u32 n_attributes() const { return static_cast<u32>(columns.size()); }
  Count weight_of(u32 row) const {
    if constexpr (sizeof(Count) == sizeof(i32)) {
      (void)row;
      return 1;
    } else {
      return weight[row];
    }
  }
};

template <class Count>
Cases<Count> make_cases(const TableView& table, u32 n_threads, const Progress& progress);

// The branch that each case takes at the root, and the weight of each branch.
template <class Count>
struct Branching {
  std::vector<u32> branch;
  std::vector<Count> total;

  u32 n_branches() const { return static_cast<u32>(total.size()); }
};

// All cases in one branch.
template <class Count>
void keep_together(const Cases<Count>& cases, Branching<Count>& branching);
// The branches of a test of an attribute.
//
// A numeric test sends codes up to `cut` to branch 0, the others to 1; without a cut all of them go
// to branch 0. A nominal test has a branch for each code. Unknown values have the last branch.
template <class Count>
void assign_branches(const Cases<Count>& cases, u32 root, i32 cut, Branching<Count>& branching);

}  // namespace cutpoint::t2
