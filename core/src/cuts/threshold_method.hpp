// Choosing one cut from the score curve of an evidence table: the threshold methods of Geurts &
// Wehenkel (2000).
//
// A method picks one of the candidates, so the test that is made was scored and is admissible.
// Where its result is a value between candidates (averaging, bootstrap), the candidate is the one
// that divides the cases as that value does. The lowest of equal cuts wins.
#pragma once
#include <array>
#include <string_view>
#include <vector>

#include "cuts/bootstrap.hpp"
#include "cuts/score_curve.hpp"

namespace cutpoint {

enum class ThresholdMethod : u8 {
  classic,     // where the measure is greatest
  kolmogorov,  // where the Kolmogorov-Smirnov distance is, whatever the measure
  median,      // where the weights of both sides are closest
  smoothing,   // where the moving average of the score curve is greatest
  averaging,   // in the middle of all cuts that are not clearly worse than the best
  bootstrap    // at the mean of the classic cuts of resamples
};
inline constexpr std::array<std::string_view, 6> kThresholdMethodNames{
    "classic", "kolmogorov", "median", "smoothing", "averaging", "bootstrap"};

struct ThresholdOptions {
  ThresholdMethod method = ThresholdMethod::classic;
  Criterion criterion;
  double least = 1.0;  // the least weight on either side
  u32 window = 21;     // smoothing: candidates that are averaged, odd
  double width = 2.5;  // averaging: standard deviations below the best (the paper's lambda)
  u32 resamples = 10;  // bootstrap
  u64 key = 0;         // bootstrap: its random numbers depend on this alone
};

// Memory that the methods reuse from one call to the next; one per thread.
struct ThresholdWorkspace {
  ScoreCurve curve;
  CurveScratch scratch;
  std::vector<double> other_scores;  // those of the Kolmogorov-Smirnov distance; moving averages
  ScoreCurve resampled;              // bootstrap: the curve of a resample,
  std::vector<double> drawn;         // its class weights by value,
  std::vector<double> drawn_totals;  // and by class
  Cells cells;
};

// Candidates by their number in the curve; kNoCandidate where there is none.
inline constexpr i64 kNoCandidate = -1;
struct ThresholdChoice {
  i64 candidate = kNoCandidate;
  // Between which the cut was sought: those averaged over, those of the resamples, else the
  // candidate itself.
  i64 lowest = kNoCandidate, highest = kNoCandidate;
};

// The curve by options.criterion is left in the workspace. Throws MeasureFailed where a score is
// not a number.
ThresholdChoice choose_threshold(const EvidenceTable& table, const ThresholdOptions& options,
                                 const RealXLogX& xlogx, ThresholdWorkspace& workspace);

// By how much a score must be better than that of a lower cut.
inline constexpr double kLeastScoreDifference = 1e-9;
// The first of the greatest scores; kNoCandidate if there is none.
i64 greatest(std::span<const double> scores);
// Fill in the moving average; at the ends, of the part of the window that is there.
void smooth(std::span<const double> scores, u32 window, std::span<double> averages);

}  // namespace cutpoint
