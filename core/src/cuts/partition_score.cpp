#include "cuts/partition_score.hpp"

namespace cutpoint {

PartitionScorer::PartitionScorer(Measure measure, std::span<const double> classes, double unknown,
                                 const RealXLogX& xlogx)
    : measure_(measure),
      xlogx_(xlogx),
      known_(sum_of(classes)),
      cases_(known_ + unknown),
      xlgx_known_(xlgx(known_)),
      xlgx_cases_(xlgx(cases_)),
      xlgx_unknown_(xlgx(unknown)),
      class_information_(known_ > 0.0 ? (xlgx_known_ - RealXLogX().sum(classes)) / known_ : 0.0),
      squares_(squares_over(classes, known_)) {}

PartitionScore PartitionScorer::score(const PartitionSums& sums) const {
  if (known_ <= 0.0) return {};
  const double split = (xlgx_known_ - sums.branches) / known_;
  const double joint = (xlgx_known_ - sums.cells) / known_;
  const double gain = std::max(class_information_ + split - joint, 0.0);
  const double share = known_ / cases_;
  if (measure_ == Measure::gain_ratio) {
    const double split_of_all = (xlgx_cases_ - sums.branches - xlgx_unknown_) / cases_;
    if (split_of_all <= GainRatio::kLeastSplit) return {kNoValue, gain};
    return {GainRatio::value({share * gain, split_of_all, class_information_, 1.0}), gain};
  }
  if (measure_ == Measure::gini) {
    return {share * Gini::score_of(sums.squares, {{}, known_, squares_ * known_}), gain};
  }
  const Information information{gain, split, class_information_, 1.0};
  const double value = visit_measure(measure_, [&]<class M>(M) {
    if constexpr (M::kFamily == Family::information) return M::value(information);
    return kNoValue;
  });
  // A distance is to be small; of one attribute, what is unknown changes nothing.
  return {measure_ == Measure::distance ? value : share * value, gain};
}

}  // namespace cutpoint
