#include "data/repeat_rows.hpp"

#include <algorithm>

namespace cutpoint {

namespace {

constexpr u32 kAtOnce = 4;  // copies that are always written: most rows have no more

// Write `count` elements of(0), of(1), ... to `out`, which has room for as many more as are always
// written.
template <u32 at_once = kAtOnce, class T, class Of>
T* write_copies(T* out, u32 count, Of of) {
  for (u32 c = 0; c < at_once; ++c) out[c] = of(c);
  for (u32 c = at_once; c < count; ++c) out[c] = of(c);
  return out + count;
}

// The entries of rows that count several cases, but for the class.
template <class Entry>
std::vector<Entry> entries_of_rows(const RowCopies& copies, const EntryCodec<Entry>& codec) {
  std::vector<Entry> out;
  for (u64 row = 0; row < copies.copies().size(); ++row) {
    out.push_back(codec.pack(row, 0, copies.copies()[row]));
  }
  out.push_back(0);  // is looked at behind the last row, and not used
  return out;
}

template <class Entry>
void repeat_entries(const Columns<Entry>& from, u32 slot, const RowCopies& copies,
                    std::span<const Entry> entry_of_row, Columns<Entry>& to) {
  const Entry* entries = from.entries.column(slot);
  const Entry mask = from.codec.row_mask();
  Entry* const first = to.entries.column(slot);
  Entry* out = first;
  for (u32 i = 0; i < from.lengths[slot]; ++i) {
    const u32 row = from.codec.row(entries[i]);
    const Entry cls = static_cast<Entry>(entries[i] & ~mask);
    const u32 start = copies.start(row), count = copies.count(row);
    if (entry_of_row.empty()) {
      out = write_copies(out, count, [&](u32 c) { return static_cast<Entry>((cls | start) + c); });
    } else {  // hardly any row has more than one
      out = write_copies<1>(
          out, count, [&](u32 c) { return static_cast<Entry>(cls | entry_of_row[start + c]); });
    }
  }
  to.lengths[slot] = static_cast<u32>(out - first);
}

template <class Entry>
void repeat_ranks(const Columns<Entry>& from, u32 slot, const RowCopies& copies,
                  Columns<Entry>& to) {
  const Buffer<u32>& rank = from.ranks[slot];
  to.ranks[slot] = Buffer<u32>(copies.n_rows() + kAtOnce);
  u32* out = to.ranks[slot].data();
  for (u64 row = 0; row < copies.n_table_rows(); ++row) {
    out = write_copies(out, copies.count(row), [&](u32) { return rank[row]; });
  }
}

// The distinct values of a sorted column that any row of a resample has.
template <class Entry>
std::vector<double> present_values(const Columns<Entry>& columns, u32 slot,
                                   const RowCopies& copies) {
  const Buffer<u32>& rank = columns.ranks[slot];
  const std::vector<double>& values = columns.distinct_values[slot];
  const Entry* entries = columns.entries.column(slot);
  std::vector<double> out;
  u64 next = 0;  // values before it are listed, or have no row
  for (u32 i = 0; i < columns.lengths[slot]; ++i) {
    const u32 row = columns.codec.row(entries[i]);
    const u64 v = rank.size() > 0 ? rank[row] : i;
    if (v < next || copies.count(row) == 0) continue;
    out.push_back(values[v]);
    next = v + 1;
  }
  return out;
}

// The same of a binned column.
template <class Entry>
std::vector<double> present_bins(const Columns<Entry>& columns, u32 column,
                                 const RowCopies& copies) {
  const std::vector<double>& values = columns.bin_values[column];
  std::vector<u8> present(values.size() + 1);  // the last is unknown
  for (u64 row = 0; row < copies.n_table_rows() && !values.empty(); ++row) {
    present[columns.codes.at(row, column)] |= copies.count(row) > 0;
  }
  std::vector<double> out;
  for (u64 v = 0; v < values.size(); ++v) {
    if (present[v]) out.push_back(values[v]);
  }
  return out;
}

template <class Entry>
void repeat_codes(const Columns<Entry>& from, const RowCopies& copies, Columns<Entry>& to) {
  const u32 n_columns = from.codes.n_columns();
  if (n_columns == 0) return;
  to.codes = CodeMatrix::like(from.codes, copies.n_rows());
  const u64 stride = from.codes.stride();
  to.codes.visit([&](auto* out) {
    from.codes.visit([&](const auto* codes) {
      for (u64 row = 0; row < copies.n_table_rows(); ++row) {
        for (u32 c = 0; c < copies.count(row); ++c) {
          for (u64 k = 0; k < stride; ++k) {
            *out++ = static_cast<std::remove_cvref_t<decltype(*out)>>(codes[row * stride + k]);
          }
        }
      }
    });
  });
}

}  // namespace

RowCopies::RowCopies(std::span<const u32> copies, CopiedRows kind) : starts_(copies.size() + 1) {
  for (u64 row = 0; row < copies.size(); ++row) {
    n_cases_ += copies[row];
    u32 left = copies[row];
    if (kind == CopiedRows::counted) {
      for (; left > kMostCopies; left -= kMostCopies) copies_.push_back(kMostCopies);
      if (left > 0) copies_.push_back(static_cast<u8>(left));
    }
    starts_[row + 1] =
        kind == CopiedRows::counted ? static_cast<u32>(copies_.size()) : starts_[row] + left;
  }
}

Buffer<u32> RowCopies::rows() const {
  Buffer<u32> out(n_rows() + kAtOnce);
  u32* place = out.data();
  for (u64 row = 0; row < n_table_rows(); ++row) {
    place = write_copies(place, count(row), [&](u32) { return static_cast<u32>(row); });
  }
  return out;
}

template <class Entry>
Columns<Entry> repeat_rows(const Columns<Entry>& columns, const RowCopies& copies) {
  Columns<Entry> out;
  const u64 n_sorted = columns.lengths.size();
  out.n_rows = copies.n_rows();
  out.n_classes = columns.n_classes;
  out.codec = EntryCodec<Entry>(columns.n_classes, copies.copy_bits());
  out.copies = copies.copies();
  out.of_attribute = columns.of_attribute;
  out.sorted_attribute = columns.sorted_attribute;
  out.coded_attribute = columns.coded_attribute;
  out.bin_values = columns.bin_values;
  out.classes.reserve(out.n_rows);
  for (u64 row = 0; row < copies.n_table_rows(); ++row) {
    out.classes.insert(out.classes.end(), copies.count(row), columns.classes[row]);
  }
  out.lengths.resize(n_sorted);
  out.ranks.resize(n_sorted);
  out.entries = Arena<Entry>(static_cast<u32>(n_sorted), out.n_rows + out.n_rows / 64 + 64);
  const std::vector<Entry> entry_of_row =
      copies.copies().empty() ? std::vector<Entry>() : entries_of_rows(copies, out.codec);
  for (u32 slot = 0; slot < n_sorted; ++slot) {
    repeat_entries<Entry>(columns, slot, copies, entry_of_row, out);
    if (columns.ranks[slot].size() > 0) repeat_ranks(columns, slot, copies, out);
  }
  repeat_codes(columns, copies, out);
  out.original_row = copies.rows();
  // Where nothing is sorted it cannot be told whether values are asked for.
  if (columns.distinct_values.empty() && n_sorted > 0) return out;
  for (u32 slot = 0; slot < n_sorted; ++slot) {
    out.distinct_values.push_back(present_values(columns, slot, copies));
  }
  for (u32 c = 0; c < columns.bin_values.size(); ++c) {
    out.present_bins.push_back(present_bins(columns, c, copies));
  }
  return out;
}

template Columns<u32> repeat_rows(const Columns<u32>&, const RowCopies&);

}  // namespace cutpoint
