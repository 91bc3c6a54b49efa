// The search for the root of the best two-level tree: exact, with as few evaluations as it can.
//
// With more cases a side of the root's cut cannot have fewer errors. So where the errors of the
// lower side at one cut and those of the upper side at a higher cut are too many together, no cut
// between the two need be looked at. Stretches of cuts are halved while they may hold a better
// tree, the most promising first; short ones are swept (sweep.hpp). An attribute whose errors are
// too many on a side of a stretch is not tried there again. No more than O(n log n) is done for a
// pair of attributes, and usually far less.
#pragma once
#include <compare>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <queue>
#include <span>
#include <tuple>
#include <vector>

#include "cutpoint/progress.hpp"
#include "cutpoint/t2.hpp"
#include "t2/cases.hpp"
#include "t2/stump.hpp"
#include "t2/sweep.hpp"

namespace cutpoint::t2 {

// In place of the root's attribute: trees of fewer levels.
inline constexpr i32 kLeafOnly = -2, kOneTest = -1;

// A tree; the lesser of two is better, or comes first.
struct Candidate {
  i64 errors = 0;
  i32 root = kLeafOnly;
  i32 cut = kNoCut;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

// The errors of a test of an attribute on one side of the root, or a bound on them.
template <class Count>
struct AttributeErrors {
  u32 attribute;
  Count errors;
};
// Those of all attributes that may have the fewest, in ascending order of attributes; shared among
// stretches.
template <class Count>
using SideErrors = std::shared_ptr<const std::vector<AttributeErrors<Count>>>;

// The cuts of a numeric root between `low` and `high`, which are known already.
template <class Count>
struct Stretch {
  i64 bound = 0;  // no cut in it has fewer errors
  u32 root = 0;
  i32 low = 0, high = 0;
  SideErrors<Count> lower;  // below the cut `low`: below a higher one no fewer
  SideErrors<Count> upper;  // above the cut `high`: above a lower one no fewer
  Count unknown = 0;        // the errors where the root's value is unknown

  i64 n_cuts() const { return i64{high} - low - 1; }
  // Whether to try `b` first: the most promising one.
  friend bool operator<(const Stretch& a, const Stretch& b) {
    return std::tie(b.bound, b.root, b.low) < std::tie(a.bound, a.root, a.low);
  }
};

template <class Count>
class Search {
 public:
  Search(const Cases<Count>& cases, const T2Options& options, Progress& progress);

  Candidate run();
  // The fewest errors of each attribute in each branch of a root, attribute by attribute; of a test
  // alone where the root is kOneTest.
  std::vector<Count> errors_below(i32 root, i32 cut) const;

 private:
  // What a thread works in.
  struct Workspace {
    explicit Workspace(const Search& search);
    Branching<Count> branching;
    StumpErrors<Count> stump;
    Sweep<Count> sweep;
  };
  // About how many nanoseconds it takes to try an attribute below one cut of the root, to begin a
  // sweep of it on one side, to move a case there.
  struct Costs {
    double one_cut = 0.0, begin_sweep = 0.0, moved_case = 0.0;
  };
  enum class Step { skip, halve, sweep };
  // All cuts of an attribute at the root.
  struct Root {
    Stretch<Count> all;
    double budget = 0.0;  // what may be spent on stretches before all cuts are swept
    bool swept = false;
  };
  struct Outcome {
    Candidate found{.errors = kTooMany};
    std::vector<Stretch<Count>> parts;
  };
  static constexpr i64 kTooMany = i64{1} << 61;

  void try_fewer_levels();
  // Try the roots without a cut, and put all cuts of the others on the queue.
  void try_full_roots();
  void work(Workspace& workspace);
  Costs costs_of(const Column& column) const;
  double sweep_cost(const Stretch<Count>& stretch) const;
  double halving_cost(const Stretch<Count>& stretch) const;
  // What to do with the next stretch of the queue.
  Step next_step(const Stretch<Count>& stretch);
  Outcome halve(const Stretch<Count>& stretch, const Candidate& best, Workspace& workspace) const;
  Candidate swept(const Stretch<Count>& stretch, const Candidate& best, Workspace& workspace) const;
  // Whether no cut above `low` can be better than the best, or as good and come first.
  bool hopeless(i64 bound, u32 root, i32 low, const Candidate& best) const;
  // The attributes that may still be the best on a side of a stretch whose other side has at least
  // `elsewhere` errors.
  SideErrors<Count> promising(const SideErrors<Count>& side, i64 elsewhere,
                              const Stretch<Count>& stretch, const Candidate& best) const;
  void add_stretch(Stretch<Count> stretch, std::vector<Stretch<Count>>& parts) const;
  i32 middle_of(const Stretch<Count>& stretch) const;
  void settle(i64 n_cuts);

  const Cases<Count>& cases_;
  T2Options options_;
  Progress& progress_;
  std::vector<Costs> costs_;  // of each attribute
  i64 n_cuts_ = 0;
  // Shared among threads.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<Stretch<Count>> queue_;
  Candidate best_;
  std::vector<Root> roots_;
  u32 n_running_ = 0;
  bool failed_ = false;
  i64 n_settled_ = 0, n_reported_ = 0;
};

}  // namespace cutpoint::t2
