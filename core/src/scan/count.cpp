#include "scan/count.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace cutpoint {

namespace {

// Where the weights of one node and attribute are added up.
struct Places {
  i64* units;
  u64 stride;  // from class to class

  void add(u64 place, u32 cls, Weight weight) const {
    units[cls * stride + place] += weight.units();
  }
};

// Bins are found for some values first, and then counted in: the processor looks up many at a time
// if none waits for a sum.
void count_numbers(const PartsOfNode& parts, const NumericView& numbers, const Bins::Locator bin,
                   const Places places) {
  constexpr u64 kBlock = 256;
  std::array<double, kBlock> values;
  std::array<u64, kBlock> found;
  const u64 unknown = places.stride - 1;
  for (u64 start = 0; start < parts.rows.size(); start += kBlock) {
    const u64 n = std::min(kBlock, parts.rows.size() - start);
    for (u64 i = 0; i < n; ++i) values[i] = numbers[parts.rows[start + i]];
    for (u64 i = 0; i < n; ++i) {
      const u64 place = bin(values[i]);
      found[i] = std::isnan(values[i]) ? unknown : place;
    }
    for (u64 i = 0; i < n; ++i) {
      places.add(found[i], parts.classes[start + i], parts.weights[start + i]);
    }
  }
}

void count_codes(const PartsOfNode& parts, const i32* codes, const Places& places) {
  const u64 unknown = places.stride - 1;
  for (u64 i = 0; i < parts.rows.size(); ++i) {
    const i32 code = codes[parts.rows[i]];
    places.add(code < 0 ? unknown : static_cast<u64>(code), parts.classes[i], parts.weights[i]);
  }
}

}  // namespace

void count_totals(const RoutedParts& parts, u32 n_classes, LevelCounts& counts) {
  for (u64 i = 0; i < parts.size(); ++i) {
    const u64 slot = parts.slots[i];
    counts.totals[slot * n_classes + parts.classes[i]] += parts.weights[i].units();
    ++counts.n_parts[slot];
  }
}

void count_places(const PartsByNode& parts, const TableView& table, const Bins& bins,
                  LevelCounts& counts) {
  for (u64 a = 0; a < table.attributes.size(); ++a) {
    const AttributeView& attribute = table.attributes[a];
    for (const PartsOfNode& node : parts.nodes()) {
      const u64 pair = bins.pair(node.slot, a);
      const Places places{counts.places.data() + bins.first(pair), bins.stride(pair)};
      if (attribute.is_numeric()) {
        count_numbers(node, attribute.numeric, bins.locator(pair), places);
      } else {
        count_codes(node, attribute.nominal.codes, places);
      }
    }
  }
}

OpenBins::OpenBins(const Bins& bins, std::vector<u8> open)
    : open_(std::move(open)), ranges_(bins.n_pairs()) {
  for (u64 pair = 0; pair < ranges_.size(); ++pair) {
    const auto edges = bins.edges_of(pair);  // none if the attribute is nominal
    Range& range = ranges_[pair];
    for (u64 bin = 0; bin < edges.size(); ++bin) {
      if (!is_open(bins.first(pair) + bin)) continue;
      range.low =
          std::min(range.low, bin == 0 ? -std::numeric_limits<double>::infinity() : edges[bin - 1]);
      range.high = edges[bin];
    }
  }
}

void OpenValues::add(const PartsByNode& parts, const TableView& table, const Bins& bins,
                     const OpenBins& open) {
  for (u64 a = 0; a < table.attributes.size(); ++a) {
    const AttributeView& attribute = table.attributes[a];
    if (!attribute.is_numeric()) continue;
    for (const PartsOfNode& node : parts.nodes()) {
      const u64 pair = bins.pair(node.slot, a), first = bins.first(pair);
      const OpenBins::Range range = open.range(pair);
      if (range.low > range.high) continue;
      const Bins::Locator bin = bins.locator(pair);
      for (u64 i = 0; i < node.rows.size(); ++i) {
        const double x = attribute.numeric[node.rows[i]];
        const bool is_near = x >= range.low && x <= range.high;
        if (!is_near || !open.is_open(first + bin(x))) continue;
        entries_.push_back({pair, x, node.classes[i], node.weights[i].units()});
      }
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
