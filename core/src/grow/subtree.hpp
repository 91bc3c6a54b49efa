// Small nodes, each grown as a tree of its own: its rows are numbered from 0, so that everything
// about them fits the cache, and several are grown at the same time.
#pragma once
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "grow/grower.hpp"

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

// Takes the nodes of at most so many rows and grows them, with several threads if there are.
template <class Entry, class Mark>
class SubtreePool final : public Grower<Entry, Mark>::Deferral {
 public:
  SubtreePool(const GrowTask& task, u32 limit, u32 n_threads);
  ~SubtreePool() override;
  SubtreePool(const SubtreePool&) = delete;
  SubtreePool& operator=(const SubtreePool&) = delete;

  bool takes(const Node& node, const GrownTree&) const override {
    return node.depth > 0 && node.n_rows() <= limit_;
  }
  void take(const Node& node, Grower<Entry, Mark>& grower, GrownTree& tree) override;
  // Grow what is left, and put everything in its place.
  void finish(GrownTree& tree);

 private:
  void start_thread();
  void work();
  bool grow_next(std::unique_lock<std::mutex>& lock);

  u32 limit_;
  u32 n_threads_;  // the calling one included
  SubtreeMaker<Entry, Mark> make_subtree_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Subtree*> waiting_;
  std::vector<std::unique_ptr<Subtree>> all_;  // in the order in which they were taken
  u64 n_unfinished_ = 0;
  bool ending_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;  // started one by one, as there is work for them
};

}  // namespace cutpoint
