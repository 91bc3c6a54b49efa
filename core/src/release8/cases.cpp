#include "release8/cases.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "cutpoint/input_error.hpp"
#include "data/radix_sort.hpp"

namespace cutpoint::release8 {

namespace {

// A number whose order is that of the floats.
u32 sortable(float x) {
  const u32 bits = std::bit_cast<u32>(x);
  return bits >> 31 != 0 ? ~bits : bits | u32{1} << 31;
}
float from_sortable(u32 key) {
  return std::bit_cast<float>(key >> 31 != 0 ? key & ~(u32{1} << 31) : ~key);
}

// Ranks the values of one column after the other.
class Ranking {
 public:
  explicit Ranking(u64 n_cases) : sort_(n_cases) { keys_.reserve(n_cases); }

  void operator()(const NumericView& column, Attribute& attribute) {
    const u64 n_cases = attribute.ranks.size();
    keys_.clear();
    for (u64 i = 0; i < n_cases; ++i) {
      const float value = static_cast<float>(column[i]) + 0.0F;  // zero has one sign
      if (!std::isnan(value) && value != kUnknownNumber) {
        keys_.push_back(u64{sortable(value)} << 32 | i);
      }
    }
    std::ranges::fill(attribute.ranks, -1);
    const u64* sorted = sort_(keys_.data(), keys_.size(), 32);
    for (u64 i = 0; i < keys_.size(); ++i) {
      const float value = from_sortable(static_cast<u32>(sorted[i] >> 32));
      if (attribute.values.empty() || attribute.values.back() != value) {
        attribute.values.push_back(value);
      }
      attribute.ranks[sorted[i] & 0xFFFFFFFF] = static_cast<i32>(attribute.values.size()) - 1;
    }
  }
  u64 n_known() const { return keys_.size(); }

 private:
  RadixSort sort_;
  std::vector<u64> keys_;
};

}  // namespace

Cases::Cases(const TableView& table, const Progress& progress)
    : n_cases(table.n_rows),
      n_classes(table.n_classes),
      classes(table.classes),
      attributes(table.attributes.size()),
      weights(table.n_rows, Real{1}) {
  if (n_cases >= kMostCases) throw InputError("Release 8 counts fewer than 2^24 cases");
  if (n_classes > kMostClasses) throw InputError("Release 8 counts at most 2^16 classes");
  Ranking rank(n_cases);
  for (u64 a = 0; a < attributes.size(); ++a) {
    progress.check();
    const AttributeView& given = table.attributes[a];
    Attribute& attribute = attributes[a];
    if (given.is_numeric()) {
      attribute.kind = Attribute::Kind::numeric;
      attribute.ranks.resize(n_cases);
      rank(given.numeric, attribute);
      all_known = all_known && rank.n_known() == n_cases;
      continue;
    }
    attribute.codes = given.nominal.codes;
    attribute.n_values = given.nominal.n_values;
    if (attribute.n_values > 1) {
      attribute.kind = Attribute::Kind::nominal;
      const std::span<const i32> codes(attribute.codes, n_cases);
      all_known = all_known && std::ranges::none_of(codes, [](i32 code) { return code < 0; });
    }
  }
  for (u64 i = 0; i < table.weights.size(); ++i) {
    weights[i] = static_cast<Real>(table.weights[i]);
    all_one = all_one && weights[i] == Real{1};
  }
}

}  // namespace cutpoint::release8
