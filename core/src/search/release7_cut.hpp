// The cut of a numeric attribute as Release 7 of C4.5 chooses it (Quinlan 1996, section 2).
#pragma once
#include "cuts/evidence_table.hpp"

namespace cutpoint {

struct Release7Cut {
  u64 n_candidates = 0;
  bool found = false;
  u32 position = 0;  // the value before the cut
};

// The greatest gain ratio among the cuts of at least average gain, the last of equals; each leaves
// `least` cases on both sides.
Release7Cut release7_cut(const EvidenceTable& table, double least);

}  // namespace cutpoint
