// One case: picked from a table or typed in; its way, its probabilities, and what would change it.

function take(table, row) {
  setSubject(table, row, everTested);
  subject.taken = true;
  retrace();
}

// Take a row and show it where it is.
function takeAndShow(table, row) {
  take(table, row);
  writeAddress();
  setTab("case");
}

// Follow the case anew and show its way.
function retrace() {
  page.route = predict((attribute) => subject.values[attribute] ?? NaN);
  mark();
}

// Let go of the case: it is taken up again where it was when its tab is opened.
function letGo() {
  if (!page.route) return;
  page.route = null;
  mark();
}

function casePanel() {
  if (!subject.taken) take(training || tables[0] || null, 0);
  const outcome = h("div", { class: "outcome", "aria-live": "polite" });
  const steps = h("ol", { class: "steps" });
  const flips = h("div", {});
  const strips = [];
  const update = () => {
    retrace();
    outcome.replaceChildren(...outcomeParts());
    steps.replaceChildren(...stepParts());
    flips.replaceChildren(...flipParts(change));
    for (const strip of strips) strip.refresh();
  };
  const inputs = new Map();
  const change = (attribute, value) => {
    subject.values[attribute] = value;
    inputs.get(attribute)(value);
    update();
  };
  const fields = testedAttributes().map((attribute) => {
    const strip = attributes[attribute].values ? null : stripOf(attribute, change);
    if (strip) strips.push(strip);
    const field = fieldOf(attribute, subject.values[attribute], change, strip && strip.element);
    inputs.set(attribute, field.set);
    return field.element;
  });
  update();
  return [
    h("h2", { class: "unseen" }, "A case"),
    picker(takeAndShow, (table, row) => codeOf(table.columns, row) !== table.target[row]),
    outcome,
    ...otherParts(),
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
    h(
      "div",
      { class: "actions" },
      button("Stop following", () => setTab("node")),
    ),
  ];
}

// What the file says of the row besides: ids, and what the tree does not ask.
function otherParts() {
  const { table, row } = subject;
  if (!table || !table.others.length) return [];
  const lines = table.others.flatMap((other) => [
    h("dt", {}, h("bdi", {}, other.name)),
    h("dd", {}, h("bdi", {}, otherText(other, row) ?? "unknown")),
  ]);
  return [
    h(
      "details",
      { class: "others" },
      h("summary", {}, plural(table.others.length, "other column")),
      h("dl", { class: "keys" }, lines),
    ),
  ];
}

function isChanged() {
  return Object.keys(subject.start).some(
    (key) => !Object.is(subject.start[key], subject.values[key]),
  );
}

function outcomeParts() {
  const { code, shares } = page.route;
  const before = predict((attribute) => subject.start[attribute] ?? NaN);
  const parts = [verdict(code)];
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
  } else if (subject.truth >= 0) parts.push(truthLine(code));
  parts.push(shareBars(shares, 1, { marked: code, most: 5 }), ...softParts());
  return parts;
}

// The probabilities by soft thresholds, if the tree has any.
function softParts() {
  if (!isSoft) return [];
  const shares = sharesOver(softEnds((attribute) => subject.values[attribute] ?? NaN));
  return [
    h("h3", {}, "By soft thresholds"),
    h("div", { id: "soft-shares" }, shareBars(shares, 1, { most: 5 })),
    h("p", { class: "note" }, "As predict_proba(X, soft=True) gives them; the class stays."),
  ];
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
            ? [
                marginText(node, value),
                ...marginInDeviations(node, value, branch),
                softText(node, value),
              ]
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
