// Writing the codes of nominal columns, and of numeric ones of few values.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "data/code_matrix.hpp"
#include "data/table_view.hpp"

namespace cutpoint {

// A column of a code matrix, and what becomes known of it when its codes are written.
struct CodedColumn {
  const AttributeView* attribute;
  u32 column;                       // of the matrix
  bool has_too_many = false;        // a numeric column whose values are not few: it gets no codes
  std::vector<double> values = {};  // of a numeric column, ascending
};

// Columns that are coded together are read together: a row of a matrix is one trip to memory.
inline constexpr u64 kCodedTogether = 16;

void write_codes(std::span<CodedColumn> columns, u64 n_rows, CodeMatrix& codes,
                 const Progress& progress);

}  // namespace cutpoint
