// Growing from batches: rows are sent down and counted, and tests are chosen from the counts.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "grow/finish.hpp"
#include "grow/learn.hpp"
#include "interruptible.hpp"
#include "numeric/split_mix.hpp"
#include "prune/error_based.hpp"
#include "rooms.hpp"
#include "scan/chooser.hpp"
#include "scan/count.hpp"
#include "spec.hpp"
#include "table.hpp"
#include "tree.hpp"

namespace cutpoint::bindings {

namespace {

template <class T>
std::vector<T> copied(const Vector<T>& array) {
  return {array.data(), array.data() + array.size()};
}

constexpr double kMostCases = 4e9;  // units of all cases must fit into 63 bits

void check_cases(double total_cases) {
  if (!(total_cases >= 0.0 && total_cases <= kMostCases)) {
    throw InputError("total_cases is not a number of cases");
  }
}

// Where rows arrive, and what is counted there. Several threads have one each.
class Scan {
 public:
  Scan(NodeTable nodes, const Vector<double>& fraction, const Vector<i32>& slot, i64 least_units,
       const Vector<i32>& n_values)
      : nodes_(std::move(nodes)),
        fraction_(copied(fraction)),
        slot_(copied(slot)),
        n_values_(copied(n_values)),
        least_(Weight::of_units(std::max(least_units, i64{1}))) {
    check_size(fraction, nodes_.size(), "fraction");
    check_size(slot, nodes_.size(), "slot");
    check_tree(nodes_, n_values_);
    check_range(span_of(slot), -1, static_cast<i64>(nodes_.size()), "slot");
    for (const double share : fraction_) {
      if (!(share >= 0.0 && share <= 1.0)) throw InputError("fraction is not from 0 to 1");
    }
    for (const i32 number : slot_) n_slots_ = std::max(n_slots_, static_cast<u64>(number + 1));
  }

  // Count in these bins: see scan/bins.hpp.
  void set_bins(const Vector<double>& edges, const Vector<i64>& starts) {
    check_size(starts, n_slots_ * n_values_.size() + 1, "starts");
    check_range(span_of(starts), 0, static_cast<i64>(edges.size()), "starts");
    if (!std::ranges::is_sorted(span_of(starts))) throw InputError("starts is not sorted");
    edges_ = copied(edges);
    starts_ = copied(starts);
    bins_ = std::make_unique<Bins>(edges_, starts_, n_values_, nodes_.n_classes);
    open_.reset();
    counts_.reset();  // what was counted had no such bins
  }
  // Collect the values of these places.
  void set_open(const Vector<u8>& open) {
    if (bins_ == nullptr) throw InputError("there are no bins to open");
    check_size(open, bins_->size(), "open");
    open_ = std::make_unique<OpenBins>(*bins_, copied(open));
  }

  void count(const HeldTable& table) {
    check(table);
    nb::gil_scoped_release release;
    prepare();
    send_down(table.view());
    count_totals(parts_, nodes_.n_classes, *counts_);
    if (bins_ == nullptr) return;
    by_node_.set(parts_, n_slots_);
    count_places(by_node_, table.view(), *bins_, *counts_);
  }
  void open(const HeldTable& table) {
    check(table);
    if (open_ == nullptr) throw InputError("nothing is open");
    nb::gil_scoped_release release;
    send_down(table.view());
    by_node_.set(parts_, n_slots_);
    values_.add(by_node_, table.view(), *bins_, *open_);
  }
  // The parts of rows that arrive: rows, slots and units.
  nb::tuple parts(const HeldTable& table) {
    check(table);
    {
      nb::gil_scoped_release release;
      send_down(table.view());
    }
    std::vector<i64> units(parts_.size());
    for (u64 i = 0; i < units.size(); ++i) units[i] = parts_.weights[i].units();
    std::vector<i32> rows(parts_.rows.begin(), parts_.rows.end());
    std::vector<i32> slots(parts_.slots.begin(), parts_.slots.end());
    return nb::make_tuple(to_numpy(std::move(rows)), to_numpy(std::move(slots)),
                          to_numpy(std::move(units)));
  }

  nb::tuple counts() {
    prepare();
    return nb::make_tuple(to_numpy(counts_->totals), to_numpy(counts_->n_parts),
                          to_numpy(counts_->places));
  }
  nb::tuple values() { return arrays_of(values_.combined()); }

  static nb::tuple arrays_of(const std::vector<OpenValues::Entry>& entries) {
    std::vector<i64> pairs(entries.size()), units(entries.size());
    std::vector<double> values(entries.size());
    std::vector<i32> classes(entries.size());
    for (u64 i = 0; i < entries.size(); ++i) {
      pairs[i] = static_cast<i64>(entries[i].pair);
      values[i] = entries[i].value;
      classes[i] = static_cast<i32>(entries[i].cls);
      units[i] = entries[i].units;
    }
    return nb::make_tuple(to_numpy(std::move(pairs)), to_numpy(std::move(values)),
                          to_numpy(std::move(classes)), to_numpy(std::move(units)));
  }

 private:
  void check(const HeldTable& table) const {
    if (!std::ranges::equal(table.n_values(), n_values_) ||
        table.view().n_classes != nodes_.n_classes) {
      throw InputError("the batch has other attributes or classes than the tree");
    }
  }
  void prepare() {
    if (counts_ != nullptr) return;
    counts_ = std::make_unique<LevelCounts>(n_slots_, nodes_.n_classes,
                                            bins_ == nullptr ? u64{0} : bins_->size());
  }
  void send_down(const TableView& table) {
    parts_.clear();
    route({nodes_, fraction_, slot_, least_}, table, parts_);
  }

  NodeTable nodes_;
  std::vector<double> fraction_;
  std::vector<i32> slot_, n_values_;
  Weight least_;
  u64 n_slots_ = 0;
  std::vector<double> edges_;
  std::vector<i64> starts_;
  std::unique_ptr<Bins> bins_;
  std::unique_ptr<OpenBins> open_;
  RoutedParts parts_;
  PartsByNode by_node_;
  std::unique_ptr<LevelCounts> counts_;
  OpenValues values_;
};

// Adds up values that several scans have collected.
nb::tuple combine_values(const Vector<i64>& pairs, const Vector<double>& values,
                         const Vector<i32>& classes, const Vector<i64>& units) {
  check_size(values, pairs.size(), "values");
  check_size(classes, pairs.size(), "classes");
  check_size(units, pairs.size(), "units");
  if (std::ranges::any_of(span_of(values), [](double value) { return std::isnan(value); })) {
    throw InputError("values has NaN");
  }
  OpenValues all;
  for (u64 i = 0; i < pairs.size(); ++i) {
    all.add({static_cast<u64>(pairs.data()[i]), values.data()[i],
             static_cast<u32>(classes.data()[i]), units.data()[i]});
  }
  return Scan::arrays_of(all.combined());
}

// Class weights and counts come as int64 units, a class after the other.
class HeldChooser {
 public:
  HeldChooser(const nb::dict& fields, const Vector<i32>& n_values, u32 n_classes,
              double total_cases)
      : holder_(fields), n_values_(copied(n_values)), n_classes_(n_classes) {
    if (n_classes == 0) throw InputError("there are no classes");
    check_cases(total_cases);
    check_range(span_of(n_values), kNumeric, std::numeric_limits<i32>::max(), "n_values");
    total_cases_ = total_cases;
    chooser_ = std::make_unique<NodeChooser>(holder_.spec, n_values_, n_classes, total_cases);
  }

  bool knows_bounds() const { return BinBounds::knows(holder_.spec); }
  bool may_be_split(const Vector<i64>& classes, u64 depth) const {
    return chooser_->may_be_split(weights_of(classes), depth);
  }
  i64 least_on_a_side(i64 known_units) const {
    return holder_.spec.least_on_a_side(Weight::of_units(known_units), n_classes_).units();
  }
  u64 label(const Vector<i64>& classes) const {
    const std::vector<Weight> weights = weights_of(classes);
    return first_heaviest(std::span<const Weight>(weights));
  }
  nb::list open_bins(const Vector<i64>& classes, const nb::list& counts, const nb::list& is_closed,
                     const Vector<i64>& hidden, bool all_attributes) {
    const std::vector<Weight> weights = weights_of(classes);
    const HeldPlaces held = places_of(counts, is_closed, hidden, classes);
    nb::list found;
    for (std::vector<u8>& is_open : chooser_->open_bins(
             weights, held.places,
             all_attributes ? NodeChooser::Opening::all : NodeChooser::Opening::contenders)) {
      found.append(to_numpy(std::move(is_open)));
    }
    return found;
  }
  // (attribute, is certain, position, above, n_branches, known, below, branch of each value)
  nb::tuple choose(const Vector<i64>& classes, const nb::list& counts, const nb::list& is_closed,
                   const Vector<i64>& hidden, bool counted, u64 key) {
    const std::vector<Weight> weights = weights_of(classes);
    const HeldPlaces held = places_of(counts, is_closed, hidden, classes);
    NodeChoice choice = chooser_->choose(
        weights, held.places, counted ? NodeChooser::Hidden::counted : NodeChooser::Hidden::at_most,
        key);
    return nb::make_tuple(choice.attribute, choice.is_certain, choice.test.position,
                          choice.test.above, choice.test.n_branches, choice.test.known.units(),
                          choice.test.below.units(), to_numpy(std::move(choice.branch_of)));
  }

 private:
  std::vector<Weight> weights_of(const Vector<i64>& classes) const {
    check_size(classes, n_classes_, "classes");
    std::vector<Weight> weights;
    Weight left = Weight::of_cases(total_cases_ + 1.0);
    for (const i64 units : span_of(classes)) {
      const Weight weight = Weight::of_units(units);
      if (units < 0 || weight > left) throw InputError("classes has more cases than there are");
      left = left - weight;
      weights.push_back(weight);
    }
    return weights;
  }
  struct HeldPlaces {
    std::vector<Matrix<i64>> counts;
    std::vector<Vector<u8>> is_closed;
    std::vector<PlaceCounts> places;
  };
  // The places of all attributes; those of nominal ones are not closed.
  HeldPlaces places_of(const nb::list& counts, const nb::list& is_closed, const Vector<i64>& hidden,
                       const Vector<i64>& classes) const {
    const u64 n = n_values_.size();
    if (counts.size() != n || is_closed.size() != n || hidden.size() != n) {
      throw InputError("there are counts of other attributes");
    }
    check_range(span_of(hidden), 0, std::numeric_limits<i64>::max() / 2, "hidden");
    HeldPlaces held;
    for (u64 a = 0; a < n; ++a) {
      held.counts.push_back(nb::cast<Matrix<i64>>(counts[a]));
      held.is_closed.push_back(nb::cast<Vector<u8>>(is_closed[a]));
      check_counts(held.counts.back(), classes);
      PlaceCounts places{span_of(held.counts.back()),
                         static_cast<u32>(held.counts.back().shape(1) - 1),
                         {},
                         static_cast<u64>(hidden.data()[a])};
      if (n_values_[a] == kNumeric) {
        check_size(held.is_closed.back(), places.n_places, "is_closed");
        places.is_closed = span_of(held.is_closed.back());
      } else if (places.n_places != static_cast<u32>(n_values_[a])) {
        throw InputError("the counts of a nominal attribute are not those of its values");
      }
      held.places.push_back(places);
    }
    return held;
  }
  // The cases of each class must be in the places, and no others.
  void check_counts(const Matrix<i64>& counts, const Vector<i64>& classes) const {
    if (counts.shape(0) != n_classes_ || counts.shape(1) == 0) {
      throw InputError("counts have a row per class and a column per place");
    }
    const u64 n_places = counts.shape(1);
    for (u64 c = 0; c < n_classes_; ++c) {
      i64 left = classes.data()[c];
      for (const i64 units : span_of(counts).subspan(c * n_places, n_places)) {
        if (units < 0 || units > left) throw InputError("counts do not add up to the classes");
        left -= units;
      }
      if (left != 0) throw InputError("counts do not add up to the classes");
    }
  }

  SpecHolder holder_;
  std::vector<i32> n_values_;
  u32 n_classes_;
  double total_cases_ = 0.0;
  std::unique_ptr<NodeChooser> chooser_;
};

// A tree below a node of a larger table, with the values beside each of its cuts.
nb::tuple grow_part(const HeldTable& held, const nb::dict& fields, double total_cases,
                    u32 n_threads, Progress& progress) {
  SpecHolder holder(fields);
  holder.spec.interval_options.progress = &progress;
  check_cases(total_cases);
  double cases = static_cast<double>(held.view().n_rows);
  if (held.view().is_weighted()) {
    cases = std::accumulate(held.view().weights.begin(), held.view().weights.end(), 0.0);
  }
  if (cases > total_cases + 1.0) throw InputError("the part has more cases than total_cases");
  if (held.view().n_rows == 0) throw InputError("there is nothing to grow from");
  NodeTable tree;
  CutNeighbours neighbours;
  run_interruptibly(progress, Length::long_work, [&] {
    tree = grow_below(held.view(), holder.spec, total_cases, std::max(n_threads, u32{1}),
                      neighbours, progress);
  });
  return nb::make_tuple(std::move(tree), to_numpy(std::move(neighbours.below)),
                        to_numpy(std::move(neighbours.above)));
}

// The label of a node that has these units of each class, unless another is more frequent.
u64 label_of(const Vector<i64>& classes, u64 label) {
  if (label >= classes.size()) throw InputError("label is not a class");
  std::vector<Weight> weights;
  for (const i64 units : span_of(classes)) weights.push_back(Weight::of_units(units));
  return label_or_heavier(weights, label);
}

u64 key_below(u64 key, u64 part) { return derived_key(key, part) >> 2; }

NodeTable possible_values(const NodeTable& tree, const Vector<i32>& n_values) {
  check_tree(tree, span_of(n_values));
  return without_impossible_values(tree, span_of(n_values));
}

}  // namespace

void bind_scan(nb::module_& m) {
  nb::class_<Scan>(m, "Scan")
      .def(
          nb::init<NodeTable, const Vector<double>&, const Vector<i32>&, i64, const Vector<i32>&>(),
          nb::arg("tree"), nb::arg("fraction").noconvert(), nb::arg("slot").noconvert(),
          nb::arg("least_units"), nb::arg("n_values").noconvert())
      .def("set_bins", &Scan::set_bins, nb::arg("edges").noconvert(), nb::arg("starts").noconvert())
      .def("set_open", &Scan::set_open, nb::arg("places").noconvert())
      .def("count", &Scan::count, nb::arg("table"))
      .def("open", &Scan::open, nb::arg("table"))
      .def("parts", &Scan::parts, nb::arg("table"))
      .def("counts", &Scan::counts)
      .def("values", &Scan::values);
  m.def("combine_values", &combine_values, nb::arg("pairs").noconvert(),
        nb::arg("values").noconvert(), nb::arg("classes").noconvert(),
        nb::arg("units").noconvert());
  nb::class_<HeldChooser>(m, "NodeChooser")
      .def(nb::init<const nb::dict&, const Vector<i32>&, u32, double>(), nb::arg("spec"),
           nb::arg("n_values").noconvert(), nb::arg("n_classes"), nb::arg("total_cases"))
      .def("knows_bounds", &HeldChooser::knows_bounds)
      .def("may_be_split", &HeldChooser::may_be_split, nb::arg("classes").noconvert(),
           nb::arg("depth"))
      .def("least_on_a_side", &HeldChooser::least_on_a_side, nb::arg("known_units"))
      .def("label", &HeldChooser::label, nb::arg("classes").noconvert())
      .def("open_bins", &HeldChooser::open_bins, nb::arg("classes").noconvert(), nb::arg("counts"),
           nb::arg("is_closed"), nb::arg("hidden").noconvert(), nb::arg("all_attributes"))
      .def("choose", &HeldChooser::choose, nb::arg("classes").noconvert(), nb::arg("counts"),
           nb::arg("is_closed"), nb::arg("hidden").noconvert(), nb::arg("counted"), nb::arg("key"));
  m.def("grow_below", &grow_part, nb::arg("table"), nb::arg("spec"), nb::arg("total_cases"),
        nb::arg("n_threads"), nb::arg("progress"));
  m.def("label_or_heavier", &label_of, nb::arg("classes").noconvert(), nb::arg("label"));
  m.attr("LEAST_SAVED") = kLeastSaved;
  m.def("key_below", &key_below, nb::arg("key"), nb::arg("part"));
  m.def("without_impossible_values", &possible_values, nb::arg("tree"),
        nb::arg("n_values").noconvert());
}

}  // namespace cutpoint::bindings
