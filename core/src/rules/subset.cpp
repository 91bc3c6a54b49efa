#include "rules/subset.hpp"

#include <limits>
#include <utility>

#include "parallel/parallel_for.hpp"
#include "rules/description_length.hpp"

namespace cutpoint::rules {

namespace {

template <class Real>
Real sum_of_bits(const Candidates<Real>& candidates, std::span<const u8> inside) {
  Real total = 0;
  for (u64 r = 0; r < inside.size(); ++r) {
    if (inside[r] != 0) total += candidates.bits[r];
  }
  return total;
}

// Try all subsets in binary counting order, the first rule being the lowest digit.
//
// union_from[j] holds the cases that the rules of the subset from j on cover. The next number has
// one new digit, at j, and zeros below it: one union to make.
template <class Real>
std::vector<u8> try_all(const Candidates<Real>& candidates, const Progress& progress) {
  const u64 n_rules = candidates.bits.size(), n_words = candidates.of_class.size();
  const DescriptionLength<Real> length(candidates);
  CaseSets union_from(n_rules + 1, n_words);
  std::vector<u8> inside(n_rules), chosen(n_rules);
  Real lowest = length.subset(0, Real{0}, 0, 0);
  u64 size = 0;
  for (u64 number = 1; number < u64{1} << n_rules; ++number) {
    progress.check();
    u64 j = 0;
    for (; inside[j] != 0; ++j, --size) inside[j] = 0;
    inside[j] = 1;
    ++size;
    u64 above = j + 1;
    while (above < n_rules && inside[above] == 0) ++above;
    const std::span<u64> here = union_from[j];
    const CaseSet there = union_from[above], added = candidates.cover[j];
    i64 covered = 0, right = 0;
    for (u64 w = 0; w < n_words; ++w) {
      here[w] = there[w] | added[w];
      covered += count(here[w]);
      right += count(here[w] & candidates.of_class[w]);
    }
    const Real bits = length.subset(size, sum_of_bits<Real>(candidates, inside), covered, right);
    if (bits < lowest) {
      lowest = bits;
      chosen = inside;
    }
  }
  return chosen;
}

struct Climbed {
  double bits = std::numeric_limits<double>::infinity();
  std::vector<u8> chosen;
};

// Adds or drops the rule that saves most, until none does.
template <class Real>
class Climber {
 public:
  // `by_word` holds the covers by word, for when a word changes.
  Climber(const Candidates<Real>& candidates, const CaseSets& by_word, std::vector<u8> inside)
      : candidates_(candidates),
        by_word_(by_word),
        length_(candidates),
        inside_(std::move(inside)),
        times_(candidates.of_class.size() * kWordBits),
        never_(candidates.of_class.size(), kFullWord),
        once_(candidates.of_class.size()),
        alone_(inside_.size()) {
    for (u64 r = 0; r < inside_.size(); ++r) {
      if (inside_[r] == 0) continue;
      ++size_;
      for (u64 w = 0; w < never_.size(); ++w) add_word(candidates.cover[r][w], w);
    }
    for (u64 r = 0; r < inside_.size(); ++r) alone_[r] = recount(r);
    for (u64 w = 0; w < never_.size(); ++w) {
      covered_.total += count(~never_[w]);
      covered_.right += count(~never_[w] & candidates.of_class[w]);
    }
  }

  // The subset with the fewest bits on the way.
  Climbed run(const Progress& progress) {
    Climbed best{.chosen = std::vector<u8>(inside_.size())};
    while (true) {
      progress.check();
      const Real rule_bits = sum_of_bits<Real>(candidates_, inside_);
      const double bits = length_.subset(size_, rule_bits, covered_.total, covered_.right);
      if (bits < best.bits) best = {bits, inside_};
      const u64 rule = best_step();
      if (rule == inside_.size()) return best;
      flip(rule);
    }
  }

 private:
  // Cases, and those of the class among them.
  struct Counts {
    i64 total = 0, right = 0;
  };

  // The first rule that saves most, or the number of rules if none saves anything.
  u64 best_step() const {
    const Real now = length_.exceptions(covered_.total, covered_.right);
    u64 best = inside_.size();
    Real most = 0;
    for (u64 r = 0; r < inside_.size(); ++r) {
      const Real saved = saving(r, now);
      if (saved > most) {
        most = saved;
        best = r;
      }
    }
    return best;
  }

  // The bits saved by adding a rule to the subset, or by dropping it.
  Real saving(u64 rule, Real now) const {
    const i64 sign = inside_[rule] != 0 ? -1 : 1;
    const auto [total, right] = alone_[rule];
    // Most rules cover nothing alone, or nothing new.
    const Real then = total == 0 ? now
                                 : length_.exceptions(covered_.total + sign * total,
                                                      covered_.right + sign * right);
    const double bits = candidates_.bits[rule];
    const auto& lg_numbers = candidates_.logarithms.numbers;
    const double rules =
        sign < 0 ? 0.5 * (bits - lg_numbers[size_]) : 0.5 * (lg_numbers[size_ + 1] - bits);
    return static_cast<Real>(static_cast<double>(now - then) + rules);
  }

  void flip(u64 rule) {
    const bool dropped = inside_[rule] != 0;
    const i64 sign = dropped ? -1 : 1;
    covered_.total += sign * alone_[rule].total;
    covered_.right += sign * alone_[rule].right;
    size_ = dropped ? size_ - 1 : size_ + 1;
    inside_[rule] = dropped ? 0 : 1;
    for (u64 w = 0; w < never_.size(); ++w) {
      const u64 word = candidates_.cover[rule][w];
      if (word == 0) continue;
      const u64 never_before = never_[w], once_before = once_[w];
      if (dropped) {
        subtract_word(word, w);
      } else {
        add_word(word, w);
      }
      // What several rules cover, one more does not change.
      const u64 changed = (never_[w] ^ never_before) | (once_[w] ^ once_before);
      if (changed != 0) update_alone(w, changed, never_before, once_before);
    }
    alone_[rule] = recount(rule);
  }

  void update_alone(u64 w, u64 changed, u64 never_before, u64 once_before) {
    const CaseSet covers = by_word_[w];
    const u64 of_class = candidates_.of_class[w];
    for (u64 r = 0; r < inside_.size(); ++r) {
      const u64 here = covers[r] & changed;
      if (here == 0) continue;
      const u64 before = here & (inside_[r] != 0 ? once_before : never_before);
      const u64 after = here & (inside_[r] != 0 ? once_[w] : never_[w]);
      alone_[r].total += count(after) - count(before);
      alone_[r].right += count(after & of_class) - count(before & of_class);
    }
  }

  // The cases that a rule covers alone, or would.
  Counts recount(u64 rule) const {
    const std::vector<u64>& among = inside_[rule] != 0 ? once_ : never_;
    const CaseSet cover = candidates_.cover[rule];
    Counts counts;
    for (u64 w = 0; w < among.size(); ++w) {
      counts.total += count(cover[w] & among[w]);
      counts.right += count(cover[w] & among[w] & candidates_.of_class[w]);
    }
    return counts;
  }

  void add_word(u64 word, u64 w) {
    for_each_bit(word, [&](u64 i) {
      const u32 before = times_[w * kWordBits + i]++;
      if (before == 0) {
        never_[w] &= ~bit_of(i);
        once_[w] |= bit_of(i);
      } else if (before == 1) {
        once_[w] &= ~bit_of(i);
      }
    });
  }
  void subtract_word(u64 word, u64 w) {
    for_each_bit(word, [&](u64 i) {
      const u32 before = times_[w * kWordBits + i]--;
      if (before == 1) {
        never_[w] |= bit_of(i);
        once_[w] &= ~bit_of(i);
      } else if (before == 2) {
        once_[w] |= bit_of(i);
      }
    });
  }

  const Candidates<Real>& candidates_;
  const CaseSets& by_word_;
  DescriptionLength<Real> length_;
  std::vector<u8> inside_;
  u64 size_ = 0;
  Counts covered_;
  std::vector<u32> times_;         // how many rules of the subset cover a case
  std::vector<u64> never_, once_;  // the cases that none of them covers, or one
  std::vector<Counts> alone_;      // of each rule
};

CaseSets transposed(const CaseSets& sets) {
  CaseSets by_word(sets.n_words(), sets.size());
  for (u64 r = 0; r < sets.size(); ++r) {
    for (u64 w = 0; w < sets.n_words(); ++w) by_word[w][r] = sets[r][w];
  }
  return by_word;
}

template <class Real>
std::vector<u8> climb(const Candidates<Real>& candidates, std::span<const double> draws,
                      u32 n_threads, const Progress& progress) {
  const u64 n_rules = candidates.bits.size();
  const CaseSets by_word = transposed(candidates.cover);
  std::vector<Climbed> ends(kStarts);
  parallel_for(kStarts, n_threads, [&](u64 start) {
    std::vector<u8> inside(n_rules);
    for (u64 r = 0; r < n_rules; ++r) {
      inside[r] = draws[start * n_rules + r] < static_cast<double>(start) / 10.0 ? 1 : 0;
    }
    ends[start] = Climber<Real>(candidates, by_word, std::move(inside)).run(progress);
  });
  u64 best = 0;
  for (u64 start = 1; start < kStarts; ++start) {
    if (ends[start].bits < ends[best].bits) best = start;
  }
  return std::move(ends[best].chosen);
}

}  // namespace

template <class Real>
std::vector<u8> best_subset(const Candidates<Real>& candidates, std::span<const double> draws,
                            u32 n_threads, const Progress& progress) {
  const u64 n_rules = candidates.bits.size();
  if (n_rules <= kMostTried) return try_all(candidates, progress);
  constexpr u64 kWorthThreads = 1 << 14;  // words: a climb takes longer than a thread to start
  const bool is_large = n_rules * candidates.of_class.size() >= kWorthThreads;
  return climb(candidates, draws, is_large ? n_threads : 1, progress);
}

template std::vector<u8> best_subset(const Candidates<float>&, std::span<const double>, u32,
                                     const Progress&);
template std::vector<u8> best_subset(const Candidates<double>&, std::span<const double>, u32,
                                     const Progress&);

}  // namespace cutpoint::rules
