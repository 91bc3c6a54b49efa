#include "t2/search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "numeric/logarithm.hpp"
#include "parallel/parallel_for.hpp"

namespace cutpoint::t2 {

namespace {

// The part of all weight that a tree must save to be better than a leaf, if cases are weighted.
constexpr i64 kLeastPart = 1'000'000;
// How many times the cost of a sweep over all cuts of a root may be spent on stretches of them.
// Usually the bounds save more than that.
constexpr double kPatience = 2.0;

template <class Count>
i64 fewest(const SideErrors<Count>& side) {
  i64 least = std::numeric_limits<i64>::max() / 4;
  for (const auto& entry : *side) least = std::min(least, i64{entry.errors});
  return least;
}

}  // namespace

template <class Count>
Search<Count>::Workspace::Workspace(const Search& search)
    : stump(search.cases_, search.options_.max_intervals),
      sweep(search.cases_, search.options_.max_intervals, search.progress_) {}

template <class Count>
Search<Count>::Search(const Cases<Count>& cases, const T2Options& options, Progress& progress)
    : cases_(cases), options_(options), progress_(progress) {
  for (const Column& column : cases.columns) {
    costs_.push_back(costs_of(column));
    if (column.numeric && column.n_values > 1) n_cuts_ += column.n_values - 1;
  }
}

template <class Count>
Candidate Search<Count>::run() {
  try_fewer_levels();
  try_full_roots();
  const u32 n_threads = std::max(options_.n_threads, u32{1});
  parallel_for(n_threads, n_threads, [&](u64) {
    Workspace workspace(*this);
    work(workspace);
  });
  progress_.check();
  progress_.advance(cases_.size() - n_reported_);
  return best_;
}

template <class Count>
void Search<Count>::try_fewer_levels() {
  std::vector<i64> weights(cases_.n_classes);
  for (u32 row = 0; row < cases_.size(); ++row)
    weights[cases_.target[row]] += cases_.weight_of(row);
  const i64 total = std::accumulate(weights.begin(), weights.end(), i64{0});
  const i64 least_saving = cases_.weight.empty() ? 0 : total / kLeastPart;
  best_ = {total - *std::max_element(weights.begin(), weights.end()) - least_saving};
  for (const Count errors : errors_below(kOneTest, kNoCut)) {
    best_ = std::min(best_, {errors, kOneTest, kNoCut});
  }
}

template <class Count>
void Search<Count>::try_full_roots() {
  const u32 n_attributes = cases_.n_attributes();
  std::vector<Count> unknown(n_attributes);
  for (u32 root = 0; root < n_attributes; ++root) {
    const Column& column = cases_.columns[root];
    if (column.numeric && !column.has_unknown) continue;
    const std::vector<Count> errors = errors_below(static_cast<i32>(root), kNoCut);
    const u64 n_branches = errors.size() / n_attributes;
    i64 total = 0;
    for (u64 b = 0; b < n_branches; ++b) {
      Count least = errors[b];
      for (u64 a = 1; a < n_attributes; ++a) least = std::min(least, errors[a * n_branches + b]);
      total += least;
      unknown[root] = least;  // the last branch is that of unknown values
    }
    best_ = std::min(best_, {total, static_cast<i32>(root), kNoCut});
  }
  auto nothing = std::make_shared<std::vector<AttributeErrors<Count>>>();
  for (u32 a = 0; a < n_attributes; ++a) nothing->push_back({a, 0});
  std::vector<Stretch<Count>> stretches;
  for (u32 root = 0; root < n_attributes; ++root) {
    const Column& column = cases_.columns[root];
    if (!column.numeric) continue;
    add_stretch({.root = root,
                 .low = kNoCut,
                 .high = static_cast<i32>(column.n_values) - 1,
                 .lower = nothing,
                 .upper = nothing,
                 .unknown = unknown[root]},
                stretches);
  }
  roots_.resize(n_attributes);
  for (const auto& stretch : stretches) {
    roots_[stretch.root] = {stretch, kPatience * sweep_cost(stretch)};
    queue_.push(stretch);
  }
}

template <class Count>
std::vector<Count> Search<Count>::errors_below(i32 root, i32 cut) const {
  Branching<Count> branching;
  if (root == kOneTest) {
    keep_together(cases_, branching);
  } else {
    assign_branches(cases_, static_cast<u32>(root), cut, branching);
  }
  const u32 n_branches = branching.n_branches();
  const u32 n_attributes = cases_.n_attributes();
  std::vector<Count> errors(u64{n_attributes} * n_branches);
  std::vector<StumpErrors<Count>> stumps(n_workers(n_attributes, options_.n_threads),
                                         StumpErrors<Count>(cases_, options_.max_intervals));
  parallel_for(n_attributes, options_.n_threads, [&](u64 a, u32 worker) {
    progress_.check();
    stumps[worker].evaluate(static_cast<u32>(a), branching,
                            std::span(errors).subspan(a * n_branches, n_branches));
  });
  return errors;
}

template <class Count>
void Search<Count>::work(Workspace& workspace) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return !queue_.empty() || n_running_ == 0 || failed_; });
    if (queue_.empty() || failed_) return;
    const Stretch<Count> stretch = queue_.top();
    queue_.pop();
    const Candidate best = best_;
    const Step step = next_step(stretch);
    if (step == Step::skip) {
      settle(stretch.n_cuts());
      continue;
    }
    ++n_running_;
    lock.unlock();
    Outcome outcome;
    try {
      if (step == Step::sweep) {
        outcome.found = swept(roots_[stretch.root].all, best, workspace);
      } else {
        outcome = halve(stretch, best, workspace);
      }
    } catch (...) {
      lock.lock();
      failed_ = true;
      changed_.notify_all();
      throw;
    }
    lock.lock();
    --n_running_;
    best_ = std::min(best_, outcome.found);
    i64 n_settled = stretch.n_cuts();
    for (auto& part : outcome.parts) {
      n_settled -= part.n_cuts();
      queue_.push(std::move(part));
    }
    settle(n_settled);
    changed_.notify_all();
  }
}

template <class Count>
auto Search<Count>::halve(const Stretch<Count>& stretch, const Candidate& best,
                          Workspace& workspace) const -> Outcome {
  const SideErrors<Count> lower = promising(stretch.lower, fewest(stretch.upper), stretch, best);
  const SideErrors<Count> upper = promising(stretch.upper, fewest(stretch.lower), stretch, best);
  const i32 middle = middle_of(stretch);
  assign_branches(cases_, stretch.root, middle, workspace.branching);
  auto below = std::make_shared<std::vector<AttributeErrors<Count>>>();
  auto above = std::make_shared<std::vector<AttributeErrors<Count>>>();
  auto next_lower = lower->begin(), next_upper = upper->begin();
  Count errors[3];
  while (next_lower != lower->end() || next_upper != upper->end()) {
    progress_.check();
    const bool in_lower =
        next_lower != lower->end() &&
        (next_upper == upper->end() || next_lower->attribute <= next_upper->attribute);
    const bool in_upper =
        next_upper != upper->end() &&
        (next_lower == lower->end() || next_upper->attribute <= next_lower->attribute);
    const u32 attribute = in_lower ? next_lower->attribute : next_upper->attribute;
    workspace.stump.evaluate(attribute, workspace.branching, errors);
    if (in_lower) below->push_back({attribute, errors[0]}), ++next_lower;
    if (in_upper) above->push_back({attribute, errors[1]}), ++next_upper;
  }
  Outcome outcome;
  if (below->empty() || above->empty()) return outcome;
  outcome.found = {fewest<Count>(below) + fewest<Count>(above) + stretch.unknown,
                   static_cast<i32>(stretch.root), middle};
  Stretch<Count> part = stretch;
  part.high = middle;
  part.lower = lower;
  part.upper = above;
  add_stretch(part, outcome.parts);
  part.low = middle;
  part.high = stretch.high;
  part.lower = below;
  part.upper = upper;
  add_stretch(part, outcome.parts);
  return outcome;
}

template <class Count>
Candidate Search<Count>::swept(const Stretch<Count>& stretch, const Candidate& best,
                               Workspace& workspace) const {
  const CutRange range{cases_.columns[stretch.root], stretch.low, stretch.high};
  std::vector<i64> total(range.n_cuts(), stretch.unknown);
  for (const Side side : {Side::lower, Side::upper}) {
    const auto& [here, there] = side == Side::lower ? std::tie(stretch.lower, stretch.upper)
                                                    : std::tie(stretch.upper, stretch.lower);
    std::vector<Count> least(range.n_cuts(), std::numeric_limits<Count>::max());
    const SideErrors<Count> wanted = promising(here, fewest(there), stretch, best);
    for (const auto& entry : *wanted) {
      workspace.sweep.run(range, side, entry.attribute, least);
    }
    for (u64 i = 0; i < total.size(); ++i) total[i] += least[i];
  }
  const auto first = std::ranges::min_element(total);
  return {*first, static_cast<i32>(stretch.root),
          stretch.low + 1 + static_cast<i32>(first - total.begin())};
}

template <class Count>
bool Search<Count>::hopeless(i64 bound, u32 root, i32 low, const Candidate& best) const {
  if (options_.bounds == T2Bounds::ignored) return false;
  return Candidate{bound, static_cast<i32>(root), low + 1} > best;
}

template <class Count>
SideErrors<Count> Search<Count>::promising(const SideErrors<Count>& side, i64 elsewhere,
                                           const Stretch<Count>& stretch,
                                           const Candidate& best) const {
  auto kept = std::make_shared<std::vector<AttributeErrors<Count>>>();
  for (const auto& entry : *side) {
    const i64 bound = entry.errors + elsewhere + stretch.unknown;
    if (!hopeless(bound, stretch.root, stretch.low, best)) kept->push_back(entry);
  }
  return kept->size() == side->size() ? side : kept;
}

template <class Count>
void Search<Count>::add_stretch(Stretch<Count> stretch, std::vector<Stretch<Count>>& parts) const {
  if (stretch.n_cuts() < 1) return;
  stretch.bound = fewest(stretch.lower) + fewest(stretch.upper) + stretch.unknown;
  parts.push_back(std::move(stretch));
}

// The cut that divides the cases between two cuts as evenly as can be.
template <class Count>
i32 Search<Count>::middle_of(const Stretch<Count>& stretch) const {
  const std::vector<u32>& start = cases_.columns[stretch.root].start;
  const auto first = start.begin() + stretch.low + 1, last = start.begin() + stretch.high + 1;
  const u32 half = static_cast<u32>((u64{*first} + *last) / 2);
  const i32 middle =
      stretch.low + static_cast<i32>(std::lower_bound(first, last + 1, half) - first);
  return std::clamp(middle, stretch.low + 1, stretch.high - 1);
}

// Count cuts that need no further look.
template <class Count>
void Search<Count>::settle(i64 n_cuts) {
  n_settled_ += n_cuts;
  const i64 reported =
      static_cast<i64>(static_cast<double>(cases_.size()) * static_cast<double>(n_settled_) /
                       static_cast<double>(std::max(n_cuts_, i64{1})));
  progress_.advance(reported - n_reported_);
  n_reported_ = reported;
}

template <class Count>
auto Search<Count>::costs_of(const Column& column) const -> Costs {
  const double n_cases = cases_.size(), n_classes = cases_.n_classes;
  if (!column.numeric) return {.one_cut = 5.0 * n_cases, .begin_sweep = 0.0, .moved_case = 5.0};
  const u32 n_intervals = useful_intervals(column, options_.max_intervals);
  const double n_blocks = n_blocks_for(column.n_values, cases_.n_classes, n_intervals);
  const double j = n_intervals, row = j * n_classes;
  const double join = 10.0 + 0.25 * n_classes * (row + n_classes * row * (j - 1) / 2);
  return {.one_cut = (5.0 + j) * n_cases,
          .begin_sweep = 2 * n_blocks * join,
          .moved_case = (lg(n_blocks) + 1) * join};
}

template <class Count>
double Search<Count>::sweep_cost(const Stretch<Count>& stretch) const {
  const Column& root = cases_.columns[stretch.root];
  const double n_moved = root.start[static_cast<u64>(stretch.high) + 1] -
                         root.start[static_cast<u64>(i64{stretch.low} + 1)];
  double cost = 0.0;
  for (const auto& side : {stretch.lower, stretch.upper}) {
    for (const auto& entry : *side) {
      const Costs& costs = costs_[entry.attribute];
      cost += costs.begin_sweep + n_moved * costs.moved_case;
    }
  }
  return cost;
}

template <class Count>
double Search<Count>::halving_cost(const Stretch<Count>& stretch) const {
  double below = 0.0, above = 0.0;
  for (const auto& entry : *stretch.lower) below += costs_[entry.attribute].one_cut;
  for (const auto& entry : *stretch.upper) above += costs_[entry.attribute].one_cut;
  return std::max(below, above);
}

template <class Count>
auto Search<Count>::next_step(const Stretch<Count>& stretch) -> Step {
  Root& root = roots_[stretch.root];
  if (root.swept || hopeless(stretch.bound, stretch.root, stretch.low, best_)) return Step::skip;
  const bool by_cost = options_.sweep == T2Sweep::by_cost;
  if (options_.sweep == T2Sweep::always || (by_cost && root.budget <= 0)) {
    root.swept = true;
    return Step::sweep;
  }
  root.budget -= halving_cost(stretch);
  return Step::halve;
}

template class Search<i32>;
template class Search<i64>;

}  // namespace cutpoint::t2
