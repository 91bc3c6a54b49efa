// The best cut of full rows of two classes, by a measure of the information family.
//
// A cut is a pair of counts, those of the two classes below it. The cuts inside a block of entries
// lie in the rectangle of counts between its ends, and cells - keep * sides is convex in the
// counts: none of them is above the best corner. A block none of whose corners can win is skipped.
#pragma once
#include <vector>

#include "data/entry.hpp"
#include "search/information_scorer.hpp"

namespace cutpoint {

// x lg x of both sides for every count below a cut: all columns of a node look it up.
class TwoClassCurves {
 public:
  struct View {
    const double *first, *second, *both;
    double cells(u32 c0, u32 c1) const { return first[c0] + second[c1]; }
    double sides(u32 below) const { return both[below]; }
  };
  View view() const { return {first_.data(), second_.data(), sides_.data()}; }

  void set(u32 n0, u32 n1, const XLogX& xlogx) {
    fill(first_, n0, xlogx);
    fill(second_, n1, xlogx);
    fill(sides_, n0 + n1, xlogx);
  }
  double cells(u32 c0, u32 c1) const { return first_[c0] + second_[c1]; }
  double sides(u32 below) const { return sides_[below]; }

 private:
  static void fill(std::vector<double>& curve, u32 total, const XLogX& xlogx) {
    if (curve.size() <= total) curve.resize(std::max<u64>(total + 1, 2 * curve.size()));
    for (u32 n = 0; n <= total; ++n) {
      curve[n] = static_cast<double>((xlogx[n] + xlogx[total - n]).units());
    }
  }
  std::vector<double> first_, second_, sides_;
};

// The same for a column of its own totals, looked up one by one.
struct TwoClassLookup {
  const XLogX& xlogx;
  u32 n0, n1;
  double cells(u32 c0, u32 c1) const {
    return static_cast<double>((xlogx[c0] + xlogx[n0 - c0] + xlogx[c1] + xlogx[n1 - c1]).units());
  }
  double sides(u32 below) const {
    return static_cast<double>((xlogx[below] + xlogx[n0 + n1 - below]).units());
  }
};

struct TwoClassTotals {
  u32 n0, n1;
  u32 least;  // rows on each side of a cut
};

// The class bit of full rows of two classes. Where it lies is known to the compiler, which then
// counts many entries at a time.
template <class Entry>
inline constexpr u32 kClassBit = EntryCodec<Entry>::kFlagShift - 1;

// How many entries of full rows are of the second class.
template <class Entry>
u32 count_second_class(const Entry* entries, u32 n) {
  constexpr u32 kTogether = 32;
  u32 sum = 0;
  const Entry *e = entries, *end = entries + n;
  for (; end - e >= kTogether; e += kTogether) {
    Entry ones = 0;  // blocks are small
    for (u32 i = 0; i < kTogether; ++i)
      ones = static_cast<Entry>(ones + (e[i] >> kClassBit<Entry>));
    sum += static_cast<u32>(ones);
  }
  for (; e < end; ++e) sum += static_cast<u32>(*e >> kClassBit<Entry>);
  return sum;
}

template <class Entry, class Curves>
class ScanTwo {
 public:
  ScanTwo(const Segment<Entry>& segment, const TwoClassTotals& totals, const Curves& curves,
          const XLogX& xlogx)
      : segment_(segment),
        totals_(totals),
        curves_(curves),
        xlogx_(xlogx),
        entries_(segment.entries.data()),
        last_(std::min(segment.size() - 1, segment.size() - totals.least)) {}

  // `ones` is a workspace with an element per block.
  void operator()(BestCut& best, std::vector<u32>& ones, bool look_between_blocks) {
    if (segment_.size() <= kFew) {
      open(0, last_, 0, best);
      return;
    }
    if (look_between_blocks) {
      scan_with_floor(best, ones);
      return;
    }
    u32 c1 = 0;
    for (u32 i = 0; i < last_;) {
      const u32 end = std::min(i + kBlock, last_);
      const u32 d1 = c1 + count_second_class(entries_ + i, end - i);
      if (end >= totals_.least && may_hold(i - c1, c1, end - d1, d1, best)) open(i, end, c1, best);
      c1 = d1;
      i = end;
    }
  }

 private:
  static constexpr u32 kBlock = 32;
  static constexpr u32 kFew =
      64;  // in one or two blocks every cut is tried: bounds rule out little

  // First the cuts between blocks: the best of them is hard to beat.
  void scan_with_floor(BestCut& best, std::vector<u32>& ones) {
    const u32 n_blocks = (last_ + kBlock - 1) / kBlock;
    if (ones.size() < n_blocks) ones.resize(n_blocks);
    u32 c1 = 0;
    for (u32 b = 0; b < n_blocks; ++b) {
      const u32 i = b * kBlock, end = std::min(i + kBlock, last_);
      c1 += count_second_class(entries_ + i, end - i);
      ones[b] = c1;
      if (end >= totals_.least && reaches(end - c1, c1, best) && segment_.separates(end)) {
        best.raise_floor(exact(end - c1, c1));
      }
    }
    c1 = 0;
    for (u32 b = 0; b < n_blocks; ++b) {
      const u32 i = b * kBlock, end = std::min(i + kBlock, last_), d1 = ones[b];
      if (end >= totals_.least && may_hold(i - c1, c1, end - d1, d1, best)) open(i, end, c1, best);
      c1 = d1;
    }
  }
  bool reaches(u32 c0, u32 c1, const BestCut& best) const {
    return best.may_accept(curves_.cells(c0, c1), curves_.sides(c0 + c1));
  }
  bool may_hold(u32 c0, u32 c1, u32 d0, u32 d1, const BestCut& best) const {
    return reaches(d0, d1, best) || reaches(c0, d1, best) || reaches(d0, c1, best) ||
           reaches(c0, c1, best);
  }
  // Try every cut behind the entries i ... end - 1, c1 of the second class being before them.
  void open(u32 i, u32 end, u32 c1, BestCut& best) const {
    for (; i + 1 < totals_.least && i < end; ++i)
      c1 += static_cast<u32>(entries_[i] >> kClassBit<Entry>);
    // Locals: what is written to `best` could be a member.
    const Curves curves = curves_;
    const Entry* const entries = entries_;
    CutLine line = best.line();
    while (i < end) {
      c1 += static_cast<u32>(entries[i++] >> kClassBit<Entry>);
      const u32 c0 = i - c1;
      if (curves.cells(c0, c1) - line.keep * curves.sides(i) <= line.bar) [[likely]]
        continue;
      if (!segment_.separates(i)) continue;
      if (best.offer(exact(c0, c1), i)) line = best.line();
    }
  }
  CutSums exact(u32 c0, u32 c1) const {
    const u32 n0 = totals_.n0, n1 = totals_.n1;
    return {xlogx_[c0] + xlogx_[n0 - c0] + xlogx_[c1] + xlogx_[n1 - c1],
            xlogx_[c0 + c1] + xlogx_[n0 + n1 - c0 - c1]};
  }

  const Segment<Entry>& segment_;
  const TwoClassTotals totals_;
  const Curves curves_;
  const XLogX& xlogx_;
  const Entry* entries_;
  u32 last_;  // a cut lies before entry i, 1 <= i <= last
};

}  // namespace cutpoint
