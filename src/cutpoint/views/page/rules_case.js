// One case: picked from a table or typed in, and which rule gives its class.

function valueOf(attribute) {
  return subject.values[attribute] ?? NaN;
}

function take(table, row) {
  setSubject(table, row, model.tested);
  const controls = () => [...byId("body").querySelectorAll("button, input, select")];
  const at = controls().indexOf(document.activeElement);
  showCase();
  if (at >= 0) controls()[at].focus(); // the same control of the new panel
}

function isWrong(table, row) {
  return firstFor((attribute) => table.columns[attribute][row]).code !== table.target[row];
}

function showCase() {
  const change = (attribute, value) => {
    subject.values[attribute] = value;
    decide();
  };
  byId("body").replaceChildren(
    h("h2", {}, "A case"),
    picker(take, isWrong),
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
      model.tested.map((attribute) => fieldOf(attribute, valueOf(attribute), change).element),
    ),
    keyList([
      ["/", "searches the rules"],
      ["↑ ↓", "go from rule to rule"],
      ["Home End", "go to the first and the last"],
    ]),
  );
  decide();
}

// Ask the rules anew and show which one gives the class.
function decide() {
  const rule = markRules(valueOf);
  byId("outcome").replaceChildren(
    ...[
      verdict(rule.code),
      truthLine(rule.code),
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
