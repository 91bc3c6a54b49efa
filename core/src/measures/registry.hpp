// All measures.
#pragma once
#include <array>
#include <utility>

#include "measures/chi2.hpp"
#include "measures/contrast.hpp"
#include "measures/custom.hpp"
#include "measures/distance.hpp"
#include "measures/gain.hpp"
#include "measures/gain_ratio.hpp"
#include "measures/gini.hpp"
#include "measures/kolmogorov.hpp"
#include "measures/mantaras.hpp"
#include "measures/mpi.hpp"
#include "measures/symmetric.hpp"

namespace cutpoint {

enum class Measure : u8 {
  gain,
  gain_ratio,
  mantaras,
  distance,
  symmetric,
  gini,
  mpi,
  kolmogorov,
  chi2,
  contrast,
  custom
};

// Call visitor(M{}) with the struct of a measure; not for Measure::custom, which has state.
template <class Visitor>
constexpr decltype(auto) visit_measure(Measure measure, Visitor&& visitor) {
  switch (measure) {
    case Measure::gain_ratio:
      return visitor(GainRatio{});
    case Measure::mantaras:
      return visitor(Mantaras{});
    case Measure::distance:
      return visitor(Distance{});
    case Measure::symmetric:
      return visitor(Symmetric{});
    case Measure::gini:
      return visitor(Gini{});
    case Measure::mpi:
      return visitor(Mpi{});
    case Measure::kolmogorov:
      return visitor(Kolmogorov{});
    case Measure::chi2:
      return visitor(Chi2{});
    case Measure::contrast:
      return visitor(Contrast{});
    default:
      return visitor(Gain{});
  }
}

inline constexpr std::array kMeasureNames{Gain::kName,     GainRatio::kName,    Mantaras::kName,
                                          Distance::kName, Symmetric::kName,    Gini::kName,
                                          Mpi::kName,      Kolmogorov::kName,   Chi2::kName,
                                          Contrast::kName, CustomMeasure::kName};

// What a table of counts is valued by.
struct Criterion {
  Measure measure = Measure::gain;
  const CustomMeasure* custom = nullptr;  // for Measure::custom

  // Whether it is Python's, which calls one function at a time.
  bool calls_python() const { return measure == Measure::custom && !custom->is_pointer(); }
};

constexpr Family family_of(Measure measure) {
  if (measure == Measure::custom) return Family::custom;
  return visit_measure(measure, []<class M>(M) { return M::kFamily; });
}

}  // namespace cutpoint
