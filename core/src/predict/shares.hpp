// Class weights scaled to sum to 1.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/tree.hpp"

namespace cutpoint::predict {

// The sum in the order in which NumPy adds up a row: probabilities are the same to the last bit
// whether they are scaled here or there.
double pairwise_sum(std::span<const double> values);

// What is said of a case whose weights vanish: the shares of the classes at the root.
std::vector<double> root_shares(const NodeTable& tree);

void scale(std::span<double> weights, std::span<const double> otherwise);

}  // namespace cutpoint::predict
