#include "rules/match.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "parallel/parallel_for.hpp"
#include "rules/cases.hpp"

namespace cutpoint::rules {

// Up to 64 rows at a time. Columns are read, and conditions asked, when a rule first needs them.
class Matcher::Block {
 public:
  explicit Block(const Matcher& matcher)
      : matcher_(matcher),
        values_(u64{matcher.n_attributes_} * kWordBits),
        places_(values_.size()),
        read_(matcher.n_attributes_),
        placed_(matcher.n_attributes_),
        satisfied_(matcher.conditions_.size()),
        asked_(matcher.conditions_.size()) {}

  void match(const MatrixView& rows, u64 first_row, std::span<i32> first, std::span<i32> second) {
    rows_ = &rows;
    first_row_ = first_row;
    n_rows_ = first.size();
    std::ranges::fill(read_, u8{0});
    std::ranges::fill(placed_, u8{0});
    std::ranges::fill(asked_, u8{0});
    std::ranges::fill(first, -1);
    std::ranges::fill(second, -1);
    u64 no_first = n_rows_ == kWordBits ? kFullWord : bit_of(n_rows_) - 1;
    u64 no_second = second.empty() ? 0 : no_first;
    for (u64 r = 0; r < matcher_.rules_.size() && (no_first | no_second) != 0; ++r) {
      const u64 fires = fires_on(matcher_.rules_[r], no_first | no_second);
      for_each_bit(fires & no_first, [&](u64 i) { first[i] = static_cast<i32>(r); });
      for_each_bit(fires & no_second & ~no_first, [&](u64 i) { second[i] = static_cast<i32>(r); });
      no_second &= ~fires | no_first;
      no_first &= ~fires;
    }
  }

 private:
  u64 fires_on(const AskedRule& rule, u64 rows) {
    if (!rule.may_fire) return 0;
    for (const u32 condition : rule.conditions) {
      if (rows == 0) break;
      rows &= satisfied(condition);
    }
    return rows;
  }

  u64 satisfied(u32 place) {
    if (asked_[place] == 0) {
      asked_[place] = 1;
      satisfied_[place] = ask(matcher_.conditions_[place]);
    }
    return satisfied_[place];
  }

  u64 ask(const Condition& condition) {
    const double* const values = column(condition.attribute);
    if (condition.numeric) {
      const double low = condition.low, high = condition.high;
      return word_where(n_rows_, [=](u64 i) { return is_within(values[i], low, high); });
    }
    const u32* const places = column_of_places(condition.attribute);
    const u32 unknown = static_cast<u32>(condition.allowed.size()) - 1;
    const u8* const allowed = condition.allowed.data();
    return word_where(n_rows_, [=](u64 i) { return allowed[std::min(places[i], unknown)] != 0; });
  }

  // The numbers of a column.
  const double* column(u32 attribute) {
    double* const values = values_.data() + u64{attribute} * kWordBits;
    if (read_[attribute] == 0) {
      read_[attribute] = 1;
      for (u64 i = 0; i < n_rows_; ++i) {
        values[i] = as_compared(rows_->at(first_row_ + i, attribute), matcher_.arithmetic_);
      }
    }
    return values;
  }

  // Nominal values as positions; a great number if the value is unknown.
  const u32* column_of_places(u32 attribute) {
    u32* const places = places_.data() + u64{attribute} * kWordBits;
    if (placed_[attribute] == 0) {
      placed_[attribute] = 1;
      constexpr u32 kLargest = std::numeric_limits<u32>::max();
      const double* const values = column(attribute);
      for (u64 i = 0; i < n_rows_; ++i) {
        const bool is_place = values[i] >= 0 && values[i] < kLargest;
        places[i] = is_place ? static_cast<u32>(values[i]) : kLargest;
      }
    }
    return places;
  }

  const Matcher& matcher_;
  const MatrixView* rows_ = nullptr;
  u64 first_row_ = 0, n_rows_ = 0;
  std::vector<double> values_;  // attributes x 64
  std::vector<u32> places_;     // attributes x 64
  std::vector<u8> read_, placed_;
  std::vector<u64> satisfied_;  // of each condition, the rows that satisfy it
  std::vector<u8> asked_;
};

void Matcher::add_bounds(u32 attribute, double low, double high) {
  add_condition({.attribute = attribute, .numeric = true, .low = low, .high = high, .allowed = {}});
}

void Matcher::add_values(u32 attribute, std::span<const u8> allowed) {
  std::vector<u8> flags(allowed.size() + 1);  // the last: an unknown value does not satisfy it
  std::ranges::copy(allowed, flags.begin());
  add_condition({.attribute = attribute,
                 .numeric = false,
                 .low = 0.0,
                 .high = 0.0,
                 .allowed = std::move(flags)});
}

void Matcher::add_condition(Condition condition) {
  std::vector<u64> key{condition.attribute, condition.numeric ? u64{1} : u64{0},
                       std::bit_cast<u64>(condition.low), std::bit_cast<u64>(condition.high)};
  key.insert(key.end(), condition.allowed.begin(), condition.allowed.end());
  const u32 next = static_cast<u32>(conditions_.size());
  const auto [found, is_new] = places_.try_emplace(std::move(key), next);
  if (is_new) conditions_.push_back(std::move(condition));
  rules_.back().conditions.push_back(found->second);
}

void Matcher::match(const MatrixView& rows, u32 n_threads, std::span<i32> first,
                    std::span<i32> second) const {
  constexpr u64 kRows = 4096;  // of a task
  const u64 n_tasks = (rows.n_rows + kRows - 1) / kRows;
  std::vector<Block> blocks(n_workers(n_tasks, n_threads), Block(*this));
  parallel_for(n_tasks, n_threads, [&](u64 task, u32 worker) {
    const u64 stop = std::min((task + 1) * kRows, rows.n_rows);
    for (u64 row = task * kRows; row < stop; row += kWordBits) {
      const u64 n = std::min(kWordBits, stop - row);
      blocks[worker].match(rows, row, first.subspan(row, n),
                           second.empty() ? second : second.subspan(row, n));
    }
  });
}

}  // namespace cutpoint::rules
