// Sets of cases, as bits: 64 cases to a word, so that covers are counted many at a time.
#pragma once
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "cutpoint/integers.hpp"

namespace cutpoint::rules {

inline constexpr u64 kWordBits = 64, kFullWord = ~u64{0};

using CaseSet = std::span<const u64>;

inline u64 n_words_for(u64 n_cases) { return (n_cases + kWordBits - 1) / kWordBits; }
constexpr u64 bit_of(u64 i) { return u64{1} << (i % kWordBits); }
inline i64 count(u64 word) { return std::popcount(word); }

inline i64 size_of(CaseSet set) {
  i64 size = 0;
  for (const u64 word : set) size += count(word);
  return size;
}
inline i64 size_of_both(CaseSet a, CaseSet b) {
  i64 size = 0;
  for (u64 w = 0; w < a.size(); ++w) size += count(a[w] & b[w]);
  return size;
}

// Call function(i) for every bit i of a word, from the lowest.
template <class Function>
void for_each_bit(u64 word, Function&& function) {
  for (; word != 0; word &= word - 1) function(static_cast<u64>(std::countr_zero(word)));
}

inline constexpr auto kBits = [] {
  std::array<u64, kWordBits> bits{};
  for (u64 i = 0; i < kWordBits; ++i) bits[i] = bit_of(i);
  return bits;
}();

// The word whose bit i < n is set if accepts(i). A sum of bits that the compiler can vectorise, if
// accepts() does not branch.
template <class Accepts>
u64 word_where(u64 n, Accepts accepts) {
  u64 word = 0;
  if (n == kWordBits) {
    for (u64 i = 0; i < kWordBits; ++i) word |= accepts(i) ? kBits[i] : 0;
  } else {
    for (u64 i = 0; i < n; ++i) word |= accepts(i) ? kBits[i] : 0;
  }
  return word;
}

// Whether low < value <= high. No lower bound is NaN: nothing is below it, not even minus infinity.
// A value that is NaN is unknown and not within.
inline bool is_within(double value, double low, double high) {
  return (value <= high) & !(value <= low);
}

// Sets of equal size, one after another.
class CaseSets {
 public:
  CaseSets() = default;
  CaseSets(u64 n_sets, u64 n_words) : n_words_(n_words), words_(n_sets * n_words) {}

  u64 size() const { return n_words_ == 0 ? 0 : words_.size() / n_words_; }
  u64 n_words() const { return n_words_; }
  std::span<u64> operator[](u64 i) { return std::span(words_).subspan(i * n_words_, n_words_); }
  CaseSet operator[](u64 i) const { return std::span(words_).subspan(i * n_words_, n_words_); }

 private:
  u64 n_words_ = 0;
  std::vector<u64> words_;
};

}  // namespace cutpoint::rules
