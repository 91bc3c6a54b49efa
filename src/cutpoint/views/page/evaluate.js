// The nodes of the tree as they are evaluated, of a model that is called model. Also exported alone:
// see cutpoint/export/javascript.py.

const attributes = model.attributes;
const classes = model.classes;
const costs = model.costs || null; // by true class and predicted class
const single = model.arithmetic === "single";

const nodes = model.tree.map((fields, id) => ({
  id,
  fields, // as in the file
  label: fields.class,
  cases: fields.cases,
  distribution: fields.distribution,
  attribute: fields.attribute ?? -1,
  cuts: fields.cuts || null,
  groups: fields.groups || null,
  bounds: fields.bounds || null, // soft thresholds: [lower, upper] for each cut
  branchOf: null, // nominal: from the position of a value to its branch
  unknown: -1, // the branch of unknown values, if the test has one
  children: [],
  parent: null,
  branch: 0, // which branch of its parent it is
  depth: 0,
  pruned: false, // by hand
}));
const root = nodes[0];
for (const node of nodes) join(node);

function join(node) {
  const branches = node.fields.branches || [];
  node.children = branches.map((id) => nodes[id]);
  node.children.forEach((child, branch) => Object.assign(child, { parent: node, branch }));
  if (node.attribute < 0) return;
  // A test may have one more branch than its cuts or groups make, the last: for unknown values.
  const known = node.cuts ? node.cuts.length + 1 : node.groups.length;
  if (branches.length > known) node.unknown = known;
  if (!node.groups) return;
  node.branchOf = new Array(attributes[node.attribute].values.length).fill(-1);
  node.groups.forEach((group, branch) => group.forEach((value) => (node.branchOf[value] = branch)));
}

function isLeaf(node) {
  return node.pruned || node.children.length === 0;
}

// The first of the classes of least expected cost; the same to a billionth is the same.
function cheapest(shares) {
  const expected = classes.map((_, given) =>
    shares.reduce((sum, share, truth) => sum + share * costs[truth][given], 0),
  );
  const most = costs.reduce((max, row) => Math.max(max, ...row), 0);
  const least = Math.min(...expected) + 1e-9 * most;
  return expected.findIndex((cost) => cost <= least);
}
