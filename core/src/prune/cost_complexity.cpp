#include "prune/cost_complexity.hpp"

#include <algorithm>
#include <utility>

namespace cutpoint {

namespace {

constexpr i32 kNone = -1;

// What becomes of a test at its strength: so many leaves fewer, so much more risk.
struct Collapse {
  double strength = 0.0, leaves = 0.0, risk = 0.0;
};

// The collapses below each node, by descending strength: leftist heaps, which are merged in
// O(log n). The entry of a test is its own number.
class Heaps {
 public:
  explicit Heaps(u64 n_nodes) : collapse_(n_nodes), links_(n_nodes) {}

  const Collapse& operator[](i32 entry) const { return collapse_[at(entry)]; }
  i32 add(i32 entry, const Collapse& collapse, i32 heap) {
    collapse_[at(entry)] = collapse;
    return merged(entry, heap);
  }
  i32 merged(i32 a, i32 b) {
    if (a == kNone || b == kNone) return a == kNone ? b : a;
    if (collapse_[at(a)].strength < collapse_[at(b)].strength) std::swap(a, b);
    Links& links = links_[at(a)];
    links.right = merged(links.right, b);
    if (length(links.left) < length(links.right)) std::swap(links.left, links.right);
    links.length = length(links.right) + 1;
    return a;
  }
  i32 without_first(i32 heap) { return merged(links_[at(heap)].left, links_[at(heap)].right); }

 private:
  struct Links {
    i32 left = kNone, right = kNone, length = 1;  // of the way to the nearest gap: O(log n)
  };
  static u64 at(i32 entry) { return static_cast<u64>(entry); }
  i32 length(i32 entry) const { return entry == kNone ? 0 : links_[at(entry)].length; }

  std::vector<Collapse> collapse_;
  std::vector<Links> links_;
};

// When a test becomes a leaf, by how it and what is below it fare without anything above. Seen from
// the strongest pruning, where all branches are leaves: as long as some collapse below is stronger
// than the test's own would be, it comes after the test is gone, and does not happen.
Collapse collapse_of(u64 node, const NodeTable& tree, std::span<const double> risk, Heaps& heaps,
                     i32& heap) {
  double below = 0.0, leaves = static_cast<double>(tree.n_branches[node]);
  for (u64 b = 0; b < static_cast<u64>(tree.n_branches[node]); ++b) {
    below += risk[tree.child(node, b)];
  }
  while (true) {
    const double more = risk[node] - below;
    const double strength = leaves > 1.0 ? more / (leaves - 1.0) : 0.0;
    if (heap == kNone || heaps[heap].strength < strength) {
      return {strength < kNoRisk ? 0.0 : strength, leaves - 1.0, more};
    }
    leaves += heaps[heap].leaves;
    below -= heaps[heap].risk;
    heap = heaps.without_first(heap);
  }
}

}  // namespace

std::vector<double> pruning_strengths(const NodeTable& tree, std::span<const double> risk) {
  std::vector<double> strengths(tree.size());
  std::vector<i32> heap_of(tree.size(), kNone);
  Heaps heaps(tree.size());
  for (u64 node = tree.size(); node-- > 0;) {  // children come after their parent
    if (tree.is_leaf(node)) continue;
    i32 heap = kNone;
    for (u64 b = 0; b < static_cast<u64>(tree.n_branches[node]); ++b) {
      heap = heaps.merged(heap, heap_of[tree.child(node, b)]);
    }
    const Collapse collapse = collapse_of(node, tree, risk, heaps, heap);
    strengths[node] = collapse.strength;
    heap_of[node] = heaps.add(static_cast<i32>(node), collapse, heap);
  }
  for (u64 node = 0; node < tree.size(); ++node) {
    for (u64 b = 0; b < static_cast<u64>(tree.n_branches[node]); ++b) {
      double& below = strengths[tree.child(node, b)];
      below = std::min(below, strengths[node]);
    }
  }
  return strengths;
}

}  // namespace cutpoint
