#include "release8/grow.hpp"

#include "release8/grower.hpp"
#include "release8/ordered_items.hpp"
#include "release8/whole_items.hpp"

namespace cutpoint::release8 {

GrownTree grow_in_order(const Cases& cases, std::span<i32> items, const GrowOptions& options,
                        const CXLogX& xlgx, Progress& progress) {
  OrderedItems ordered(cases, items, xlgx, progress);
  return Grower<OrderedItems>(cases, options, xlgx, ordered, progress).run();
}

GrownTree grow_whole(const Cases& cases, const GrowOptions& options, const CXLogX& xlgx,
                     Progress& progress) {
  WholeItems whole(cases, options, xlgx, progress);
  return Grower<WholeItems>(cases, options, xlgx, whole, progress).run();
}

}  // namespace cutpoint::release8
