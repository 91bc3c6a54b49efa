#include "scan/chooser.hpp"

#include <algorithm>
#include <cmath>
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

NodeTotals NodeChooser::begin_node(std::span<const Weight> classes, u64 key) {
  Weight weight;
  for (const Weight of_class : classes) weight += of_class;
  const NodeTotals node{classes, weight, true, 0, key};
  cut_finder_->begin_node(node);
  nominal_finder_.begin_node(node);
  return node;
}

ValueTable<i64> NodeChooser::table_of(const PlaceCounts& counts, u64 n_hidden) const {
  return {counts.counts.data(), u64{counts.n_places} + 1, counts.n_places, present_, n_hidden};
}

BinCounts NodeChooser::bins_of(const NodeTotals& node, const PlaceCounts& counts) const {
  const ValueTable<i64> table = table_of(counts, 0);
  const Weight known = node.weight - as_weight(table.weight_of(counts.n_places));
  return {table, counts.is_closed, spec_.least_on_a_side(known, n_classes_)};
}

// Whether a test must gain as much as all do on average, and cuts are those of greatest gain.
bool NodeChooser::averages_gains() const {
  return spec_.criterion.measure == Measure::gain_ratio && spec_.by_gain();
}

bool NodeChooser::is_left_out(u32 attribute) const {
  return n_values_[attribute] != kNumeric &&
         has_many_values(spec_, static_cast<u32>(n_values_[attribute]), total_cases_);
}

NodeChooser::Candidates NodeChooser::evaluate(std::span<const PlaceCounts> attributes,
                                              bool all_hidden) {
  BestSoFar best;
  Candidates candidates(attributes.size());
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
  return candidates;
}

// Let each attribute have the gain that it may have at most, if its best cut may be in a closed
// bin.
void NodeChooser::raise_to_bounds(const NodeTotals& node, std::span<const PlaceCounts> attributes,
                                  Candidates& candidates) {
  for (u64 a = 0; a < attributes.size(); ++a) {
    if (n_values_[a] != kNumeric) continue;
    const BinCounts bins = bins_of(node, attributes[a]);
    const auto is_open = bin_bounds_.open(node, bins, {});
    if (std::ranges::none_of(is_open, [](u8 open) { return open != 0; })) continue;
    candidates[a].gain = std::max(candidates[a].gain, bin_bounds_.most_gain(node, bins));
    candidates[a].usable = candidates[a].gain > kLeastGain;
    candidates[a].value = std::numeric_limits<double>::infinity();
  }
}

// What the test of the node reaches at least, where only a better one matters.
BestSoFar NodeChooser::reached_by(const Candidates& least) const {
  BestSoFar best;
  const Measure measure = spec_.criterion.measure;
  if (measure == Measure::gain_ratio) return best;
  for (const SplitCandidate& candidate : least) {
    if (!candidate.usable) continue;
    if (measure == Measure::gain) {
      best.gain = std::max(best.gain, candidate.gain);
    } else if (spec_.cut_by == CutBy::criterion) {
      best.value = std::max(best.value, candidate.value);
    }
  }
  return best;
}

// Gains are least and most where tests cost most and least. An attribute that is usable in the one
// case only may or may not count for the average.
NodeChooser::GainLines NodeChooser::lines_between(const Candidates& least, const Candidates& most,
                                                  double cases) const {
  if (spec_.criterion.measure != Measure::gain_ratio) return {};
  double low = 0.0, high = 0.0, highest_doubtful = 0.0;
  u32 n_sure = 0, n_doubtful = 0;
  for (u32 a = 0; a < most.size(); ++a) {
    if (!most[a].usable || is_left_out(a)) continue;
    if (least[a].usable) {
      low += least[a].gain;
      high += most[a].gain;
      ++n_sure;
    } else {
      highest_doubtful = std::max(highest_doubtful, most[a].gain);
      ++n_doubtful;
    }
  }
  if (n_sure == 0) return {};
  const double rounding = kRoundingOfAverage * cases, slack = GainRatio::kLeastSplit * cases;
  const bool may_be_raised = n_doubtful > 0 && highest_doubtful * n_sure > low;
  return {
      low / (n_sure + n_doubtful) - slack - rounding,
      may_be_raised ? std::numeric_limits<double>::infinity() : high / n_sure - slack + rounding};
}

std::vector<std::vector<u8>> NodeChooser::open_bins(std::span<const Weight> classes,
                                                    std::span<const PlaceCounts> attributes,
                                                    Opening opening) {
  const NodeTotals node = begin_node(classes, 0);
  GainLines lines;
  BestSoFar best;
  Candidates most(attributes.size());
  if (opening == Opening::contenders) {
    const Candidates least = evaluate(attributes, true);
    best = reached_by(least);
    if (averages_gains()) {
      most = evaluate(attributes, false);
      raise_to_bounds(node, attributes, most);
      lines = lines_between(least, most, node.weight.cases());
    }
  }
  std::vector<std::vector<u8>> is_open(attributes.size());
  for (u64 a = 0; a < attributes.size(); ++a) {
    is_open[a].resize(attributes[a].n_places);
    if (n_values_[a] != kNumeric || most[a].gain < lines.low) continue;
    const u64 most_candidates = attributes[a].n_hidden + attributes[a].n_places + 1;
    is_open[a] = bin_bounds_.open(node, bins_of(node, attributes[a]), {most_candidates, best});
  }
  return is_open;
}

NodeChoice NodeChooser::choose(std::span<const Weight> classes,
                               std::span<const PlaceCounts> attributes, Hidden hidden, u64 key) {
  const NodeTotals node = begin_node(classes, key);
  const double cases = node.weight.cases();
  const Measure measure = spec_.criterion.measure;
  Candidates most = evaluate(attributes, hidden == Hidden::counted);
  NodeChoice choice;
  choice.attribute =
      choose_attribute(most, measure, cases,
                       gain_line(most, measure, cases, [this](u32 a) { return is_left_out(a); }));
  if (choice.attribute >= 0) {
    const u64 a = static_cast<u64>(choice.attribute);
    choice.test = most[a];
    choice.branch_of = branch_of_value_[a];
  }
  const auto is_hiding = [](const PlaceCounts& counts) { return counts.n_hidden > 0; };
  const auto has_closed = [](const PlaceCounts& counts) {
    return std::ranges::any_of(counts.is_closed, [](u8 closed) { return closed != 0; });
  };
  const bool any_hidden = hidden == Hidden::at_most && spec_.penalty != Penalty::none &&
                          std::ranges::any_of(attributes, is_hiding);
  const bool any_closed = averages_gains() && std::ranges::any_of(attributes, has_closed);
  if (any_hidden || any_closed) {
    const Candidates least = any_hidden ? evaluate(attributes, true) : most;
    if (any_closed) raise_to_bounds(node, attributes, most);
    choice.is_certain = is_certain(least, most, choice.attribute, cases);
  }
  return choice;
}

// Whether the choice is the same wherever the gains and values lie between the two.
bool NodeChooser::is_certain(const Candidates& least, const Candidates& most, i32 chosen,
                             double cases) const {
  if (chosen < 0) return std::ranges::none_of(most, [](const auto& c) { return c.usable; });
  const GainLines lines = lines_between(least, most, cases);
  const Measure measure = spec_.criterion.measure;
  const double tolerance = least_difference(measure, cases);
  const SplitCandidate& best = least[static_cast<u64>(chosen)];
  if (!best.usable || best.gain < lines.high || best.value <= lowest_choice(measure) + tolerance ||
      std::isinf(most[static_cast<u64>(chosen)].value)) {
    return false;
  }
  for (u32 a = 0; a < most.size(); ++a) {
    const SplitCandidate& other = most[a];
    const bool same_cut = other.position == least[a].position && other.above == least[a].above;
    if (other.usable && least[a].usable && !same_cut) return false;
    if (static_cast<i32>(a) == chosen || !other.usable || other.value == kNoValue) continue;
    if (other.gain >= lines.low && other.value + 2.0 * tolerance >= best.value) return false;
  }
  return true;
}

}  // namespace cutpoint
