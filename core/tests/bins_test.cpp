#include "scan/bins.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "check.hpp"
#include "random.hpp"

namespace cutpoint {

namespace {

// Numbers of every spread: even, crowded, with far outliers, few, and as large as can be.
std::vector<double> edges_of_kind(u64 kind, check::Random& random) {
  std::vector<double> edges(kind == 3 ? 1 : 1 + random.below(400));
  for (double& edge : edges) {
    const double share = random.share();
    edge = kind == 0   ? share
           : kind == 1 ? std::exp(20.0 * share)
           : kind == 2 ? (share < 0.1 ? 1e12 * share : std::floor(share * 50.0))
           : kind == 3 ? share
                       : std::copysign(std::ldexp(1.0 + share, 1022), share - 0.5);
  }
  std::ranges::sort(edges);
  edges.erase(std::ranges::unique(edges).begin(), edges.end());
  return edges;
}

}  // namespace

TEST("the bin of a value is the number of edges below it") {
  check::Random random(1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (u64 round = 0; round < 100; ++round) {
    const std::array first{edges_of_kind(round % 5, random),
                           edges_of_kind(random.below(5), random)};
    std::vector<double> edges = first[0];
    edges.insert(edges.end(), first[1].begin(), first[1].end());
    const std::array<i64, 3> starts{0, static_cast<i64>(first[0].size()),
                                    static_cast<i64>(edges.size())};
    const std::array<i32, 2> n_values{kNumeric, kNumeric};
    const Bins bins(edges, starts, n_values, 2);
    for (u64 pair = 0; pair < 2; ++pair) {
      const std::vector<double>& own = first[pair];
      CHECK_EQUAL(bins.n_places(pair), own.size() + 1);
      const auto check = [&](double value) {
        const auto expected = std::ranges::lower_bound(own, value) - own.begin();
        CHECK_EQUAL(static_cast<i64>(bins.locator(pair)(value)), static_cast<i64>(expected));
      };
      for (const double edge : own) {
        check(edge);
        check(std::nextafter(edge, kInfinity));
        check(std::nextafter(edge, -kInfinity));
        check(edge * random.share());
      }
      check(kInfinity);
      check(-kInfinity);
      check(0.0);
      check(std::numeric_limits<double>::quiet_NaN());
    }
  }
}

TEST("an attribute without edges has one bin") {
  const std::array<i64, 2> starts{0, 0};
  const std::array<i32, 1> n_values{kNumeric};
  const Bins bins({}, starts, n_values, 3);
  CHECK_EQUAL(bins.locator(0)(5.0), u32{0});
  CHECK_EQUAL(bins.size(), u64{6});
}

}  // namespace cutpoint
