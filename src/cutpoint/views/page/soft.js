// Soft thresholds: near a cut a case goes down both branches (Quinlan 1993, section 8.4), to the
// last bit as predict_proba(X, soft=True) has it. Classes do not depend on them.

const LEAST_WEIGHT = 0.01; // a branch of less weight is not followed
const NUDGE = single ? 0.001 : 0; // what C4.5 adds to the distance of a bound from the cut
const isSoft = nodes.some((node) => softBounds(node).length > 0);

// The soft thresholds of a test, if it has any that differ from its cuts.
function softBounds(node) {
  return (node.bounds || []).filter(
    ([lower, upper], i) => lower < node.cuts[i] || upper > node.cuts[i],
  );
}

// How far a value is on the left of a cut, from 0 to 1.
function weightBelow(value, [lower, upper], cut) {
  if (value <= lower) return 1;
  if (value <= cut) return 1 - (0.5 * (value - lower)) / (cut - lower + NUDGE);
  if (value < upper) return 0.5 - (0.5 * (value - cut)) / (upper - cut + NUDGE);
  return 0;
}

// The share of a known number that goes down each branch.
function softBranches(node, value) {
  let before = 0;
  return [...node.cuts, Infinity].map((cut, i) => {
    const bounds = node.bounds?.[i] ?? [cut, cut];
    const upto = cut === Infinity ? 1 : Math.max(before, weightBelow(rounded(value), bounds, cut));
    const share = upto - before;
    before = upto;
    return share;
  });
}

function softOnward(node, value, weight) {
  if (node.groups || branchFor(node, value) < 0) return onward(node, value, weight);
  return softBranches(node, value)
    .map((share, i) => [share, [node.children[i], rounded(weight * share)]])
    .filter(([share]) => share > LEAST_WEIGHT)
    .map(([, step]) => step);
}

// Where a case ends, with its weight there, in the order in which predict_proba adds them up.
function softEnds(valueOf) {
  const ends = [];
  const waiting = [[root, 1]];
  while (waiting.length) {
    const [node, weight] = waiting.pop();
    const steps = isLeaf(node) ? [] : softOnward(node, valueOf(node.attribute), weight);
    if (steps.length) waiting.push(...steps);
    else ends.push([node, weight]);
  }
  return ends;
}

// What a soft threshold makes of a value between its bounds: "62% ≤ 75, 38% > 75".
function softText(node, value) {
  if (!softBounds(node).length || branchFor(node, value) < 0) return "";
  const shares = softBranches(node, value);
  if (Math.max(...shares) === 1) return "";
  const parts = shares
    .map((share, branch) => [share, `${percent(share)} ${condition(node, branch)}`])
    .filter(([share]) => share > LEAST_WEIGHT);
  return `by the soft threshold ${parts.map(([, text]) => text).join(", ")}`;
}
