#include "rules/order.hpp"

#include <algorithm>
#include <numeric>

namespace cutpoint::rules {

namespace {

constexpr i32 kNone = -1;

// The first and the second rule that fire on each case.
struct FirstTwo {
  std::vector<i32> first, second;
};

FirstTwo first_two(const Fired& rules, std::span<const u8> active, u64 n_cases) {
  const u64 n_words = rules.cover.n_words();
  FirstTwo found{std::vector<i32>(n_cases, kNone), std::vector<i32>(n_cases, kNone)};
  std::vector<u64> once(n_words), twice(n_words);  // the cases on which one or two fire so far
  for (u64 r = 0; r < active.size(); ++r) {
    if (active[r] == 0) continue;
    for (u64 w = 0; w < n_words; ++w) {
      const u64 cover = rules.cover[r][w], first = cover & ~once[w];
      const u64 second = cover & once[w] & ~twice[w];
      const auto write = [&](std::vector<i32>& place) {
        return [&place, w, r](u64 i) { place[w * kWordBits + i] = static_cast<i32>(r); };
      };
      for_each_bit(first, write(found.first));
      for_each_bit(second, write(found.second));
      twice[w] |= second;
      once[w] |= first;
    }
  }
  return found;
}

RuleTally tally_of(const FirstTwo& found, std::span<const u32> label, u32 default_class,
                   std::span<const i32> target) {
  const std::vector<i64> zeros(label.size());
  RuleTally tally{zeros, zeros, zeros, zeros};
  for (u64 i = 0; i < target.size(); ++i) {
    if (found.first[i] == kNone) continue;
    const u64 rule = static_cast<u64>(found.first[i]);
    const u32 given = label[rule], actual = static_cast<u32>(target[i]);
    const u32 other =
        found.second[i] == kNone ? default_class : label[static_cast<u64>(found.second[i])];
    ++tally.used[rule];
    if (given != actual) ++tally.wrong[rule];
    if (given != other && given == actual) ++tally.better[rule];
    if (given != other && other == actual) ++tally.worse[rule];
  }
  return tally;
}

// The rules of each class taken together.
CaseSets unions_by_class(const Fired& rules, u32 n_classes) {
  CaseSets unions(n_classes, rules.cover.n_words());
  for (u64 r = 0; r < rules.label.size(); ++r) {
    for (u64 w = 0; w < rules.cover.n_words(); ++w) unions[rules.label[r]][w] |= rules.cover[r][w];
  }
  return unions;
}

u32 default_of(CaseSet left, const Cases& cases) {
  u32 best = 0;
  i64 most = -1;
  for (u32 c = 0; c < cases.n_classes(); ++c) {
    const i64 here = size_of_both(left, cases.by_class[c]);
    if (here > most || (here == most && cases.class_sizes[c] > cases.class_sizes[best])) {
      best = c;
      most = here;
    }
  }
  return best;
}

}  // namespace

Order put_classes_in_order(const Fired& rules, const Cases& cases) {
  const u32 n_classes = cases.n_classes();
  std::vector<u64> by_error(rules.label.size());
  std::iota(by_error.begin(), by_error.end(), u64{0});
  std::ranges::stable_sort(by_error, {}, [&](u64 r) { return rules.error[r]; });
  const CaseSets unions = unions_by_class(rules, n_classes);
  std::vector<u8> pending(n_classes);
  for (const u32 label : rules.label) pending[label] = 1;
  std::vector<u64> left = cases.every;
  const auto false_positives = [&](u32 c) {
    i64 wrong = 0;
    for (u64 w = 0; w < left.size(); ++w) {
      wrong += count(unions[c][w] & left[w] & ~cases.by_class[c][w]);
    }
    return wrong;
  };
  Order order;
  while (order.places.size() < by_error.size()) {
    u32 best = 0;
    i64 fewest = -1;
    for (u32 c = 0; c < n_classes; ++c) {
      if (pending[c] == 0) continue;
      const i64 wrong = false_positives(c);
      if (fewest < 0 || wrong < fewest) {
        best = c;
        fewest = wrong;
      }
    }
    pending[best] = 0;
    for (u64 w = 0; w < left.size(); ++w) left[w] &= ~unions[best][w];
    std::ranges::copy_if(by_error, std::back_inserter(order.places),
                         [&](u64 r) { return rules.label[r] == best; });
  }
  order.default_class = default_of(left, cases);
  return order;
}

void drop_harmful(const Fired& rules, const Cases& cases, const Progress& progress,
                  LearnedRules& learned) {
  std::vector<u8> active;
  for (const double error : rules.error) active.push_back(error <= kMostError ? 1 : 0);
  while (true) {
    progress.check();
    const FirstTwo found = first_two(rules, active, cases.size());
    const RuleTally& tally = learned.tallies.emplace_back(
        tally_of(found, rules.label, learned.default_class, cases.table.classes));
    u64 harmful = 0;
    while (harmful < active.size() && tally.worse[harmful] <= tally.better[harmful]) ++harmful;
    if (harmful < active.size()) {
      active[harmful] = 0;
      learned.dropped.push_back(static_cast<u32>(harmful));
      continue;
    }
    learned.left_over.assign(cases.n_classes(), 0);
    for (u64 i = 0; i < cases.size(); ++i) {
      if (found.first[i] == kNone) ++learned.left_over[static_cast<u64>(cases.table.classes[i])];
    }
    break;
  }
  const bool none = std::ranges::all_of(learned.left_over, [](i64 n) { return n == 0; });
  if (none) learned.left_over = cases.class_sizes;
}

}  // namespace cutpoint::rules
