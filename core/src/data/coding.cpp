#include "data/coding.hpp"

#include <algorithm>

#include "data/binning.hpp"

namespace cutpoint {

namespace {

constexpr u64 kCodedAtATime = 512;
constexpr u64 kFirst = 4096;  // rows in which most tables show all of their few values
constexpr u64 kRowsPerCheck = u64{1} << 16;

template <class Code>
class Coder {
 public:
  Coder(std::span<CodedColumn> columns, Code* codes, u64 stride)
      : columns_(columns), codes_(codes), stride_(stride), numbering_(columns.size()) {}

  // Numeric values are numbered as they turn up, until all of them are known.
  void write(u64 start, u64 stop) {
    for (u64 c = 0; c < columns_.size(); ++c) {
      CodedColumn& column = columns_[c];
      if (!column.attribute->is_numeric()) {
        copy(column, start, stop);
      } else if (!column.has_too_many) {
        column.has_too_many = !number(column, numbering_[c], start, stop);
      }
    }
  }
  // Number what has turned up by its order: if nothing else does, numbers are codes already.
  void put_in_order(u64 n_written) {
    order_numbers();
    renumber(0, n_written);
    for (u64 c = 0; c < columns_.size(); ++c) {
      if (is_numbered(columns_[c])) numbering_[c] = numbering_[c].in_order();
    }
  }
  void list_values() {
    order_numbers();
    for (u64 c = 0; c < columns_.size(); ++c) {
      if (is_numbered(columns_[c])) columns_[c].values = orders_[c].values;
    }
  }
  // Numbers become codes, which ascend with the values.
  void renumber(u64 start, u64 stop) {
    for (u64 c = 0; c < columns_.size(); ++c) {
      if (!is_numbered(columns_[c]) || orders_[c].is_settled()) continue;
      const auto& code_of = orders_[c].code;
      Code* codes = codes_ + columns_[c].column;
      for (u64 row = start; row < stop; ++row) {
        Code& code = codes[row * stride_];
        code = static_cast<Code>(code_of[static_cast<u8>(code)]);
      }
    }
  }

 private:
  static bool is_numbered(const CodedColumn& column) {
    return column.attribute->is_numeric() && !column.has_too_many;
  }
  void copy(const CodedColumn& column, u64 start, u64 stop) {
    const NominalView nominal = column.attribute->nominal;
    Code* codes = codes_ + column.column;
    for (u64 row = start; row < stop; ++row) {
      const i32 code = nominal.codes[row];
      codes[row * stride_] =
          static_cast<Code>(code < 0 ? nominal.n_values : static_cast<u32>(code));
    }
  }
  void order_numbers() {
    orders_.resize(columns_.size());
    for (u64 c = 0; c < columns_.size(); ++c) {
      if (is_numbered(columns_[c])) orders_[c] = numbering_[c].order();
    }
  }
  // Returns whether the values are still few.
  bool number(const CodedColumn& column, BinNumbering& numbering, u64 start, u64 stop) {
    const NumericView values = column.attribute->numeric;
    Code* codes = codes_ + column.column;
    for (u64 row = start; row < stop; ++row) {
      const u32 number = numbering.number(values[row]);
      if (number == BinNumbering::kTooMany) return false;
      codes[row * stride_] = static_cast<Code>(number);
    }
    return true;
  }

  std::span<CodedColumn> columns_;
  Code* codes_;
  u64 stride_;
  std::vector<BinNumbering> numbering_;
  std::vector<BinNumbering::Order> orders_;
};

}  // namespace

void write_codes(std::span<CodedColumn> columns, u64 n_rows, CodeMatrix& codes,
                 const Progress& progress) {
  const auto for_blocks = [&](u64 first, auto&& use) {
    for (u64 start = first; start < n_rows; start += kCodedAtATime) {
      if (start % kRowsPerCheck == 0) progress.check();
      use(start, std::min(start + kCodedAtATime, n_rows));
    }
  };
  codes.visit([&](auto* data) {
    Coder coder(columns, data, codes.stride());
    const u64 n_first = std::min(kFirst, n_rows);
    coder.write(0, n_first);
    coder.put_in_order(n_first);
    for_blocks(n_first, [&](u64 start, u64 stop) { coder.write(start, stop); });
    coder.list_values();
    for_blocks(0, [&](u64 start, u64 stop) { coder.renumber(start, stop); });
  });
}

}  // namespace cutpoint
