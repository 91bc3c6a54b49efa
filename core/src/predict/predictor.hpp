// What a tree says of cases: their classes, class weights, ends and paths.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "cutpoint/progress.hpp"
#include "cutpoint/tree.hpp"
#include "data/table_view.hpp"
#include "predict/block.hpp"

namespace cutpoint::predict {

enum class Precision : u8 { in_single, in_double };

struct PredictorOptions {
  Precision precision = Precision::in_double;
  // Soft thresholds, beside the cuts of the tree; empty if it has none.
  std::vector<double> lower, upper;
};

// The cases asked about. Their columns are those of the tree; a nominal one may hold its codes as
// whole numbers among doubles. A code outside its values is unknown.
struct Request {
  const TableView& cases;
  Infinite infinite = Infinite::accept;
  u32 n_threads = 1;
  Progress& progress;
};

// The nodes that each case reaches, ascending: those of case i are nodes[starts[i]] and on.
struct Paths {
  std::vector<i64> starts;
  std::vector<i32> nodes;
};

// Results are the same for any number of threads. Arrays have a row of classes for each case.
class Predictor {
 public:
  virtual ~Predictor() = default;

  virtual u32 n_classes() const = 0;
  // The first of the heaviest classes.
  virtual void codes(const Request& request, std::span<i32> codes) const = 0;
  virtual void weights(const Request& request, std::span<double> weights) const = 0;
  // Class weights that sum to 1.
  virtual void shares(const Request& request, std::span<double> shares) const = 0;
  virtual void soft_shares(const Request& request, std::span<double> shares) const = 0;
  // The node where the greatest part of each case ends.
  virtual void ends(const Request& request, std::span<i64> ends) const = 0;
  virtual Paths paths(const Request& request) const = 0;
};

// Throws InputError if the tree cannot be walked safely.
std::unique_ptr<Predictor> make_predictor(NodeTable tree, std::vector<i32> n_values,
                                          PredictorOptions options);

}  // namespace cutpoint::predict
