#include "grow/finish.hpp"

#include <algorithm>
#include <limits>

#include "grow/learn.hpp"
#include "numeric/prefetch.hpp"

namespace cutpoint {

namespace {

constexpr u64 kAhead = 16;  // nodes

// The training errors below each node; tests that save none are removed if the spec says so.
std::vector<double> sum_errors(GrownTree& grown, bool collapse) {
  std::vector<double> errors(grown.size());
  for (u32 i = grown.size(); i-- > 0;) {  // children come after their parents
    GrownNode& node = grown[i];
    double cases = 0.0, below = 0.0;
    for (const Weight weight : grown.classes(i)) cases += weight.cases();
    errors[i] = cases - grown.classes(i)[node.label].cases();
    if (node.attribute < 0) continue;
    for (u32 b = 0; b < node.n_branches; ++b) below += errors[node.first_child + b];
    if (collapse && below >= errors[i] - kLeastSaved) {
      node.attribute = -1;
      node.n_branches = 0;
    } else {
      errors[i] = below;
    }
  }
  return errors;
}

class CutPlacer {
 public:
  CutPlacer(const TableView& table, const PlacementColumns& columns, const GrowSpec& spec)
      : table_(table), columns_(columns), spec_(spec) {}

  double single(const GrownNode& node) const {
    const u64 a = static_cast<u64>(node.attribute);
    const WeightsBeside beside{node.left.cases(), (node.known - node.left).cases()};
    return place(spec_.placement, columns_.distinct_values[a], value(node, node.below),
                 value(node, node.above), beside) +
           0.0;  // one zero
  }
  // Of a test with several cuts, which lie where the method put them, or at values (C4.5).
  double several(const GrownNode& node, double cut) const {
    if (spec_.placement != Placement::observed) return cut;
    const auto values = columns_.distinct_values[static_cast<u64>(node.attribute)];
    return *(std::upper_bound(values.begin(), values.end(), cut) - 1) + 0.0;
  }

  // Ask for the values beside the cut of a node: they may be anywhere in the table.
  void ask_for_values(const GrownNode& node) const {
    if (node.attribute < 0 || node.is_binned || node.n_cuts > 0) return;
    const AttributeView& attribute = table_.attributes[static_cast<u64>(node.attribute)];
    if (!attribute.is_numeric()) return;
    const auto at = [&](u64 row) {
      return attribute.numeric.data + static_cast<std::ptrdiff_t>(row) * attribute.numeric.stride;
    };
    prefetch(at(node.below));
    prefetch(at(node.above));
  }

  // The values beside the single cut of a node.
  double value(const GrownNode& node, u64 row_or_code) const {
    const u64 a = static_cast<u64>(node.attribute);
    return node.is_binned ? columns_.bin_values[a][row_or_code]
                          : table_.attributes[a].numeric[row_or_code];
  }

 private:
  const TableView& table_;
  const PlacementColumns& columns_;
  const GrowSpec& spec_;
};

void add_neighbours(const GrownTree& grown, const GrownNode& node, const CutPlacer& placer,
                    CutNeighbours& neighbours) {
  if (node.n_cuts == 0) {
    neighbours.below.push_back(placer.value(node, node.below));
    neighbours.above.push_back(placer.value(node, node.above));
  }
  for (u32 c = 0; c < node.n_cuts; ++c) {
    neighbours.below.push_back(grown.cuts[node.test_start + c]);
    neighbours.above.push_back(std::numeric_limits<double>::quiet_NaN());
  }
}

void write_test(const GrownTree& grown, const GrownNode& node, const TableView& table,
                const CutPlacer& placer, u64 place_of_node, NodeTable& out) {
  const AttributeView& attribute = table.attributes[static_cast<u64>(node.attribute)];
  if (!attribute.is_numeric()) {
    out.test_start[place_of_node] = static_cast<i64>(out.branch_of.size());
    const auto first = grown.branch_of.begin() + static_cast<i64>(node.test_start);
    out.branch_of.insert(out.branch_of.end(), first, first + attribute.nominal.n_values);
    return;
  }
  out.test_start[place_of_node] = static_cast<i64>(out.cuts.size());
  if (node.n_cuts == 0) {
    out.cuts.push_back(placer.single(node));
    return;
  }
  for (u32 c = 0; c < node.n_cuts; ++c) {
    out.cuts.push_back(placer.several(node, grown.cuts[node.test_start + c]));
  }
}

}  // namespace

NodeTable finish(GrownTree& grown, const TableView& table, const PlacementColumns& columns,
                 const GrowSpec& spec, CutNeighbours* neighbours) {
  const std::vector<double> errors = sum_errors(grown, spec.collapse);
  const CutPlacer placer(table, columns, spec);
  NodeTable out(grown.n_classes());
  out.reserve(grown.size());
  out.append(1);
  std::vector<u32> order;  // level by level
  order.reserve(grown.size());
  order.push_back(0);
  for (u64 i = 0; i < order.size(); ++i) {
    // The nodes of a level lie far apart.
    if (i + 2 * kAhead < order.size()) {
      prefetch(&grown[order[i + 2 * kAhead]]);
      prefetch(grown.classes(order[i + 2 * kAhead]).data());
    }
    if (i + kAhead < order.size()) placer.ask_for_values(grown[order[i + kAhead]]);
    const GrownNode& node = grown[order[i]];
    out.label[i] = static_cast<i32>(node.label);
    out.errors[i] = errors[order[i]];
    const auto weights = grown.classes(order[i]);
    const auto distribution = out.distribution_of(i);
    for (u64 k = 0; k < weights.size(); ++k) {
      distribution[k] = weights[k].cases();
      out.cases[i] += distribution[k];
    }
    if (node.attribute < 0) continue;
    out.attribute[i] = node.attribute;
    out.n_branches[i] = static_cast<i32>(node.n_branches);
    out.first_child[i] = static_cast<i32>(out.append(node.n_branches));
    for (u32 b = 0; b < node.n_branches; ++b) order.push_back(node.first_child + b);
    write_test(grown, node, table, placer, i, out);
    if (neighbours != nullptr && table.attributes[static_cast<u64>(node.attribute)].is_numeric()) {
      add_neighbours(grown, node, placer, *neighbours);
    }
  }
  return out;
}

}  // namespace cutpoint
