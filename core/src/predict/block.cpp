#include "predict/block.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "cutpoint/tree.hpp"

namespace cutpoint::predict {

namespace {

const double* start_of(const NumericView& column, u64 first) {
  return column.data + static_cast<i64>(first) * column.stride;
}

template <class Real>
Real rounded(double value) {
  if constexpr (sizeof(Real) == 8) {
    return value;
  } else {
    constexpr float kUnknown = -999;  // C4.5's mark
    const float single = static_cast<float>(value);
    return single == kUnknown ? std::numeric_limits<float>::quiet_NaN() : single;
  }
}

// Whether the columns are those of one matrix, row after row.
bool is_matrix(const TableView& table) {
  const auto& columns = table.attributes;
  if (columns.empty()) return false;
  const NumericView& first = columns[0].numeric;
  for (u64 a = 0; a < columns.size(); ++a) {
    if (!columns[a].is_numeric() || columns[a].numeric.data != first.data + a ||
        columns[a].numeric.stride != first.stride) {
      return false;
    }
  }
  return true;
}

}  // namespace

void check_columns(const TableView& table, std::span<const i32> n_values) {
  if (table.attributes.size() != n_values.size()) {
    throw InputError("the tree needs " + std::to_string(n_values.size()) + " columns, not " +
                     std::to_string(table.attributes.size()));
  }
  for (u64 a = 0; a < n_values.size(); ++a) {
    if (n_values[a] == kNumeric && !table.attributes[a].is_numeric()) {
      throw InputError("column " + std::to_string(a) + " holds codes, not numbers");
    }
  }
}

template <class Real>
BlockReader<Real>::BlockReader(const TableView& table, const Tested& tested, Infinite infinite,
                               Layout preferred)
    : table_(table), tested_(tested), infinite_(infinite) {
  if constexpr (sizeof(Real) == 8) {
    const bool as_it_is = preferred == Layout::matrix && !tested.any_nominal;
    if (as_it_is && is_matrix(table)) layout_ = Layout::matrix;
  }
  if (layout_ == Layout::matrix) return;
  tile_ = std::make_unique_for_overwrite<Real[]>((table.attributes.size() + 1) * kTileRows);
  std::fill_n(tile_.get(), kTileRows, Real{0});  // which a leaf reads: it has no attribute
  for (u32 a = 0; a < table.attributes.size(); ++a) {
    if (!std::ranges::binary_search(tested.attributes, a) && table.attributes[a].is_numeric()) {
      not_tested_.push_back(a);
    }
  }
}

template <class Real>
Block<Real> BlockReader<Real>::read(u64 first, u32 n_rows) {
  Special special;
  Block<Real> block{tile_.get(), 0, layout_, Known::some, n_rows};
  if (layout_ == Layout::matrix) {
    special = open_matrix(first, block);
  } else {
    special = fill_tile(first, n_rows);
  }
  if (infinite_ == Infinite::refuse && special.any_infinite) {
    throw InfiniteValue("a value is infinite");
  }
  if (!special.any_unknown) block.known = Known::all;
  return block;
}

template <class Real>
Special BlockReader<Real>::open_matrix(u64 first, Block<Real>& block) const {
  Special special{true, false};
  if constexpr (sizeof(Real) == 8) {
    const NumericView& column = table_.attributes[0].numeric;
    block.values = start_of(column, first);
    block.row_step = column.stride;
    // A tree may test few of many columns: all are looked at only where that is asked for.
    if (infinite_ == Infinite::accept) return special;
    special.any_unknown = false;
    const u64 width = table_.attributes.size();
    const bool no_gaps = column.stride == static_cast<i64>(width);
    const u64 n_pieces = no_gaps ? 1 : block.n_rows,
              length = no_gaps ? block.n_rows * width : width;
    if (no_gaps && first + 2 * u64{block.n_rows} <= table_.n_rows) {
      block.upcoming = block.values + length;
    }
    for (u64 piece = 0; piece < n_pieces; ++piece) {
      special |= find_special(block.values + static_cast<i64>(piece) * column.stride, length, 1);
    }
  }
  return special;
}

template <class Real>
Special BlockReader<Real>::fill_tile(u64 first, u32 n_rows) {
  Special special;
  for (const u32 a : tested_.attributes) {
    Real* cells = tile_.get() + u64{a} * kTileRows;
    special |= tested_.n_values[a] == kNumeric
                   ? fill_numeric(table_.attributes[a].numeric, first, {cells, n_rows})
                   : fill_nominal(a, first, {cells, n_rows});
  }
  if (infinite_ == Infinite::refuse) {
    for (const u32 a : not_tested_) {
      const NumericView& column = table_.attributes[a].numeric;
      special.any_infinite |=
          find_special(start_of(column, first), n_rows, column.stride).any_infinite;
    }
  }
  return special;
}

template <class Real>
Special BlockReader<Real>::fill_numeric(const NumericView& column, u64 first,
                                        std::span<Real> cells) {
  const double* values = start_of(column, first);
  Special special = find_special(values, cells.size(), column.stride);
  if (column.stride == 1) {
    std::transform(values, values + cells.size(), cells.begin(), rounded<Real>);
  } else {
    for (u64 row = 0; row < cells.size(); ++row) {
      cells[row] = rounded<Real>(values[static_cast<i64>(row) * column.stride]);
    }
  }
  if constexpr (sizeof(Real) == 4) {  // rounding makes unknown values
    for (const Real cell : cells) special.any_unknown |= std::isnan(cell);
  }
  return special;
}

template <class Real>
Special BlockReader<Real>::fill_nominal(u32 attribute, u64 first, std::span<Real> cells) const {
  constexpr Real kUnknown = std::numeric_limits<Real>::quiet_NaN();
  const AttributeView& column = table_.attributes[attribute];
  const i32 n_values = tested_.n_values[attribute];
  u32 n_unknown = 0;
  const auto set = [&](u64 row, i32 code) {
    const bool known = code >= 0 && code < n_values;
    cells[row] = known ? cell_of<Real>(code) : kUnknown;
    n_unknown += known ? 0 : 1;
  };
  if (!column.is_numeric()) {
    for (u64 row = 0; row < cells.size(); ++row) set(row, column.nominal.codes[first + row]);
  } else {  // codes as numbers
    const double* values = start_of(column.numeric, first);
    for (u64 row = 0; row < cells.size(); ++row) {
      const Real value = rounded<Real>(values[static_cast<i64>(row) * column.numeric.stride]);
      const bool is_code = value >= 0 && value < static_cast<Real>(n_values);
      set(row, is_code ? static_cast<i32>(value) : -1);
    }
  }
  return {n_unknown > 0, false};
}

template class BlockReader<float>;
template class BlockReader<double>;

}  // namespace cutpoint::predict
