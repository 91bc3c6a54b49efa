#include "arrays.hpp"
#include "numeric/c_random.hpp"
#include "rooms.hpp"

namespace cutpoint::bindings {

void bind_random(nb::module_& m) {
  nb::class_<CRandom>(m, "CRandom")
      .def(nb::init<>())
      .def(
          "random",
          [](CRandom& self, u64 size) {
            std::vector<double> numbers(size);
            for (double& number : numbers) number = self.next_share();
            return to_numpy(std::move(numbers));
          },
          nb::arg("size"));
}

}  // namespace cutpoint::bindings
