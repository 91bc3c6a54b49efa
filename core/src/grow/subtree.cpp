#include "grow/subtree.hpp"

#include <algorithm>

namespace cutpoint {

void Subtree::graft(GrownTree& tree) const {
  const u32 shift = tree.size() - 1;
  const u64 map_shift = tree.branch_of.size(), cut_shift = tree.cuts.size();
  tree.add(grown.size() - 1);
  tree.branch_of.insert(tree.branch_of.end(), grown.branch_of.begin(), grown.branch_of.end());
  tree.cuts.insert(tree.cuts.end(), grown.cuts.begin(), grown.cuts.end());
  for (u32 i = 0; i < grown.size(); ++i) {
    const u32 place = i == 0 ? node_id : shift + i;
    GrownNode node = grown[i];
    // An empty branch has the label of its parent, which is one of these classes.
    node.label = classes[node.label];
    if (node.attribute >= 0) {
      node.first_child += shift;
      if (node.n_cuts > 0) {
        node.test_start += cut_shift;
      } else {
        node.test_start += map_shift;
      }
      if (!node.is_binned) {
        node.below = rows[node.below];
        node.above = rows[node.above];
      }
    }
    tree[place] = node;
    const auto from = grown.classes(i);
    const auto to = tree.classes(place);
    for (u32 k = 0; k < classes.size(); ++k) to[classes[k]] = from[k];
  }
}

namespace {

// Takes nodes that have lost half of their classes: as trees of their own they have none but those
// that are left, which every sum over classes gains from.
template <class Entry, class Mark>
class FewerClasses final : public Grower<Entry, Mark>::Deferral {
 public:
  explicit FewerClasses(const GrowTask& task)
      : all_classes_(task.spec.needs_evidence()), make_subtree_(task) {}

  bool takes(const Node& node, const GrownTree& tree) const override {
    if (all_classes_ || tree.n_classes() < kManyClasses || node.n_rows() < kWorthwhile)
      return false;
    u32 n_present = 0;
    for (const Weight weight : tree.classes(node.id)) n_present += weight > Weight();
    return 2 * n_present <= tree.n_classes();
  }
  void take(const Node& node, Grower<Entry, Mark>& grower, GrownTree& tree) override {
    const std::unique_ptr<Subtree> subtree = make_subtree_(node, grower, tree);
    subtree->grow();
    subtree->graft(tree);
  }

 private:
  static constexpr u32 kManyClasses = 4, kWorthwhile = 64;
  bool all_classes_;  // methods that look at evidence tables count classes that no row has
  SubtreeMaker<Entry, Mark> make_subtree_;
};

// A subtree with entries of its own size, and the columns of its rows.
template <class Local, class Mark>
class LocalSubtree final : public Subtree {
 public:
  LocalSubtree(const GrowTask& task, u32 n_classes) : Subtree(n_classes), task_(task) {}

  void grow() override {
    Grower<Local, Mark> grower(task_, columns, values.empty() ? nullptr : &values);
    FewerClasses<Local, Mark> deferral(task_);
    grower.grow_node(grown, root, fraction_weights, &deferral);
    for (u32 i = 0; i < grown.size(); ++i) name_codes(grown[i]);
    columns = Columns<Local>();  // the memory is needed elsewhere
  }

  Columns<Local> columns;
  Node root;
  std::vector<Weight> fraction_weights;  // of the last rows
  std::vector<ColumnValues> values;
  std::vector<u8> was_binned;  // by slot of the sorted columns

 private:
  // A cut of a column that was binned separates the codes of two rows.
  void name_codes(GrownNode& node) const {
    if (node.attribute < 0) return;
    const ColumnRef& ref = columns.of_attribute[static_cast<u64>(node.attribute)];
    if (ref.kind != ColumnKind::sorted || was_binned[ref.slot] == 0) return;
    const u32* code = columns.rank(ref.slot);
    node.is_binned = true;
    node.below = code[node.below];
    node.above = code[node.above];
  }

  const GrowTask& task_;
};

// Fills in the columns of a subtree from those of a node.
template <class Entry, class Mark, class Local>
class SubtreeColumns {
 public:
  // `entry_of_row` is a workspace.
  SubtreeColumns(Grower<Entry, Mark>& grower, const Node& node, LargeVector<u32>& entry_of_row,
                 LocalSubtree<Local, Mark>& out)
      : grower_(grower),
        from_(grower.columns()),
        node_(node),
        entry_of_row_(entry_of_row),
        out_(out) {}

  void fill(std::span<const u32> class_number) {
    Columns<Local>& to = out_.columns;
    const u64 n_rows = out_.rows.size();
    to.n_rows = n_rows;
    to.n_classes = static_cast<u32>(out_.classes.size());
    to.codec = EntryCodec<Local>(to.n_classes, from_.codec.copy_bits());
    to.has_fractions = node_.n_fractions > 0;
    to.of_attribute.resize(from_.of_attribute.size());
    to.classes.resize(n_rows);
    copy_classes(class_number);
    for (const u32 row : out_.rows) {
      if (!from_.copies.empty()) to.copies.push_back(from_.copies[row]);
    }
    pack_rows();
    plan();
    const u32 n_sorted = static_cast<u32>(to.sorted_attribute.size());
    to.lengths.resize(n_sorted);
    to.ranks.resize(n_sorted);
    out_.was_binned.resize(n_sorted);
    to.entries = Arena<Local>(n_sorted, n_rows + n_rows / 16 + 64);
    if (from_.original_row.size() > 0) {
      to.original_row = Buffer<u32>(n_rows);
      for (u64 i = 0; i < n_rows; ++i) to.original_row[i] = from_.original_row[out_.rows[i]];
    }
    for (u32 slot = 0; slot < n_sorted; ++slot) {
      const ColumnRef& ref = from_.of_attribute[to.sorted_attribute[slot]];
      if (ref.kind == ColumnKind::sorted) {
        copy_sorted(ref.slot, slot);
      } else {
        sort_binned(ref, slot);
      }
    }
    copy_codes();
  }

 private:
  template <class Use>
  void visit_records(Use&& use) const {
    grower_.visit_records(node_, out_.rows.data(), use);
  }
  void copy_classes(std::span<const u32> class_number) {
    LargeVector<u32>& to = out_.columns.classes;
    if (node_.has_records) {  // which are at hand, where the rows are all over the table
      visit_records([&](const auto& records) {
        for (u64 i = 0; i < to.size(); ++i) to[i] = class_number[records[i][0]];
      });
    } else {
      for (u64 i = 0; i < to.size(); ++i) to[i] = class_number[from_.classes[out_.rows[i]]];
    }
  }
  // Sorted and binned columns become sorted ones; nominal columns keep their codes.
  void plan() {
    Columns<Local>& to = out_.columns;
    to.coded_attribute.push_back(0);
    for (u32 a = 0; a < from_.of_attribute.size(); ++a) {
      const ColumnRef& ref = from_.of_attribute[a];
      if (ref.kind == ColumnKind::nominal) {
        to.of_attribute[a] = {ref.kind, static_cast<u32>(to.coded_attribute.size()), ref.n_values};
        to.coded_attribute.push_back(a);
      } else if (ref.kind != ColumnKind::ignored) {
        to.of_attribute[a] = {ColumnKind::sorted, static_cast<u32>(to.sorted_attribute.size()), 0};
        to.sorted_attribute.push_back(a);
      }
    }
  }
  // The entries of the rows, which are the same in all columns.
  void pack_rows() {
    const Columns<Local>& of = out_.columns;
    packed_.resize(of.n_rows);
    for (u32 row = 0; row < of.n_rows; ++row) {
      const u32 copies = of.copies.empty() ? 1 : of.copies[row];
      const Local packed = of.codec.pack(row, of.classes[row], copies);
      packed_[row] =
          row < node_.n_full ? packed : static_cast<Local>(packed | EntryCodec<Local>::flag());
    }
    if (from_.lengths.empty()) return;
    entry_of_row_.resize(from_.n_rows);
    for (u32 i = 0; i < out_.rows.size(); ++i) entry_of_row_[out_.rows[i]] = packed_[i];
  }
  void copy_sorted(u32 from_slot, u32 slot) {
    Columns<Local>& to = out_.columns;
    const std::span<const Entry> entries = grower_.entries(from_slot);
    const u32 length = static_cast<u32>(entries.size());
    Local* out = to.entries.column(slot);
    for (u32 i = 0; i < length; ++i) {
      out[i] = static_cast<Local>(entry_of_row_[from_.codec.row(entries[i])]);
    }
    to.lengths[slot] = length;
    const Buffer<u32>& rank = from_.ranks[from_slot];
    if (rank.size() == 0) return;
    to.ranks[slot] = Buffer<u32>(to.n_rows);
    for (u64 i = 0; i < to.n_rows; ++i) to.ranks[slot][i] = rank[out_.rows[i]];
  }
  void sort_binned(const ColumnRef& ref, u32 slot) {  // a counting sort
    Columns<Local>& to = out_.columns;
    to.ranks[slot] = Buffer<u32>(to.n_rows);
    u32* const codes = to.ranks[slot].data();
    out_.was_binned[slot] = 1;
    ends_.assign(ref.n_values + 2, 0);
    u32* const ends = ends_.data();
    visit_records([&](const auto& records) {
      for (u64 i = 0; i < to.n_rows; ++i) {
        codes[i] = records[i][ref.slot];
        ++ends[codes[i] + 1];
      }
    });
    for (u32 v = 1; v < ends_.size(); ++v) ends_[v] += ends_[v - 1];
    to.lengths[slot] = ends_[ref.n_values];  // unknown ones come behind
    Local* out = to.entries.column(slot);
    for (u32 i = 0; i < to.n_rows; ++i) out[ends[codes[i]]++] = packed_[i];
  }
  void copy_codes() {
    Columns<Local>& to = out_.columns;
    const u32 n_columns = static_cast<u32>(to.coded_attribute.size());
    to.bin_values.resize(n_columns);
    if (n_columns == 1) return;
    if (n_columns == from_.codes.n_columns()) {
      copy_records();
      return;
    }
    u32 most_codes = to.n_classes;
    for (u32 c = 1; c < n_columns; ++c) {
      most_codes = std::max(most_codes, to.of_attribute[to.coded_attribute[c]].n_values + 1);
    }
    to.codes = CodeMatrix(to.n_rows, n_columns, most_codes);
    visit_records([&](const auto& records) {
      for (u64 i = 0; i < to.n_rows; ++i) {
        to.codes.set(i, 0, to.classes[i]);
        for (u32 c = 1; c < n_columns; ++c) {
          const u32 column = from_.of_attribute[to.coded_attribute[c]].slot;
          to.codes.set(i, c, records[i][column]);
        }
      }
    });
  }

  // As they are, but for the class: no column was binned.
  void copy_records() {
    Columns<Local>& to = out_.columns;
    to.codes = CodeMatrix::like(from_.codes, to.n_rows);
    visit_records([&]<class Code>(const Records<Code>& records) {
      Code* record = to.codes.template data<Code>();
      for (u64 i = 0; i < to.n_rows; ++i, record += records.stride) {
        copy_record<RecordSize::any>(records[i], records.stride, record);
        record[0] = static_cast<Code>(to.classes[i]);
      }
    });
  }

  Grower<Entry, Mark>& grower_;
  const Columns<Entry>& from_;
  const Node& node_;
  LargeVector<u32>& entry_of_row_;  // by row of the grower, if it has sorted columns
  LocalSubtree<Local, Mark>& out_;
  std::vector<Local> packed_;
  std::vector<u32> ends_;
};

}  // namespace

template <class Entry, class Mark>
std::unique_ptr<Subtree> SubtreeMaker<Entry, Mark>::operator()(const Node& node,
                                                               Grower<Entry, Mark>& grower,
                                                               const GrownTree& tree) {
  // Methods that look at evidence tables may count classes that no row has.
  const bool all_classes = task_.spec.needs_evidence();
  std::vector<u32> classes, class_number(tree.n_classes());
  for (u32 k = 0; k < tree.n_classes(); ++k) {
    if (!all_classes && tree.classes(node.id)[k] == Weight()) continue;
    class_number[k] = static_cast<u32>(classes.size());
    classes.push_back(k);
  }
  const auto make = [&]<class Local>() -> std::unique_ptr<Subtree> {
    auto out = std::make_unique<LocalSubtree<Local, Mark>>(task_, static_cast<u32>(classes.size()));
    out->node_id = node.id;
    out->rows = grower.rows_of(node);
    out->classes = classes;
    out->fraction_weights = grower.fraction_weights_of(node);
    SubtreeColumns<Entry, Mark, Local>(grower, node, entry_of_row_, *out).fill(class_number);
    for (ColumnValues values : grower.values()) {
      values.original_row = out->rows.data();
      out->values.push_back(values);
    }
    out->root.depth = node.depth;
    out->root.key = node.key;
    out->root.n_full = node.n_full;
    out->root.n_fractions = node.n_fractions;
    const u32 root = out->grown.add(1);
    for (u32 k = 0; k < classes.size(); ++k) {
      out->grown.classes(root)[k] = tree.classes(node.id)[classes[k]];
    }
    out->grown[root].label = class_number[tree[node.id].label];
    return out;
  };
  if constexpr (sizeof(Mark) == 1) {
    if (EntryCodec<u16>::fits(node.n_rows(), static_cast<u32>(classes.size()),
                              grower.columns().codec.copy_bits())) {
      return make.template operator()<u16>();
    }
  }
  return make.template operator()<u32>();
}

template <class Entry, class Mark>
void SubtreePool<Entry, Mark>::take(const Node& node, Grower<Entry, Mark>& grower,
                                    GrownTree& tree) {
  all_.push_back(make_subtree_(node, grower, tree));
  Subtree* subtree = all_.back().get();
  if (workers_.add([subtree] { subtree->grow(); })) return;
  subtree->grow();
  subtree->graft(tree);
  all_.pop_back();
}

template <class Entry, class Mark>
void SubtreePool<Entry, Mark>::finish(GrownTree& tree) {
  workers_.finish_jobs();
  for (const auto& subtree : all_) subtree->graft(tree);
}

template class SubtreePool<u32, u8>;
template class SubtreePool<u32, u32>;
template class SubtreePool<u64, u32>;

}  // namespace cutpoint
