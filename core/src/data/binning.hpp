// Numbering the values of a column in the order in which they turn up, if they are few.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "cutpoint/integers.hpp"
#include "data/columns.hpp"

namespace cutpoint {

class BinNumbering {
 public:
  static constexpr u32 kTooMany = ~u32{0};

  BinNumbering() { key_at_.fill(kEmpty); }

  // The number of a value; kTooMany from the moment that there are more than kMaxBins.
  u32 number(double x) {
    const u64 key = std::isnan(x) ? kUnknown : std::bit_cast<u64>(x);
    u64 place = (key * 0x9E3779B97F4A7C15u) >> (64 - kSlotBits);
    while (key_at_[place] != key) {
      if (key_at_[place] == kEmpty) return add(key, place);
      place = (place + 1) % kSlots;
    }
    return number_at_[place];
  }

  struct Order {
    std::vector<double> values;       // known ones, ascending
    std::array<u8, kMaxBins> code{};  // by number; the unknown one has the code after the last
    u32 n_numbers = 0;

    // Whether every number is its code.
    bool is_settled() const {
      for (u32 i = 0; i < n_numbers; ++i) {
        if (code[i] != i) return false;
      }
      return true;
    }
  };
  // The same values, numbered by their order, as codes are.
  BinNumbering in_order() const {
    BinNumbering out;
    for (const double x : order().values) out.number(x);
    if (std::ranges::find(keys_, kUnknown) != keys_.end())
      out.number(std::bit_cast<double>(kUnknown));
    return out;
  }
  Order order() const {
    Order out;
    out.n_numbers = static_cast<u32>(keys_.size());
    std::vector<u32> numbers;
    for (u32 i = 0; i < keys_.size(); ++i) {
      if (keys_[i] != kUnknown) numbers.push_back(i);
    }
    const auto value = [&](u32 i) { return std::bit_cast<double>(keys_[i]); };
    std::ranges::sort(numbers, {}, value);
    for (u32 code = 0; code < numbers.size(); ++code) {
      out.values.push_back(value(numbers[code]));
      out.code[numbers[code]] = static_cast<u8>(code);
    }
    for (u32 i = 0; i < keys_.size(); ++i) {
      if (keys_[i] == kUnknown) out.code[i] = static_cast<u8>(numbers.size());
    }
    return out;
  }

 private:
  static constexpr u32 kSlotBits = 10;
  static constexpr u64 kSlots = u64{1} << kSlotBits;
  // No number has the bits of a NaN.
  static constexpr u64 kUnknown = 0x7FF8000000000000u, kEmpty = kUnknown + 1;

  u32 add(u64 key, u64 place) {
    if (keys_.size() == kMaxBins) return kTooMany;
    key_at_[place] = key;
    number_at_[place] = static_cast<u8>(keys_.size());
    keys_.push_back(key);
    return number_at_[place];
  }

  std::array<u64, kSlots> key_at_;
  std::array<u8, kSlots> number_at_{};
  std::vector<u64> keys_;
};

}  // namespace cutpoint
