#include "scan/count.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace cutpoint {

void count_totals(const RoutedParts& parts, const TableView& table, LevelCounts& counts) {
  for (u64 i = 0; i < parts.size(); ++i) {
    const u64 slot = parts.slots[i];
    const u64 cls = static_cast<u64>(table.classes[parts.rows[i]]);
    counts.totals[slot * table.n_classes + cls] += parts.weights[i].units();
    ++counts.n_parts[slot];
  }
}

void count_places(const RoutedParts& parts, const TableView& table, const Bins& bins,
                  LevelCounts& counts) {
  const u64 n = parts.size();
  i64* places = counts.places.data();
  for (u64 a = 0; a < table.attributes.size(); ++a) {
    const AttributeView& attribute = table.attributes[a];
    const bool is_numeric = attribute.is_numeric();
    for (u64 i = 0; i < n; ++i) {
      const u64 row = parts.rows[i], pair = bins.pair(parts.slots[i], a);
      u32 place = bins.n_places(pair);
      if (is_numeric) {
        const double x = attribute.numeric[row];
        if (!std::isnan(x)) place = bins.bin_of(pair, x);
      } else if (attribute.nominal.codes[row] >= 0) {
        place = static_cast<u32>(attribute.nominal.codes[row]);
      }
      const u64 cls = static_cast<u64>(table.classes[row]);
      places[bins.first(pair) + cls * bins.stride(pair) + place] += parts.weights[i].units();
    }
  }
}

void OpenValues::add(const RoutedParts& parts, const TableView& table, const Bins& bins,
                     std::span<const u8> open) {
  std::vector<u8> any(bins.n_pairs());
  for (u64 pair = 0; pair < any.size(); ++pair) {
    const u64 first = bins.first(pair);
    any[pair] = std::any_of(open.begin() + static_cast<i64>(first),
                            open.begin() + static_cast<i64>(first + bins.n_places(pair)),
                            [](u8 is_open) { return is_open != 0; });
  }
  for (u64 a = 0; a < table.attributes.size(); ++a) {
    const AttributeView& attribute = table.attributes[a];
    if (!attribute.is_numeric()) continue;
    for (u64 i = 0; i < parts.size(); ++i) {
      const u64 row = parts.rows[i], pair = bins.pair(parts.slots[i], a);
      if (any[pair] == 0) continue;
      const double x = attribute.numeric[row];
      if (std::isnan(x) || open[bins.first(pair) + bins.bin_of(pair, x)] == 0) continue;
      entries_.push_back({pair, x, static_cast<u32>(table.classes[row]), parts.weights[i].units()});
    }
  }
  // Sort only when there is as much again as was sorted last time: the whole then takes no longer
  // than a few sorts of it.
  if (entries_.size() > 2 * n_combined_ + (u64{1} << 16)) combined();
}

const std::vector<OpenValues::Entry>& OpenValues::combined() {
  std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
    return std::tie(a.pair, a.value, a.cls) < std::tie(b.pair, b.value, b.cls);
  });
  u64 end = 0;
  for (const Entry& entry : entries_) {
    if (end > 0) {
      Entry& last = entries_[end - 1];
      if (last.pair == entry.pair && last.value == entry.value && last.cls == entry.cls) {
        last.units += entry.units;
        continue;
      }
    }
    entries_[end++] = entry;
  }
  entries_.resize(end);
  n_combined_ = end;
  return entries_;
}

}  // namespace cutpoint
