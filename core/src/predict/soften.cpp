#include "predict/soften.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "predict/branch.hpp"
#include "predict/prepared_tree.hpp"
#include "predict/walk.hpp"

namespace cutpoint::predict {

namespace {

// A case of a node: its value, and whether the subtrees err on it.
template <class Real>
struct Outcome {
  Real value;
  bool wrong_below, wrong_above;
};

// The bounds of one cut. In single precision C4.5 takes a value that is no further above a cut
// than `near` for one below it.
template <class Real>
class BoundFinder {
 public:
  BoundFinder(std::vector<Outcome<Real>>& outcomes, Real cut) : outcomes_(outcomes), cut_(cut) {
    std::ranges::stable_sort(outcomes_, {}, &Outcome<Real>::value);
  }

  std::pair<Real, Real> find() {
    if (outcomes_.empty()) return {cut_, cut_};
    const Real limit = error_limit();
    low_ = std::min(cut_, outcomes_.front().value);
    high_ = std::max(cut_, outcomes_.back().value);
    i64 errors = n_wrong_above_, errors_before = 0;  // with the cut at a value, and at the last
    bool is_first = true;
    Real before = outcomes_.front().value;
    for (u64 i = 0; i < outcomes_.size(); ++i) {
      const auto& [value, wrong_below, wrong_above] = outcomes_[i];
      errors += (wrong_below ? 1 : 0) - (wrong_above ? 1 : 0);
      if (i + 1 < outcomes_.size() && value == outcomes_[i + 1].value) continue;
      if (!is_first) look_between({before, errors_before}, {value, errors}, limit);
      before = value;
      errors_before = errors;
      is_first = false;
    }
    return {low_, high_};
  }

 private:
  struct Point {
    Real value;
    i64 errors;
  };

  bool is_below(Real value) const {
    constexpr double kNear = sizeof(Real) == 4 ? 1e-6 : 0.0;
    return static_cast<double>(value) <= static_cast<double>(cut_) + kNear;
  }

  Real error_limit() {
    i64 now = 0;
    for (const auto& [value, wrong_below, wrong_above] : outcomes_) {
      n_wrong_above_ += wrong_above ? 1 : 0;
      now += (is_below(value) ? wrong_below : wrong_above) ? 1 : 0;
    }
    const double errors = static_cast<double>(now), n = static_cast<double>(outcomes_.size());
    return static_cast<Real>(errors + std::sqrt((errors + 0.5) * (n - errors + 0.5) / (n + 1.0)));
  }

  // Where the errors cross the limit between two neighbouring values.
  void look_between(Point p, Point q, Real limit) {
    const auto real = [](i64 count) { return static_cast<Real>(count); };
    const auto above = [&](i64 errors) {
      return static_cast<double>(errors) > static_cast<double>(limit);
    };
    const bool below = is_below(q.value);
    const Real gap = q.value - p.value;
    if (!found_low_ && above(p.errors) && !above(q.errors) && below) {
      low_ = q.value - gap * ((limit - real(q.errors)) / real(p.errors - q.errors));
      found_low_ = true;
    } else if (!above(p.errors) && above(q.errors) && !below) {
      high_ =
          std::max(cut_, p.value + gap * ((limit - real(p.errors)) / real(q.errors - p.errors)));
    }
  }

  std::vector<Outcome<Real>>& outcomes_;
  Real cut_, low_ = 0, high_ = 0;
  i64 n_wrong_above_ = 0;
  bool found_low_ = false;
};

template <class Real>
class Softener {
 public:
  Softener(const PreparedTree<Real>& prepared, const TableView& cases, Progress& progress)
      : prepared_(prepared),
        tree_(prepared.tree),
        cases_(cases),
        progress_(progress),
        parts_(prepared.steps, prepared.weights),
        sums_(prepared.tree.n_classes),
        rows_(cases.n_rows) {
    std::iota(rows_.begin(), rows_.end(), u32{0});
    read_cells();
  }

  CutBounds soften() {
    CutBounds bounds{tree_.cuts, tree_.cuts};
    std::vector<Range> pending{{0, 0, rows_.size()}};
    while (!pending.empty()) {
      progress_.check();
      const Range range = pending.back();
      pending.pop_back();
      if (tree_.is_leaf(range.node) || range.first == range.last) continue;
      if (is_numeric(range.node) && tree_.n_known_branches(range.node) == 2) {
        const u64 c = static_cast<u64>(tree_.test_start[range.node]);
        std::tie(bounds.lower[c], bounds.upper[c]) = bounds_of(range);
      }
      divide(range, pending);
    }
    return bounds;
  }

 private:
  struct Range {  // the cases of a node, among rows_
    u64 node, first, last;
  };

  void read_cells() {
    const u64 width = cases_.attributes.size();
    cells_.resize((width + 1) * cases_.n_rows);
    BlockReader<Real> reader(cases_, prepared_.tested, Infinite::accept, Layout::tile);
    for (u64 first = 0; first < cases_.n_rows; first += kTileRows) {
      const auto n_rows = static_cast<u32>(std::min<u64>(kTileRows, cases_.n_rows - first));
      const Block<Real> tile = reader.read(first, n_rows);
      for (const u32 a : prepared_.tested.attributes) {
        for (u32 row = 0; row < n_rows; ++row) {
          cells_[(first + row) * (width + 1) + a] = tile.value(row, static_cast<i32>(a));
        }
      }
    }
    block_ = {cells_.data(), static_cast<i64>(width + 1), Layout::matrix, Known::some, 0};
  }

  bool is_numeric(u64 node) const {
    return prepared_.tested.n_values[static_cast<u64>(tree_.attribute[node])] == kNumeric;
  }
  Real cell(u64 node, u32 row) const { return block_.value(row, tree_.attribute[node]); }

  std::pair<Real, Real> bounds_of(const Range& range) {
    known_.clear();
    for (u64 i = range.first; i < range.last; ++i) {
      if (!std::isnan(cell(range.node, rows_[i]))) known_.push_back(rows_[i]);
    }
    const u32 child = static_cast<u32>(tree_.first_child[range.node]);
    const std::vector<u8> below = is_wrong(child), above = is_wrong(child + 1);
    std::vector<Outcome<Real>> outcomes(known_.size());
    for (u64 i = 0; i < known_.size(); ++i) {
      outcomes[i] = {cell(range.node, known_[i]), below[i] != 0, above[i] != 0};
    }
    const double cut = tree_.cuts[static_cast<u64>(tree_.test_start[range.node])];
    return BoundFinder<Real>(outcomes, static_cast<Real>(cut)).find();
  }

  // Whether a subtree gives each of the known cases another class than its own.
  std::vector<u8> is_wrong(u32 subtree) {
    at_.assign(known_.size(), subtree);
    moving_.resize(known_.size());
    std::iota(moving_.begin(), moving_.end(), u32{0});
    std::vector<u8> wrong(known_.size());
    with_walk<Known::some>(prepared_.steps, block_, [&](const auto& walk) {
      walk.finish(known_, at_, moving_);
      for (u64 i = 0; i < known_.size(); ++i) {
        i32 code = prepared_.code_at[at_[i]];
        if (code == kDivided) {
          parts_.clear();
          parts_.add(known_[i], at_[i]);
          code = greatest<Real>(prepared_.sum_of(parts_.follow(walk), sums_));
        }
        wrong[i] = code != cases_.classes[known_[i]] ? 1 : 0;
      }
    });
    return wrong;
  }

  // Every branch goes on with its own cases.
  void divide(const Range& range, std::vector<Range>& pending) {
    const u64 n_branches = static_cast<u64>(tree_.n_branches[range.node]);
    std::vector<std::vector<u32>> of_branch(n_branches);
    for (u64 i = range.first; i < range.last; ++i) {
      const u32 row = rows_[i];
      const i32 b = branch_of(tree_, is_numeric(range.node), range.node, cell(range.node, row));
      if (b != kNoBranch) of_branch[static_cast<u64>(b)].push_back(row);
    }
    u64 first = range.first;
    for (u64 b = 0; b < n_branches; ++b) {
      std::ranges::copy(of_branch[b], rows_.begin() + static_cast<i64>(first));
      const u64 last = first + of_branch[b].size();
      if (last > first) pending.push_back({tree_.child(range.node, b), first, last});
      first = last;
    }
  }

  const PreparedTree<Real>& prepared_;
  const NodeTable& tree_;
  const TableView& cases_;
  Progress& progress_;
  Parts<Real> parts_;
  std::vector<Real> sums_, cells_;
  Block<Real> block_;
  std::vector<u32> rows_, known_, at_, moving_;
};

template <class Real>
CutBounds soften_in(NodeTable tree, std::vector<i32> n_values, const TableView& cases,
                    Progress& progress) {
  const PreparedTree<Real> prepared(std::move(tree), std::move(n_values));
  return Softener<Real>(prepared, cases, progress).soften();
}

}  // namespace

CutBounds soften(NodeTable tree, std::vector<i32> n_values, Precision precision,
                 const TableView& cases, Progress& progress) {
  check_predictable(tree, n_values);
  check_columns(cases, n_values);
  if (precision == Precision::in_single) {
    return soften_in<float>(std::move(tree), std::move(n_values), cases, progress);
  }
  return soften_in<double>(std::move(tree), std::move(n_values), cases, progress);
}

}  // namespace cutpoint::predict
