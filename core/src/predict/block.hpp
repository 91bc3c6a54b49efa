// The values of a few cases as the steps of a tree read them.
#pragma once
#include <bit>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "cutpoint/input_error.hpp"
#include "cutpoint/integers.hpp"
#include "data/special_values.hpp"
#include "data/table_view.hpp"

namespace cutpoint::predict {

// Cases that are walked before the next are looked at: their values stay in the cache.
inline constexpr u32 kTileRows = 128;  // a power of two: an attribute's place takes a shift
inline constexpr u32 kMatrixRows = 1024;

// A value that is infinite where only finite ones are expected. The caller knows the columns' names
// and says which it is.
struct InfiniteValue : InputError {
  using InputError::InputError;
};

enum class Layout : u8 {
  matrix,  // the caller's own matrix, row after row
  tile,    // kTileRows values of each attribute, one attribute after the other
};
enum class Known : u8 { all, some };

// What a nominal attribute has for a value: its code in the bits of a number. Unknown is NaN, as in
// numeric attributes, so that a step asks one question for both.
template <class Real>
using Bits = std::conditional_t<sizeof(Real) == 8, i64, i32>;
template <class Real>
Real cell_of(i32 code) {
  return std::bit_cast<Real>(static_cast<Bits<Real>>(code));
}
template <class Real>
i32 code_of(Real cell) {
  return static_cast<i32>(std::bit_cast<Bits<Real>>(cell));
}
inline constexpr i32 kMaxValues = 1 << 30;  // a larger code would be the bits of NaN

template <class Real>
struct Block {
  const Real* values = nullptr;
  i64 row_step = 0;  // of a matrix
  Layout layout = Layout::tile;
  Known known = Known::some;
  u32 n_rows = 0;
  // As many rows of a matrix, which are read next, one behind the other; null if they are not.
  const Real* upcoming = nullptr;

  Real value(u64 row, i32 attribute) const {
    return layout == Layout::matrix ? values[static_cast<i64>(row) * row_step + attribute]
                                    : values[static_cast<u64>(attribute) * kTileRows + row];
  }
};

// What is done about infinite values: a tree can compare them, a person may not have meant them.
enum class Infinite : u8 { accept, refuse };

// Which attributes a tree tests, and what they hold.
struct Tested {
  std::vector<i32> n_values;    // by attribute; kNumeric
  std::vector<u32> attributes;  // ascending
  bool any_nominal = false;
};

// Throws InputError unless the columns are those that a tree was learned from.
void check_columns(const TableView& table, std::span<const i32> n_values);

// Reads the cases of a table, block by block. Values are rounded to Real; in single precision -999
// is unknown, as in C4.5's own program.
template <class Real>
class BlockReader {
 public:
  // The caller's own matrix is read where it lies, if that is preferred.
  BlockReader(const TableView& table, const Tested& tested, Infinite infinite,
              Layout preferred = Layout::matrix);

  u32 max_rows() const { return layout_ == Layout::matrix ? kMatrixRows : kTileRows; }
  Block<Real> read(u64 first, u32 n_rows);

 private:
  Special open_matrix(u64 first, Block<Real>& block) const;
  Special fill_tile(u64 first, u32 n_rows);
  static Special fill_numeric(const NumericView& column, u64 first, std::span<Real> cells);
  Special fill_nominal(u32 attribute, u64 first, std::span<Real> cells) const;

  const TableView& table_;
  const Tested& tested_;
  Infinite infinite_;
  Layout layout_ = Layout::tile;
  std::vector<u32> not_tested_;  // numeric columns, of which the tree needs nothing
  std::unique_ptr<Real[]> tile_;
};

extern template class BlockReader<float>;
extern template class BlockReader<double>;

}  // namespace cutpoint::predict
