// The first panel: the question, the data, the errors, what matters, and how to read a box.

const MOST_CONFUSED = 12;
const MOST_IMPORTANT = 10;

function summaryPanel() {
  return [
    h("div", { id: "summary" }, questionParts(), failingParts()),
    h("h3", {}, "Errors"),
    rateTable(),
    ...confusionParts(),
    ...importanceParts(),
    h("h3", {}, "How to read a box"),
    sampleBox(),
    h("p", { class: "note", id: "slash" }, `12 / 3.4 in a leaf: ${slashMeaning()}.`),
    h(
      "p",
      { class: "note" },
      "The bar shows the classes of the training cases, the stripe of a leaf the class that it gives. A branch is as wide as its share of the cases.",
    ),
    ...modelNotes(),
    keys(),
  ];
}

function questionParts() {
  const all = below(root);
  const used = testedAttributes().length;
  const shown = about.legend.map(className).slice(0, 6);
  const others = classes.length - shown.length;
  return [
    h(
      "p",
      { class: "kicker" },
      about.learner ? `Learned by ${printable(about.learner)}` : "A tree by itself",
    ),
    h(
      "h2",
      {},
      "Which ",
      h("bdi", {}, about.title === null ? "class" : printable(about.title)),
      "?",
    ),
    h(
      "p",
      {},
      plural(classes.length, "class").replace("classs", "classes"),
      ": ",
      shown.flatMap((name, i) => [i ? ", " : "", h("bdi", {}, name)]),
      others > 0 ? ` and ${others} more` : "",
      ".",
    ),
    h(
      "p",
      {},
      `Learned from ${plural(root.cases, "case")} with ${plural(attributes.length, "attribute")}, of which the tree tests ${used}. It has ${plural(all.length, "node")}, ${leavesText(all.filter(isLeaf).length)} and depth ${depthOf(root)}.${edits.length ? ` ${plural(edits.length, "subtree")} pruned by hand.` : ""}`,
    ),
    unknownPart(),
  ];
}

function unknownPart() {
  if (!training) return null;
  const columns = Object.values(training.columns);
  const cells = columns.reduce((sum, column) => sum + column.length, 0);
  const unknown = columns.reduce(
    (sum, column) => sum + column.reduce((count, value) => count + Number.isNaN(value), 0),
    0,
  );
  return unknown
    ? h("p", {}, `${percent(unknown / cells)} of the values that it tests are unknown.`)
    : null;
}

// The leaves that do not hold on test cases.
function failingParts() {
  const test = tables.find((table) => table.name === "test");
  if (!test || !measured.has(test)) return null;
  const failing = leavesThatFail();
  if (!failing.length)
    return h(
      "p",
      { id: "failing" },
      "No leaf errs clearly more often on test cases than on training cases.",
    );
  return h(
    "div",
    { id: "failing" },
    h(
      "p",
      { class: "holds-not" },
      `! ${leavesText(failing.length)} ${failing.length === 1 ? "does" : "do"} not hold on test cases:`,
    ),
    h(
      "ul",
      { class: "plain" },
      failing.slice(0, 6).map((leaf) =>
        h(
          "li",
          {},
          link(`node ${leaf.id}`, () => select(leaf, { into: true })),
          ` ${className(classAt(leaf))}: ${ratesText(leaf)}`,
        ),
      ),
      failing.length > 6 ? h("li", { class: "muted" }, `and ${failing.length - 6} more`) : null,
    ),
  );
}

// ---- errors ------------------------------------------------------------------------------------------

// Error rates with 95 % intervals: [name, rate, [low, high], note].
function rates() {
  const found = [];
  const counted = errorsAt(root, "training");
  const row = (name, { errors, cases }) =>
    found.push([
      name,
      errors / cases,
      interval(errors, cases),
      `${amount(errors)} of ${amount(cases)}`,
    ]);
  if (counted && counted.cases > 0) row("training", counted);
  const validation = model.report.validation;
  if (validation && validation.error_rate >= 0) {
    const { error_rate: rate, standard_error: spread } = validation;
    const ends = [Math.max(0, rate - Z95 * spread), Math.min(1, rate + Z95 * spread)];
    const how = validation.folds
      ? `${validation.folds} folds`
      : `${amount(validation.held_out)} held out`;
    found.push([validation.folds ? "cross-validation" : "held out", rate, ends, how]);
  }
  const test = errorsAt(root, "test");
  if (test && test.cases > 0) row("test", test);
  if (estimates)
    found.push(["to expect", errorsNow().get(root) / (root.cases || 1), null, "C4.5’s estimate"]);
  return found;
}

function rateTable() {
  const column = (text) => h("th", { scope: "col" }, text);
  const rows = rates().map(([name, rate, ends, note]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h("td", {}, percent(rate), h("small", {}, note)),
      h("td", {}, ends ? `${percent(ends[0])} – ${percent(ends[1])}` : "–"),
    ),
  );
  const missing = tables.some((table) => table.name === "test")
    ? ""
    : " Errors on training cases flatter: name test cases with \u2060-\u2060-\u2060test or test=(X, y).";
  return h(
    "div",
    {},
    h(
      "table",
      { class: "rates", id: "rates" },
      h("thead", {}, h("tr", {}, column("on"), column("wrong"), column("95% interval"))),
      h("tbody", {}, rows),
    ),
    missing ? h("p", { class: "note" }, missing.trim()) : null,
  );
}

// ---- confusion ---------------------------------------------------------------------------------------

function confusionParts() {
  const table = tables.find((one) => one.name === "test") || training;
  if (!table || !table.target || !measured.has(table) || classes.length > MOST_CONFUSED) return [];
  const { codes } = measured.get(table);
  const sums = classes.map(() => classes.map(() => 0));
  for (let row = 0; row < table.count; row++)
    if (table.target[row] >= 0) sums[table.target[row]][codes[row]] += weightOf(table, row);
  const head = classes.map((_, given) =>
    h(
      "th",
      { scope: "col", title: className(given) },
      swatch(given),
      " ",
      h("bdi", {}, className(given)),
    ),
  );
  const lines = sums.map((line, truth) => {
    const total = line.reduce((sum, weight) => sum + weight, 0);
    const cells = line.map((weight, given) =>
      h(
        "td",
        { class: truth === given ? "right" : null, "--share": total > 0 ? weight / total : 0 },
        weight > 0
          ? link(amount(weight), () => listCell(table, truth, given), {
              title: `${className(truth)} given ${className(given)}`,
            })
          : "0",
      ),
    );
    return h("tr", {}, h("th", { scope: "row" }, h("bdi", {}, className(truth))), cells);
  });
  return [
    h(
      "h3",
      {},
      "Confusion",
      h("span", { class: "aside-note" }, `${table.name} cases; true by row, given by column`),
    ),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": "Confusion" },
      h(
        "table",
        { class: "confusion", id: "confusion" },
        h("thead", {}, h("tr", {}, h("td", {}), head)),
        h("tbody", {}, lines),
      ),
    ),
  ];
}

// The cases of a cell of the confusion matrix, in the table.
function listCell(table, truth, given) {
  Object.assign(listed, {
    table,
    truth,
    here: false,
    wrongOnly: false,
    filter: { ...newFilter(), code: given },
  });
  setTab("table");
}

// ---- importances -------------------------------------------------------------------------------------

function importanceParts() {
  const order = about.importances
    .map((share, attribute) => [attribute, share])
    .filter(([, share]) => share > 0)
    .sort((a, b) => b[1] - a[1]);
  if (!order.length) return [];
  const most = order[0][1];
  const lines = order.slice(0, MOST_IMPORTANT).flatMap(([attribute, share]) => {
    const name = printable(attributes[attribute].name);
    return [
      h("bdi", { class: "share-name", title: name }, name),
      h(
        "span",
        { class: "share-track" },
        h("span", { class: "share-fill", "--share": share / most }),
      ),
      h("span", { class: "share-figure" }, percent(share)),
    ];
  });
  return [
    h("h3", {}, "What matters", h("span", { class: "aside-note" }, "of the tests’ information")),
    h("div", { class: "importances", id: "importances" }, lines),
    order.length > MOST_IMPORTANT
      ? h("p", { class: "note" }, `and ${order.length - MOST_IMPORTANT} more attributes`)
      : null,
  ];
}

// ---- a box -------------------------------------------------------------------------------------------

function sampleBox() {
  const lead = (d) => s("path", { class: "lead", d });
  const told = (text, x, y) => s("text", { x, y, "font-size": 11, class: "count" }, text);
  return s(
    "svg",
    {
      class: "sample-box",
      viewBox: "0 0 320 92",
      role: "img",
      "aria-label": "A leaf: its class, its cases and errors, and the shares of the classes",
    },
    s("rect", { class: "sample", x: 1, y: 22, width: 112, height: 46, rx: 7 }),
    s("rect", { x: 1, y: 26, width: 4, height: 38, rx: 2, fill: classColour(0) }),
    s(
      "text",
      { x: 14, y: 40, "font-size": 13, "font-weight": 600 },
      shortened(className(0), 84, 13, 600),
    ),
    s("text", { x: 14, y: 55, "font-size": 11.5, class: "count" }, "12 / 3.4"),
    s("rect", { x: 9, y: 61, width: 72, height: 3, fill: classColour(0) }),
    s("rect", {
      x: 81,
      y: 61,
      width: 24,
      height: 3,
      fill: classColour(Math.min(1, classes.length - 1)),
    }),
    lead("M100 36H132"),
    lead("M72 51H132"),
    lead("M106 63L132 72"),
    told("the class that it gives", 138, 40),
    told("cases / errors", 138, 56),
    told("the classes of its cases", 138, 76),
    told("what leads here is written on the branch", 1, 12),
  );
}

// What of the model this page shows apart from the rest, or leaves out.
function modelNotes() {
  const way = model.parameters.probabilities ?? "raw";
  const texts = {
    "soft-note": isSoft
      ? "The tree has soft thresholds: the panel of a test shows their bounds, the Case panel what they make of a case. All else on this page is by the cuts."
      : "",
    "raw-note":
      way === "raw"
        ? ""
        : `The model estimates probabilities by “${printable(way)}”: so does Case. Boxes, leaves and rules show the shares of the training cases as they are.`,
  };
  return Object.entries(texts)
    .filter(([, text]) => text)
    .map(([id, text]) => h("p", { class: "note", id }, text));
}
