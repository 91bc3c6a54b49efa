#include "data/columns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "data/binning.hpp"
#include "data/radix_sort.hpp"
#include "parallel/parallel_for.hpp"

namespace cutpoint {

namespace {

constexpr u64 kFewRows = 1024;    // tables of fewer rows are sorted: there is nothing to save
constexpr u64 kSampled = 2048;    // rows that say whether a column can have few values
constexpr u64 kRowsAtATime = 64;  // of a matrix: what is read serves all columns of a group
constexpr u64 kGroup = 8;         // columns that are read together: a line of memory of each row

// Whether the values of a sample are few.
bool may_be_binned(const NumericView& column, u64 n_rows) {
  BinNumbering numbering;
  const u64 step = std::max<u64>(1, n_rows / kSampled);
  for (u64 row = 0; row < n_rows; row += step) {
    if (numbering.number(column[row]) == BinNumbering::kTooMany) return false;
  }
  return true;
}

// Gives columns of few values their codes, as far as they turn out to have few.
template <class Entry>
class Binner {
 public:
  Binner(const TableView& table, Columns<Entry>& columns) : table_(table), columns_(columns) {}

  // Returns whether the column has few values; its codes are then in the matrix.
  bool operator()(u32 attribute, u32 column) {
    const NumericView values = table_.attributes[attribute].numeric;
    return columns_.codes.visit([&](auto* codes) { return code(values, column, codes); });
  }

 private:
  template <class Code>
  bool code(const NumericView& values, u32 column, Code* codes) {
    BinNumbering numbering;
    const u64 stride = columns_.codes.stride();
    double last = std::nan("");
    u32 number = BinNumbering::kTooMany;
    for (u64 row = 0; row < table_.n_rows; ++row) {
      const double x = values[row];
      if (x != last || number == BinNumbering::kTooMany) {
        number = numbering.number(x);
        if (number == BinNumbering::kTooMany) return false;
        last = x;
      }
      codes[row * stride + column] = static_cast<Code>(number);
    }
    const BinNumbering::Order order = numbering.order();
    for (u64 row = 0; row < table_.n_rows; ++row) {
      Code& code = codes[row * stride + column];
      code = static_cast<Code>(order.code[static_cast<u8>(code)]);
    }
    columns_.bin_values[column] = order.values;
    return true;
  }

  const TableView& table_;
  Columns<Entry>& columns_;
};

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
    u64 n_known[kGroup] = {};
    for (u64 start = 0; start < table_.n_rows; start += kRowsAtATime) {
      const u64 stop = std::min(start + kRowsAtATime, table_.n_rows);
      for (u32 c = 0; c < n; ++c) {
        u64* keys = keys_.data() + c * table_.n_rows;
        n_known[c] = make_keys(values_of(first + c), start, stop, keys, n_known[c]);
      }
    }
    for (u32 c = 0; c < n; ++c) {
      progress.check();
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
  // Put keys whose leading bits are equal in the order of their values; say if any are equal.
  bool settle(u64* keys, u64 n, const NumericView& values) const {
    const auto value = [&](u64 key) { return values[row_of(key)]; };
    bool tied = false;
    for (u64 i = 1; i < n;) {
      if (keys[i] >> tag_bits_ != keys[i - 1] >> tag_bits_) {
        ++i;
        continue;
      }
      const u64 first = i - 1;
      while (i < n && keys[i] >> tag_bits_ == keys[first] >> tag_bits_) ++i;
      std::stable_sort(keys + first, keys + i, [&](u64 a, u64 b) { return value(a) < value(b); });
      for (u64 j = first + 1; j < i; ++j) tied |= value(keys[j]) == value(keys[j - 1]);
    }
    return tied;
  }
  Buffer<u32> ranks_of(const u64* keys, u64 n, const NumericView& values) const {
    Buffer<u32> rank(table_.n_rows);
    u32 r = 0;
    for (u64 i = 0; i < n; ++i) {
      r += i > 0 && values[row_of(keys[i])] != values[row_of(keys[i - 1])];
      rank[row_of(keys[i])] = r;
    }
    return rank;
  }

  const TableView& table_;
  Columns<Entry>& columns_;
  u32 row_bits_, tag_bits_;
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
void fill_nominal(const TableView& table, u32 attribute, Columns<Entry>& columns) {
  const ColumnRef ref = columns.of_attribute[attribute];
  const i32* codes = table.attributes[attribute].nominal.codes;
  for (u64 row = 0; row < table.n_rows; ++row) {
    columns.codes.set(row, ref.slot, codes[row] < 0 ? ref.n_values : static_cast<u32>(codes[row]));
  }
}

template <class Entry>
void fill_codes(const TableView& table, const ColumnOptions& options, Columns<Entry>& columns) {
  const u64 n_coded = columns.coded_attribute.size();
  if (n_coded > 1) {
    for (u64 row = 0; row < table.n_rows; ++row) columns.codes.set(row, 0, columns.classes[row]);
  }
  parallel_for(n_coded - 1, options.n_threads, [&](u64 task) {
    const u32 column = static_cast<u32>(task) + 1, a = columns.coded_attribute[column];
    ColumnRef& ref = columns.of_attribute[a];
    if (ref.kind == ColumnKind::nominal) {
      fill_nominal(table, a, columns);
      return;
    }
    const bool few = Binner<Entry>(table, columns)(a, column);
    ref.n_values = few ? static_cast<u32>(columns.bin_values[column].size()) : 0;
    if (!few)
      ref.kind = ColumnKind::sorted;  // it leaves a hole in the matrix
    else if (ref.n_values < 2)
      ref.kind = ColumnKind::ignored;
  });
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
  fill_codes(table, options, columns);
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
  const u64 group =
      std::clamp<u64>((n_sorted + options.n_threads - 1) / options.n_threads, 1, kGroup);
  const u64 n_groups = (n_sorted + group - 1) / group;
  std::vector<std::unique_ptr<ColumnSorter<Entry>>> sorters(n_workers(n_groups, options.n_threads));
  parallel_for(n_groups, options.n_threads, [&](u64 task, u32 worker) {
    if (!sorters[worker]) sorters[worker] = std::make_unique<ColumnSorter<Entry>>(table, columns);
    const u64 first = task * group;
    (*sorters[worker])(static_cast<u32>(first), static_cast<u32>(std::min(group, n_sorted - first)),
                       progress);
  });
  return columns;
}

template Columns<u32> make_columns(const TableView&, const ColumnOptions&, const Progress&);
template Columns<u64> make_columns(const TableView&, const ColumnOptions&, const Progress&);

}  // namespace cutpoint
