// Training against test: which nodes hold on cases that the tree was not learned from.

const Z95 = 1.959963984540054;

// Wilson's 95 % interval of an error rate, as `cutpoint evaluate` prints it.
function interval(errors, cases) {
  if (!(cases > 0)) return [0, 1];
  const [rate, squared] = [errors / cases, Z95 * Z95];
  const middle = (rate + squared / (2 * cases)) / (1 + squared / cases);
  const half =
    (Z95 / (1 + squared / cases)) *
    Math.sqrt((rate * (1 - rate)) / cases + squared / (4 * cases * cases));
  return [
    errors > 0 ? Math.max(0, middle - half) : 0,
    errors < cases ? Math.min(1, middle + half) : 1,
  ];
}

// The cases of a table at a node and how many of them the tree gets wrong; null without them.
function errorsAt(node, name) {
  const table = tables.find((one) => one.name === name);
  if (table && table.target) {
    if (!measured.has(table)) return null; // not counted yet
    const { cases, wrong } = measured.get(table);
    return { cases: cases[node.id], errors: wrong[node.id] };
  }
  if (name !== "training") return null;
  const errors = leavesOf(node).reduce((sum, leaf) => sum + wrongAt(leaf), 0);
  return { cases: node.cases, errors }; // as the model counts them
}

const rateOf = ({ errors, cases }) => (cases > 0 ? errors / cases : 0);

// Whether a node errs clearly more often on test cases: even the lower end of their interval is
// above the rate on training cases. A single error proves nothing.
function holdsNot(node) {
  const test = errorsAt(node, "test");
  if (!test || test.errors < 1.5) return false;
  const training = errorsAt(node, "training");
  return Boolean(training) && interval(test.errors, test.cases)[0] > rateOf(training);
}

// Leaves have a sign in the drawing; what holds above them is in the panel.
function warned(node) {
  return isLeaf(node) && holdsNot(node);
}

// "training 4% / test 19%"
function ratesText(node) {
  const parts = ["training", "test"]
    .map((name) => [name, errorsAt(node, name)])
    .filter(([, found]) => found)
    .map(([name, found]) => `${name} ${found.cases > 0 ? percent(rateOf(found)) : "no cases"}`);
  return parts.join(" / ");
}

// The leaves that do not hold, the ones with the most errors first.
function leavesThatFail() {
  return leavesOf(root)
    .filter(holdsNot)
    .sort((a, b) => errorsAt(b, "test").errors - errorsAt(a, "test").errors);
}
