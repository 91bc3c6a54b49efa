// Pruning by hand: subtrees become leaves, one by one, and come back in the opposite order.

const edits = [];
const undone = []; // what can be done again
const estimates = !costs && model.parameters.pruning === "error" && model.parameters.confidence > 0;

function setPruned(node, pruned) {
  node.pruned = pruned;
  measured.clear();
}

function pruneAt(node) {
  setPruned(node, true);
  edits.push(node);
}

function undo() {
  const node = edits.pop();
  if (node) {
    setPruned(node, false);
    undone.push(node);
  }
  return node;
}

function redo() {
  const node = undone.pop();
  if (node) pruneAt(node);
  return node;
}

// ---- edits survive a reload -------------------------------------------------------------------------

// The edits of another model under the same address are not those of this one.
const EDITS = `cutpoint edits ${modelText.length} ${model.tree.length} ${textHash(modelText)}`;

function textHash(text) {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

let stored = true; // whether the browser keeps the edits: in some frames it does not

function storeEdits() {
  stored = attempted(() => {
    sessionStorage.setItem(EDITS, JSON.stringify(edits.map((node) => node.id)));
    return true;
  });
}

function restoreEdits() {
  const ids = attempted(() => JSON.parse(sessionStorage.getItem(EDITS)));
  if (!Array.isArray(ids)) return;
  for (const id of ids) if (nodes[id] && !isLeaf(nodes[id])) pruneAt(nodes[id]);
}

// Where edits cannot be stored, leaving the page asks first.
function guardEdits() {
  window.addEventListener("beforeunload", (event) => {
    if (edits.length && !stored) event.preventDefault();
  });
}

// ---- the errors to expect (Quinlan 1993, chapter 4; cutpoint/prune/errors.py) ---------------------

const LEVELS = [0, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.4, 1];
const DEVIATIONS = [4, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0];

function squaredDeviation(confidence) {
  let i = 1;
  while (rounded(LEVELS[i]) < confidence) i++;
  const [low, high] = [rounded(LEVELS[i - 1]), rounded(LEVELS[i])];
  const [start, stop] = [rounded(DEVIATIONS[i - 1]), rounded(DEVIATIONS[i])];
  const step = rounded(rounded(stop - start) * rounded(confidence - low));
  const deviation = rounded(start + rounded(step / rounded(high - low)));
  return rounded(deviation * deviation);
}

function extraErrors(cases, errors, confidence) {
  const none = () => rounded(cases * (1 - Math.exp(Math.log(confidence) / cases)));
  const some = (wrong) => {
    const squared = squaredDeviation(confidence);
    const e = wrong + 0.5;
    const near = single ? 0 : 1e-6; // parts of cases are rounded
    if (e >= cases - near) return rounded(0.67 * rounded(cases - wrong));
    const root2 = Math.sqrt(squared * (e * (1 - e / cases) + rounded(squared / 4)));
    const rate = rounded((e + rounded(squared / 2) + root2) / rounded(cases + squared));
    return rounded(rounded(cases * rate) - wrong);
  };
  if (errors < 1e-6) return none();
  if (errors >= 0.9999) return some(errors);
  return rounded(none() + rounded(errors * rounded(some(1) - none())));
}

// The errors of a node made a leaf: what the file's own leaves hold, estimates or counts.
function errorsAsLeaf(node) {
  const wrong = rounded(node.cases - node.distribution[node.label]);
  if (!estimates || !(node.cases > 0)) return Math.max(0, wrong);
  return rounded(wrong + extraErrors(node.cases, wrong, rounded(model.parameters.confidence)));
}

// The errors that are written of a leaf, as in text and plots: estimates or counts.
function errorsOf(leaf) {
  return leaf.pruned ? errorsAsLeaf(leaf) : leaf.fields.errors;
}

// Whether they are estimates; a tree by itself does not say.
const estimated =
  estimates ||
  nodes.some(
    (node) =>
      !node.children.length &&
      Math.abs(node.fields.errors - wrongAt(node)) > 1e-4 * node.cases + 1e-4,
  );

// The errors of every node of the tree as it now is.
function errorsNow() {
  const errors = new Map(
    below(root).map((node) => [node, node.pruned ? errorsAsLeaf(node) : node.fields.errors]),
  );
  for (const node of errors.keys()) {
    if (!node.pruned) continue;
    const change = errors.get(node) - node.fields.errors;
    for (let at = node.parent; at; at = at.parent) errors.set(at, rounded(errors.get(at) + change));
  }
  return errors;
}

// ---- the edited model, as a file ------------------------------------------------------------------

// The text of the model with another tree; the rest stays as it was written, letter by letter.
function editedModel() {
  const [start, end] = [
    modelText.indexOf('\n"tree": [\n'),
    modelText.indexOf('\n],\n"unpruned": '),
  ];
  const report = modelText.lastIndexOf('\n"report": ');
  const order = numbered();
  const place = new Map(order.map((node, id) => [node, id]));
  const errors = errorsNow();
  const lines = order.map((node) => ascii(fieldsOf(node, errors.get(node), place)));
  return [
    modelText.slice(0, start),
    `\n"tree": [\n${lines.join(",\n")}`,
    modelText.slice(end, report),
    `\n"report": ${ascii(editedReport(place))}\n}\n`,
  ].join("");
}

// The nodes that are left, level by level: children are adjacent and come after their parent.
function numbered() {
  const order = [root];
  for (const node of order) if (!isLeaf(node)) order.push(...node.children);
  return order;
}

function fieldsOf(node, errors, place) {
  if (!isLeaf(node))
    return { ...node.fields, errors, branches: node.children.map((child) => place.get(child)) };
  return { class: node.label, cases: node.cases, errors, distribution: node.distribution };
}

function editedReport(place) {
  const report = { ...model.report };
  if (edits.length) report.pruned_by_hand = (report.pruned_by_hand || 0) + edits.length;
  if (report.stability && report.stability.bands) {
    const bands = {};
    const known = {};
    for (const [node, id] of place) {
      if (!isLeaf(node) && bandsOf(node).length) bands[id] = bandsOf(node);
      if (resampled(node) && !node.pruned) known[id] = resampled(node);
    }
    report.stability = { ...report.stability, bands };
    if (report.stability.nodes) report.stability.nodes = known;
  }
  return report;
}

function ascii(value) {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
