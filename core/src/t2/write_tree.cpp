#include "t2/write_tree.hpp"

#include <algorithm>
#include <numeric>

#include "numeric/weight.hpp"
#include "t2/intervals.hpp"

namespace cutpoint::t2 {

namespace {

// A cut, by the codes that it comes between.
struct CutBetween {
  u32 below, above;
};
// A node and its cases.
struct Branch {
  u64 node;
  std::vector<u32> rows;
};

// The middle of two numbers; the lower one if there is none between them.
double middle(double below, double above) {
  const double between = below + (above - below) * 0.5;
  return below <= between && between < above ? between : below;
}

template <class Count>
class Writer {
 public:
  Writer(const Cases<Count>& cases, u32 max_intervals)
      : cases_(cases), max_intervals_(max_intervals), tree_(cases.n_classes) {}

  // Add a leaf with these cases, of the given class if there are none.
  u64 add_leaf(std::span<const u32> rows, i32 label) {
    const u64 node = tree_.append(1);
    std::vector<Count> weights(cases_.n_classes);
    for (const u32 row : rows) weights[cases_.target[row]] += cases_.weight_of(row);
    const auto greatest = std::ranges::max_element(weights);
    tree_.label[node] = rows.empty() ? label : static_cast<i32>(greatest - weights.begin());
    weights_.insert(weights_.end(), weights.begin(), weights.end());
    return node;
  }

  // Give a node the first test with the fewest errors, unless a leaf has as few. `errors` are the
  // fewest of each attribute.
  void add_best_test(u64 node, std::span<const u32> rows, std::span<const Count> errors) {
    const auto fewest = std::ranges::min_element(errors);
    if (fewest == errors.end() || *fewest >= leaf_errors(node)) return;
    const u32 attribute = static_cast<u32>(fewest - errors.begin());
    add_test(node, rows, attribute, best_cuts(cases_.columns[attribute], rows));
  }

  // Make a leaf a test; its branches.
  std::vector<Branch> add_test(u64 node, std::span<const u32> rows, u32 attribute,
                               const std::vector<CutBetween>& cuts) {
    const Column& column = cases_.columns[attribute];
    const u32 n_known = column.numeric ? static_cast<u32>(cuts.size()) + 1 : column.n_values;
    tree_.attribute[node] = static_cast<i32>(attribute);
    tree_.n_branches[node] = static_cast<i32>(n_known) + 1;
    tree_.first_child[node] = static_cast<i32>(tree_.size());
    if (column.numeric) {
      tree_.test_start[node] = static_cast<i64>(tree_.cuts.size());
      for (const CutBetween& cut : cuts) {
        tree_.cuts.push_back(middle(column.numbers[cut.below], column.numbers[cut.above]));
      }
    } else {
      tree_.test_start[node] = static_cast<i64>(tree_.branch_of.size());
      for (u32 value = 0; value < n_known; ++value) {
        tree_.branch_of.push_back(static_cast<i32>(value));
      }
    }
    std::vector<Branch> branches(n_known + u64{1});
    for (const u32 row : rows) {
      const u32 code = column.code[row];
      const auto reached = std::ranges::lower_bound(cuts, code, {}, &CutBetween::below);
      const u32 of_known = column.numeric ? static_cast<u32>(reached - cuts.begin()) : code;
      branches[code == column.n_values ? n_known : of_known].rows.push_back(row);
    }
    for (Branch& branch : branches) branch.node = add_leaf(branch.rows, tree_.label[node]);
    return branches;
  }

  NodeTable finished() {
    const double unit = cases_.weight.empty() ? 1.0 : Weight::kCasesPerUnit;
    std::vector<Count> errors(tree_.size());
    bool has_test = false;
    for (u64 node = tree_.size(); node-- > 0;) {
      errors[node] = leaf_errors(node);
      if (!tree_.is_leaf(node)) {
        has_test = true;
        const auto first = errors.begin() + tree_.first_child[node];
        errors[node] = std::accumulate(first, first + tree_.n_branches[node], Count{0});
      }
      tree_.errors[node] = static_cast<double>(errors[node]) * unit;
      tree_.cases[node] = static_cast<double>(total(node)) * unit;
      for (u32 c = 0; c < cases_.n_classes; ++c) {
        tree_.distribution_of(node)[c] = static_cast<double>(weights_of(node)[c]) * unit;
      }
    }
    if (has_test) {
      for (u64 node = 0; node < tree_.size(); ++node) {
        tree_.has_unknown_branch.push_back(tree_.is_leaf(node) ? 0 : 1);
      }
    }
    return std::move(tree_);
  }

 private:
  std::span<const Count> weights_of(u64 node) const {
    return std::span(weights_).subspan(node * cases_.n_classes, cases_.n_classes);
  }
  Count total(u64 node) const {
    const auto weights = weights_of(node);
    return std::accumulate(weights.begin(), weights.end(), Count{0});
  }
  Count leaf_errors(u64 node) const { return total(node) - std::ranges::max(weights_of(node)); }

  // The cuts of a numeric test of these cases; none if the attribute is nominal.
  std::vector<CutBetween> best_cuts(const Column& column, std::span<const u32> rows) const {
    std::vector<CutBetween> cuts;
    if (!column.numeric) return cuts;
    std::vector<u32> present(column.n_values);
    for (const u32 row : rows) {
      if (column.code[row] < column.n_values) present[column.code[row]] = 1;
    }
    std::vector<u32> codes;
    for (u32 code = 0; code < column.n_values; ++code) {
      if (present[code] == 0) continue;
      present[code] = static_cast<u32>(codes.size());
      codes.push_back(code);
    }
    if (codes.empty()) return cuts;
    std::vector<Count> weights(codes.size() * cases_.n_classes);
    for (const u32 row : rows) {
      const u32 code = column.code[row];
      if (code == column.n_values) continue;
      weights[u64{present[code]} * cases_.n_classes + cases_.target[row]] += cases_.weight_of(row);
    }
    const u32 max_cuts = static_cast<u32>(std::min<u64>(max_intervals_, codes.size())) - 1;
    for (const u32 after : lowest_cuts<Count>(weights, cases_.n_classes, max_cuts)) {
      cuts.push_back({codes[after], codes[after + 1]});
    }
    return cuts;
  }

  const Cases<Count>& cases_;
  u32 max_intervals_;
  NodeTable tree_;
  std::vector<Count> weights_;  // nodes x classes
};

}  // namespace

template <class Count>
NodeTable write_tree(const Cases<Count>& cases, u32 max_intervals, const Candidate& best,
                     const Search<Count>& search) {
  Writer<Count> writer(cases, max_intervals);
  std::vector<u32> rows(cases.size());
  std::iota(rows.begin(), rows.end(), u32{0});
  writer.add_leaf(rows, 0);
  if (best.root == kLeafOnly) return writer.finished();
  const std::vector<Count> errors = search.errors_below(best.root, best.cut);
  if (best.root == kOneTest) {
    writer.add_best_test(0, rows, errors);
    return writer.finished();
  }
  std::vector<CutBetween> cuts;
  if (best.cut != kNoCut) {
    const u32 cut = static_cast<u32>(best.cut);
    cuts.push_back({cut, cut + 1});
  }
  const auto branches = writer.add_test(0, rows, static_cast<u32>(best.root), cuts);
  for (u64 b = 0; b < branches.size(); ++b) {
    std::vector<Count> here(cases.n_attributes());
    for (u64 a = 0; a < here.size(); ++a) here[a] = errors[a * branches.size() + b];
    writer.add_best_test(branches[b].node, branches[b].rows, here);
  }
  return writer.finished();
}

template NodeTable write_tree(const Cases<i32>&, u32, const Candidate&, const Search<i32>&);
template NodeTable write_tree(const Cases<i64>&, u32, const Candidate&, const Search<i64>&);

}  // namespace cutpoint::t2
