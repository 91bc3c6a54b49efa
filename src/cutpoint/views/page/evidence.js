// The cases that were embedded: which reach a node, which are wrong, whose values are unknown.

// What the tree, as it now is, says of every row of a table, and what becomes of them at each node.
function measure(table) {
  const known = measured.get(table);
  if (known) return known;
  const found = {
    codes: new Int32Array(table.count),
    shares: new Float64Array(table.count), // of the class given
    ends: new Int32Array(table.count), // the leaf, or that of the greatest part
    cases: new Float64Array(nodes.length), // with a known class, by node
    wrong: new Float64Array(nodes.length),
    unknown: new Float64Array(nodes.length), // whose tested value is unknown there
  };
  for (let row = 0; row < table.count; row++) measureRow(table, row, found);
  measured.set(table, found);
  return found;
}
const measured = new Map();

function measureRow(table, row, found) {
  const valueOf = (attribute) => table.columns[attribute][row];
  const { ends, reached, code, shares } = predict(valueOf);
  const truth = table.target ? table.target[row] : -1;
  const full = weightOf(table, row);
  let [end, most] = [root, 0];
  for (const [node, share] of ends) if (share > most) [end, most] = [node, share];
  found.codes[row] = code;
  found.shares[row] = shares[code];
  found.ends[row] = end.id;
  for (const [node, share] of reached) {
    const weight = share * full;
    if (truth >= 0) found.cases[node.id] += weight;
    if (truth >= 0 && truth !== code) found.wrong[node.id] += weight;
    if (!isLeaf(node) && branchFor(node, valueOf(node.attribute)) < 0)
      found.unknown[node.id] += weight;
  }
}

// The weight of the wrong cases among all of a table whose class is known.
function errorsOn(table) {
  const { cases, wrong } = measure(table);
  return { errors: wrong[root.id], cases: cases[root.id] };
}

// The rows that reach a node, each with the weight that arrives.
function reaching(table, node) {
  if (!arrived.has(table)) arrived.set(table, new Map());
  const known = arrived.get(table);
  let found = known.get(node);
  if (found) return found;
  if (node.parent) {
    const column = table.columns[node.parent.attribute];
    found = [];
    for (const [row, weight] of reaching(table, node.parent)) {
      const step = onward(node.parent, column[row], weight).find(([child]) => child === node);
      if (step && step[1] > 0) found.push([row, step[1]]);
    }
  } else found = Array.from({ length: table.count }, (_, row) => [row, weightOf(table, row)]);
  known.set(node, found);
  return found;
}
const arrived = new Map(); // by table and node: pruning by hand changes nothing above a leaf

// The weight of the training cases whose tested value is unknown at a node, once that is counted.
function unknownAt(node) {
  return training && measured.has(training) ? measured.get(training).unknown[node.id] : 0;
}

// The part of an unknown value that each branch of a test gets.
function unknownShares(node) {
  if (node.unknown >= 0) return node.children.map((_, branch) => Number(branch === node.unknown));
  return node.children.map((child) => (node.cases > 0 ? child.cases / node.cases : 0));
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
