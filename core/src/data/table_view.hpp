// A table as the core sees it: views of the caller's columns, nothing copied.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// A numeric column; NaN is unknown. Rows lie `stride` numbers apart.
struct NumericView {
  const double* data = nullptr;
  std::ptrdiff_t stride = 1;

  // Zero has one sign, so that equal values have equal bits.
  double operator[](u64 row) const { return data[static_cast<std::ptrdiff_t>(row) * stride] + 0.0; }
};

// A nominal column: codes 0 ... n_values - 1; a negative code is unknown.
struct NominalView {
  const i32* codes = nullptr;
  u32 n_values = 0;
};

struct AttributeView {
  enum class Kind : u8 { numeric, nominal };
  Kind kind = Kind::numeric;
  NumericView numeric;
  NominalView nominal;

  bool is_numeric() const { return kind == Kind::numeric; }
};

struct TableView {
  u64 n_rows = 0;
  std::vector<AttributeView> attributes;
  std::span<const i32> classes;  // by row, 0 ... n_classes - 1
  u32 n_classes = 0;
  std::span<const double> weights;  // by row, positive; empty if every row is one case

  bool is_weighted() const { return !weights.empty(); }
};

}  // namespace cutpoint
