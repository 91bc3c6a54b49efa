// Class weights by value, for all binned and nominal columns of a node at once.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "data/code_matrix.hpp"
#include "search/value_table.hpp"

namespace cutpoint {

// Where each column of codes has its places in a histogram; one more than values, for unknown.
struct HistogramLayout {
  struct Column {
    u32 column;  // of the code matrix
    u32 start;
  };
  std::vector<Column> columns;
  std::vector<u32> start_of;  // by column of the code matrix
  u32 n_places = 0;

  void add(u32 column, u32 n_values) {
    columns.push_back({column, n_places});
    if (start_of.size() <= column) start_of.resize(column + 1);
    start_of[column] = n_places;
    n_places += n_values + 1;
  }
  void clear() {
    columns.clear();
    n_places = 0;
  }
  bool empty() const { return columns.empty(); }
};

// The classes of a node, each with a row of its histograms.
class PresentClasses {
 public:
  explicit PresentClasses(u32 n_classes) : row_of_(n_classes) {}
  void set(std::span<const Weight> classes) {
    present_.clear();
    for (u32 k = 0; k < classes.size(); ++k) {
      if (classes[k] == Weight()) continue;
      row_of_[k] = static_cast<u32>(present_.size());
      present_.push_back(k);
    }
  }
  std::span<const u32> list() const { return present_; }
  u32 size() const { return static_cast<u32>(present_.size()); }
  u32 row_of(u32 k) const { return row_of_[k]; }
  const u32* rows() const { return row_of_.data(); }  // by class

 private:
  std::vector<u32> present_, row_of_;
};

// Sum: u32 for counts of full rows, i64 for units of Weight.
template <class Sum>
class Histogram {
 public:
  void clear(const HistogramLayout& layout, u32 n_rows) {
    stride_ = layout.n_places;
    const u64 size = u64{n_rows} * stride_;
    if (sums_.size() < size) sums_.resize(size);
    std::fill_n(sums_.begin(), size, Sum{0});
  }
  // Add n rows that count `amount` each.
  template <class Code, class Amount>
  void add(const Records<Code>& records, u64 n, const HistogramLayout& layout,
           const PresentClasses& classes, Amount amount) {
    const auto* columns = layout.columns.data();
    const auto* end = columns + layout.columns.size();
    const u32* row_of = classes.rows();
    Sum* const sums = sums_.data();
    const u64 stride = stride_;
    const auto row_of_record = [&](const Code* record) {
      return sums + row_of[record[0]] * stride;
    };
    u64 i = 0;
    for (; i + 2 <= n; i += 2) {  // two at a time: where a column lies is looked up once for both
      const Code *record = records[i], *next = records[i + 1];
      Sum *row = row_of_record(record), *row_of_next = row_of_record(next);
      const Sum one = amount(i), other = amount(i + 1);
      for (const auto* c = columns; c != end; ++c) {
        const auto [column, start] = *c;
        row[start + record[column]] += one;
        row_of_next[start + next[column]] += other;
      }
    }
    if (i == n) return;
    const Code* record = records[i];
    Sum* row = row_of_record(record);
    const Sum one = amount(i);
    for (const auto* c = columns; c != end; ++c) row[c->start + record[c->column]] += one;
  }
  // What another histogram, of the same classes, has and a third has not.
  void set_difference(const Histogram& all, const Histogram& part, u32 n_rows) {
    stride_ = all.stride_;
    const u64 size = u64{n_rows} * stride_;
    if (sums_.size() < size) sums_.resize(size);
    for (u64 i = 0; i < size; ++i) sums_[i] = all.sums_[i] - part.sums_[i];
  }
  // Leave out the rows of classes that a child does not have.
  void keep_classes(const PresentClasses& classes, std::span<const Weight> of_child) {
    u64 to = 0;
    for (const u32 k : classes.list()) {
      if (of_child[k] == Weight()) continue;
      const u64 from = classes.row_of(k);
      if (from != to)
        std::copy_n(sums_.begin() + static_cast<i64>(from * stride_), stride_,
                    sums_.begin() + static_cast<i64>(to * stride_));
      ++to;
    }
  }
  ValueTable<Sum> table(const HistogramLayout& layout, u32 column, u32 n_values,
                        const PresentClasses& classes) const {
    return {sums_.data() + layout.start_of[column], stride_, n_values, classes.list()};
  }

 private:
  u64 stride_ = 0;
  std::vector<Sum> sums_;
};

// Histograms of nodes that are still to be grown: of two children only the smaller is counted, the
// larger has what is left of the node's.
class HistogramPool {
 public:
  static constexpr i32 kNone = -1;

  void set_size(u32 n_classes, u32 n_places) {
    const u64 size = std::max<u64>(u64{n_classes} * n_places, 1);
    most_ = static_cast<u32>(std::min<u64>(kMostHistograms, kMostPlaces / size));
  }
  bool has_free(u32 n) const { return free_.size() + (most_ - histograms_.size()) >= n; }
  i32 take() {
    if (free_.empty()) {
      histograms_.emplace_back();
      return static_cast<i32>(histograms_.size()) - 1;
    }
    const i32 handle = free_.back();
    free_.pop_back();
    return handle;
  }
  void free(i32 handle) {
    if (handle != kNone) free_.push_back(handle);
  }
  Histogram<u32>& operator[](i32 handle) { return histograms_[static_cast<u64>(handle)]; }

 private:
  static constexpr u64 kMostHistograms = 32, kMostPlaces = u64{1} << 22;
  u32 most_ = 0;
  std::vector<Histogram<u32>> histograms_;
  std::vector<i32> free_;
};

}  // namespace cutpoint
