// One case: picked from a table or typed in; its way, its probabilities, and what would change it.

const subject = { table: null, row: 0, values: {}, start: {}, truth: -1 };

function take(table, row) {
  const start = {};
  for (const attribute of everTested)
    start[attribute] = table ? table.columns[attribute][row] : NaN;
  Object.assign(subject, {
    table,
    row,
    start,
    values: { ...start },
    truth: table && table.target ? table.target[row] : -1,
  });
  retrace();
}

// Follow the case anew and show its way.
function retrace() {
  page.route = predict((attribute) => subject.values[attribute] ?? NaN);
  mark();
}

function stopFollowing() {
  page.route = null;
  mark();
  setTab("node");
}

function casePanel() {
  if (!page.route) take(training || tables[0] || null, 0);
  const outcome = h("div", { class: "outcome", "aria-live": "polite" });
  const steps = h("ol", { class: "steps" });
  const flips = h("div", {});
  const strips = new Map();
  const update = () => {
    retrace();
    outcome.replaceChildren(...outcomeParts());
    steps.replaceChildren(...stepParts());
    flips.replaceChildren(...flipParts(change));
    for (const [attribute, strip] of strips) strip();
  };
  const inputs = new Map();
  const change = (attribute, value) => {
    subject.values[attribute] = value;
    inputs.get(attribute)(value);
    update();
  };
  const fields = testedAttributes().map((attribute) => {
    const field = attributes[attribute].values
      ? choice(attribute, change)
      : numberField(attribute, change);
    inputs.set(attribute, field.set);
    strips.set(attribute, field.refresh);
    return field.element;
  });
  update();
  return [
    picker(),
    outcome,
    h(
      "h3",
      {},
      "Values",
      link("start again", () => showPanel(take(subject.table, subject.row)), {
        class: "link aside-note",
      }),
    ),
    h(
      "p",
      { class: "note" },
      "Leave a value empty if it is unknown. A strip shows the class along the attribute, the other values as they are.",
    ),
    h("div", { class: "fields" }, fields),
    h("h3", {}, "Its path"),
    steps,
    h("h3", {}, "What would change it"),
    flips,
    h("div", { class: "actions" }, button("Stop following", stopFollowing)),
  ];
}

function picker() {
  const { table, row } = subject;
  const typed = h("p", { class: "kicker" }, "A case of your own");
  if (!table) return typed;
  const move = (to) => {
    take(table, Math.max(0, Math.min(table.count - 1, to)));
    showPanel();
  };
  const place = (value) =>
    table.rows ? table.rows.findIndex((kept) => kept + 1 >= value) : value - 1;
  const number = h("input", {
    type: "number",
    id: "row",
    min: 1,
    max: table.of,
    value: rowName(table, row),
    "aria-label": "Row of the table",
    onchange: () => move(place(Number(number.value) || 1)),
  });
  const parts = [
    button("‹", () => move(row - 1), { "aria-label": "Previous row" }),
    number,
    h("span", { class: "muted" }, `/ ${amount(table.of)}`),
    button("›", () => move(row + 1), { "aria-label": "Next row" }),
    button("Next wrong", () => move(nextWrong(table, row)), {
      title: "The next row that the tree gets wrong",
    }),
  ];
  const which =
    tables.length > 1
      ? h(
          "select",
          {
            "aria-label": "Table",
            onchange: (event) => showPanel(take(tables[event.target.value], 0)),
          },
          tables.map((other, i) =>
            h("option", { value: i, selected: other === table }, other.name),
          ),
        )
      : h("span", { class: "muted" }, `${table.name} row`);
  return h("div", { class: "picker" }, which, parts);
}

function nextWrong(table, row) {
  if (!table.target) return row;
  for (let step = 1; step <= table.count; step++) {
    const at = (row + step) % table.count;
    if (table.target[at] >= 0 && codeOf(table.columns, at) !== table.target[at]) return at;
  }
  return row;
}

function isChanged() {
  return Object.keys(subject.start).some(
    (key) => !Object.is(subject.start[key], subject.values[key]),
  );
}

function outcomeParts() {
  const { code, shares } = page.route;
  const before = predict((attribute) => subject.start[attribute] ?? NaN);
  const parts = [
    h("p", { class: "verdict" }, swatch(code), h("bdi", { id: "predicted" }, className(code))),
  ];
  if (subject.table && isChanged()) {
    const flipped = before.code !== code;
    parts.push(
      h(
        "p",
        { class: flipped ? "flipped" : "note" },
        flipped
          ? `flipped: was ${className(before.code)} (${percent(before.shares[before.code])})`
          : `as before; ${className(code)} was ${percent(before.shares[code])}`,
      ),
    );
  } else if (subject.truth >= 0) {
    const right = subject.truth === code;
    parts.push(
      h(
        "p",
        { class: right ? "note" : "flipped" },
        right ? "✓ the class in the table" : `✗ the table says ${className(subject.truth)}`,
      ),
    );
  }
  parts.push(shareBars(shares, 1, { marked: code, most: 5 }));
  return parts;
}

// ---- the way ---------------------------------------------------------------------------------------

function stepParts() {
  const { reached } = page.route;
  const tests = [...reached.keys()].filter((node) => !isLeaf(node) || node.parent);
  const parts = [];
  for (const node of tests) {
    const weight = reached.get(node);
    const share = weight < 1 ? h("span", { class: "part" }, percent(weight)) : null;
    if (isLeaf(node)) {
      parts.push(
        h(
          "li",
          { class: "end" },
          share,
          " → ",
          h("strong", {}, h("bdi", {}, className(classAt(node)))),
          ` (${percent(shareOf(node, classAt(node)))})`,
        ),
      );
      continue;
    }
    const value = subject.values[node.attribute] ?? NaN;
    const branch = branchFor(node, value);
    const text =
      branch >= 0
        ? sentence(node, branch)
        : `${isolated(attributes[node.attribute].name)} is unknown: ${node.unknown >= 0 ? "a branch of its own" : "every branch"}`;
    parts.push(
      h(
        "li",
        { class: branch < 0 ? "split" : "" },
        share,
        link(text, () => select(node, { into: true })),
        h(
          "div",
          { class: "note" },
          branch >= 0
            ? [marginText(node, value), ...marginInDeviations(node, value, branch)]
                .filter(Boolean)
                .join("; ")
            : "",
        ),
      ),
    );
  }
  return parts.length > 40
    ? [...parts.slice(0, 40), h("li", { class: "muted" }, `and ${parts.length - 40} more`)]
    : parts;
}

function flipParts(change) {
  const flips = flipsOf(subject.values, page.route.code).sort((a, b) => a.far - b.far);
  if (!flips.length) return [h("p", { class: "note" }, "No single change gives another class.")];
  return [
    h(
      "ul",
      { class: "flips" },
      flips.slice(0, 8).map((flip) =>
        h(
          "li",
          {},
          link(flip.text, () => change(flip.attribute, flip.value)),
          " → ",
          swatch(flip.code),
          h("bdi", {}, className(flip.code)),
        ),
      ),
    ),
  ];
}
