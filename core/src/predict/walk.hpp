// Walking cases down a tree, as far as their values are known.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>

#include "numeric/prefetch.hpp"
#include "predict/block.hpp"
#include "predict/steps.hpp"

namespace cutpoint::predict {

enum class Tests : u8 { numeric, mixed };

// The walk of the cases of one block. A step works out its outcome without a branch, which the
// processor would have to guess.
template <class Real, Layout layout, Tests tests, Known known>
class Walk {
 public:
  Walk(const Steps<Real>& steps, const Block<Real>& block)
      : records_(steps.records.data()),
        values_(block.values),
        row_step_(block.row_step),
        upcoming_(block.upcoming) {}

  // Move the items in the list `moving` from the records they are `at` to those where they stop.
  // Item i is a case, or a part of one, in row rows[i]. The list is used up.
  void finish(std::span<const u32> rows, std::span<u32> at, std::span<u32> moving) const {
    for (u64 n_moving = moving.size(); n_moving > 0;) {
      n_moving = advance(kMoreSteps, rows, at, moving.first(n_moving), [](u64) {});
    }
  }
  // The same for all cases of the block, which typically meet so many tests. Meanwhile the rows
  // that are read next come from memory.
  void finish_block(u32 n_typical, std::span<const u32> rows, std::span<u32> at,
                    std::span<u32> moving) const {
    const u64 n_moving = advance(std::max(n_typical, kMoreSteps), rows, at, moving,
                                 [&](u64 first) { fetch_upcoming(first); });
    finish(rows, at, moving.first(n_moving));
  }

 private:
  // Cases that are walked side by side, so that the wait for one's memory is another's work.
  static constexpr u32 kLanes = 8;
  // Steps that are taken, after those of a typical case, before it is looked at who still moves.
  static constexpr u32 kMoreSteps = 4;

  const Real* values_of(u64 row) const {
    return values_ +
           (layout == Layout::matrix ? static_cast<i64>(row) * row_step_ : static_cast<i64>(row));
  }

  // Where a case goes from a record: to the same one if it stops.
  u32 next(u32 at, const Real* values) const {
    const Step<Real>& step = records_[at];
    i32 attribute = step.attribute, is_nominal = 0;  // all bits
    if constexpr (tests == Tests::mixed) {
      is_nominal = attribute >> 31;
      attribute ^= is_nominal;
    }
    constexpr i64 kColumnStep = layout == Layout::matrix ? 1 : kTileRows;
    const Real value = values[attribute * kColumnStep];
    u32 branch = value > step.cut ? 1 : 0;
    if constexpr (tests == Tests::mixed) {
      branch ^= (branch ^ static_cast<u32>(code_of(value))) & static_cast<u32>(is_nominal);
    }
    u32 following = step.next + branch;
    if constexpr (known == Known::some) {
      const u32 is_unknown = std::isnan(value) ? ~u32{0} : 0;
      following ^= (following ^ at) & is_unknown;
    }
    return following;
  }

  void fetch_upcoming(u64 first) const {
    if (upcoming_ == nullptr) return;
    constexpr i64 kLine = 64 / sizeof(Real);
    const Real* row = upcoming_ + static_cast<i64>(first) * row_step_;
    for (i64 i = 0; i < kLanes * row_step_; i += kLine) prefetch(row + i);
  }

  // Take so many steps with each item that moves; the number of those that may still move, which
  // are then the first in the list. Calls begin(first) as it begins with the items from there on.
  template <class Begin>
  u64 advance(u32 n_steps, std::span<const u32> rows, std::span<u32> at, std::span<u32> moving,
              Begin begin) const {
    u64 n_left = 0;
    for (u64 first = 0; first < moving.size(); first += kLanes) {
      begin(first);
      u32 item[kLanes], here[kLanes], before[kLanes];
      const Real* values[kLanes];
      for (u32 lane = 0; lane < kLanes; ++lane) {  // lanes to spare repeat the last item
        item[lane] = moving[std::min<u64>(first + lane, moving.size() - 1)];
        here[lane] = at[item[lane]];
        values[lane] = values_of(rows[item[lane]]);
      }
      for (u32 step = 0; step < n_steps; ++step) {
        for (u32 lane = 0; lane < kLanes; ++lane) {
          before[lane] = here[lane];
          here[lane] = next(here[lane], values[lane]);
        }
      }
      const u64 n_lanes = std::min<u64>(kLanes, moving.size() - first);
      for (u64 lane = 0; lane < n_lanes; ++lane) {
        at[item[lane]] = here[lane];
        moving[n_left] = item[lane];  // overwritten if it has stopped
        n_left += here[lane] != before[lane] ? 1 : 0;
      }
    }
    return n_left;
  }

  const Step<Real>* records_;
  const Real* values_;
  i64 row_step_;
  const Real* upcoming_;
};

// Call `work` with the walk that suits a block.
template <Known known, class Real, class Work>
void with_walk(const Steps<Real>& steps, const Block<Real>& block, Work work) {
  const auto with_tests = [&]<Layout layout>() {
    if (steps.any_nominal) {
      work(Walk<Real, layout, Tests::mixed, known>(steps, block));
    } else {
      work(Walk<Real, layout, Tests::numeric, known>(steps, block));
    }
  };
  if (block.layout == Layout::tile) {
    with_tests.template operator()<Layout::tile>();
  } else {
    with_tests.template operator()<Layout::matrix>();
  }
}

}  // namespace cutpoint::predict
