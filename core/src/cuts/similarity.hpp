// How alike two class distributions are: the measures of Berzal et al. (2004), Table 1.
#pragma once
#include <array>
#include <span>
#include <string_view>

#include "cutpoint/integers.hpp"

namespace cutpoint {

enum class SimilarityMeasure : u8 {
  euclidean,
  squared_euclidean,
  manhattan,
  dominance,
  minkowski,
  bhattacharyya,
  dot_product,
  correlation,
  tversky,
  restle,
  restle_sup,
  min_sum,
  enta,
  ratio,
  gregson
};
inline constexpr std::array<std::string_view, 15> kSimilarityNames{
    "euclidean",     "squared_euclidean", "manhattan",   "dominance", "minkowski",
    "bhattacharyya", "dot_product",       "correlation", "tversky",   "restle",
    "restle_sup",    "min_sum",           "enta",        "ratio",     "gregson"};

// A measure and its parameters.
struct Similarity {
  SimilarityMeasure measure = SimilarityMeasure::euclidean;
  double power = 2.0;              // of Minkowski's metric, at least 1
  double theta = 1.0;              // Tversky's model: what the classes in common count,
  double alpha = 1.0, beta = 1.0;  // and those of one side alone; the ratio model has these two
};

// The class weights of an interval, and their sum.
struct Interval {
  std::span<const double> classes;
  double weight = 0.0;
};

// How unlike two intervals are: less is more alike, whichever way the table has it.
double dissimilarity(const Similarity& similarity, const Interval& a, const Interval& b);

}  // namespace cutpoint
