#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "check.hpp"
#include "data/coding.hpp"
#include "data/radix_sort.hpp"
#include "grow/partition.hpp"
#include "random.hpp"

namespace cutpoint {

TEST("keys are sorted by all but the bits that are to be ignored") {
  check::Random random(1);
  constexpr u32 kIgnored = 20;
  for (const u64 n : {u64{2}, u64{255}, u64{256}, u64{5000}}) {
    for (const u64 n_values : {u64{1}, u64{3}, u64{1000}, std::numeric_limits<u64>::max()}) {
      std::vector<u64> keys(n);
      for (u64& key : keys) {
        key = sortable_bits(std::ldexp(static_cast<double>(random.below(n_values)), -3));
        key = key >> kIgnored << kIgnored | random.below(u64{1} << kIgnored);
      }
      std::vector<u64> expected = keys;
      std::ranges::sort(expected);
      RadixSort sort(n);
      u64* sorted = sort(keys.data(), n, kIgnored);
      for (u64 i = 0; i < n; ++i) CHECK_EQUAL(sorted[i] >> kIgnored, expected[i] >> kIgnored);
      std::sort(sorted, sorted + n);  // and none is lost
      for (u64 i = 0; i < n; ++i) CHECK_EQUAL(sorted[i], expected[i]);
    }
  }
}

namespace {

struct Coded {
  std::vector<std::vector<double>> numbers;
  std::vector<i32> nominal;
  std::vector<AttributeView> attributes;
  std::vector<CodedColumn> columns;
  CodeMatrix codes;

  // Columns of 2, 256 and 257 numbers, unknown being one of them, and a nominal one. Half of the
  // numbers turn up in the last rows only.
  Coded(u64 n_rows, u64 n_last, u32 n_nominal_values) {
    check::Random random(n_rows);
    for (const u64 n_values : {u64{2}, u64{256}, u64{257}}) {
      auto& column = numbers.emplace_back(n_rows);
      for (u64 row = 0; row < n_rows; ++row) {
        const u64 first = n_rows - n_last;  // from here on one after the other, then any
        const u64 value = row < first              ? random.below(n_values / 2)
                          : row - first < n_values ? row - first
                                                   : random.below(n_values);
        column[row] = value == 1 ? std::nan("") : 0.5 * static_cast<double>(value * 7919 % 1009);
      }
    }
    nominal.resize(n_rows);
    for (i32& code : nominal) code = static_cast<i32>(random.below(n_nominal_values + 1)) - 1;
    attributes.resize(4);
    for (u64 a = 0; a < 3; ++a) attributes[a].numeric = {numbers[a].data(), 1};
    attributes[3].kind = AttributeView::Kind::nominal;
    attributes[3].nominal = {nominal.data(), n_nominal_values};
    for (u32 a = 0; a < 4; ++a) columns.push_back({&attributes[a], a + 1});
    codes = CodeMatrix(n_rows, 5, std::max(u32{257}, n_nominal_values + 1) - 1);
    write_codes(columns, n_rows, codes, Progress());
  }
};

}  // namespace

TEST("codes are the places of values in their order, unknown comes last") {
  const u64 n_rows = 6000;
  // Codes of a byte, and wider ones; values that turn up early, and late.
  for (const auto& [n_nominal_values, n_last] :
       {std::pair{200u, n_rows}, {1000u, n_rows}, {200u, u64{1000}}}) {
    const Coded coded(n_rows, n_last, n_nominal_values);
    for (u32 a = 0; a < 2; ++a) {
      std::set<double> values;
      for (const double x : coded.numbers[a]) {
        if (!std::isnan(x)) values.insert(x);
      }
      CHECK(std::ranges::equal(coded.columns[a].values, values));
      for (u64 row = 0; row < n_rows; ++row) {
        const double x = coded.numbers[a][row];
        const auto place = std::isnan(x) ? values.end() : values.find(x);
        CHECK_EQUAL(i64{coded.codes.at(row, a + 1)}, std::distance(values.begin(), place));
      }
    }
    CHECK(!coded.columns[1].has_too_many && coded.columns[2].has_too_many);
    for (u64 row = 0; row < n_rows; ++row) {
      const u32 code = coded.codes.at(row, 4);
      CHECK_EQUAL(code == n_nominal_values ? -1 : static_cast<i32>(code), coded.nominal[row]);
    }
  }
}

TEST("records go to their children in order, with their rows") {
  check::Random random(3);
  constexpr u64 kRows = 1000;
  for (const u32 n_columns : {1u, 3u, 8u, 11u, 17u}) {
    for (const u32 most_codes : {256u, 300u}) {
      CodeMatrix codes(kRows, n_columns, most_codes);
      CodeMatrix copies = CodeMatrix::like(codes, kRows + 1);
      for (u64 row = 0; row < kRows; ++row) {
        for (u32 c = 0; c < n_columns; ++c) {
          codes.set(row, c, static_cast<u32>(random.below(c + 1 == n_columns ? 4 : most_codes)));
        }
      }
      std::vector<u32> rows, to_rows(kRows + 1);
      for (u32 row = 0; row < kRows; row += 1 + static_cast<u32>(random.below(2))) {
        rows.push_back(row);
      }
      const u32 column = n_columns - 1;
      for (const std::vector<u8>& child_of_code :
           {std::vector<u8>{0, 1, 0, 1}, {2, 1, 1, 2}, {0, 1, 2, 3}}) {
        const u32 n_children = *std::ranges::max_element(child_of_code);
        std::vector<std::vector<u32>> expected(n_children + 1);
        for (const u32 row : rows) {
          expected[child_of_code[codes.at(row, column)]].push_back(row);
        }
        std::vector<u64> starts{0};
        u64 top = 0;
        for (u32 c = 1; c <= n_children; ++c) {
          starts.push_back(top);
          top += expected[c].size();
        }
        starts[0] = top;
        std::vector<u64> ends = starts;
        codes.visit([&]<class Code>(const Code* data) {
          const Records<Code> records{data, codes.stride(), rows.data()};
          const RecordLists<Code> to{to_rows.data(), copies.data<Code>()};
          const CodeTest<u8> test{column, child_of_code.data()};
          if (n_children < 3) {
            partition_records_in_two<Code>(records, rows, test, to, ends);
          } else {
            partition_records_in_many<Code>(records, rows, test, to, ends);
          }
        });
        for (u32 c = 1; c <= n_children; ++c) {
          for (u64 i = 0; i < expected[c].size(); ++i) {
            CHECK_EQUAL(to_rows[starts[c] + i], expected[c][i]);
            for (u32 k = 0; k < n_columns; ++k) {
              CHECK_EQUAL(copies.at(starts[c] + i, k), codes.at(expected[c][i], k));
            }
          }
        }
      }
    }
  }
}

}  // namespace cutpoint
