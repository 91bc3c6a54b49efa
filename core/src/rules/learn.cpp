#include <algorithm>
#include <map>
#include <utility>

#include "cutpoint/input_error.hpp"
#include "cutpoint/rules.hpp"
#include "rules/codes.hpp"
#include "rules/conditions.hpp"
#include "rules/order.hpp"
#include "rules/paths.hpp"
#include "rules/subset.hpp"

namespace cutpoint {

namespace {

using namespace rules;

// A rule on its way: what it is, what it costs and the cases on which it fires.
template <class Real>
struct Draft {
  Rule rule;
  std::vector<Condition> conditions;
  Real bits;
  std::vector<u64> cover;
};

// All leaves, and the depth of the deepest.
struct TreeSize {
  u64 n_leaves = 0, depth = 0;
};
TreeSize size_of_tree(const NodeTable& tree) {
  TreeSize size;
  std::vector<u64> depth(tree.size());
  for (u64 node = 0; node < tree.size(); ++node) {
    if (tree.is_leaf(node)) ++size.n_leaves;
    size.depth = std::max(size.depth, depth[node]);
    for (u64 b = 0; b < static_cast<u64>(tree.n_branches[node]); ++b) {
      depth[tree.child(node, b)] = depth[node] + 1;
    }
  }
  return size;
}
u64 most_rules(std::span<const NodeTable* const> trees) {
  u64 n_leaves = 0, depth = 0;
  for (const NodeTable* tree : trees) {
    const TreeSize size = size_of_tree(*tree);
    n_leaves += size.n_leaves;
    depth = std::max(depth, size.depth);
  }
  return n_leaves + depth;
}

std::vector<i64> counts_by_class(CaseSet set, const Cases& cases) {
  std::vector<i64> counts;
  for (u32 c = 0; c < cases.n_classes(); ++c)
    counts.push_back(size_of_both(set, cases.by_class[c]));
  return counts;
}

template <class Real>
class RuleLearner {
 public:
  using Drafts = std::vector<Draft<Real>>;

  RuleLearner(std::span<const NodeTable* const> trees, const TableView& table,
              const RuleOptions& options, const RandomNumbers& random_numbers, Progress& progress)
      : trees_(trees),
        options_(options),
        random_numbers_(random_numbers),
        progress_(progress),
        cases_(table, options.arithmetic),
        codes_(cases_, most_rules(trees)),
        estimates_{ErrorEstimate<Real>(static_cast<Real>(options.confidence)), options.significance,
                   log_factorials_for_test(table.n_rows + 2, options.arithmetic)} {}

  std::vector<LearnedRules> run() {
    std::vector<LearnedRules> learned;
    Drafts pool;
    for (u32 tree = 0; tree < trees_.size(); ++tree) {
      Drafts chosen;
      learned.push_back(choose(drafts_of(tree), chosen));
      std::ranges::move(chosen, std::back_inserter(pool));
    }
    if (trees_.size() > 1) {
      Drafts chosen;
      learned.push_back(choose(without_duplicates(std::move(pool)), chosen));
    }
    return learned;
  }

 private:
  bool is_release8() const { return options_.arithmetic == RuleArithmetic::release8; }

  Drafts drafts_of(u32 tree) {
    Drafts drafts;
    auto paths = rules_of_paths(*trees_[tree], cases_, estimates_, options_.n_threads, progress_);
    for (PathRule<Real>& path : paths) drafts.push_back(make_draft(tree, std::move(path)));
    return without_duplicates(std::move(drafts));
  }

  Draft<Real> make_draft(u32 tree, PathRule<Real> path) const {
    Draft<Real> draft;
    for (const auto& [node, branch, place] : path.steps) {
      draft.conditions.push_back(
          make_condition(*trees_[tree], cases_.table, {tree, node, branch}, place));
    }
    if (is_release8()) {
      put_in_c45_order(draft.conditions, options_.group_values);
    } else {
      put_in_order(draft.conditions);
    }
    draft.bits = codes_.rule_bits(draft.conditions, options_);
    draft.rule.label = path.label;
    draft.rule.error = path.error;
    for (const Condition& condition : draft.conditions) {
      draft.rule.conditions.push_back(condition.origin);
    }
    draft.rule.distribution = counts_by_class(path.cover, cases_);
    draft.cover = std::move(path.cover);
    if (draft.rule.error > kMostError) std::ranges::fill(draft.cover, u64{0});
    return draft;
  }

  // The rules that differ, numbered anew. A duplicate raises the estimated error of the rule that
  // came first to its own.
  Drafts without_duplicates(Drafts drafts) const {
    std::map<RuleKey, u64> places;
    Drafts distinct;
    for (Draft<Real>& draft : drafts) {
      const u32 label = draft.rule.label;
      RuleKey key = is_release8() ? c45_key_of(label, draft.conditions, options_.group_values)
                                  : key_of(label, draft.conditions, trees_);
      const auto [found, is_new] = places.try_emplace(std::move(key), distinct.size());
      if (is_new) {
        draft.rule.number = static_cast<u32>(distinct.size() + 1);
        distinct.push_back(std::move(draft));
      } else {
        double& error = distinct[found->second].rule.error;
        error = std::max(error, draft.rule.error);
      }
    }
    return distinct;
  }

  // The best rules of each class, in order; they go to `chosen` as well.
  LearnedRules choose(Drafts drafts, Drafts& chosen) {
    Drafts kept;
    for (u32 label = 0; label < cases_.n_classes(); ++label) {
      std::vector<Draft<Real>*> of_class;
      for (Draft<Real>& draft : drafts) {
        if (draft.rule.label == label) of_class.push_back(&draft);
      }
      if (of_class.empty()) continue;
      const std::vector<u8> inside = best_of_class(of_class, label);
      for (u64 r = 0; r < inside.size(); ++r) {
        if (inside[r] != 0) kept.push_back(std::move(*of_class[r]));
      }
    }
    LearnedRules learned;
    const Order order = put_classes_in_order(fired(kept), cases_);
    learned.default_class = order.default_class;
    for (const u64 place : order.places) chosen.push_back(std::move(kept[place]));
    for (const Draft<Real>& draft : chosen) learned.rules.push_back(draft.rule);
    drop_harmful(fired(chosen), cases_, progress_, learned);
    return learned;
  }

  std::vector<u8> best_of_class(std::span<Draft<Real>* const> drafts, u32 label) const {
    CaseSets cover(drafts.size(), cases_.n_words());
    std::vector<Real> bits;
    for (u64 r = 0; r < drafts.size(); ++r) {
      std::ranges::copy(drafts[r]->cover, cover[r].begin());
      bits.push_back(drafts[r]->bits);
    }
    const Candidates<Real> candidates{cover,
                                      bits,
                                      cases_.by_class[label],
                                      cases_.class_sizes[label],
                                      static_cast<i64>(cases_.size()),
                                      codes_.logarithms()};
    const u64 n_draws = n_draws_for(drafts.size());
    const std::vector<double> draws =
        n_draws > 0 ? random_numbers_(n_draws) : std::vector<double>();
    if (draws.size() != n_draws) throw InputError("too few random numbers were given");
    return best_subset(candidates, draws, options_.n_threads, progress_);
  }

  Fired fired(const Drafts& drafts) const {
    Fired rules{CaseSets(drafts.size(), cases_.n_words()), {}, {}};
    for (u64 r = 0; r < drafts.size(); ++r) {
      std::ranges::copy(drafts[r].cover, rules.cover[r].begin());
      rules.label.push_back(drafts[r].rule.label);
      rules.error.push_back(drafts[r].rule.error);
    }
    return rules;
  }

  std::span<const NodeTable* const> trees_;
  const RuleOptions& options_;
  const RandomNumbers& random_numbers_;
  Progress& progress_;
  Cases cases_;
  Codes<Real> codes_;
  Estimates<Real> estimates_;
};

}  // namespace

std::vector<LearnedRules> learn_rules(std::span<const NodeTable* const> trees,
                                      const TableView& table, const RuleOptions& options,
                                      const RandomNumbers& random_numbers, Progress& progress) {
  for (const NodeTable* tree : trees) {
    if (!tree->has_unknown_branch.empty()) {
      throw InputError("rules need trees that have no branch for unknown values");
    }
    if (tree->n_classes != table.n_classes) throw InputError("a tree has other classes");
  }
  if (options.arithmetic == RuleArithmetic::release8) {
    return RuleLearner<float>(trees, table, options, random_numbers, progress).run();
  }
  return RuleLearner<double>(trees, table, options, random_numbers, progress).run();
}

}  // namespace cutpoint
