// One case: picked from a table or typed in, and which rule gives its class.

const subject = { table: tables[0] || null, row: 0, values: {}, truth: -1 };

function valueOf(attribute) {
  return subject.values[attribute] ?? NaN;
}

function take(table, row) {
  subject.table = table;
  subject.row = row;
  subject.truth = table && table.target ? table.target[row] : -1;
  for (const attribute of model.tested)
    subject.values[attribute] = table ? table.columns[attribute][row] : NaN;
  const controls = () => [...byId("body").querySelectorAll("button, input, select")];
  const at = controls().indexOf(document.activeElement);
  showCase();
  if (at >= 0) controls()[at].focus(); // the same control of the new panel
}

function showCase() {
  byId("body").replaceChildren(
    ...[
      h("h2", {}, "A case"),
      picker(),
      h("div", { class: "outcome", id: "outcome", "aria-live": "polite" }),
      h("h3", {}, "Values"),
      h(
        "p",
        { class: "note" },
        model.tested.length
          ? "Leave a value empty if it is unknown: it satisfies no condition."
          : "The rules ask nothing: every case gets the default class.",
      ),
      h(
        "div",
        { class: "fields" },
        model.tested.map((attribute) =>
          attributes[attribute].values ? choice(attribute) : numberField(attribute),
        ),
      ),
      keys(),
    ].filter(Boolean),
  );
  decide();
}

// Ask the rules anew and show which one gives the class.
function decide() {
  const rule = markRules(valueOf);
  const right = subject.truth === rule.code;
  const truth =
    subject.truth < 0
      ? null
      : h(
          "p",
          { class: right ? "note" : "flipped" },
          right ? "✓ the class in the table" : `✗ the table says ${className(subject.truth)}`,
        );
  byId("outcome").replaceChildren(
    ...[
      h(
        "p",
        { class: "verdict" },
        swatch(rule.code),
        h("bdi", { id: "predicted" }, className(rule.code)),
      ),
      truth,
      h(
        "p",
        { class: "note" },
        link(rule.number ? `by rule ${rule.number}` : "by default: no rule holds", () => {
          const item = items.get(rule);
          item.hidden = false;
          item.focus();
          item.scrollIntoView({ block: "nearest" });
        }),
      ),
      shareBars(rule.shares, 1, { marked: rule.code, most: 5 }),
    ].filter(Boolean),
  );
}

function field(attribute, id, input) {
  const name = printable(attributes[attribute].name);
  return h(
    "div",
    { class: "field" },
    h("label", { for: id, title: name }, h("bdi", {}, name)),
    input,
  );
}

function choice(attribute) {
  const id = `value-${attribute}`;
  const input = h(
    "select",
    {
      id,
      onchange: () => {
        subject.values[attribute] = input.value === "-1" ? NaN : Number(input.value);
        decide();
      },
    },
    h("option", { value: -1 }, "unknown or new"),
    attributes[attribute].values.map((label, value) => h("option", { value }, printable(label))),
  );
  const value = valueOf(attribute);
  input.value = Number.isNaN(value) ? "-1" : String(value);
  return field(attribute, id, input);
}

function numberField(attribute) {
  const id = `value-${attribute}`;
  const value = valueOf(attribute);
  const calendar = calendarOf(attribute);
  const written = calendar ? moment(calendar, value || 0) : String(value);
  const read = (text) => (calendar ? readMoment(calendar, text) : Number(text));
  const input = h("input", {
    id,
    type: "text",
    inputmode: calendar ? "text" : "decimal",
    placeholder: "unknown",
    autocomplete: "off",
    value: Number.isNaN(value) ? "" : written,
    oninput: () => {
      const text = input.value.trim().replace("−", "-");
      const number = text === "" || text === "?" ? NaN : read(text);
      const wrong = text !== "" && text !== "?" && Number.isNaN(number);
      input.setAttribute("aria-invalid", String(wrong));
      if (wrong) return;
      subject.values[attribute] = number;
      decide();
    },
  });
  return field(attribute, id, input);
}

function picker() {
  const { table, row } = subject;
  if (!table) return h("p", { class: "kicker" }, "Type its values: the rule that holds is marked.");
  const move = (to) => take(table, Math.max(0, Math.min(table.count - 1, to)));
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
  const which =
    tables.length > 1
      ? h(
          "select",
          {
            "aria-label": "Table",
            onchange: (event) => take(tables[event.target.value], 0),
          },
          tables.map((other, i) =>
            h("option", { value: i, selected: other === table }, other.name),
          ),
        )
      : h("span", { class: "muted" }, `${table.name} row`);
  return h(
    "div",
    { class: "picker" },
    which,
    button("‹", () => move(row - 1), { "aria-label": "Previous row" }),
    number,
    h("span", { class: "muted" }, `/ ${amount(table.of)}`),
    button("›", () => move(row + 1), { "aria-label": "Next row" }),
    button("Next wrong", () => move(nextWrong(table, row)), {
      title: "The next row that the rules get wrong",
    }),
  );
}

function nextWrong(table, row) {
  if (!table.target) return row;
  for (let step = 1; step <= table.count; step++) {
    const at = (row + step) % table.count;
    const rule = firstFor((attribute) => table.columns[attribute][at]);
    if (table.target[at] >= 0 && rule.code !== table.target[at]) return at;
  }
  return row;
}

function keys() {
  const all = [
    ["/", "searches the rules"],
    ["↑ ↓", "go from rule to rule"],
    ["Home End", "go to the first and the last"],
  ];
  return h(
    "details",
    {},
    h("summary", {}, "Keys"),
    h(
      "dl",
      { class: "keys" },
      all.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
  );
}
