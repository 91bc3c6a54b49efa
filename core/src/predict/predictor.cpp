#include "predict/predictor.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "parallel/function_ref.hpp"
#include "parallel/parallel_for.hpp"
#include "predict/parts.hpp"
#include "predict/prepared_tree.hpp"
#include "predict/shares.hpp"
#include "predict/soft.hpp"
#include "predict/steps.hpp"
#include "predict/walk.hpp"

namespace cutpoint::predict {

namespace {

constexpr u64 kChunk = u64{1} << 13;     // cases that one thread takes at a time
constexpr u64 kMaxAtATime = 128;         // cases whose parts are followed together,
constexpr u64 kMaxParts = u64{1} << 14;  // and about how many parts they may have

SoftCuts soft_cuts(const NodeTable& tree, PredictorOptions& options) {
  constexpr double kNudge = 0.001;
  const bool soft = !options.lower.empty();
  return {soft ? options.lower : tree.cuts, soft ? options.upper : tree.cuts,
          options.precision == Precision::in_single ? kNudge : 0.0};
}

template <class Real>
class PredictorIn final : public Predictor {
 public:
  PredictorIn(NodeTable tree, std::vector<i32> n_values, PredictorOptions options)
      : prepared_(std::move(tree), std::move(n_values)), soft_(soft_cuts(tree_, options)) {}

  u32 n_classes() const override { return tree_.n_classes; }

  void codes(const Request& request, std::span<i32> codes) const override {
    for_each_block(request, [&](u64 first, const Block<Real>& block, Workspace& workspace) {
      walk(block, workspace);
      for (u32 row = 0; row < block.n_rows; ++row) {
        codes[first + row] = prepared_.code_at[workspace.stops[row]];
      }
      for_each_divided(block, workspace, [&](u32 row, Ends ends) {
        const i32 code = greatest<Real>(prepared_.sum_of(ends, workspace.sums));
        codes[first + row] = code >= 0 ? code : prepared_.default_code;
      });
    });
  }

  void weights(const Request& request, std::span<double> weights) const override {
    for_each_sum(request, [&](u64 row, std::span<const Real> sums) {
      std::ranges::copy(sums, row_of(weights, row).begin());
    });
  }

  void shares(const Request& request, std::span<double> shares) const override {
    for_each_sum(request, [&](u64 row, std::span<const Real> sums) {
      std::ranges::copy(sums, row_of(shares, row).begin());
      scale(row_of(shares, row), prepared_.default_shares);
    });
  }

  void soft_shares(const Request& request, std::span<double> shares) const override {
    for_each_block(request, [&](u64 first, const Block<Real>& block, Workspace& workspace) {
      for (u32 row = 0; row < block.n_rows; ++row) {
        const auto sums = prepared_.sum_of(workspace.soft_parts.follow(block, row), workspace.sums);
        std::ranges::copy(sums, row_of(shares, first + row).begin());
        scale(row_of(shares, first + row), prepared_.default_shares);
      }
    });
  }

  void ends(const Request& request, std::span<i64> ends) const override {
    for_each_block(request, [&](u64 first, const Block<Real>& block, Workspace& workspace) {
      walk(block, workspace);
      for (u32 row = 0; row < block.n_rows; ++row) {
        ends[first + row] = steps_.node(workspace.stops[row]);
      }
      for_each_divided(block, workspace, [&](u32 row, Ends reached) {
        const auto lighter = [](const auto& a, const auto& b) { return a.weight < b.weight; };
        ends[first + row] = std::ranges::max_element(reached, lighter)->node;  // the first of them
      });
    });
  }

  Paths paths(const Request& request) const override {
    const std::vector<i32> parent = parents(tree_);
    std::vector<i64> seen_by(tree_.size(), -1);  // the last case that reached a node
    Paths paths{{0}, {}};
    paths.starts.reserve(request.cases.n_rows + 1);
    const auto add = [&](i64 this_case, Ends ends) {
      for (const End<Real>& end : ends) {
        for (i32 node = static_cast<i32>(end.node); node >= 0;
             node = parent[static_cast<u64>(node)]) {
          if (std::exchange(seen_by[static_cast<u64>(node)], this_case) == this_case) break;
          paths.nodes.push_back(node);
        }
      }
      std::sort(paths.nodes.begin() + paths.starts.back(), paths.nodes.end());
      paths.starts.push_back(static_cast<i64>(paths.nodes.size()));
    };
    const Request in_order{request.cases, request.infinite, 1, request.progress};
    for_each_block(in_order, [&](u64 first, const Block<Real>& block, Workspace& workspace) {
      walk(block, workspace);
      for_each_followed(block, workspace, std::span(workspace.rows).first(block.n_rows),
                        [&](u32 row, Ends ends) { add(static_cast<i64>(first + row), ends); });
    });
    return paths;
  }

 private:
  using Ends = std::span<const End<Real>>;

  struct Workspace {
    Workspace(const PredictorIn& predictor, const Request& request)
        : reader(request.cases, predictor.prepared_.tested, request.infinite),
          rows(std::min<u64>(reader.max_rows(), request.cases.n_rows)),
          stops(rows.size()),
          moving(rows.size()),
          sums(predictor.n_classes()),
          parts(predictor.steps_, predictor.prepared_.weights),
          soft_parts(predictor.prepared_, predictor.soft_) {
      std::iota(rows.begin(), rows.end(), u32{0});
    }

    BlockReader<Real> reader;
    std::vector<u32> rows;     // of a block: 0, 1, 2, ...
    std::vector<u32> stops;    // the record where each case of the block stops
    std::vector<u32> moving;   // items of a walk
    std::vector<u32> divided;  // the cases of the block that stop at a test
    std::vector<Real> sums;    // by class
    Parts<Real> parts;
    u64 n_at_a_time = kMaxAtATime;  // cases whose parts are followed together
    SoftParts<Real> soft_parts;
  };

  // Call visit(first row, block, workspace) for all blocks, in threads.
  using VisitBlock = FunctionRef<void(u64, const Block<Real>&, Workspace&)>;
  void for_each_block(const Request& request, VisitBlock visit) const {
    check_columns(request.cases, prepared_.tested.n_values);
    const u64 n_rows = request.cases.n_rows, n_chunks = (n_rows + kChunk - 1) / kChunk;
    std::vector<std::optional<Workspace>> workspaces(n_workers(n_chunks, request.n_threads));
    parallel_for(n_chunks, request.n_threads, [&](u64 chunk, u32 worker) {
      request.progress.check();
      if (!workspaces[worker]) workspaces[worker].emplace(*this, request);
      Workspace& workspace = *workspaces[worker];
      const u64 last = std::min(n_rows, (chunk + 1) * kChunk);
      const u32 step = workspace.reader.max_rows();
      for (u64 first = chunk * kChunk; first < last; first += step) {
        const u32 count = static_cast<u32>(std::min<u64>(step, last - first));
        visit(first, workspace.reader.read(first, count), workspace);
      }
    });
  }

  void walk(const Block<Real>& block, Workspace& workspace) const {
    const std::span<u32> stops(workspace.stops.data(), block.n_rows);
    std::ranges::fill(stops, u32{0});
    if (tree_.is_leaf(0)) return;
    const std::span<u32> moving(workspace.moving.data(), block.n_rows);
    std::iota(moving.begin(), moving.end(), u32{0});
    const auto finish = [&](const auto& walk) {
      walk.finish_block(steps_.typical, workspace.rows, stops, moving);
    };
    if (block.known == Known::all) {
      with_walk<Known::all>(steps_, block, finish);
    } else {
      with_walk<Known::some>(steps_, block, finish);
    }
  }

  // Call visit(row of the block, its ends) for all cases that stop at a test.
  using VisitEnds = FunctionRef<void(u32, Ends)>;
  void for_each_divided(const Block<Real>& block, Workspace& workspace, VisitEnds visit) const {
    workspace.divided.clear();
    for (u32 row = 0; row < block.n_rows; ++row) {
      if (prepared_.code_at[workspace.stops[row]] == kDivided) workspace.divided.push_back(row);
    }
    for_each_followed(block, workspace, workspace.divided, visit);
  }

  // As above for all of these rows, which have been walked.
  void for_each_followed(const Block<Real>& block, Workspace& workspace, std::span<const u32> rows,
                         VisitEnds visit) const {
    for (u64 first = 0; first < rows.size();) {
      const u64 count = std::min<u64>(workspace.n_at_a_time, rows.size() - first);
      const Ends ends = follow(block, workspace, rows.subspan(first, count));
      first += count;
      for (u64 begin = 0, end = 0; begin < ends.size(); begin = end) {
        while (end < ends.size() && ends[end].row == ends[begin].row) ++end;
        visit(ends[begin].row, ends.subspan(begin, end - begin));
      }
    }
  }
  Ends follow(const Block<Real>& block, Workspace& workspace, std::span<const u32> rows) const {
    workspace.parts.clear();
    for (const u32 row : rows) workspace.parts.add(row, workspace.stops[row]);
    Ends ends;
    with_walk<Known::some>(steps_, block,
                           [&](const auto& walk) { ends = workspace.parts.follow(walk); });
    // A case may reach every leaf: where there are so many parts, follow fewer cases next time.
    workspace.n_at_a_time = std::clamp<u64>(kMaxParts * rows.size() / ends.size(), 1, kMaxAtATime);
    return ends;
  }

  // Call visit(row, class weights) for all cases.
  void for_each_sum(const Request& request,
                    FunctionRef<void(u64, std::span<const Real>)> visit) const {
    for_each_block(request, [&](u64 first, const Block<Real>& block, Workspace& workspace) {
      walk(block, workspace);
      for (u32 row = 0; row < block.n_rows; ++row) {
        const End<Real> end{row, steps_.node(workspace.stops[row]), Real{1}};
        if (prepared_.code_at[workspace.stops[row]] != kDivided) {
          visit(first + row, prepared_.sum_of({&end, 1}, workspace.sums));
        }
      }
      for_each_divided(block, workspace, [&](u32 row, Ends ends) {
        visit(first + row, prepared_.sum_of(ends, workspace.sums));
      });
    });
  }

  std::span<double> row_of(std::span<double> matrix, u64 row) const {
    return matrix.subspan(row * tree_.n_classes, tree_.n_classes);
  }

  PreparedTree<Real> prepared_;
  const NodeTable& tree_ = prepared_.tree;
  const Steps<Real>& steps_ = prepared_.steps;
  SoftCuts soft_;
};

}  // namespace

std::unique_ptr<Predictor> make_predictor(NodeTable tree, std::vector<i32> n_values,
                                          PredictorOptions options) {
  check_predictable(tree, n_values);
  for (const auto* bounds : {&options.lower, &options.upper}) {
    if (bounds->size() != options.lower.size() ||
        (!bounds->empty() && bounds->size() != tree.cuts.size())) {
      throw InputError("the bounds of soft thresholds are not as many as the cuts");
    }
  }
  if (options.precision == Precision::in_single) {
    return std::make_unique<PredictorIn<float>>(std::move(tree), std::move(n_values),
                                                std::move(options));
  }
  return std::make_unique<PredictorIn<double>>(std::move(tree), std::move(n_values),
                                               std::move(options));
}

}  // namespace cutpoint::predict
