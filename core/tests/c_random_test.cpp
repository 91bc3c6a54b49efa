#include "numeric/c_random.hpp"

#include <cstdlib>

#include "check.hpp"

namespace cutpoint {

#if defined(__GLIBC__)
TEST("our random numbers are those of the C library") {
  srandom(1);  // as if it were never called
  CRandom ours;
  for (int i = 0; i < 100'000; ++i) CHECK_EQUAL(static_cast<long>(ours.next()), random());
}
#endif

TEST("a random share is in [0, 1)") {
  CRandom random;
  for (int i = 0; i < 10'000; ++i) {
    const double share = random.next_share();
    CHECK(share >= 0.0);
    CHECK(share < 1.0);
  }
}

}  // namespace cutpoint
