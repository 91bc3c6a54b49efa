// Pruning by hand, and what it costs.

function sizes() {
  const all = below(root);
  const leaves = all.filter(isLeaf);
  return {
    nodes: all.length,
    leaves: leaves.length,
    counted: leaves.reduce((sum, leaf) => sum + wrongAt(leaf), 0),
    expected: estimates ? errorsNow().get(root) : null,
    tables: tables.map(errorsOn),
  };
}

let asLearned = null; // worked out when it is first asked for
function learnedSizes() {
  if (!asLearned) {
    const held = edits.filter((node) => node.pruned);
    held.forEach((node) => setPruned(node, false));
    asLearned = sizes();
    held.forEach((node) => setPruned(node, true));
  }
  return asLearned;
}

function prune(node) {
  if (isLeaf(node)) return;
  learnedSizes();
  pruneAt(node);
  undone.length = 0;
  changed(node, `${attributeName(node)} is pruned to the class ${className(classAt(node))}`);
}

function growBack(node) {
  edits.splice(edits.lastIndexOf(node), 1);
  setPruned(node, false);
  undone.push(node);
  changed(node, `${attributeName(node)} has grown back`);
}

function undoPrune() {
  const node = undo();
  if (node) changed(node, `${attributeName(node)} has grown back`);
}

function redoPrune() {
  const node = redo();
  if (node) changed(node, `${attributeName(node)} is pruned again`);
}

function undoAll() {
  while (edits.length) undo();
  changed(root, "The tree is as it was learned");
}

// Show the tree after an edit.
function changed(node, news) {
  storeEdits();
  tables.forEach(measure); // the signs of the drawing need it
  if (page.route) page.route = predict((attribute) => subject.values[attribute] ?? NaN);
  if (above(page.top).some((at) => at.pruned)) page.top = above(page.top).find((at) => at.pruned);
  page.selected = node;
  redraw(node);
  showFacts();
  showPanel();
  say(news);
}

function prunePanel() {
  const [was, now] = [learnedSizes(), sizes()];
  const total = root.cases || 1;
  const rate = ({ errors, cases }) =>
    cases > 0 ? `${amount(errors)} (${percent(errors / cases)})` : "no classes";
  const rows = [
    ["Nodes", amount(was.nodes), amount(now.nodes)],
    ["Leaves", amount(was.leaves), amount(now.leaves)],
    ...tables.map((table, i) => [
      `Errors, ${table.name}${table.rows ? " (sample)" : ""}`,
      rate(was.tables[i]),
      rate(now.tables[i]),
    ]),
  ];
  if (!training)
    rows.push([
      "Errors in the leaves",
      rate({ errors: was.counted, cases: total }),
      rate({ errors: now.counted, cases: total }),
    ]);
  if (estimates)
    rows.push(["Errors to expect", percent(was.expected / total), percent(now.expected / total)]);
  return [
    h("h2", { class: "unseen" }, "Pruning by hand"),
    h(
      "p",
      { class: "kicker" },
      edits.length ? `${plural(edits.length, "subtree")} pruned by hand` : "As it was learned",
    ),
    errorTable(rows),
    h(
      "div",
      { class: "actions" },
      button("Undo", undoPrune, { id: "undo", disabled: !edits.length }),
      button("Redo", redoPrune, { id: "redo", disabled: !undone.length, title: "Ctrl Y" }),
      button("Undo all", undoAll, { disabled: !edits.length }),
      button("Save model", saveModel, {
        id: "save",
        class: "primary",
      }),
    ),
    h(
      "p",
      { class: "note" },
      `Select a test in the drawing and press Delete, or choose one here. The saved file is a model that Cutpoint loads.${stored ? "" : " This browser forgets the edits when the page is left: save them."}`,
    ),
    h("h3", {}, "Subtrees that give least"),
    weakest(),
  ];
}

function errorTable(rows) {
  const column = (text) => h("th", { scope: "col" }, text);
  const lines = rows.map(([name, before, after]) =>
    h(
      "tr",
      { class: before === after ? "" : "differs" },
      h("th", { scope: "row" }, name),
      h("td", {}, before),
      h("td", {}, after),
    ),
  );
  return h(
    "table",
    { class: "errors", id: "errors" },
    h("thead", {}, h("tr", {}, h("td", {}), column("learned"), column("now"))),
    h("tbody", {}, lines),
  );
}

// Tests in the order of errors saved per leaf: the weakest link first.
function weakest() {
  const wrong = new Map();
  const ends = new Map();
  const tests = [];
  for (const node of below(root).reverse()) {
    if (isLeaf(node)) {
      wrong.set(node, wrongAt(node));
      ends.set(node, 1);
      continue;
    }
    wrong.set(
      node,
      node.children.reduce((sum, child) => sum + wrong.get(child), 0),
    );
    ends.set(
      node,
      node.children.reduce((sum, child) => sum + ends.get(child), 0),
    );
    tests.push([node, (wrongAt(node) - wrong.get(node)) / Math.max(1, ends.get(node) - 1)]);
  }
  if (!tests.length) return h("p", { class: "note" }, "The tree is one leaf.");
  tests.sort((a, b) => a[1] - b[1]);
  const items = tests.slice(0, 8).map(([node]) =>
    h(
      "li",
      {},
      h(
        "span",
        {},
        link(h("bdi", {}, attributeName(node)), () => select(node, { into: true })),
        h(
          "span",
          { class: "muted" },
          ` ${leavesText(ends.get(node))}, +${plural(Math.max(0, wrongAt(node) - wrong.get(node)), "error")}`,
        ),
      ),
      button("Prune", () => prune(node), { class: "small" }),
    ),
  );
  return h("ul", { class: "weakest" }, items);
}
