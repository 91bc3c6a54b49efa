// What is known of the selected node.

function nodePanel() {
  const node = page.selected;
  const best = classAt(node);
  const leaf = isLeaf(node);
  const conditions = ruleOf(node);
  return [
    h(
      "p",
      { class: "kicker" },
      leaf ? (node.pruned ? "Leaf, pruned by hand" : "Leaf") : "Test",
      ` · node ${node.id}`,
    ),
    h(
      "h2",
      {},
      leaf ? swatch(best) : null,
      h("bdi", {}, leaf ? className(best) : attributeName(node)),
    ),
    h(
      "ul",
      { class: "rule", "aria-label": "The way to this node" },
      conditions.length
        ? conditions.map((part) => h("li", {}, part.text))
        : h("li", { class: "muted" }, "every case"),
    ),
    h("h3", {}, "Classes", h("span", { class: "aside-note" }, plural(node.cases, "training case"))),
    shareBars(node.distribution, node.cases, { marked: best }),
    ...errorParts(node),
    ...(leaf ? sureParts(node) : testParts(node)),
    actions(node),
    keys(),
  ];
}

// How often the tree is wrong here: on training cases, and on test cases if there are any.
function errorParts(node) {
  const parts = [];
  if (isLeaf(node)) parts.push(`${counted(node)}: ${slashMeaning()}`);
  const lines = ["training", "test"]
    .map((name) => [name, errorsAt(node, name)])
    .filter(([, found]) => found)
    .map(([name, found]) =>
      found.cases > 0
        ? `${name}: ${amount(found.errors)} of ${plural(found.cases, "case")} wrong, ${percent(rateOf(found))}`
        : `${name}: no case reaches this node`,
    );
  return [
    h("h3", {}, "Errors here", h("span", { class: "aside-note" }, ratesText(node))),
    h(
      "ul",
      { class: "plain", id: "errors-here" },
      [...lines, ...parts].map((text) => h("li", {}, text)),
      holdsNot(node)
        ? h(
            "li",
            { class: "holds-not" },
            `! ${isLeaf(node) ? "This leaf" : "This subtree"} does not hold: it errs clearly more often on test cases.`,
          )
        : null,
    ),
  ];
}

// What the number after the slash is, in every drawing and in text.
function slashMeaning() {
  return estimated
    ? "training cases / errors to expect among as many new ones, by C4.5’s estimate"
    : "training cases / those of another class";
}

// Where soft thresholds begin and end.
function boundParts(node) {
  const bounds = softBounds(node);
  if (!bounds.length) return [];
  const shown = (value) => figure(value, node.attribute);
  return [
    h("h3", {}, "Soft threshold"),
    h(
      "p",
      { id: "soft" },
      bounds
        .map(
          ([lower, upper]) =>
            `Between ${shown(lower)} and ${shown(upper)} a case goes down both branches, in parts.`,
        )
        .join(" "),
    ),
    h(
      "p",
      { class: "note" },
      "The Case panel shows the probabilities by the bounds; all else on this page is by the cuts.",
    ),
  ];
}

function testParts(node) {
  const parts = [h("h3", {}, "Branches"), branchTable(node)];
  for (const table of tables) {
    if (!table.columns[node.attribute]) continue;
    parts.push(
      h("h3", {}, table.name === "test" ? "Test cases here" : "Training cases here"),
      histogram(node, table),
    );
    break;
  }
  return [...parts, ...boundParts(node), ...sureParts(node)];
}

// What resamples say of a node: the share that do the same, the others, and the bands of its cuts.
function sureParts(node) {
  if (node.pruned) return [];
  const lines = sureness(node);
  const level = model.report.stability?.level;
  const share = level > 0 ? ` (${percent(level)})` : "";
  bandsOf(node).forEach(([low, high], i) =>
    lines.push(
      `${figure(node.cuts[i], node.attribute)} lies between ${figure(low, node.attribute)} and ${figure(high, node.attribute)}${share}`,
    ),
  );
  if (!lines.length) return [];
  const title = isLeaf(node) ? "How sure the leaf is" : "How sure the test is";
  return [
    h("h3", {}, title),
    h(
      "ul",
      { class: "plain", id: "sureness" },
      lines.map((text) => h("li", {}, text)),
    ),
  ];
}

// Each branch with its cases, and where a case goes whose value is unknown.
function branchTable(node) {
  const shares = unknownShares(node);
  const unknown = unknownAt(node);
  const rows = node.children.map((child, branch) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        link(h("bdi", {}, condition(node, branch)), () => select(child, { into: true }), {
          title: condition(node, branch),
        }),
      ),
      h("td", {}, amount(child.cases)),
      h("td", { class: "of-unknown" }, percent(shares[branch])),
    ),
  );
  const note =
    node.unknown >= 0
      ? "A case with an unknown value has a branch of its own."
      : "A case with an unknown value goes down every branch, in these parts.";
  return h(
    "div",
    {},
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "branch"),
          h("th", { scope: "col" }, "cases"),
          h("th", { scope: "col", class: "of-unknown" }, "of unknown"),
        ),
      ),
      h("tbody", {}, rows),
    ),
    h(
      "p",
      { class: "note unknown-note" },
      `${note}${unknown > 1e-9 ? ` Here: ${plural(unknown, "training case")}.` : ""}`,
    ),
  );
}

function actions(node) {
  const parts = [];
  if (node.pruned) parts.push(button("Grow back", () => growBack(node)));
  if (!isLeaf(node)) {
    parts.push(
      button(isClosed(node) ? "Open" : "Close", () => showPanel(toggle(node)), { title: "Enter" }),
    );
    if (node !== page.top)
      parts.push(button("Show only this", () => focusOn(node), { title: "f" }));
    parts.push(button("Prune here", () => prune(node), { title: "Delete" }));
  }
  if (page.top !== root) parts.push(button("Show whole tree", () => focusOn(root)));
  return h("div", { class: "actions" }, parts);
}

function keys() {
  const all = [
    ["← ↑ → ↓", "walk the tree"],
    ["Enter", "open or close"],
    ["*", "open everything"],
    ["f", "show a subtree alone"],
    ["Delete", "prune here"],
    ["Ctrl Z", "undo pruning"],
    ["Ctrl Y", "prune again"],
    ["Esc", "stop following, end the search"],
    ["+ − 0", "scale, show all"],
    ["/", "search rules"],
  ];
  return keyList(all);
}
