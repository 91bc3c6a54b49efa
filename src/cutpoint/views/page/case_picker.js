// The case that is looked at: a row of a table, or one that is typed in.

const subject = { table: null, row: 0, values: {}, start: {}, truth: -1 };

// Take a row, or nothing known, as the case.
function setSubject(table, row, asked) {
  const start = {};
  for (const attribute of asked) start[attribute] = table ? table.columns[attribute][row] : NaN;
  Object.assign(subject, {
    table,
    row,
    start,
    values: { ...start },
    truth: table && table.target ? table.target[row] : -1,
  });
}

// The row of a table that is named by a number, the next one if the sample lacks it.
function rowNamed(table, name) {
  const row = table.rows ? table.rows.findIndex((kept) => kept + 1 >= name) : name - 1;
  return Math.max(0, Math.min(table.count - 1, row < 0 && table.rows ? table.count - 1 : row));
}

// Choose another row: `take(table, row)` shows it, `isWrong(table, row)` says whether it is wrong.
function picker(take, isWrong) {
  const { table, row } = subject;
  if (!table) return h("p", { class: "kicker" }, "A case of your own: type its values");
  const move = (to) => take(table, Math.max(0, Math.min(table.count - 1, to)));
  const number = h("input", {
    type: "number",
    id: "row",
    min: 1,
    max: table.of,
    value: rowName(table, row),
    "aria-label": "Row of the table",
    onchange: () => move(rowNamed(table, Number(number.value) || 1)),
  });
  const nextWrong = () => {
    for (let step = 1; table.target && step <= table.count; step++) {
      const at = (row + step) % table.count;
      if (table.target[at] >= 0 && isWrong(table, at)) return move(at);
    }
    return move(row);
  };
  return h(
    "div",
    { class: "picker" },
    tableChoice(table, (other) => take(other, 0)),
    button("‹", () => move(row - 1), { "aria-label": "Previous row" }),
    number,
    h("span", { class: "muted" }, `/ ${amount(table.of)}`),
    button("›", () => move(row + 1), { "aria-label": "Next row" }),
    button("Next wrong", nextWrong, { title: "The next row that is given a wrong class" }),
  );
}

// Which table: a choice if there are several.
function tableChoice(table, choose) {
  if (tables.length < 2) return h("span", { class: "muted" }, `${table.name} row`);
  return h(
    "select",
    { "aria-label": "Table", onchange: (event) => choose(tables[event.target.value]) },
    tables.map((other, i) => h("option", { value: i, selected: other === table }, other.name)),
  );
}

// Whether the table agrees with the class that is given.
function truthLine(code) {
  if (subject.truth < 0) return null;
  const right = subject.truth === code;
  return h(
    "p",
    { class: right ? "note" : "flipped" },
    right ? "✓ the class in the table" : `✗ the table says ${className(subject.truth)}`,
  );
}

function verdict(code) {
  return h("p", { class: "verdict" }, swatch(code), h("bdi", { id: "predicted" }, className(code)));
}
