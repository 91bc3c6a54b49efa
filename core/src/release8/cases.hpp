// The training cases as Release 8 reads them.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "data/table_view.hpp"

namespace cutpoint::release8 {

// Release 8 counts and computes in single precision.
using Real = float;

// Whole numbers end here in single precision, so there are fewer cases.
inline constexpr u64 kMostCases = u64{1} << 24;
// It numbers classes in 16 bits.
inline constexpr u32 kMostClasses = u32{1} << 16;

// Release 8 stores an unknown number as -999, so a genuine -999 is unknown to it.
inline constexpr float kUnknownNumber = -999.0F;

// One known value of a case: its rank among the values of its column, the class and the number of
// the case, from the leading bit down, so that it sorts by rank.
class Entry {
 public:
  Entry() = default;
  Entry(u32 rank, u32 cls, u32 item) : bits_(u64{rank} << 40 | u64{cls} << 24 | item) {}
  u32 rank() const { return static_cast<u32>(bits_ >> 40); }
  u32 cls() const { return static_cast<u32>(bits_ >> 24) & 0xFFFF; }
  u32 item() const { return static_cast<u32>(bits_) & 0xFFFFFF; }

 private:
  u64 bits_ = 0;
};

struct Attribute {
  enum class Kind : u8 { ignored, numeric, nominal };
  Kind kind = Kind::ignored;
  // Numeric: by case the rank of its value, negative if it is unknown; and the values.
  std::vector<i32> ranks;
  std::vector<Real> values;
  // Nominal: by case the code of its value, negative if it is unknown; and the number of values.
  const i32* codes = nullptr;
  u32 n_values = 0;

  // Of the greatest value not above a cut; -1 if all are above it.
  i32 rank_of(Real cut) const {
    return static_cast<i32>(std::ranges::upper_bound(values, cut) - values.begin()) - 1;
  }
};

struct Cases {
  // Codes and classes are those of the table, which must remain. Throws InputError if there are
  // more cases or classes than Release 8 can count.
  Cases(const TableView& table, const Progress& progress);

  u64 n_cases = 0;
  u32 n_classes = 0;
  std::span<const i32> classes;
  std::vector<Attribute> attributes;
  std::vector<Real> weights;
  // Whether every weight is 1, and whether every value is known: no weight is ever a fraction then.
  bool all_one = true, all_known = true;

  Entry entry(const Attribute& attribute, u32 item) const {
    return {static_cast<u32>(attribute.ranks[item]), static_cast<u32>(classes[item]), item};
  }
};

}  // namespace cutpoint::release8
