#include "rules/cases.hpp"

namespace cutpoint::rules {

Cases::Cases(const TableView& table_, RuleArithmetic arithmetic_)
    : table(table_),
      arithmetic(arithmetic_),
      numbers(table.attributes.size()),
      by_class(table.n_classes, n_words_for(table.n_rows)),
      class_sizes(table.n_classes),
      every(n_words_for(table.n_rows)),
      known(table.attributes.size(), n_words_for(table.n_rows)) {
  for (u64 i = 0; i < table.n_rows; ++i) {
    const u64 label = static_cast<u64>(table.classes[i]);
    every[i / kWordBits] |= bit_of(i);
    by_class[label][i / kWordBits] |= bit_of(i);
    ++class_sizes[label];
  }
  for (u64 a = 0; a < numbers.size(); ++a) {
    const AttributeView& attribute = table.attributes[a];
    if (attribute.is_numeric()) numbers[a].resize(table.n_rows);
    for (u64 i = 0; i < table.n_rows; ++i) {
      bool is_known = false;
      if (attribute.is_numeric()) {
        numbers[a][i] = as_compared(attribute.numeric[i], arithmetic);
        is_known = !std::isnan(numbers[a][i]);
      } else {
        is_known = attribute.nominal.codes[i] >= 0;
      }
      if (is_known) known[a][i / kWordBits] |= bit_of(i);
    }
  }
}

}  // namespace cutpoint::rules
