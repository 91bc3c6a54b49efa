// Small nodes, each grown as a tree of its own: its rows are numbered from 0, so that everything
// about them fits the cache, and several are grown at the same time.
#pragma once
#include <memory>
#include <vector>

#include "grow/grower.hpp"
#include "parallel/worker_pool.hpp"

namespace cutpoint {

// A node taken out of a tree, with all that is needed to grow what is below it.
class Subtree {
 public:
  explicit Subtree(u32 n_classes) : grown(n_classes) {}
  virtual ~Subtree() = default;
  Subtree(const Subtree&) = delete;
  Subtree& operator=(const Subtree&) = delete;

  virtual void grow() = 0;
  // Put what was grown in the place of the node.
  void graft(GrownTree& tree) const;

  u32 node_id = 0;
  std::vector<u32> rows;     // the table's row of each row here
  std::vector<u32> classes;  // the table's class of each class here
  GrownTree grown;
};

// Makes subtrees of the nodes of a grower.
template <class Entry, class Mark>
class SubtreeMaker {
 public:
  explicit SubtreeMaker(const GrowTask& task) : task_(task) {}

  // Of the node at hand.
  std::unique_ptr<Subtree> operator()(const Node& node, Grower<Entry, Mark>& grower,
                                      const GrownTree& tree);

 private:
  const GrowTask& task_;
  LargeVector<u32> entry_of_row_;
};

// Takes the nodes of at most so many rows and has them grown by the workers.
template <class Entry, class Mark>
class SubtreePool final : public Grower<Entry, Mark>::Deferral {
 public:
  SubtreePool(const GrowTask& task, u32 limit, WorkerPool& workers)
      : limit_(limit), workers_(workers), make_subtree_(task) {}
  ~SubtreePool() override { workers_.drop_jobs(); }
  SubtreePool(const SubtreePool&) = delete;
  SubtreePool& operator=(const SubtreePool&) = delete;

  bool takes(const Node& node, const GrownTree&) const override {
    return node.depth > 0 && node.n_rows() <= limit_;
  }
  void take(const Node& node, Grower<Entry, Mark>& grower, GrownTree& tree) override;
  // Grow what is left, and put everything in its place.
  void finish(GrownTree& tree);

 private:
  u32 limit_;
  WorkerPool& workers_;
  SubtreeMaker<Entry, Mark> make_subtree_;
  std::vector<std::unique_ptr<Subtree>> all_;  // in the order in which they were taken
};

}  // namespace cutpoint
