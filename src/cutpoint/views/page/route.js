// Routing a case through the tree as prediction does it, to the last bit. Also exported alone: see
// cutpoint/export/javascript.py.
//
// A known value follows its branch. Where the value is unknown, or no branch holds it, the case
// goes to the branch of unknown values if there is one, else down every branch with the share
// cases(branch) / cases(node) of its weight. A tree in single precision rounds every operation.

const rounded = single ? Math.fround : (value) => value;

// The branch of a value: a number, or the position of a nominal value; -1 if it is unknown.
function branchFor(node, value) {
  if (node.groups)
    return value >= 0 && value < node.branchOf.length ? node.branchOf[Math.trunc(value)] : -1;
  const number = rounded(value);
  if (Number.isNaN(number) || (single && number === -999)) return -1;
  let low = 0;
  let high = node.cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (number > rounded(node.cuts[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The children that a case goes to, with the share of its weight; none if it ends at the node.
function onward(node, value, weight) {
  const known = branchFor(node, value);
  const branch = known >= 0 ? known : node.unknown;
  if (branch >= 0) return [[node.children[branch], weight]];
  const total = rounded(node.cases);
  if (!(total > 0)) return [];
  return node.children
    .map((child) => [child, rounded(rounded(weight * rounded(child.cases)) / total)])
    .filter((step) => step[1] > 0);
}

// Where a case goes: its ends in order, and the weight with which it reaches each node.
function follow(valueOf) {
  const ends = [];
  const reached = new Map();
  const waiting = [[root, 1]];
  while (waiting.length) {
    const [node, weight] = waiting.pop();
    reached.set(node, weight);
    const steps = isLeaf(node) ? [] : onward(node, valueOf(node.attribute), weight);
    if (!steps.length) ends.push([node, weight]);
    for (let i = steps.length - 1; i >= 0; i--) waiting.push(steps[i]);
  }
  return { ends, reached };
}

// The weight of each class over the ends of a case; what a node counts is its distribution, or
// what is given.
function weigh(ends, countsOf = (node) => node.distribution) {
  const sums = new Array(classes.length).fill(0);
  for (const [node, weight] of ends) {
    const counts = countsOf(node);
    const total = rounded(node.cases > 0 ? node.cases : 1);
    if (node.cases > 0 || counts !== node.distribution) {
      for (let i = 0; i < sums.length; i++)
        sums[i] = rounded(sums[i] + rounded(rounded(weight * rounded(counts[i])) / total));
    } else sums[node.label] = rounded(sums[node.label] + weight);
  }
  return sums;
}

// The probability of each class over the ends of a case, as the model estimates it.
function sharesOver(ends) {
  const sums = added ? weigh(ends, withAdded) : weigh(ends);
  const total = sums.reduce((sum, weight) => sum + weight, 0);
  return total > 0 ? sums.map((weight) => weight / total) : fallback;
}

// The cases of a node as if those that the estimate adds were among them, scaled to its own.
function withAdded(node) {
  const counts = node.distribution.map((weight, i) => weight + added[i]);
  const total = counts.reduce((sum, weight) => sum + weight, 0);
  return counts.map((weight) => (weight / total) * (node.cases > 0 ? node.cases : 1));
}

// The first of the heaviest; -1 if none is above zero.
function greatest(sums) {
  let best = -1;
  let most = 0;
  for (let i = 0; i < sums.length; i++) if (sums[i] > most) [best, most] = [i, sums[i]];
  return best;
}

// The class of weights: the heaviest or, if the model has costs, the one of least expected cost.
function decided(sums) {
  const given = greatest(sums);
  const weights = given >= 0 ? sums : fallback;
  if (!costs) return given >= 0 ? given : greatest(fallback);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return cheapest(weights.map((weight) => weight / total));
}

// What is said of a case whose weights vanish: the shares of the classes at the root.
const fallback = (() => {
  const total = root.distribution.reduce((sum, weight) => sum + weight, 0);
  return root.distribution.map((weight, i) =>
    total > 0 ? weight / total : Number(i === root.label),
  );
})();

// The cases of each class that the estimate of probabilities adds to a leaf; null if it adds none.
const added = (() => {
  const { probabilities: way, m = 2 } = model.parameters || {};
  if (way === "laplace") return classes.map(() => 1);
  return way === "m" ? fallback.map((share) => m * share) : null;
})();

// The class of a case, its probabilities, and its way.
function predict(valueOf) {
  const { ends, reached } = follow(valueOf);
  return { ends, reached, code: decided(weigh(ends)), shares: sharesOver(ends) };
}

// The same class without the rest: a known leaf is asked directly. For whole tables.
function codeOf(columns, row) {
  let node = root;
  while (!isLeaf(node)) {
    const known = branchFor(node, columns[node.attribute][row]);
    const branch = known >= 0 ? known : node.unknown;
    if (branch < 0) return predict((attribute) => columns[attribute][row]).code;
    node = node.children[branch];
  }
  return decided(weigh([[node, 1]]));
}
