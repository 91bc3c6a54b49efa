#include "numeric/weight.hpp"

#include <algorithm>
#include <vector>

#include "check.hpp"
#include "random.hpp"

namespace cutpoint {

TEST("a weight of whole cases is whole, and says how many") {
  for (const i64 n : {i64{0}, i64{1}, i64{7}, i64{1} << 32}) {
    const Weight weight = Weight::of_whole_cases(n);
    CHECK(weight.is_whole());
    CHECK_EQUAL(weight.whole_cases(), n);
    CHECK_EQUAL(weight.cases(), static_cast<double>(n));
  }
}

TEST("a weight is rounded to the nearest unit") {
  CHECK_EQUAL(Weight::of_cases(0.5).units(), i64{1} << 29);
  CHECK_EQUAL(Weight::of_cases(1.4 * Weight::kCasesPerUnit).units(), i64{1});
  CHECK_EQUAL(Weight::of_cases(1.6 * Weight::kCasesPerUnit).units(), i64{2});
  CHECK(!Weight::of_cases(1.0 / 3.0).is_whole());
  CHECK_NEAR(Weight::of_cases(1.0 / 3.0).cases(), 1.0 / 3.0, Weight::kCasesPerUnit / 2);
}

TEST("the shares of branches add up to the weight but for half a unit each") {
  check::Random random(1);
  for (int trial = 0; trial < 10'000; ++trial) {
    const Weight weight = Weight::of_units(static_cast<i64>(random.next() >> 24));
    const u64 n_branches = 2 + random.below(50);
    std::vector<double> parts(n_branches);
    double total = 0.0;
    for (double& part : parts) total += part = random.share();
    Weight sum;
    for (const double part : parts) {
      const Weight share = weight.share(part / total);
      CHECK(share >= Weight());
      CHECK(share <= weight);
      sum += share;
    }
    CHECK(std::abs((sum - weight).units()) <= static_cast<i64>(n_branches / 2 + 1));
  }
}

TEST("a share of all is all, and of nothing nothing") {
  const Weight weight = Weight::of_units(123'456'789'012);
  CHECK(weight.share(1.0) == weight);
  CHECK(weight.share(0.0) == Weight());
}

TEST("three thirds of a case still reach a minimum of one case") {
  const Weight third = kOneCase.share(1.0 / 3.0);
  CHECK(third + third + third >= Weight::least(1.0));
  CHECK(kOneCase.share(0.99) < Weight::least(1.0));
}

TEST("of sums that differ by the rounding of shares alone the first is the heaviest") {
  const Weight third = kOneCase.share(1.0 / 3.0);
  const Weight rounded = third + third + third;
  CHECK(!clearly_more(kOneCase, rounded));
  CHECK(!clearly_more(rounded, kOneCase));
  CHECK(clearly_more(kOneCase, kOneCase.share(0.999)));
  const std::vector<Weight> tied{Weight(), rounded, kOneCase}, clear{rounded, kOneCase + third};
  CHECK_EQUAL(first_heaviest(std::span<const Weight>(tied)), u64{1});
  CHECK_EQUAL(first_heaviest(std::span<const Weight>(clear)), u64{1});
  const std::vector<double> cases{2.0 - 1e-9, 2.0, 1.0};
  CHECK_EQUAL(first_heaviest(std::span<const double>(cases)), u64{0});
  const std::vector<Weight> light{Weight(), Weight::of_units(500)};
  CHECK_EQUAL(first_heaviest(std::span<const Weight>(light)), u64{1});
  const std::vector<Weight> nothing(2);
  CHECK_EQUAL(first_heaviest(std::span<const Weight>(nothing)), u64{0});
}

TEST("a sum of weights is the same in any order") {
  check::Random random(2);
  std::vector<Weight> weights(1000);
  for (Weight& weight : weights) weight = Weight::of_cases(random.share() * 1e6);
  Weight forwards, backwards;
  for (const Weight weight : weights) forwards += weight;
  std::reverse(weights.begin(), weights.end());
  for (const Weight weight : weights) backwards += weight;
  CHECK(forwards == backwards);
  for (const Weight weight : weights) forwards -= weight;
  CHECK(forwards == Weight());
}

TEST("a sum of as many cases as can be counted does not overflow") {
  // 2^33 - 1 cases of 2^30 units are just below 2^63.
  const i64 most = (i64{1} << 33) - 1;
  const Weight weight = Weight::of_whole_cases(most);
  CHECK_EQUAL(weight.whole_cases(), most);
  CHECK(weight > Weight());
}

}  // namespace cutpoint
