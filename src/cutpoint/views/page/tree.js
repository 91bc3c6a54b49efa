// The tree of the model, as objects that know where they are.

for (const node of below(root)) node.depth = node.parent ? node.parent.depth + 1 : 0;

// The node and all below it, parents first, as the tree now is; a chain of thousands is no trouble.
function below(top, closed = null) {
  const order = [];
  const waiting = [top];
  while (waiting.length) {
    const node = waiting.pop();
    order.push(node);
    if (isLeaf(node) || (closed && closed.has(node.id))) continue;
    for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]);
  }
  return order;
}

function above(node) {
  const way = [];
  for (let at = node; at; at = at.parent) way.unshift(at);
  return way;
}

function leavesOf(top) {
  return below(top).filter(isLeaf);
}

function depthOf(top) {
  return below(top).reduce((most, node) => Math.max(most, node.depth), 0) - top.depth;
}

// The class that a case gets which ends here: the heaviest, not the label, as in prediction.
function classAt(node) {
  if (costs) return cheapest(classes.map((_, position) => shareOf(node, position)));
  if (!(node.cases > 0)) return node.label;
  let best = node.label;
  let most = 0;
  node.distribution.forEach((weight, position) => {
    if (weight > most) [best, most] = [position, weight];
  });
  return best;
}

function shareOf(node, position) {
  return node.cases > 0
    ? node.distribution[position] / node.cases
    : Number(position === node.label);
}

// The training cases that would be wrong if the node were a leaf.
function wrongAt(node) {
  return Math.max(0, node.cases - (node.distribution[classAt(node)] || 0));
}

// ---- in words ------------------------------------------------------------------------------------

function attributeName(node) {
  return printable(attributes[node.attribute].name);
}

function className(position) {
  return printable(classes[position]);
}

function values(node, branch) {
  const all = attributes[node.attribute].values;
  return (node.groups[branch] || []).map((position) => printable(all[position]));
}

// What a branch asks, short enough for an edge: "≤ 75", "sunny".
function condition(node, branch) {
  if (branch === node.unknown) return "unknown";
  if (node.groups) return values(node, branch).join(", ") || "no value";
  const cuts = node.cuts;
  const shown = (cut) => figure(cut, node.attribute);
  if (!cuts.length) return "any number";
  if (branch === 0) return `≤ ${shown(cuts[0])}`;
  if (branch >= cuts.length) return `> ${shown(cuts[cuts.length - 1])}`;
  return `(${shown(cuts[branch - 1])}, ${shown(cuts[branch])}]`;
}

// The same with its attribute: "humidity ≤ 75", "outlook = sunny".
function sentence(node, branch) {
  const name = isolated(attributes[node.attribute].name);
  if (branch === node.unknown) return `${name} is unknown`;
  if (node.cuts)
    return `${name} ${branch > 0 && branch < node.cuts.length ? "in " : ""}${condition(node, branch)}`;
  const held = values(node, branch).map((value) => `\u2068${value}\u2069`);
  return held.length === 1 ? `${name} = ${held[0]}` : `${name} in {${held.join(", ")}}`;
}

// The way to a node as conditions; cuts of one attribute are drawn together.
function ruleOf(node) {
  const parts = [];
  const numeric = new Map();
  for (const at of above(node).slice(1)) {
    const test = at.parent;
    if (!test.cuts || at.branch === test.unknown || !test.cuts.length) {
      const codes = test.groups && at.branch !== test.unknown ? test.groups[at.branch] : null;
      parts.push({ text: sentence(test, at.branch), node: test, attribute: test.attribute, codes });
      continue;
    }
    const low = at.branch > 0 ? test.cuts[at.branch - 1] : -Infinity;
    const high = at.branch < test.cuts.length ? test.cuts[at.branch] : Infinity;
    let part = numeric.get(test.attribute);
    if (!part) {
      part = { low: -Infinity, high: Infinity, node: test, attribute: test.attribute };
      numeric.set(test.attribute, part);
      parts.push(part);
    }
    part.low = Math.max(part.low, low);
    part.high = Math.min(part.high, high);
    part.text = between(test.attribute, part.low, part.high);
  }
  return parts;
}

function between(attribute, low, high) {
  const name = isolated(attributes[attribute].name);
  if (low === -Infinity) return `${name} ≤ ${figure(high, attribute)}`;
  if (high === Infinity) return `${name} > ${figure(low, attribute)}`;
  return `${figure(low, attribute)} < ${name} ≤ ${figure(high, attribute)}`;
}

// The whole node in one line, for those who listen.
function spoken(node) {
  const way = node.parent ? `${sentence(node.parent, node.branch)}: ` : "";
  const what = isLeaf(node)
    ? `class ${className(classAt(node))}${node.pruned ? ", pruned by hand" : ""}`
    : `tests ${attributeName(node)}, mostly ${className(classAt(node))}`;
  const fails = holdsNot(node) ? ", errs clearly more often on test cases" : "";
  return `${way}${what}, ${plural(node.cases, "case")}${fails}`;
}
