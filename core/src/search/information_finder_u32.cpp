#include "search/information_finder.hpp"

namespace cutpoint {

CUTPOINT_FOR_ENTRY(make_information_finder, u32)

}  // namespace cutpoint
