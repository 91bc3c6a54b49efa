// The best cut of rows of two classes that stand for several equal cases each, by a measure of the
// information family: what ScanTwo finds among all of the cases, from as many entries as there are
// rows. Blocks are skipped for the same reason.
#pragma once
#include <vector>

#include "search/scan_two.hpp"

namespace cutpoint {

// Cases of both classes, and how many of them are of the second.
struct CaseCounts {
  u32 cases = 0, second = 0;

  u32 first() const { return cases - second; }
};

template <class Entry>
CaseCounts count_copies(const Entry* entries, u32 n, const EntryCodec<Entry> codec) {
  CaseCounts counts;
  for (u32 i = 0; i < n; ++i) {
    const u32 copies = codec.copies(entries[i]);
    counts.cases += copies;
    counts.second += copies & (0 - codec.cls_of_full(entries[i]));
  }
  return counts;
}

template <class Entry>
class ScanCopies {
 public:
  ScanCopies(const Segment<Entry>& segment, const TwoClassTotals& totals,
             const TwoClassCurves& curves, const XLogX& xlogx)
      : segment_(segment),
        totals_(totals),
        curves_(curves),
        xlogx_(xlogx),
        entries_(segment.entries.data()),
        codec_(segment.codec),
        last_(segment.size()) {
    for (u32 above = 0; above < totals.least && last_ > 0;)
      above += codec_.copies(entries_[--last_]);
  }

  // `ends` is a workspace with an element per block.
  void operator()(BestCut& best, std::vector<CaseCounts>& ends, bool look_between_blocks) {
    if (segment_.size() <= kFew) {
      open(0, last_, {}, best);
      return;
    }
    const u32 n_blocks = (last_ + kBlock - 1) / kBlock;
    if (ends.size() < n_blocks) ends.resize(n_blocks);
    CaseCounts before;
    for (u32 b = 0; b < n_blocks; ++b) {
      const u32 i = b * kBlock, end = std::min(i + kBlock, last_);
      const CaseCounts block = count_copies(entries_ + i, end - i, codec_);
      const CaseCounts after{before.cases + block.cases, before.second + block.second};
      ends[b] = after;
      if (look_between_blocks) {
        // First the cuts between blocks: the best of them is hard to beat.
        if (after.cases >= totals_.least && reaches(after.first(), after.second, best) &&
            segment_.separates(end)) {
          best.raise_floor(exact(after));
        }
      } else if (may_hold(before, after, best)) {
        open(i, end, before, best);
      }
      before = after;
    }
    if (!look_between_blocks) return;
    before = {};
    for (u32 b = 0; b < n_blocks; ++b) {
      const u32 i = b * kBlock;
      if (may_hold(before, ends[b], best)) open(i, std::min(i + kBlock, last_), before, best);
      before = ends[b];
    }
  }
  // The cases below the best cut.
  u32 below() const { return below_; }

 private:
  static constexpr u32 kBlock = 32;
  static constexpr u32 kFew = 64;

  bool reaches(u32 c0, u32 c1, const BestCut& best) const {
    return best.may_accept(curves_.cells(c0, c1), curves_.sides(c0 + c1));
  }
  bool may_hold(CaseCounts c, CaseCounts d, const BestCut& best) const {
    return d.cases >= totals_.least &&
           (reaches(d.first(), d.second, best) || reaches(c.first(), d.second, best) ||
            reaches(d.first(), c.second, best) || reaches(c.first(), c.second, best));
  }
  // Try every cut behind the entries i ... end - 1, `below` being before them.
  void open(u32 i, u32 end, CaseCounts below, BestCut& best) {
    CutLine line = best.line();
    while (i < end) {
      const Entry e = entries_[i++];
      const u32 copies = codec_.copies(e);
      below.cases += copies;
      below.second += copies & (0 - codec_.cls_of_full(e));
      if (curves_.cells(below.first(), below.second) - line.keep * curves_.sides(below.cases) <=
          line.bar) [[likely]]
        continue;
      if (below.cases < totals_.least || !segment_.separates(i)) continue;
      if (!best.offer(exact(below), i)) continue;
      below_ = below.cases;
      line = best.line();
    }
  }
  CutSums exact(CaseCounts below) const {
    const u32 c0 = below.first(), c1 = below.second, n0 = totals_.n0, n1 = totals_.n1;
    return {xlogx_[c0] + xlogx_[n0 - c0] + xlogx_[c1] + xlogx_[n1 - c1],
            xlogx_[c0 + c1] + xlogx_[n0 + n1 - c0 - c1]};
  }

  const Segment<Entry>& segment_;
  const TwoClassTotals totals_;
  const TwoClassCurves& curves_;
  const XLogX& xlogx_;
  const Entry* entries_;
  const EntryCodec<Entry> codec_;
  u32 last_;  // a cut lies before entry i, 1 <= i <= last
  u32 below_ = 0;
};

}  // namespace cutpoint
