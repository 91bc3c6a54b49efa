// The class and the codes of each row side by side: a row costs one trip to memory.
#pragma once
#include <vector>

#include "cutpoint/integers.hpp"
#include "numeric/buffer.hpp"

namespace cutpoint {

// Rows of small codes: column 0 is the class, the others are nominal or binned columns. An unknown
// value has the code after the last value. Codes take a byte each if all of them fit.
class CodeMatrix {
 public:
  CodeMatrix() = default;
  CodeMatrix(u64 n_rows, u32 n_columns, u32 most_codes)
      : n_columns_(n_columns), stride_(n_columns), narrow_(most_codes <= 256) {
    if (narrow_) {
      bytes_ = Buffer<u8>(n_rows * stride_);
    } else {
      words_ = Buffer<u32>(n_rows * stride_);
    }
  }

  // So many rows of as many codes, of the same type.
  CodeMatrix same_kind(u64 n_rows) const {
    return {n_rows, n_columns_, narrow_ ? u32{1} : u32{257}};
  }

  u32 n_columns() const { return n_columns_; }
  u64 stride() const { return stride_; }
  u32 at(u64 row, u32 column) const {
    const u64 place = row * stride_ + column;
    return narrow_ ? bytes_[place] : words_[place];
  }
  void set(u64 row, u32 column, u32 code) {
    const u64 place = row * stride_ + column;
    if (narrow_) {
      bytes_[place] = static_cast<u8>(code);
    } else {
      words_[place] = code;
    }
  }
  // Call `use` with a pointer to the codes, of whichever type they are.
  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return narrow_ ? use(bytes_.data()) : use(words_.data());
  }
  template <class Use>
  decltype(auto) visit(Use&& use) {
    return narrow_ ? use(bytes_.data()) : use(words_.data());
  }

 private:
  u32 n_columns_ = 0;
  u64 stride_ = 0;
  bool narrow_ = true;
  Buffer<u8> bytes_;
  Buffer<u32> words_;
};

}  // namespace cutpoint
