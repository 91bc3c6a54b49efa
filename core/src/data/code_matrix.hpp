// The class and the codes of each row side by side: a row costs one trip to memory.
#pragma once
#include <algorithm>
#include <cstring>

#include "cutpoint/integers.hpp"
#include "numeric/buffer.hpp"

namespace cutpoint {

// The records of some rows: found by the numbers of the rows, or copies one after the other.
template <class Code>
struct Records {
  const Code* data;
  u64 stride;
  const u32* rows;  // null if the records lie one after the other

  const Code* operator[](u64 i) const { return data + (rows == nullptr ? i : rows[i]) * stride; }
};

// A record has at least a word: its last one may overlap another. Most have no more than two.
enum class RecordSize : u8 { two_words, any };

template <class Code>
RecordSize size_of_records(u64 stride) {
  return stride * sizeof(Code) <= 2 * sizeof(u64) ? RecordSize::two_words : RecordSize::any;
}
template <RecordSize size, class Code>
void copy_record(const Code* from, u64 stride, Code* to) {
  constexpr u64 kWord = sizeof(u64) / sizeof(Code);
  if constexpr (size == RecordSize::two_words) {
    std::memcpy(to, from, sizeof(u64));
  } else {
    for (u64 i = 0; i + kWord < stride; i += kWord) std::memcpy(to + i, from + i, sizeof(u64));
  }
  std::memcpy(to + stride - kWord, from + stride - kWord, sizeof(u64));
}

// Rows of small codes: column 0 is the class, the others are nominal or binned columns. An unknown
// value has the code after the last value. Codes take a byte each if all of them fit.
class CodeMatrix {
 public:
  CodeMatrix() = default;
  CodeMatrix(u64 n_rows, u32 n_columns, u32 most_codes)
      : CodeMatrix(n_rows, n_columns, most_codes <= kMostNarrow) {}
  // Of so many rows, with records like those of another matrix.
  static CodeMatrix like(const CodeMatrix& other, u64 n_rows) {
    return CodeMatrix(n_rows, other.n_columns_, other.narrow_);
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
  // The codes, if they are of this type.
  template <class Code>
  Code* data() {
    if constexpr (sizeof(Code) == 1) return bytes_.data();
    if constexpr (sizeof(Code) > 1) return words_.data();
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
  static constexpr u32 kMostNarrow = 256;
  CodeMatrix(u64 n_rows, u32 n_columns, bool narrow) : n_columns_(n_columns), narrow_(narrow) {
    const u64 codes_per_word = narrow ? sizeof(u64) : sizeof(u64) / sizeof(u32);
    stride_ = std::max<u64>(n_columns, codes_per_word);
    if (narrow_) {
      bytes_ = Buffer<u8>(n_rows * stride_);
    } else {
      words_ = Buffer<u32>(n_rows * stride_);
    }
  }

  u32 n_columns_ = 0;
  u64 stride_ = 0;
  bool narrow_ = true;
  Buffer<u8> bytes_;
  Buffer<u32> words_;
};

}  // namespace cutpoint
