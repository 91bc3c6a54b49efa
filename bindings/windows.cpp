#include "release8/windows.hpp"

#include <string>

#include "arrays.hpp"
#include "rooms.hpp"

namespace cutpoint::bindings {

namespace {

using Items = Writable<i32>;

void shuffle(const Items& items, const Vector<double>& draws) {
  check_size(draws, items.size(), "draws");
  for (const double draw : span_of(draws)) {
    if (!(draw >= 0.0 && draw < 1.0)) throw InputError("a draw is not in [0, 1)");
  }
  nb::gil_scoped_release release;
  release8::shuffle(writable_span_of(items), span_of(draws));
}

void bring_classes_to_front(const Items& items, const Vector<i32>& target,
                            const Vector<i64>& wanted) {
  const i64 n_cases = static_cast<i64>(target.size());
  check_range(std::span<const i32>(writable_span_of(items)), 0, n_cases - 1, "items");
  std::vector<i64> present(wanted.size());
  for (const i32 item : writable_span_of(items)) {
    const u64 cls = static_cast<u64>(target.data()[item]);
    if (cls < present.size()) ++present[cls];
  }
  for (u64 c = 0; c < present.size(); ++c) {
    if (wanted.data()[c] > present[c]) throw InputError("a class has too few cases");
  }
  nb::gil_scoped_release release;
  release8::bring_classes_to_front(writable_span_of(items), span_of(target), span_of(wanted));
}

u64 bring_wrong_to_front(const Items& items, const Vector<bool>& wrong) {
  check_size(wrong, items.size(), "wrong");
  nb::gil_scoped_release release;
  return release8::bring_wrong_to_front(writable_span_of(items), span_of(wrong));
}

}  // namespace

void bind_windows(nb::module_& m) {
  m.def("shuffle", &shuffle, nb::arg("items").noconvert(), nb::arg("draws").noconvert());
  m.def("bring_classes_to_front", &bring_classes_to_front, nb::arg("items").noconvert(),
        nb::arg("target").noconvert(), nb::arg("wanted").noconvert());
  m.def("bring_wrong_to_front", &bring_wrong_to_front, nb::arg("items").noconvert(),
        nb::arg("wrong").noconvert());
}

}  // namespace cutpoint::bindings
