#include "cuts/caim.hpp"

#include <algorithm>

#include "numeric/weight.hpp"

namespace cutpoint {

namespace {

// Sums of cases, of so many, that differ by no more are equal: what is left is rounding.
double rounding_of(double cases) { return std::max(Weight::kRoundingCases, 1e-12 * cases); }

// An interval, and the cut of it that adds most to the sum.
struct Piece {
  static constexpr i64 kNowhere = -1;
  u32 first, last;
  i64 cut = kNowhere;
  double added = 0.0;
};

double term(std::span<const double> classes, double weight) {
  const double most = *std::max_element(classes.begin(), classes.end());
  return weight > 0.0 ? most * most / weight : 0.0;
}

class CaimSearch {
 public:
  explicit CaimSearch(const EvidenceTable& table)
      : table_(table), below_(table.n_classes()), above_(table.n_classes()) {}

  // Find the cut that adds most to the sum, which is `total` now; the lowest of equals.
  void cut_best(Piece& piece, double total) {
    std::fill(below_.begin(), below_.end(), 0.0);
    std::fill(above_.begin(), above_.end(), 0.0);
    for (u32 v = piece.first; v <= piece.last; ++v) add_to(above_, table_.row(v));
    const double weight = sum_of(above_), before = term(above_, weight);
    double left = 0.0;
    piece.cut = Piece::kNowhere;
    for (u32 v = piece.first; v < piece.last; ++v) {
      add_to(below_, table_.row(v));
      take_from(above_, table_.row(v));
      left += sum_of(table_.row(v));
      const double added = term(below_, left) + term(above_, weight - left) - before;
      if (piece.cut < 0 || added > piece.added + rounding_of(total + piece.added)) {
        piece.cut = v, piece.added = added;
      }
    }
  }

 private:
  const EvidenceTable& table_;
  std::vector<double> below_, above_;
};

// The piece whose cut adds most, the lowest of equals.
Piece* best_of(std::vector<Piece>& pieces, double total) {
  Piece* best = nullptr;
  for (Piece& piece : pieces) {
    if (piece.cut < 0) continue;
    if (best == nullptr) {
      best = &piece;
      continue;
    }
    const double margin = rounding_of(total + best->added);
    const bool equal = piece.added >= best->added - margin;
    if (piece.added > best->added + margin || (equal && piece.cut < best->cut)) best = &piece;
  }
  return best;
}

}  // namespace

void caim(const EvidenceTable& table, const IntervalOptions& options, std::vector<u32>& cuts) {
  cuts.clear();
  const auto n_classes =
      std::count_if(table.totals.begin(), table.totals.end(), [](double n) { return n > 0.0; });
  if (n_classes < 2 || table.n_values < 2) return;
  CaimSearch search(table);
  double total = term(table.totals, sum_of(table.totals)), accepted = 0.0;
  std::vector<Piece> pieces{{0, table.n_values - 1}};
  search.cut_best(pieces[0], total);
  while (Piece* best = best_of(pieces, total)) {
    options.check_progress();
    const double value = (total + best->added) / static_cast<double>(pieces.size() + 1);
    const bool better = value > accepted + rounding_of(accepted);
    if (!better && static_cast<i64>(pieces.size()) >= n_classes) break;
    const u32 cut = static_cast<u32>(best->cut);
    cuts.push_back(cut);
    total += best->added;
    accepted = value;
    Piece right{cut + 1, best->last};
    best->last = cut;
    search.cut_best(*best, total);
    search.cut_best(right, total);
    pieces.push_back(right);
  }
  std::sort(cuts.begin(), cuts.end());
}

}  // namespace cutpoint
