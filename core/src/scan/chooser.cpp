#include "scan/chooser.hpp"

#include <algorithm>
#include <numeric>

#include "cutpoint/tree.hpp"
#include "search/choose.hpp"
#include "search/make_finder.hpp"

namespace cutpoint {

namespace {

constexpr u64 kTabulated = u64{1} << 20;

constexpr double kRoundingOfAverage = 1e-9;  // bits per case

}  // namespace

NodeChooser::NodeChooser(const GrowSpec& spec, std::span<const i32> n_values, u32 n_classes,
                         double total_cases)
    : spec_(spec),
      n_values_(n_values.begin(), n_values.end()),
      n_classes_(n_classes),
      total_cases_(total_cases),
      xlogx_(total_cases, std::min(static_cast<u64>(total_cases), kTabulated) + 2),
      bounds_(xlogx_),
      context_{spec_, xlogx_, bounds_, n_classes},
      cut_finder_(make_finder<u32>(context_, {n_classes, 1})),
      nominal_finder_(context_, n_classes),
      bin_bounds_(context_),
      present_(n_classes),
      branch_of_value_(n_values.size()) {
  std::iota(present_.begin(), present_.end(), u32{0});
  for (u64 a = 0; a < n_values_.size(); ++a) {
    if (n_values_[a] != kNumeric) branch_of_value_[a].resize(static_cast<u64>(n_values_[a]));
  }
}

bool NodeChooser::may_be_split(std::span<const Weight> classes, u64 depth) const {
  Weight weight;
  for (const Weight of_class : classes) weight += of_class;
  const Weight least = Weight::least(spec_.min_cases);
  return weight > classes[first_heaviest(classes)] && weight >= least + least &&
         depth < spec_.max_depth;
}

NodeTotals NodeChooser::totals_of(std::span<const Weight> classes, u64 key) const {
  Weight weight;
  for (const Weight of_class : classes) weight += of_class;
  return {classes, weight, true, 0, key};
}

ValueTable<i64> NodeChooser::table_of(const PlaceCounts& counts, u64 n_hidden) const {
  return {counts.counts.data(), u64{counts.n_places} + 1, counts.n_places, present_, n_hidden};
}

std::vector<u8> NodeChooser::open_bins(std::span<const Weight> classes, const PlaceCounts& counts,
                                       std::span<const u8> is_single) {
  const NodeTotals node = totals_of(classes, 0);
  const ValueTable<i64> table = table_of(counts, 0);
  const Weight known = node.weight - as_weight(table.weight_of(counts.n_places));
  return bin_bounds_.open(node, {table, is_single}, spec_.least_on_a_side(known, n_classes_),
                          counts.n_hidden + counts.n_places + 1);
}

void NodeChooser::evaluate(std::span<const PlaceCounts> attributes, bool all_hidden,
                           std::vector<SplitCandidate>& candidates) {
  BestSoFar best;
  candidates.assign(attributes.size(), SplitCandidate());
  for (u64 a = 0; a < attributes.size(); ++a) {
    const ValueTable<i64> table =
        table_of(attributes[a], all_hidden ? attributes[a].n_hidden : u64{0});
    if (n_values_[a] == kNumeric) {
      if (table.n_values >= 2) candidates[a] = cut_finder_->find(table, best);
    } else if (table.n_values > 0) {
      candidates[a] = nominal_finder_.find(table, std::span(branch_of_value_[a]));
    }
    raise(best, candidates[a], spec_);
  }
}

NodeChoice NodeChooser::choose(std::span<const Weight> classes,
                               std::span<const PlaceCounts> attributes, Hidden hidden, u64 key) {
  const NodeTotals node = totals_of(classes, key);
  cut_finder_->begin_node(node);
  nominal_finder_.begin_node(node);
  const Measure measure = spec_.criterion.measure;
  const double cases = node.weight.cases();
  const auto is_left_out = [&](u32 a) {
    return n_values_[a] != kNumeric &&
           has_many_values(spec_, static_cast<u32>(n_values_[a]), total_cases_);
  };
  std::vector<SplitCandidate> candidates, most;
  evaluate(attributes, hidden == Hidden::counted, candidates);
  NodeChoice choice;
  choice.attribute = choose_attribute(candidates, measure, cases,
                                      gain_line(candidates, measure, cases, is_left_out));
  const bool any_hidden = std::ranges::any_of(
      attributes, [](const PlaceCounts& counts) { return counts.n_hidden > 0; });
  if (hidden == Hidden::at_most && any_hidden && spec_.penalty != Penalty::none) {
    evaluate(attributes, true, most);
    choice.needs_hidden = !is_certain(candidates, most, choice.attribute, cases);
  }
  if (choice.attribute >= 0) {
    const u64 a = static_cast<u64>(choice.attribute);
    choice.test = candidates[a];
    choice.branch_of = branch_of_value_[a];
  }
  return choice;
}

// Whether the choice is the same for any number of distinct values between the fewest and the most.
// More of them cost more, so that gains and values lie between those of the two; an attribute that
// is usable with the fewest alone may or may not count for the average.
bool NodeChooser::is_certain(std::span<const SplitCandidate> fewest,
                             std::span<const SplitCandidate> most, i32 chosen, double cases) const {
  const Measure measure = spec_.criterion.measure;
  double high = 0.0, low = 0.0, highest_doubtful = 0.0;
  u32 n_sure = 0, n_doubtful = 0;
  for (u32 a = 0; a < fewest.size(); ++a) {
    if (!fewest[a].usable) continue;
    const bool is_sure = most[a].usable;
    if (is_sure && (fewest[a].position != most[a].position || fewest[a].above != most[a].above)) {
      return false;
    }
    const bool is_left_out = n_values_[a] != kNumeric &&
                             has_many_values(spec_, static_cast<u32>(n_values_[a]), total_cases_);
    if (is_left_out) continue;
    if (is_sure) {
      high += fewest[a].gain;
      low += most[a].gain;
      ++n_sure;
    } else {
      highest_doubtful = std::max(highest_doubtful, fewest[a].gain);
      ++n_doubtful;
    }
  }
  if (chosen < 0) return std::ranges::none_of(fewest, [](const auto& c) { return c.usable; });
  double high_line = kNoValue, low_line = kNoValue;
  if (measure == Measure::gain_ratio && n_sure > 0) {
    if (n_doubtful > 0 && highest_doubtful * n_sure > low) return false;  // may raise the average
    high_line = high / n_sure - GainRatio::kLeastSplit * cases;
    low_line = low / (n_sure + n_doubtful) - GainRatio::kLeastSplit * cases;
  }
  const SplitCandidate& best = most[static_cast<u64>(chosen)];
  const double tolerance = least_difference(measure, cases);
  if (!best.usable || best.gain < high_line + kRoundingOfAverage * cases ||
      best.value <= lowest_choice(measure) + tolerance) {
    return false;
  }
  for (u32 a = 0; a < fewest.size(); ++a) {
    const SplitCandidate& other = fewest[a];
    if (static_cast<i32>(a) == chosen || !other.usable || other.value == kNoValue) continue;
    if (other.gain >= low_line - kRoundingOfAverage * cases &&
        other.value + 2.0 * tolerance >= best.value) {
      return false;
    }
  }
  return true;
}

}  // namespace cutpoint
