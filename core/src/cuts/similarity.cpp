// Some of Berzal's table are similarities and some are distances. Here each is a dissimilarity: a
// distance stands as it is; a similarity, of which more is more alike, is negated; what the table
// already negates (Restle, Enta) is the dissimilarity on the other side of its equation.
//
// A distribution is a fuzzy set of classes: mu_A(c) is the share of class c. Cardinality is the
// sum, intersection the minimum, union the maximum, A - B is min(a, 1 - b), and the box of the
// table is the symmetric difference of its last note.
#include "cuts/similarity.hpp"

#include <algorithm>
#include <cmath>

namespace cutpoint {

namespace {

using enum SimilarityMeasure;

// A sum over classes of f(share in a, share in b).
template <class Function>
double sum_shares(const Interval& a, const Interval& b, Function f) {
  double total = 0.0;
  for (u64 c = 0; c < a.classes.size(); ++c) {
    total += f(a.classes[c] / a.weight, b.classes[c] / b.weight);
  }
  return total;
}

double squared_distance(const Interval& a, const Interval& b) {
  return sum_shares(a, b, [](double x, double y) { return (x - y) * (x - y); });
}

double bhattacharyya_distance(const Interval& a, const Interval& b) {
  constexpr double kNothing = 1e-14;
  const double rest = 1.0 - sum_shares(a, b, [](double x, double y) { return std::sqrt(x * y); });
  return rest > kNothing ? std::sqrt(rest) : 0.0;
}

double greatest_difference(const Interval& a, const Interval& b) {
  double most = 0.0;
  for (u64 c = 0; c < a.classes.size(); ++c) {
    most = std::max(most, std::abs(a.classes[c] / a.weight - b.classes[c] / b.weight));
  }
  return most;
}

double minkowski_distance(double power, const Interval& a, const Interval& b) {
  const double total =
      sum_shares(a, b, [&](double x, double y) { return std::pow(std::abs(x - y), power); });
  return std::pow(total, 1.0 / power);
}

double correlation_of(const Interval& a, const Interval& b) {
  const double norms = sum_shares(a, b, [](double x, double y) {
    const double u = 2.0 * x - 1.0, v = 2.0 * y - 1.0;
    return u * u + v * v;
  });
  return norms > 0.0 ? 1.0 - 4.0 * squared_distance(a, b) / norms : 1.0;
}

// Two fuzzy sets of classes.
struct FuzzySets {
  double both = 0.0, either = 0.0, only_a = 0.0, only_b = 0.0;
  double box = 0.0, most_box = 0.0, most_both = 0.0;

  FuzzySets(const Interval& a, const Interval& b) {
    for (u64 c = 0; c < a.classes.size(); ++c) {
      const double x = a.classes[c] / a.weight, y = b.classes[c] / b.weight;
      const double without_y = std::min(x, 1.0 - y), without_x = std::min(1.0 - x, y);
      both += std::min(x, y);
      either += std::max(x, y);
      only_a += without_y;
      only_b += without_x;
      box += std::max(without_y, without_x);
      most_box = std::max({most_box, without_y, without_x});
      most_both = std::max(most_both, std::min(x, y));
    }
  }
};

double by_sets(const Similarity& s, const FuzzySets& sets) {
  switch (s.measure) {
    case tversky:
      return -(s.theta * sets.both - s.alpha * sets.only_a - s.beta * sets.only_b);
    case restle:
      return sets.box;
    case restle_sup:
      return sets.most_box;
    case min_sum:
      return -sets.both;
    case enta:
      return 1.0 - sets.most_both;
    case ratio: {
      const double whole = sets.both + s.alpha * sets.only_a + s.beta * sets.only_b;
      return whole > 0.0 ? -sets.both / whole : 0.0;
    }
    default:
      return -sets.both / sets.either;  // Gregson
  }
}

}  // namespace

double dissimilarity(const Similarity& similarity, const Interval& a, const Interval& b) {
  if (a.weight <= 0.0 || b.weight <= 0.0) return 0.0;  // what holds no case resembles everything
  switch (similarity.measure) {
    case euclidean:
      return std::sqrt(squared_distance(a, b));
    case squared_euclidean:
      return squared_distance(a, b);
    case manhattan:
      return sum_shares(a, b, [](double x, double y) { return std::abs(x - y); });
    case dominance:
      return greatest_difference(a, b);
    case minkowski:
      return minkowski_distance(similarity.power, a, b);
    case bhattacharyya:
      return bhattacharyya_distance(a, b);
    case dot_product:
      return -sum_shares(a, b, [](double x, double y) { return x * y; });
    case correlation:
      return -correlation_of(a, b);
    default:
      return by_sets(similarity, FuzzySets(a, b));
  }
}

}  // namespace cutpoint
