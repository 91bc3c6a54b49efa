#include "release8/attribute_tests.hpp"

#include <algorithm>
#include <numeric>

namespace cutpoint::release8 {

AttributeTest test_at(const SortedEntries& column, const BestCut& cut) {
  if (cut.position == BestCut::kNone) return {};
  const u64 position = static_cast<u64>(cut.position);
  const u32 below = column.entries[position].rank(), above = column.entries[position + 1].rank();
  u32 rank = observed_cut(column.values, below, above);
  // The middle of two neighbouring numbers can be the upper one. C4.5 then cuts above it; never
  // above everything, or the node would be its own child.
  if (rank >= column.entries.back().rank()) rank = below;
  return {cut.gain, cut.info, 2, rank};
}

AttributeTests::AttributeTests(const Cases& cases, const GrowOptions& options, const CXLogX& xlgx,
                               Real total)
    : cases_(cases),
      options_(options),
      xlgx_(xlgx),
      total_(total),
      all_count_(options.group_values),
      grouper_(xlgx),
      values_(cases.n_classes),
      tests_(cases.attributes.size()),
      is_tested_(cases.attributes.size()) {
  u64 n_values = 0;
  for (const Attribute& attribute : cases.attributes) {
    group_start_.push_back(n_values);
    n_values += attribute.n_values;
  }
  group_of_.resize(n_values);
  // If every attribute has many values, none is left out.
  all_count_ = all_count_ || std::ranges::all_of(cases.attributes, [&](const Attribute& attribute) {
                 return attribute.kind == Attribute::Kind::ignored || has_many_values(attribute);
               });
}

bool AttributeTests::has_many_values(const Attribute& attribute) const {
  constexpr double kMany = 0.3;  // as a fraction of the cases
  return attribute.kind == Attribute::Kind::nominal &&
         attribute.n_values >= kMany * static_cast<double>(total_);
}

void AttributeTests::find_values(u64 attribute, Real here, Real min_cases) {
  const GainAndInfo<Real> found = evaluate_values(values_, here, min_cases, xlgx_);
  const u32 n_values = values_.n_values();
  tests_[attribute] = {found.gain, found.info, n_values};
  const auto start = group_of_.begin() + static_cast<i64>(group_start_[attribute]);
  std::iota(start, start + n_values, 0);
}

bool AttributeTests::find_groups(u64 attribute, Real here, Real min_cases) {
  const std::span<i32> group_of =
      std::span(group_of_).subspan(group_start_[attribute], values_.n_values());
  const GroupedTest<Real> found = grouper_(values_, {here, min_cases, options_.score}, group_of);
  tests_[attribute] = {found.gain, found.info, found.n_branches};
  return found.gave_up;
}

i64 AttributeTests::choose() const {
  const auto is_usable = [](const AttributeTest& test) {
    return static_cast<double>(test.gain) > -kEpsilon;
  };
  u32 n_counted = 0;
  Real average = 0;
  for (u64 a = 0; a < tests_.size(); ++a) {
    if (!is_usable(tests_[a])) continue;
    if (!all_count_ && has_many_values(cases_.attributes[a])) continue;
    ++n_counted;
    average += tests_[a].gain;
  }
  // If none counts, C4.5 takes no test at all.
  average = n_counted > 0 ? average / static_cast<Real>(n_counted) : Real{1e6};
  i64 best = kNone;
  Real best_score = kUnusable<Real>;
  for (u64 a = 0; a < tests_.size(); ++a) {
    if (!is_usable(tests_[a])) continue;
    const Real score = score_of(options_.score, tests_[a].gain, tests_[a].info, average);
    if (score > best_score) {
      best_score = score;
      best = static_cast<i64>(a);
    }
  }
  return best;
}

}  // namespace cutpoint::release8
