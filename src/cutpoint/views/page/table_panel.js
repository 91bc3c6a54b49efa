// The cases as a table: filtered by node, wrong ones first; a row is followed at a click.

const MOST_ROWS = 200;
const listed = { table: null, filter: newFilter(), truth: -1, here: true, wrongOnly: false };

function tablePanel() {
  listed.table = listed.table || subject.table || training || tables[0] || null;
  const { table } = listed;
  if (!table)
    return [
      h(
        "p",
        { class: "note" },
        "The page holds no cases. Name them: cutpoint view MODEL --data TABLE, or to_html(data=(X, y)).",
      ),
    ];
  const results = h("div", {}, tableResults());
  // The fields stay as they are: the next one may be on the way to be filled in.
  const again = () => results.replaceChildren(...tableResults());
  return [
    h(
      "div",
      { class: "filters" },
      tables.length > 1
        ? h(
            "label",
            {},
            "Table",
            tableChoice(table, (other) => again((listed.table = other))),
          )
        : null,
      ...filterFields(listed.filter, "cases", again),
      h(
        "label",
        {},
        "True class",
        classChoice("cases-truth", listed.truth, (code) => again((listed.truth = code))),
      ),
      check("here", `Only at ${nodeName(page.selected)}`, again),
      check("wrongOnly", "Only wrong ones", again),
    ),
    results,
  ];
}

function tableResults() {
  const { table } = listed;
  const rows = listedRows();
  return [
    h("p", { class: "kicker", id: "case-count" }, countText(rows)),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": "Cases" },
      caseTable(rows.slice(0, MOST_ROWS)),
    ),
    rows.length > MOST_ROWS
      ? h("p", { class: "note" }, `The first ${MOST_ROWS} rows are listed; filter for the others.`)
      : null,
    table.leftOut > 0
      ? h(
          "p",
          { class: "note" },
          `${plural(table.leftOut, "column")} more would make the page too large.`,
        )
      : null,
  ].filter(Boolean);
}

function check(key, text, again) {
  const input = h("input", {
    type: "checkbox",
    id: `cases-${key}`,
    checked: listed[key],
    onchange: () => again((listed[key] = input.checked)),
  });
  return h("label", { class: "check" }, input, text);
}

function nodeName(node) {
  return node === root ? "the root: every case" : `node ${node.id}`;
}

// The rows to list: wrong ones first, then in the order of the file.
function listedRows() {
  const { table, filter } = listed;
  const { codes, shares, ends } = measure(table);
  const at = listed.here && page.selected !== root ? page.selected : root;
  const isWrong = (row) => truthOf(table, row) >= 0 && truthOf(table, row) !== codes[row];
  return reaching(table, at)
    .map(([row]) => row)
    .filter(
      (row) =>
        passes(filter, nodes[ends[row]], shares[row], codes[row]) &&
        (listed.truth < 0 || truthOf(table, row) === listed.truth) &&
        (!listed.wrongOnly || isWrong(row)),
    )
    .sort((a, b) => isWrong(b) - isWrong(a) || a - b);
}

function truthOf(table, row) {
  return table.target ? table.target[row] : -1;
}

function countText(rows) {
  const { table } = listed;
  const { codes } = measure(table);
  const wrong = rows.filter(
    (row) => truthOf(table, row) >= 0 && truthOf(table, row) !== codes[row],
  );
  return `${amount(rows.length)} of ${plural(table.count, `${table.name} case`)}, ${amount(wrong.length)} wrong`;
}

function caseTable(rows) {
  const { table } = listed;
  const { codes, shares, ends } = measure(table);
  const asked = everTested;
  const names = [
    ...["row", "class", "given", "share", "leaf"],
    ...table.others.map((other) => other.name),
    ...asked.map((attribute) => printable(attributes[attribute].name)),
  ];
  const cell = (text, attributes = {}) =>
    h("td", attributes, text === null ? h("span", { class: "muted" }, "?") : h("bdi", {}, text));
  const lines = rows.map((row) => {
    const truth = truthOf(table, row);
    const wrong = truth >= 0 && truth !== codes[row];
    const leaf = nodes[ends[row]];
    return h(
      "tr",
      {
        class: wrong ? "wrong" : null,
        "aria-current": String(subject.taken && subject.table === table && subject.row === row),
      },
      h(
        "th",
        { scope: "row" },
        link(String(rowName(table, row)), () => takeAndShow(table, row), {
          title: "Follow this case",
        }),
      ),
      cell(truth < 0 ? null : className(truth)),
      h(
        "td",
        { class: "given" },
        swatch(codes[row]),
        " ",
        h("bdi", {}, className(codes[row])),
        wrong ? " ✗" : "",
      ),
      cell(percent(shares[row])),
      h(
        "td",
        {},
        link(String(leaf.id), () => select(leaf, { into: true }), { title: "Show this leaf" }),
      ),
      ...table.others.map((other) => cell(otherText(other, row))),
      ...asked.map((attribute) => cell(valueText(attribute, table.columns[attribute][row]))),
    );
  });
  return h(
    "table",
    { class: "case-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        names.map((name) => h("th", { scope: "col" }, h("bdi", {}, name))),
      ),
    ),
    h("tbody", {}, lines),
  );
}

// A value as it is read; null if it is unknown.
function valueText(attribute, value) {
  if (Number.isNaN(value)) return null;
  const { values } = attributes[attribute];
  return values ? printable(values[value]) : figure(value, attribute);
}
