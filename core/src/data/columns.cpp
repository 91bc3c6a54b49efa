#include "data/columns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "data/binning.hpp"
#include "data/coding.hpp"
#include "data/radix_sort.hpp"
#include "parallel/parallel_for.hpp"

namespace cutpoint {

namespace {

constexpr u64 kFewRows = 1024;    // tables of fewer rows are sorted: there is nothing to save
constexpr u64 kSampled = 2048;    // rows that say whether a column can have few values
constexpr u64 kRowsAtATime = 64;  // of a matrix: what is read serves all columns of a group
constexpr u64 kGroup = 8;         // columns that are read together: a line of memory of each row

// Columns in groups that are worked on together, at least one for each thread.
class Groups {
 public:
  Groups(u64 n_columns, u32 n_threads, u64 largest)
      : n_columns_(n_columns),
        size_(std::clamp<u64>((n_columns + n_threads - 1) / n_threads, 1, largest)) {}
  u64 count() const { return (n_columns_ + size_ - 1) / size_; }
  u64 first(u64 group) const { return group * size_; }
  u64 size(u64 group) const { return std::min(size_, n_columns_ - first(group)); }

 private:
  u64 n_columns_, size_;
};

// Whether the values of a sample are few.
bool may_be_binned(const NumericView& column, u64 n_rows) {
  BinNumbering numbering;
  const u64 step = std::max<u64>(1, n_rows / kSampled);
  for (u64 row = 0; row < n_rows; row += step) {
    if (numbering.number(column[row]) == BinNumbering::kTooMany) return false;
  }
  return true;
}

// Sorts the entries of one column after the other.
template <class Entry>
class ColumnSorter {
 public:
  ColumnSorter(const TableView& table, Columns<Entry>& columns)
      : table_(table),
        columns_(columns),
        row_bits_(table.n_rows < 2 ? 1 : static_cast<u32>(std::bit_width(table.n_rows - 1))),
        tag_bits_(row_bits_ + EntryCodec<Entry>::class_bits(table.n_classes)),
        sort_(table.n_rows) {}

  // Sort the columns of slots first ... first + n - 1, n <= kGroup.
  void operator()(u32 first, u32 n, const Progress& progress) {
    if (keys_.size() < n * table_.n_rows) keys_ = Buffer<u64>(n * table_.n_rows);
    u64 n_known[kGroup] = {}, lost[kGroup] = {};
    for (u64 start = 0; start < table_.n_rows; start += kRowsAtATime) {
      const u64 stop = std::min(start + kRowsAtATime, table_.n_rows);
      for (u32 c = 0; c < n; ++c) {
        u64* keys = keys_.data() + c * table_.n_rows;
        n_known[c] = make_keys(values_of(first + c), start, stop, keys, n_known[c]);
        lost[c] |= lost_bits(values_of(first + c), start, stop);
      }
    }
    for (u32 c = 0; c < n; ++c) {
      progress.check();
      whole_ = lost[c] == 0;
      u64* in_order = sort_(keys_.data() + c * table_.n_rows, n_known[c], tag_bits_);
      finish_column(first + c, in_order, n_known[c]);
    }
  }

 private:
  const NumericView& values_of(u32 slot) const {
    return table_.attributes[columns_.sorted_attribute[slot]].numeric;
  }
  u64 row_of(u64 key) const { return key & ((u64{1} << row_bits_) - 1); }

  // A key has the leading bits of a value, the class and the row. Rows without a value have none.
  u64 make_keys(const NumericView& values, u64 start, u64 stop, u64* keys, u64 n) const {
    for (u64 row = start; row < stop; ++row) {
      const double x = values[row];
      keys[n] = sortable_bits(x) >> tag_bits_ << tag_bits_ |
                static_cast<u64>(static_cast<u32>(table_.classes[row])) << row_bits_ | row;
      n += !std::isnan(x);
    }
    return n;
  }
  // The bits of values for which keys have no room.
  u64 lost_bits(const NumericView& values, u64 start, u64 stop) const {
    u64 bits = 0;
    for (u64 row = start; row < stop; ++row) bits |= std::bit_cast<u64>(values[row]);
    return bits & ((u64{1} << tag_bits_) - 1);
  }
  void finish_column(u32 slot, u64* keys, u64 n) {
    const NumericView& values = values_of(slot);
    const bool tied = settle(keys, n, values);
    const u64 tags = (u64{1} << tag_bits_) - 1;
    Entry* entries = columns_.entries.column(slot);
    for (u64 i = 0; i < n; ++i) {
      entries[i] =
          columns_.codec.pack(row_of(keys[i]), static_cast<u32>((keys[i] & tags) >> row_bits_));
    }
    columns_.lengths[slot] = static_cast<u32>(n);
    if (tied) columns_.ranks[slot] = ranks_of(keys, n, values);
    if (!columns_.distinct_values.empty())
      list_values(keys, n, values, columns_.distinct_values[slot]);
  }
  void list_values(const u64* keys, u64 n, const NumericView& values,
                   std::vector<double>& out) const {
    for (u64 i = 0; i < n; ++i) {
      const double x = values[row_of(keys[i])];
      if (out.empty() || x != out.back()) out.push_back(x);
    }
  }
  // Whether two keys that follow each other have one value; no value is looked up if keys hold all
  // of it, as they do where numbers are whole.
  bool are_equal(u64 a, u64 b, const NumericView& values) const {
    return a >> tag_bits_ == b >> tag_bits_ && (whole_ || values[row_of(a)] == values[row_of(b)]);
  }
  // Put keys whose leading bits are equal in the order of their values; say if any are equal.
  bool settle(u64* keys, u64 n, const NumericView& values) const {
    const auto value = [&](u64 key) { return values[row_of(key)]; };
    bool tied = false;
    for (u64 i = 1; i < n;) {
      if (keys[i] >> tag_bits_ != keys[i - 1] >> tag_bits_) {
        ++i;
        continue;
      }
      if (whole_) return true;
      const u64 first = i - 1;
      bool ascending = true;  // most often the values are equal
      while (i < n && keys[i] >> tag_bits_ == keys[first] >> tag_bits_) {
        const double before = value(keys[i - 1]), x = value(keys[i]);
        ascending &= before <= x;
        tied |= before == x;
        ++i;
      }
      if (ascending) continue;
      std::stable_sort(keys + first, keys + i, [&](u64 a, u64 b) { return value(a) < value(b); });
      for (u64 j = first + 1; j < i; ++j) tied |= value(keys[j]) == value(keys[j - 1]);
    }
    return tied;
  }
  Buffer<u32> ranks_of(const u64* keys, u64 n, const NumericView& values) const {
    Buffer<u32> rank(table_.n_rows);
    u32 r = 0;
    for (u64 i = 0; i < n; ++i) {
      r += i > 0 && !are_equal(keys[i - 1], keys[i], values);
      rank[row_of(keys[i])] = r;
    }
    return rank;
  }

  const TableView& table_;
  Columns<Entry>& columns_;
  u32 row_bits_, tag_bits_;
  bool whole_ = false;  // whether the keys of the column at hand hold all bits of its values
  RadixSort sort_;
  Buffer<u64> keys_;
};

// Choose the kind of each column; binned columns may still turn out to have too many values.
template <class Entry>
void plan_columns(const TableView& table, bool bins, Columns<Entry>& columns) {
  u32 most_codes = table.n_classes;
  columns.coded_attribute.push_back(0);
  for (u32 a = 0; a < table.attributes.size(); ++a) {
    const AttributeView& attribute = table.attributes[a];
    ColumnRef& ref = columns.of_attribute[a];
    if (!attribute.is_numeric()) {
      if (attribute.nominal.n_values < 2) continue;
      ref = {ColumnKind::nominal, static_cast<u32>(columns.coded_attribute.size()),
             attribute.nominal.n_values};
      columns.coded_attribute.push_back(a);
      most_codes = std::max(most_codes, attribute.nominal.n_values + 1);
    } else if (bins && table.n_rows >= kFewRows && may_be_binned(attribute.numeric, table.n_rows)) {
      ref = {ColumnKind::binned, static_cast<u32>(columns.coded_attribute.size()), 0};
      columns.coded_attribute.push_back(a);
    }
  }
  columns.bin_values.resize(columns.coded_attribute.size());
  if (columns.coded_attribute.size() > 1) {
    columns.codes =
        CodeMatrix(table.n_rows, static_cast<u32>(columns.coded_attribute.size()), most_codes);
  }
}

template <class Entry>
void fill_codes(const TableView& table, const ColumnOptions& options, const Progress& progress,
                Columns<Entry>& columns) {
  std::vector<CodedColumn> coded;
  for (u32 column = 1; column < columns.coded_attribute.size(); ++column) {
    coded.push_back({&table.attributes[columns.coded_attribute[column]], column});
  }
  if (coded.empty()) return;
  for (u64 row = 0; row < table.n_rows; ++row) columns.codes.set(row, 0, columns.classes[row]);
  const Groups groups(coded.size(), options.n_threads, kCodedTogether);
  parallel_for(groups.count(), options.n_threads, [&](u64 task) {
    write_codes(std::span(coded).subspan(groups.first(task), groups.size(task)), table.n_rows,
                columns.codes, progress);
  });
  for (CodedColumn& one : coded) {
    ColumnRef& ref = columns.of_attribute[columns.coded_attribute[one.column]];
    if (ref.kind == ColumnKind::nominal) continue;
    ref.n_values = static_cast<u32>(one.values.size());
    if (one.has_too_many) {
      ref.kind = ColumnKind::sorted;  // it leaves a hole in the matrix
    } else if (ref.n_values < 2) {
      ref.kind = ColumnKind::ignored;
    }
    columns.bin_values[one.column] = std::move(one.values);
  }
}

}  // namespace

template <class Entry>
Columns<Entry> make_columns(const TableView& table, const ColumnOptions& options,
                            const Progress& progress) {
  Columns<Entry> columns;
  columns.n_rows = table.n_rows;
  columns.n_classes = table.n_classes;
  columns.codec = EntryCodec<Entry>(table.n_classes);
  columns.of_attribute.resize(table.attributes.size());
  columns.classes.assign(table.classes.begin(), table.classes.end());
  columns.has_fractions = table.is_weighted();
  plan_columns(table, options.bins, columns);
  fill_codes(table, options, progress, columns);
  for (u32 a = 0; a < table.attributes.size(); ++a) {
    ColumnRef& ref = columns.of_attribute[a];
    if (!table.attributes[a].is_numeric() || ref.kind == ColumnKind::binned) continue;
    if (ref.kind == ColumnKind::ignored && !columns.bin_values.empty() && ref.slot > 0) continue;
    ref = {ColumnKind::sorted, static_cast<u32>(columns.sorted_attribute.size()), 0};
    columns.sorted_attribute.push_back(a);
  }
  const u64 n_sorted = columns.sorted_attribute.size();
  columns.lengths.resize(n_sorted);
  columns.ranks.resize(n_sorted);
  if (options.distinct_values) columns.distinct_values.resize(n_sorted);
  columns.entries = Arena<Entry>(static_cast<u32>(n_sorted), table.n_rows + table.n_rows / 64 + 64);
  const Groups groups(n_sorted, options.n_threads, kGroup);
  std::vector<std::unique_ptr<ColumnSorter<Entry>>> sorters(
      n_workers(groups.count(), options.n_threads));
  parallel_for(groups.count(), options.n_threads, [&](u64 task, u32 worker) {
    if (!sorters[worker]) sorters[worker] = std::make_unique<ColumnSorter<Entry>>(table, columns);
    (*sorters[worker])(static_cast<u32>(groups.first(task)), static_cast<u32>(groups.size(task)),
                       progress);
  });
  return columns;
}

template Columns<u32> make_columns(const TableView&, const ColumnOptions&, const Progress&);
template Columns<u64> make_columns(const TableView&, const ColumnOptions&, const Progress&);

}  // namespace cutpoint
