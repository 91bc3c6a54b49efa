// The cases that were embedded: which reach a node, which are wrong, whose values are unknown.

// The weight of the wrong cases among all of a table whose class is known.
function errorsOn(table) {
  let [errors, cases] = [0, 0];
  if (!table.target) return { errors, cases };
  for (let row = 0; row < table.count; row++) {
    if (table.target[row] < 0) continue;
    const weight = weightOf(table, row);
    cases += weight;
    if (codeOf(table.columns, row) !== table.target[row]) errors += weight;
  }
  return { errors, cases };
}

// The rows that reach a node, each with the weight that arrives.
function reaching(table, node) {
  const way = above(node);
  const found = [];
  for (let row = 0; row < table.count; row++) {
    let weight = weightOf(table, row);
    for (let i = 0; i + 1 < way.length && weight > 0; i++) {
      const steps = onward(way[i], table.columns[way[i].attribute][row], weight);
      const step = steps.find(([child]) => child === way[i + 1]);
      weight = step ? step[1] : 0;
    }
    if (weight > 0) found.push([row, weight]);
  }
  return found;
}

// The weight of the training cases, by node, whose tested value is unknown there.
const unknownAt = new Float64Array(nodes.length);
const LEAST_FLOW = 1e-4; // of a case: less is not drawn, so it is not followed

function weighUnknown() {
  if (!training) return;
  for (let row = 0; row < training.count; row++) {
    const waiting = [[root, weightOf(training, row)]];
    while (waiting.length) {
      const [node, weight] = waiting.pop();
      if (isLeaf(node) || weight < LEAST_FLOW) continue;
      const value = training.columns[node.attribute][row];
      if (branchFor(node, value) < 0) unknownAt[node.id] += weight;
      waiting.push(...onward(node, value, weight));
    }
  }
}

// The part of an unknown value that each branch of a test gets.
function unknownShares(node) {
  if (node.unknown >= 0) return node.children.map((_, branch) => Number(branch === node.unknown));
  return node.children.map((child) => (node.cases > 0 ? child.cases / node.cases : 0));
}

// The band of each cut of a node, [low, high], if the model's stability was computed.
function bandsOf(node) {
  const known = model.report.stability?.bands?.[node.id];
  return Array.isArray(known)
    ? known.filter((band) => Array.isArray(band) && band.every(Number.isFinite))
    : [];
}

// What resamples have at the place of a node, if the model's stability was computed.
function resampled(node) {
  return model.report.stability?.nodes?.[node.id] ?? null;
}

// How shaky a node is, from 0 to 1: the share of the resamples that do otherwise there; null if
// that is not known.
function shakiness(node) {
  const known = resampled(node);
  if (!known || node.pruned) return null;
  return known.reached > 0 ? 1 - known.chosen : 1;
}

// What resamples say of a test, in sentences.
function sureness(node) {
  const known = resampled(node);
  if (!known) return [];
  const all = model.report.stability.resamples;
  if (!(known.reached > 0)) return ["No resample reaches this place."];
  const who = known.reached < all ? `the ${known.reached} resamples that reach it` : "resamples";
  const leaf = node.attribute < 0;
  const lines = [`${leaf ? "A leaf in" : "Chosen by"} ${percent(known.chosen)} of ${who}.`];
  const others = known.others.map(([name, share]) => `${isolated(name)} ${percent(share)}`);
  if (known.leaf > 0) others.push(`a leaf ${percent(known.leaf)}`);
  if (others.length) lines.push(`Others: ${others.slice(0, 6).join(", ")}.`);
  return lines;
}

// How far a value is from the nearest cut in standard deviations of that cut, and which share of
// the resamples send it the same way.
function marginInDeviations(node, value, branch) {
  const known = resampled(node);
  if (!known || !(known.reached > 0)) return [];
  const parts = [];
  if (node.cuts && known.sd) {
    const gaps = node.cuts.map((cut) => Math.abs(value - cut));
    const nearest = gaps.indexOf(Math.min(...gaps));
    parts.push(
      known.sd[nearest] > 0
        ? `${(gaps[nearest] / known.sd[nearest]).toFixed(1)} standard deviations of the cut`
        : "a cut that never moves",
    );
  }
  let agree = null;
  if (known.cuts) {
    const below = (cuts) => cuts.filter((cut) => value > cut).length;
    agree = known.cuts.filter((cuts) => below(cuts) === below(node.cuts)).length;
  } else if (node.groups) agree = resampled(node.children[branch])?.reached ?? null;
  if (agree !== null) parts.push(`${percent(agree / known.reached)} of resamples agree`);
  return parts;
}

// The range of a numeric attribute: of the cases, else around the cuts.
function rangeOf(attribute) {
  let [low, high] = [Infinity, -Infinity];
  for (const table of tables) {
    for (const value of table.columns[attribute] || []) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  const cuts = cutsOf(attribute);
  if (!cuts.length) return low > high ? [0, 1] : [low, high];
  const margin =
    cuts.length > 1 ? (cuts[cuts.length - 1] - cuts[0]) * 0.25 : Math.abs(cuts[0] || 1) * 0.5;
  if (low > high) [low, high] = [cuts[0] - margin, cuts[cuts.length - 1] + margin];
  return [Math.min(low, cuts[0]), Math.max(high, cuts[cuts.length - 1])];
}

// All cuts of an attribute in the tree as it now is, ascending.
function cutsOf(attribute) {
  const cuts = new Set();
  for (const node of below(root)) {
    if (!isLeaf(node) && node.attribute === attribute && node.cuts)
      node.cuts.forEach((cut) => cuts.add(cut));
  }
  return [...cuts].sort((a, b) => a - b);
}

// The attributes that the tree tests, in the order in which a reader meets them.
const everTested = [
  ...new Set(nodes.filter((node) => node.attribute >= 0).map((node) => node.attribute)),
];
function testedAttributes() {
  const levels = below(root)
    .filter((node) => !isLeaf(node))
    .sort((a, b) => a.depth - b.depth);
  return [...new Set(levels.map((node) => node.attribute))];
}
